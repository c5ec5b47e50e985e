BEGIN TRANSACTION;
CREATE TABLE entries (
        number INTEGER PRIMARY KEY,  -- the order; what a clock says is only a label
        at TEXT NOT NULL,            -- the wall clock, for people: 2026-03-21T20:15:00+03:00
        name TEXT NOT NULL,          -- which fact
        fact TEXT NOT NULL           -- what it says, as JSON
    ) STRICT
    ;
INSERT INTO "entries" VALUES(1,'2026-03-21T00:00:00+00:00','match_began','{"wins":1,"deals":"drawn","first":1,"names":["",""]}');
INSERT INTO "entries" VALUES(2,'2026-03-21T00:01:00+00:00','deal_wanted','{"cycle":1}');
INSERT INTO "entries" VALUES(3,'2026-03-21T00:02:00+00:00','dealt','{"cycle":1,"deal":"HOSST/TTHSS/TWSWS/HSHSH/STWHH","first":1}');
INSERT INTO "entries" VALUES(4,'2026-03-21T00:03:00+00:00','cycle_began','{"position":"HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"}');
INSERT INTO "entries" VALUES(5,'2026-03-21T00:04:00+00:00','moved','{"player":1,"move":"c1","taken":"W","position":"HOSST/TTHSS/TWSWS/HSHSH/ST.HH c1 2 - W1"}');
INSERT INTO "entries" VALUES(6,'2026-03-21T00:05:00+00:00','moved','{"player":2,"move":"d1","taken":"H","position":"HOSST/TTHSS/TWSWS/HSHSH/ST..H d1 1 H1 W1"}');
INSERT INTO "entries" VALUES(7,'2026-03-21T00:06:00+00:00','moved','{"player":1,"move":"b1","taken":"T","position":"HOSST/TTHSS/TWSWS/HSHSH/S...H b1 2 H1 W1T1"}');
INSERT INTO "entries" VALUES(8,'2026-03-21T00:07:00+00:00','spending_chosen','{"kind":"W"}');
INSERT INTO "entries" VALUES(9,'2026-03-21T00:08:00+00:00','moved','{"player":2,"move":"Wa2","taken":"H","position":"HOSST/TTHSS/TWSWS/.SHSH/S...H a2 1 H2 T1"}');
INSERT INTO "entries" VALUES(10,'2026-03-21T00:09:00+00:00','spending_chosen','{"kind":"H"}');
INSERT INTO "entries" VALUES(11,'2026-03-21T00:10:00+00:00','moved','{"player":1,"move":"Hb4","taken":"T","position":"HOSST/T.HSS/TWSWS/.SHSH/S...H b4 2 H1 T2"}');
INSERT INTO "entries" VALUES(12,'2026-03-21T00:11:00+00:00','moved','{"player":2,"move":"a4","taken":"T","position":"HOSST/..HSS/TWSWS/.SHSH/S...H a4 1 T1H1 T2"}');
INSERT INTO "entries" VALUES(13,'2026-03-21T00:12:00+00:00','spending_chosen','{"kind":"T"}');
INSERT INTO "entries" VALUES(14,'2026-03-21T00:13:00+00:00','moved','{"player":1,"move":"Tb5","taken":"O","position":"H.SST/..HSS/TWSWS/.SHSH/S...H b5 2 H1 O1T2"}');
INSERT INTO "entries" VALUES(15,'2026-03-21T00:14:00+00:00','spending_chosen','{"kind":"O"}');
INSERT INTO "entries" VALUES(16,'2026-03-21T00:15:00+00:00','moved','{"player":2,"move":"Od2","taken":"S","position":"H.SST/..HSS/TWSWS/.SH.H/S...H d2 1 H1S1 T2"}');
INSERT INTO "entries" VALUES(17,'2026-03-21T00:16:00+00:00','spending_chosen','{"kind":"S"}');
INSERT INTO "entries" VALUES(18,'2026-03-21T00:17:00+00:00','moved','{"player":1,"move":"Se1","taken":"H","position":"H.SST/..HSS/TWSWS/.SH.H/S.... e1 2 H1 T2H1"}');
INSERT INTO "entries" VALUES(19,'2026-03-21T00:18:00+00:00','moved','{"player":2,"move":"e3","taken":"S","position":"H.SST/..HSS/TWSW./.SH.H/S.... e3 1 H1S1 T2H1"}');
INSERT INTO "entries" VALUES(20,'2026-03-21T00:19:00+00:00','spending_chosen','{"kind":"S"}');
INSERT INTO "entries" VALUES(21,'2026-03-21T00:20:00+00:00','moved','{"player":1,"move":"Sa5","taken":"H","position":"..SST/..HSS/TWSW./.SH.H/S.... a5 2 H1 T2H2"}');
INSERT INTO "entries" VALUES(22,'2026-03-21T00:21:00+00:00','moved','{"player":2,"move":"a3","taken":"T","position":"..SST/..HSS/.WSW./.SH.H/S.... a3 1 T1H1 T2H2"}');
INSERT INTO "entries" VALUES(23,'2026-03-21T00:22:00+00:00','spending_chosen','{"kind":"H"}');
INSERT INTO "entries" VALUES(24,'2026-03-21T00:23:00+00:00','moved','{"player":1,"move":"Hc2","taken":"H","position":"..SST/..HSS/.WSW./.S..H/S.... c2 2 T1 T2H3"}');
INSERT INTO "entries" VALUES(25,'2026-03-21T00:24:00+00:00','moved','{"player":2,"move":"c3","taken":"S","position":"..SST/..HSS/.W.W./.S..H/S.... c3 1 T1S1 T2H3"}');
INSERT INTO "entries" VALUES(26,'2026-03-21T00:25:00+00:00','spending_chosen','{"kind":"S"}');
INSERT INTO "entries" VALUES(27,'2026-03-21T00:26:00+00:00','moved','{"player":1,"move":"Sa1","taken":"S","position":"..SST/..HSS/.W.W./.S..H/..... a1 2 T1 T2H3S1"}');
INSERT INTO "entries" VALUES(28,'2026-03-21T00:27:00+00:00','spending_chosen','{"kind":"S"}');
INSERT INTO "entries" VALUES(29,'2026-03-21T00:28:00+00:00','moved','{"player":2,"move":"Se5","taken":"T","position":"..SS./..HSS/.W.W./.S..H/..... e5 1 T2 T2H3"}');
INSERT INTO "entries" VALUES(30,'2026-03-21T00:29:00+00:00','spending_chosen','{"kind":"T"}');
INSERT INTO "entries" VALUES(31,'2026-03-21T00:30:00+00:00','moved','{"player":1,"move":"Td4","taken":"S","position":"..SS./..H.S/.W.W./.S..H/..... d4 2 T1 T2H3S1"}');
INSERT INTO "entries" VALUES(32,'2026-03-21T00:31:00+00:00','spending_chosen','{"kind":"H"}');
INSERT INTO "entries" VALUES(33,'2026-03-21T00:32:00+00:00','moved','{"player":2,"move":"Hb3","taken":"W","position":"..SS./..H.S/...W./.S..H/..... b3 1 W1T1 T2H2S1"}');
INSERT INTO "entries" VALUES(34,'2026-03-21T00:33:00+00:00','spending_chosen','{"kind":"W"}');
INSERT INTO "entries" VALUES(35,'2026-03-21T00:34:00+00:00','moved','{"player":1,"move":"Wd5","taken":"S","position":"..S../..H.S/...W./.S..H/..... d5 2 T1 T2H2S2"}');
INSERT INTO "entries" VALUES(36,'2026-03-21T00:35:00+00:00','spending_chosen','{"kind":"T"}');
INSERT INTO "entries" VALUES(37,'2026-03-21T00:36:00+00:00','moved','{"player":2,"move":"Tc4","taken":"H","position":"..S../....S/...W./.S..H/..... c4 1 T1H1 T1H2S2"}');
INSERT INTO "entries" VALUES(38,'2026-03-21T00:37:00+00:00','spending_chosen','{"kind":"H"}');
INSERT INTO "entries" VALUES(39,'2026-03-21T00:38:00+00:00','moved','{"player":1,"move":"Hb2","taken":"S","position":"..S../....S/...W./....H/..... b2 2 T1 T1H2S3"}');
INSERT INTO "entries" VALUES(40,'2026-03-21T00:39:00+00:00','spending_chosen','{"kind":"H"}');
INSERT INTO "entries" VALUES(41,'2026-03-21T00:40:00+00:00','moved','{"player":2,"move":"Hd3","taken":"W","position":"..S../....S/...../....H/..... d3 1 W1T1 T1H1S3"}');
INSERT INTO "entries" VALUES(42,'2026-03-21T00:41:00+00:00','spending_chosen','{"kind":"W"}');
INSERT INTO "entries" VALUES(43,'2026-03-21T00:42:00+00:00','moved','{"player":1,"move":"We2","taken":"H","position":"..S../....S/...../...../..... e2 2 T1 T1H2S3"}');
INSERT INTO "entries" VALUES(44,'2026-03-21T00:43:00+00:00','moved','{"player":2,"move":"e4","taken":"S","position":"..S../...../...../...../..... e4 1 T1S1 T1H2S3"}');
INSERT INTO "entries" VALUES(45,'2026-03-21T00:44:00+00:00','cycle_ended','{"cycle":1,"reason":"scored","winner":2,"takers":[null,null,null,2,2]}');
INSERT INTO "entries" VALUES(46,'2026-03-21T00:45:00+00:00','match_ended','{"player":2}');
INSERT INTO "entries" VALUES(47,'2026-03-21T00:46:00+00:00','hints_set','{"hints":"off"}');
INSERT INTO "entries" VALUES(48,'2026-03-21T00:47:00+00:00','match_began','{"wins":2,"deals":"drawn","first":1,"names":["Umay","İpek"]}');
INSERT INTO "entries" VALUES(49,'2026-03-21T00:48:00+00:00','deal_wanted','{"cycle":1}');
INSERT INTO "entries" VALUES(50,'2026-03-21T00:49:00+00:00','dealt','{"cycle":1,"deal":"HOSST/TTHSS/TWSWS/HSHSH/STWHH","first":1}');
INSERT INTO "entries" VALUES(51,'2026-03-21T00:50:00+00:00','cycle_began','{"position":"HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"}');
INSERT INTO "entries" VALUES(52,'2026-03-21T00:51:00+00:00','moved','{"player":1,"move":"c5","taken":"S","position":"HO.ST/TTHSS/TWSWS/HSHSH/STWHH c5 2 - S1"}');
INSERT INTO "entries" VALUES(53,'2026-03-21T00:52:00+00:00','moved','{"player":2,"move":"d5","taken":"S","position":"HO..T/TTHSS/TWSWS/HSHSH/STWHH d5 1 S1 S1"}');
CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        state TEXT NOT NULL CHECK (state IN ('under way', 'finished', 'left')),
        began TEXT NOT NULL,         -- a label like an entry's, or a date
        ended TEXT NOT NULL,         -- the same; empty while under way
        player1 TEXT NOT NULL,       -- empty where no name was given
        player2 TEXT NOT NULL,
        wins_needed INTEGER NOT NULL,
        result TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '*')),
        cycles INTEGER NOT NULL,
        wins1 INTEGER NOT NULL,      -- cycles won by player 1
        wins2 INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        first_entry INTEGER,         -- its match_began; NULL when it came from elsewhere
        digest TEXT                  -- of its deals and moves; NULL while under way
    ) STRICT
    ;
