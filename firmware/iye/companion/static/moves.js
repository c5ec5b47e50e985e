/**
 * The moves of the match by cycle, and looking back through them.
 * The law of this module: an earlier position is always shown as one; the game goes on meanwhile.
 */

import { block, followAnalysis, lookedAt } from "./analysis.js";
import { openDialog } from "./dialogs.js";
import { find, make, symbol, tile } from "./make.js";
import { bestShown, judgedMove, remark } from "./judged.js";
import { playerName } from "./names.js";
import { now, on } from "./store.js";
import { look, lookLive, positionState } from "./view.js";
import { t } from "./words.js";

/** What is looked at: a cycle and how many of its moves, or null. @type {{ cycle: number, ply: number } | null} */
let at = null;
const list = make("div.list", { tabindex: 0, role: "region" });
const bar = make("div.bar", { role: "group", hidden: true });

/** Show the moves from now on. */
export function followMoves() {
  find("#table").append(bar);
  on("history language analysis", build);
  on("view", ({ mode }) => mode === "past" || leave());
  document.addEventListener("keydown", stepByKey);
  followAnalysis(go);
  build();
}

/** Open or close the moves where they are not always in sight. */
export function toggleMoves() {
  const open = find("#moves").toggleAttribute("data-open");
  find("#open-moves").setAttribute("aria-expanded", String(open));
}

function build() {
  const focused = /** @type {any} */ (document.activeElement)?.dataset?.at;
  list.setAttribute("aria-label", t("Moves of the match"));
  list.dataset.empty = t("No moves yet.");
  list.replaceChildren(...now.history.cycles.flatMap(cycleParts));
  const copy = make("button.deed.small", { type: "button", text: t("Copy record"), onclick: copyRecord });
  const close = make("button.icon", { type: "button", id: "close-moves", "aria-label": t("Close"), onclick: toggleMoves }, symbol("i-close"));
  const head = make("div.head", {}, make("h2", { text: t("Moves") }), step("i-back", t("One move back"), -1), step("i-on", t("One move on"), 1), copy, close);
  fill(find("#moves"), head, block, list);
  buildBar();
  mark();
  if (focused) list.querySelector(`[data-at="${focused}"]`)?.focus();
  if (!at) list.scrollTop = list.scrollHeight;
}

/** Put parts into the panel, and leave those be that are there. @param {HTMLElement} panel @param {...HTMLElement} parts */
function fill(panel, head, ...parts) {
  panel.querySelector(".head")?.remove();
  if (!panel.contains(list)) panel.append(...parts);
  panel.prepend(head);
}

function buildBar() {
  const back = make("button.deed.main", { type: "button", text: t("Back to now"), onclick: lookLive });
  bar.setAttribute("aria-label", t("Looking back"));
  bar.replaceChildren(step("i-back", t("One move back"), -1), step("i-on", t("One move on"), 1), back);
}

/** @param {string} icon @param {string} label @param {number} by */
const step = (icon, label, by) =>
  make("button.icon", { type: "button", "aria-label": label, onclick: () => stepBy(by) }, symbol(icon));

/** @param {any} cycle @param {number} number */
function cycleParts(cycle, number) {
  const title = make("h3", {}, make("span", { text: t("Cycle {number}", { number: number + 1 }) }), endButton(cycle, number));
  const sides = [cycle.first, 3 - cycle.first].map((player) => make("li.side-name", { text: playerName(now.state, player) }));
  return [title, make("ol", {}, make("li.number"), ...sides, ...cycle.moves.flatMap((/** @type {string} */ move, /** @type {number} */ ply) => moveParts(move, number, ply + 1)))];
}

/** @param {any} cycle @param {number} number */
function endButton(cycle, number) {
  if (!cycle.end) return "";
  const show = async () => (await import("./score.js")).showEnd(cycle.end, lastHands(cycle), number + 1);
  return make("button.deed.small", { type: "button", text: t("Score"), "aria-label": t("Score of cycle {number}", { number: number + 1 }), onclick: show });
}

/** @param {any} cycle */
const lastHands = (cycle) => positionState(cycle.positions.at(-1)).hands;

/** @param {string} move @param {number} cycle @param {number} ply */
function moveParts(move, cycle, ply) {
  const spent = move.length === 3 ? [tile(move[0])] : [];
  const button = make("button.ply", { type: "button", "data-at": `${cycle}.${ply}`, onclick: () => go(cycle, ply) }, ...spent, move.slice(-2), ...slip(cycle, ply));
  const parts = [make("li", {}, button)];
  if (ply % 2 === 1) parts.unshift(make("li.number", { text: `${(ply + 1) / 2}.` }));
  return parts;
}

/** A mark beside a move that was a mistake. @param {number} cycle @param {number} ply */
const slip = (cycle, ply) =>
  judgedMove(cycle, ply)?.mistake ? [make("span.slip", { "aria-hidden": "true" }), make("span.unseen", { text: t("mistake") })] : [];

/** @param {number} cycle @param {number} ply */
function go(cycle, ply) {
  const played = now.history.cycles[cycle];
  if (!played?.positions[ply]) return;
  at = { cycle, ply };
  const state = { ...positionState(played.positions[ply]), ...bestShown(cycle, ply) };
  const move = played.moves[ply - 1];
  state.cycle = cycle + 1;
  state.last_move = move && { start: positionState(played.positions[ply - 1]).drum, target: move.slice(-2) };
  bar.hidden = false;
  look("past", state, ply
    ? t("Looking back: cycle {cycle}, after move {ply} ({move}).", { cycle: cycle + 1, ply, move })
    : t("Looking back: cycle {cycle}, before the first move.", { cycle: cycle + 1 }), { text: now.analysis && remark(cycle, ply) });
  mark();
}

/** Look at an earlier or later position. @param {number} by moves */
export function stepBy(by) {
  const { cycles } = now.history;
  if (!cycles.length || (!at && by > 0)) return;
  const from = at ?? { cycle: cycles.length - 1, ply: cycles.at(-1).moves.length };
  let [cycle, ply] = [from.cycle, from.ply + by];
  if (ply < 0 && cycle > 0) ply = cycles[(cycle -= 1)].moves.length;
  else if (ply > cycles[cycle].moves.length) [cycle, ply] = [cycle + 1, 0];
  if (cycle === cycles.length) lookLive();
  else if (ply >= 0) go(cycle, ply);
}

function mark() {
  lookedAt(at);
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = at && list.querySelector(`[data-at="${at.cycle}.${at.ply}"]`);
  button?.setAttribute("aria-current", "step");
  button?.scrollIntoView({ block: "nearest" });
}

function leave() {
  at = null;
  bar.hidden = true;
  mark();
}

/** @param {any} event */
function stepByKey(event) {
  const onMoves = event.target.closest?.("#moves, .bar");
  if (!onMoves || !["ArrowLeft", "ArrowRight"].includes(event.key) || event.target.matches("input")) return;
  event.preventDefault();
  stepBy(event.key === "ArrowLeft" ? -1 : 1);
}

async function copyRecord() {
  const text = await (await fetch(now.recordAt ?? "/record.iye")).text();
  try {
    await navigator.clipboard.writeText(text);
    find("#polite").textContent = t("The record is copied.");
    openDialog(t("The record is copied."), recordBox(text));
  } catch {
    openDialog(t("Copy the record from here"), recordBox(text)).querySelector("textarea")?.select();
  }
}

/** @param {string} text */
const recordBox = (text) => make("textarea", { rows: 12, readonly: true, "aria-label": t("Record") }, text);
