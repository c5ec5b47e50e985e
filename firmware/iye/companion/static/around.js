/**
 * What stands around the board: players, score, discards, the last move, the connection.
 * The law of this module: everything both players must see is always in sight.
 */

import { cells, placeSeen } from "./board.js";
import { playing } from "./looks.js";
import { find, make, tile } from "./make.js";
import { KINDS, kindName, playerName } from "./names.js";
import { now, on } from "./store.js";
import { t } from "./words.js";

const trail = make("div.trail", { hidden: true }, make("i"));
let ticking = 0;

/** Show it all from now on. */
export function followTable() {
  cells.prepend(trail);
  on("view", (view) => {
    find("#table").dataset.shown = view.mode;
    find("#table").dataset.phase = view.state.phase;
    for (const player of [1, 2]) showPlayer(view.state, player);
    showCensus(view);
    showTrail(view.state);
  });
  on("link language", showLink);
}

/** @param {any} state @param {number} player */
function showPlayer(state, player) {
  const bar = find(`#player-${player}`);
  const [turn, name, pips] = bar.children;
  const moves = state.mover === player && state.phase !== "match_over";
  const won = state.winner === player;
  bar.toggleAttribute("data-moves", moves || won);
  turn.hidden = !moves && !won;
  turn.textContent = won ? t("wins") : state.phase === "awaiting" ? t("thinking …") : t("to move");
  name.textContent = playerName(state, player);
  if (isNews(`pips ${player}`, [state.wins, state.wins_needed])) showPips(pips, state.wins[player - 1], state.wins_needed);
}

/** @type {Map<string, string>} */
const shown = new Map();

/** Whether something is not what was shown last. @param {string} what @param {any} value */
function isNews(what, value) {
  const text = JSON.stringify([value, now.language]);
  const news = shown.get(what) !== text;
  shown.set(what, text);
  return news;
}

/** @param {HTMLElement} pips @param {number} wins @param {number} needed */
function showPips(pips, wins, needed) {
  pips.setAttribute("aria-label", t("Cycles won: {wins} of {needed}", { wins, needed }));
  const dots = Array.from({ length: needed }, (_, place) => make("i", { "data-won": place < wins }));
  pips.replaceChildren(...dots);
}

/** @param {any} view */
function showCensus({ state }) {
  find("#cycle").textContent = state.cycle ? t("Cycle {number}", { number: state.cycle }) : "";
  if (!isNews("discards", state.discards)) return;
  const gone = KINDS.filter((kind) => state.discards[kind] > 0);
  const said = make("span", { text: gone.length ? t("Discarded:") : t("Nothing discarded") });
  const discs = gone.map((kind) => {
    const count = state.discards[kind];
    return make("span.gone", { role: "img", "aria-label": `${kindName(kind)} ${count}` }, tile(kind), make("b", { text: String(count) }));
  });
  find("#discards").replaceChildren(said, ...discs);
}

/** A line from where the drum came to where it went, or to where it is wanted. @param {any} state */
function showTrail(state) {
  const move = state.answer ? { start: state.wrong ?? state.drum, target: state.answer.target } : lastMove(state);
  trail.hidden = !move;
  trail.toggleAttribute("data-wanted", Boolean(state.answer));
  if (!move) return;
  const [from, to] = [placeSeen(move.start), placeSeen(move.target)];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  trail.style.setProperty("--column", String(from[0]));
  trail.style.setProperty("--row", String(from[1] - 1));
  trail.style.setProperty("--length", String(Math.hypot(dx, dy)));
  trail.style.setProperty("--angle", `${Math.atan2(dy, dx)}rad`);
}

/** @param {any} state */
const lastMove = (state) =>
  (playing(state) && !state.way_back) || state.phase === "past" || state.end ? state.last_move : null;

function showLink() {
  clearTimeout(ticking);
  const link = find("#link");
  const { online, retryAt, before } = now.link;
  link.dataset.state = online ? "online" : before ? "lost" : "waiting";
  document.body.toggleAttribute("data-offline", !online);
  link.lastChild.textContent = online ? t("Connected") : waitingText(retryAt);
  if (!online) ticking = setTimeout(showLink, 250);
}

/** @param {number} retryAt */
function waitingText(retryAt) {
  const seconds = Math.ceil((retryAt - Date.now()) / 1000);
  return seconds > 0 ? t("Out of reach. Next try in {seconds} s", { seconds }) : t("Connecting …");
}
