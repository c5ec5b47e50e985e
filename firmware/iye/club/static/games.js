/**
 * The cards of all games, in the order in which they came.
 * The law of this module: a card is changed only where it differs, and its picture is drawn only
 * while it is in sight.
 */

import { find, make } from "/static/make.js";
import { playerName } from "/static/names.js";
import { now, on } from "/static/store.js";
import { t } from "/static/words.js";
import { fillBoard, presence, smallBoard } from "./small.js";

/** @typedef {{ card: any, item: HTMLElement, board: Element, drawn: string, seen: boolean }} Shown */

/** @type {Map<string, Shown>} */
const games = new Map();
const eyes = new IntersectionObserver(look, { root: find("#club"), rootMargin: "200px" });

/** What is known of a game. @param {string} name */
export const cardOf = (name) => games.get(name)?.card;

/** Show the games from now on. */
export function followGames() {
  on("club", hear);
  on("language", () => games.forEach(fill));
  find("#search input").addEventListener("input", sift);
}

/** @param {any} club */
function hear({ whole, games: cards, gone = [] }) {
  if (whole) dropAllBut(new Set(cards.map((/** @type {any} */ card) => card.id)));
  gone.forEach(drop);
  for (const card of cards) show(card);
  showSections();
}

/** @param {Set<string>} names */
function dropAllBut(names) {
  for (const name of games.keys()) if (!names.has(name)) drop(name);
}

/** @param {string} name */
function drop(name) {
  const shown = games.get(name);
  if (!shown) return;
  eyes.unobserve(shown.item);
  shown.item.remove();
  games.delete(name);
}

/** @param {any} card */
function show(card) {
  const shown = games.get(card.id) ?? build(card);
  shown.card = card;
  fill(shown);
  draw(shown);
  settle(shown);
}

/** @param {any} card @returns {Shown} */
function build(card) {
  const board = smallBoard();
  const link = make("a.game", { href: `#${card.id}` }, board, make("span.sides"), make("span.what"));
  const shown = { card, item: make("li", { "data-id": card.id }, link), board, drawn: "", seen: false };
  games.set(card.id, shown);
  eyes.observe(shown.item);
  return shown;
}

/** Put a card where it belongs: its sort, then as it came. @param {Shown} shown */
function settle({ card, item }) {
  const list = find(`[data-sort="${sort(card)}"] ul`);
  if (item.parentElement === list) return;
  let next = null;
  for (let other = list.lastElementChild; other; other = other.previousElementSibling) {
    if (/** @type {any} */ (games.get(other.dataset.id)).card.at < card.at) break;
    next = other;
  }
  list.insertBefore(item, next);
}

/** @param {any} card */
function sort(card) {
  if (!card.boards.some(isHere)) return "gone";
  return card.state === "playing" ? "playing" : "resting";
}

/** @param {[string, boolean]} board name, and whether it is connected */
const isHere = ([, here]) => here;

/** @param {Shown} shown */
function fill({ card, item }) {
  const [, sides, what] = /** @type {any} */ (item.firstElementChild).children;
  sides.replaceChildren(side(card, 2), side(card, 1)); // as they sit at the board
  what.textContent = [place(card), where(card)].filter(Boolean).join(" · ");
  item.hidden = !fits(card);
}

/** @param {any} card @param {number} player */
function side(card, player) {
  const moves = card.mover === player;
  const won = card.winner === player;
  const board = card.boards.length > 1 ? card.boards[player - 1] : card.boards[0];
  const parts = [make("b", { text: playerName(card, player) })];
  if (moves) parts.push(make("span.unseen", { text: `, ${t("to move")}` }));
  if (won) parts.push(make("span.unseen", { text: `, ${t("wins")}` }));
  const dot = presence(board[1], board[1] ? t("is there") : t("is not there"));
  return make(`span.side.side-${player}`, { "data-moves": moves, "data-won": won }, dot, ...parts, pips(card, player));
}

/** @param {any} card @param {number} player */
function pips(card, player) {
  const wins = card.wins[player - 1];
  const dots = Array.from({ length: card.wins_needed }, (_, place) => make("i", { "data-won": place < wins }));
  return make("span.pips", { role: "img", "aria-label": t("Cycles won: {wins} of {needed}", { wins, needed: card.wins_needed }) }, ...dots);
}

/** How far a game is. @param {any} card */
export function place(card) {
  if (card.winner) return t("Match over");
  if (card.state === "asleep" || !card.cycle) return card.state === "playing" ? t("Setting up") : t("Asleep");
  return card.mover ? t("Cycle {cycle}, move {move}", { cycle: card.cycle, move: card.moves + 1 }) : t("After cycle {cycle}", { cycle: card.cycle });
}

/** On which boards it is played, where that says something. @param {any} card */
function where(card) {
  if (card.boards.length > 1) return card.apart ? t("two boards, one still to follow") : t("two boards");
  const name = card.boards[0][0];
  return card.names.includes(name) ? "" : name;
}

/** @param {IntersectionObserverEntry[]} entries */
function look(entries) {
  for (const { target, isIntersecting } of entries) {
    const shown = games.get(/** @type {any} */ (target).dataset.id);
    if (!shown) continue;
    shown.seen = isIntersecting;
    draw(shown);
  }
}

/** @param {Shown} shown */
function draw(shown) {
  const { card, board } = shown;
  const wanted = shown.seen && card.position ? `${card.position} ${card.last ?? ""}` : "";
  if (wanted === shown.drawn) return;
  shown.drawn = wanted;
  if (wanted) fillBoard(board, card.position, card.last);
  else board.replaceChildren();
}

function showSections() {
  for (const name of ["playing", "resting", "gone"]) {
    const section = find(`[data-sort="${name}"]`);
    const items = [...section.querySelector("ul").children];
    const count = items.filter((/** @type {any} */ item) => !item.hidden).length;
    section.hidden = !count;
    section.querySelector("b").textContent = String(count);
  }
}

function sift() {
  for (const { card, item } of games.values()) item.hidden = !fits(card);
  showSections();
}

/** Whether what is searched for is among the names. @param {any} card */
export function fits(card) {
  const wanted = find("#search input").value.trim().toLocaleLowerCase(now.language);
  if (!wanted) return true;
  const names = [playerName(card, 1), playerName(card, 2), ...(card.boards ?? []).map((/** @type {any} */ board) => board[0])];
  return names.some((name) => name.toLocaleLowerCase(now.language).includes(wanted));
}