INSERT INTO "matches" VALUES(1,'finished','2026-03-21T00:00:00+00:00','2026-03-21T00:43:00+00:00','','',1,'0-1',1,0,1,24,1,'f4ff1e6d2ba47d11d092e4fbd05944fb');
INSERT INTO "matches" VALUES(2,'under way','2026-03-21T00:47:00+00:00','','Umay','İpek',2,'*',1,0,0,2,48,NULL);
CREATE TABLE records (
        match INTEGER PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
        text TEXT NOT NULL           -- in the form of .iye files
    ) STRICT
    ;
INSERT INTO "records" VALUES(1,'[Date "2026-03-21"]
[Wins "1"]

[Cycle "1"]
[Deal "HOSST/TTHSS/TWSWS/HSHSH/STWHH"]
[First "1"]

1. c1 d1 2. b1 Wa2 3. Hb4 a4 4. Tb5 Od2 5. Se1 e3 6. Sa5 a3 7. Hc2 c3 8. Sa1 Se5
9. Td4 Hb3 10. Wd5 Tc4 11. Hb2 Hd3 12. We2 e4 0-1
');
CREATE INDEX beginnings ON entries (number) WHERE name = 'match_began';
CREATE INDEX hints ON entries (number) WHERE name = 'hints_set';
CREATE INDEX by_player1 ON matches (player1);
CREATE INDEX by_player2 ON matches (player2);
CREATE INDEX by_first_entry ON matches (first_entry) WHERE first_entry IS NOT NULL;
CREATE INDEX by_day ON matches (began, state, result, player1, player2);
CREATE INDEX unfinished ON matches (number) WHERE state != 'finished';
CREATE INDEX by_digest ON matches (digest) WHERE digest IS NOT NULL;
COMMIT;
