"""Whole cycles from `table_hands.DEAL`, player 1 first, for the tests that need one's end.

How each ends can be checked by hand from what is left; that is written beside it.
"""

from __future__ import annotations


def _moves(text: str) -> tuple[str, ...]:
    return tuple(text.split())


STUCK_WON_BY_ONE = _moves("b3 a3 Tb4 Wa4 c4 c5 b5 Ob1 Se1 Td2 Sa5")
"""Player 2 is on a5 with H3. Left: `...ST/...SS/..SWS/HSH.H/S.WH.`; b5 c5 a4 a3 and the knight's
b3 c4 are all empty. Player 1 holds T2."""

WON_BY_TWO = _moves(
    "c1 d1 b1 Wa2 Hb4 a4 Tb5 Od2 Se1 e3 Sa5 a3 Hc2 c3 Sa1 Se5 Td4 Hb3 Wd5 Tc4 Hb2 Hd3 We2 e4"
)
"""T1S1 against T1H2S3 and a Sun left on c5: 0 points to 7 + 9 = 16."""

WON_BY_ONE = _moves(
    "d3 We2 e1 Hc2 d2 Se5 e3 e4 c4 Hb2 Tc3 a3 Hb1 Ta2 a1 c1 d1 Sa5 Wc5 Hb3 Wa4 Tb5 d5 d4"
)
"""O1T1H3S3 against S4 and a Tree left on b4: 1 + 5 + 7 = 13 points to 9."""

TIED = _moves(
    "b3 Wc4 Hd2 c2 Ha1 Se1 e3 Sa5 a3 Tb4 b2 a2 Hc1 Wb1 d1 Se5 Td4 Hb5 Od5 c5 He4 e2 Td3 c3"
)
"""T1H2S2 against W1S4 and a Tree left on a4, the drum on c3: 5 + 7 points to 3 + 9."""
