/**
 * One match in full: the board as its own page draws it, and every move to step back through.
 * The law of this module: it looks on. Nothing here can be touched.
 */

import { followTable } from "/static/around.js";
import { buildBoard, pads, turnRound } from "/static/board.js";
import { followDrum } from "/static/drum.js";
import { find, make } from "/static/make.js";
import { followMoves, stepBy, toggleMoves } from "/static/moves.js";
import { playerName } from "/static/names.js";
import { now, on, tell } from "/static/store.js";
import { lookLive } from "/static/view.js";
import { say } from "/static/wire.js";
import { t } from "/static/words.js";
import { place } from "./games.js";
import { presence } from "./small.js";

let following = "";

buildBoard();
for (const { button } of pads.values()) button.setAttribute("aria-disabled", "true");
followTable();
followDrum();
followMoves();
on("followed", hear);
on("view language followed history", tellAll);
find("#open-moves").addEventListener("click", toggleMoves);
find("#turn-round").addEventListener("click", turn);
find('[data-do="all"]').addEventListener("click", () => (location.hash = ""));
find('[data-do="back"]').addEventListener("click", () => stepBy(-1));
document.addEventListener("keydown", leaveByKey);

/** Follow a game or finished match, or ("") none. @param {string} name */
export function follow(name) {
  if (name !== following) lookLive();
  following = name;
  now.recordAt = `/record/${name}.iye`;
  say({ do: "follow", game: /^[0-9a-f]{16}$/.test(name) ? name : "" });
  const opened = find("#table").hidden !== !name;
  for (const id of ["#table", "#all", "#open-moves", "#turn-round"]) find(id).hidden = !name;
  for (const id of ["#club", "#language"]) find(id).hidden = Boolean(name);
  if (!name && opened) restore();
}

/** Which card was left, so that the keyboard goes on from there. */
let left = "";

function restore() {
  find(`[href="#${left}"]`)?.focus();
  if (find("#moves").hasAttribute("data-open")) toggleMoves();
}

/** @param {any} followed */
function hear({ id, card }) {
  left = id;
  if (!card && id === following) location.hash = "";
}

function turn() {
  const round = !find("#table").hasAttribute("data-turned");
  find("#turn-round").setAttribute("aria-pressed", String(round));
  turnRound(round);
  if (now.view) tell("view", now.view);
}

/** @param {KeyboardEvent} event */
function leaveByKey(event) {
  if (event.key === "Escape" && following && !find(".card")) location.hash = "";
}

function tellAll() {
  const { card, finished } = now.followed ?? {};
  if (!card || !now.view) return;
  find("#call").textContent = now.view.mode === "past" ? now.view.title : standing(card);
  const also = find("#also");
  also.hidden = !card.apart;
  also.textContent = card.apart ? t("One of the two boards has still to follow the other's move.") : "";
  find("#who").replaceChildren(...(finished ? [] : card.boards.map(board)));
  find('[data-do="back"]').disabled = !now.history.cycles.length;
}

/** @param {any} card */
function standing(card) {
  if (card.winner) return t("{player} wins the match, {wins} to {lost}.", { player: playerName(card, card.winner), wins: card.wins[card.winner - 1], lost: card.wins[2 - card.winner] });
  return card.mover ? t("{player} is to move.", { player: playerName(card, card.mover) }) : place(card);
}

/** @param {[string, boolean]} board @param {number} place */
function board([name, here], place) {
  const { card } = now.followed;
  const whose = card.boards.length > 1 ? playerName(card, place + 1) : name || t("The board");
  const said = here ? t("{board}: at the broker", { board: whose }) : t("{board}: not there", { board: whose });
  const dot = presence(here, "");
  dot.removeAttribute("role");
  dot.setAttribute("aria-hidden", "true");
  return make("li", {}, dot, said);
}
