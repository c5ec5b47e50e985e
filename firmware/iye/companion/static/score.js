/**
 * The end of a cycle, kind by kind.
 * The law of this module: it shows what the board has counted and counts nothing itself.
 */

import { closeButton } from "./dialogs.js";
import { playing } from "./looks.js";
import { find, make, tile } from "./make.js";
import { KINDS, kindName, playerName } from "./names.js";
import { now, on } from "./store.js";
import { t } from "./words.js";

const POINTS = [1, 3, 5, 7, 9];
/** @type {any} */
let card = null;
let shown = "";

/** Show the end of every cycle when it comes. */
export function followScore() {
  on("state", hear);
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  if (now.state) hear(now.state);
}

/** @param {any} state */
function hear(state) {
  const news = state.end ? JSON.stringify([state.end, now.history.cycles.length]) : "";
  if (news && news !== shown) showEnd(state.end, state.hands, cyclesEnded(state));
  if (!news && playing(state)) close();
  shown = news;
}

/** @param {any} state */
const cyclesEnded = (state) => (state.phase === "match_over" ? state.cycle : state.cycle - 1);

function close() {
  card?.remove();
  card = null;
}

/**
 * Show how a cycle ended.
 * @param {any} end @param {any[]} hands @param {number} cycle
 */
export function showEnd(end, hands, cycle) {
  close();
  const title = make("h2", { text: t("Cycle {number} is over", { number: cycle }), id: "score-title" });
  const again = closeButton({ onclick: close });
  const mine = make("section.card", { role: "dialog", "aria-labelledby": "score-title" }, title, make("p", { text: why(end) }), again);
  if (end.points) mine.append(table(end, hands));
  mine.append(make("p", {}, make("b", { text: won(end) })));
  card = mine;
  find("#table").append(card);
}

/** @param {any} end */
const why = (end) =>
  end.reason === "stuck"
    ? t("There was no legal movement left: whoever moved last wins, and nothing is scored.")
    : t("One tile is left on the board. Whoever holds more of a kind takes its points.");

/** @param {any} end */
const won = (end) =>
  end.winner ? t("{player} wins the cycle.", { player: playerName(now.state, end.winner) }) : t("Nobody wins the cycle.");

/** @param {any} end @param {any[]} hands */
function table(end, hands) {
  const heads = [t("Kind"), playerName(now.state, 1), playerName(now.state, 2), t("Points")];
  const head = make("tr", {}, ...heads.map((text) => make("th", { text, scope: "col" })));
  const rows = KINDS.map((kind, place) => row(kind, place, end.takers[place], hands));
  const sums = [1, 2].map((player) => sum(end, player));
  const foot = make("tr", {}, make("th", { text: t("Total"), scope: "row" }), ...sums, make("td"));
  return make("table.score", {}, make("thead", {}, head), make("tbody", {}, ...rows), make("tfoot", {}, foot));
}

/** @param {string} kind @param {number} place @param {number} taker @param {any[]} hands */
function row(kind, place, taker, hands) {
  const name = make("th", { scope: "row" }, tile(kind), kindName(kind));
  const counts = [1, 2].map((player) =>
    make(taker === player ? "td.takes" : "td", { text: hands[player - 1][kind], "aria-label": said(hands[player - 1][kind], taker === player, place) }));
  const points = taker ? String(POINTS[place]) : "–";
  return make("tr", {}, name, ...counts, make("td", { text: points }));
}

/** @param {number} count @param {boolean} takes @param {number} place */
const said = (count, takes, place) => (takes ? t("{count}, takes {points} points", { count, points: POINTS[place] }) : String(count));

/** @param {any} end @param {number} player */
const sum = (end, player) => make(end.winner === player ? "td.takes" : "td", { text: end.points[player - 1] });
