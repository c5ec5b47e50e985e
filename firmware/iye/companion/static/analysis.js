/**
 * The analysis of the match beside its moves: a picture of each cycle to click through, and the
 * mistakes.
 * The law of this module: the board judges, this shows; where one looks is the moves' to say.
 */

import { howFar, judgedMoves, remark, valuesOf } from "./judged.js";
import { find, make } from "./make.js";
import { mayAct } from "./may.js";
import { drawCycle, moveCursor, plyAt } from "./picture.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";
import { t } from "./words.js";

/** Seconds a position, each time it is asked for again. */
const PATIENCE = [5, 20, 60];
let asked = 0;
/** The cycle that is drawn. */
let drawn = 0;
/** Where one looks. @type {{ cycle: number, ply: number } | null} */
let at = null;
/** @type {(cycle: number, ply: number) => void} */
let goTo = () => {};

export const block = make("div.analysis", { role: "group" });
const deed = make("button.deed.small", { type: "button", onclick: ask });
const status = make("p.soft", { role: "status" });
const tabs = make("div.tabs");
const picture = make("div.picture", { role: "slider", tabindex: 0, onkeydown: key, onpointerdown: point, onpointermove: point });
const words = make("p.remark", { "aria-live": "polite" });
const turns = make("ol.turns");

/** Show the analysis from now on. @param {typeof goTo} go steps the board to a position */
export function followAnalysis(go) {
  goTo = go;
  block.append(make("div.judging", {}, deed, status), tabs, picture, words, turns);
  on("analysis history language", draw);
  on("hello link view", showDeed);
  draw();
}

/** Show where one looks, or (null) that one looks at the game as it is. @param {typeof at} where */
export function lookedAt(where) {
  at = where;
  if (at && at.cycle !== drawn) return draw();
  pointOut();
}

function ask() {
  if (isRunning()) return say({ do: "analyse", on: false });
  const { all, judged, known } = howFar();
  if (known < all && judged && !isNew()) asked = Math.min(asked + 1, PATIENCE.length - 1);
  say({ do: "analyse", seconds: PATIENCE[asked] });
}

const isRunning = () => ["running", "waiting"].includes(now.analysis?.status);

/** Whether moves were made since the last analysis. */
const isNew = () =>
  now.history.cycles.some((/** @type {any} */ cycle, /** @type {number} */ number) => cycle.moves.length > (judgedMoves(number).at(-1)?.ply ?? 0));

function showDeed() {
  const { all, judged, known } = howFar();
  const done = all > 0 && !isRunning() && !isNew() && (known === all || asked === PATIENCE.length - 1);
  deed.hidden = !all || (!mayAct() && now.view?.mode !== "past") || done;
  deed.textContent = isRunning() ? t("Stop") : judged && !isNew() ? t("Look longer") : t("Analyse");
  const text = statusText(all, judged, known);
  if (status.textContent !== text) status.textContent = text;
}

/** @param {number} all @param {number} judged @param {number} known */
function statusText(all, judged, known) {
  if (now.analysis?.status === "waiting") return t("It waits: the board thinks about its move.");
  if (isRunning()) return t("Judging, from the end: {judged} of {all} moves.", { judged, all });
  if (now.analysis?.status === "failed") return t("The analysis failed.");
  if (!judged) return all ? t("Who was winning, move by move") : "";
  return known < all ? t("{known} of {all} moves are known.", { known, all }) : t("All moves are known.");
}

function draw() {
  const { cycles } = now.history;
  if (!howFar().judged) asked = 0;
  block.setAttribute("aria-label", t("Analysis"));
  drawn = at ? at.cycle : Math.min(drawn, cycles.length - 1);
  if (!judgedMoves(drawn).length) drawn = cycles.findLastIndex((/** @type {any} */ _, /** @type {number} */ number) => judgedMoves(number).length > 0);
  const some = drawn >= 0;
  for (const part of [tabs, picture, words, turns]) part.hidden = !some;
  find("#moves")?.toggleAttribute("data-judged", some);
  showDeed();
  if (!some) return void (drawn = 0);
  drawTabs(cycles);
  picture.replaceChildren(drawCycle(valuesOf(drawn), judgedMoves(drawn)));
  picture.setAttribute("aria-label", t("Cycle {number}, move by move", { number: drawn + 1 }));
  turns.replaceChildren(...judgedMoves(drawn).filter((move) => move.mistake).map(turn));
  pointOut();
}

/** @param {any[]} cycles */
function drawTabs(cycles) {
  tabs.hidden = cycles.length < 2;
  tabs.replaceChildren(...cycles.map((_, number) =>
    make("button.deed.small", { type: "button", text: String(number + 1), "aria-label": t("Cycle {number}", { number: number + 1 }), "aria-pressed": String(number === drawn), disabled: !judgedMoves(number).length, onclick: () => show(number) })));
}

/** @param {number} cycle */
function show(cycle) {
  drawn = cycle;
  if (at) goTo(cycle, 0);
  else draw();
  tabs.children[cycle]?.focus();
}

/** @param {import("./judged.js").Judged} move */
const turn = (move) => make("li", {}, make("button.turn-point", { type: "button", text: `${move.ply}. ${remark(drawn, move.ply)}`, onclick: () => goTo(drawn, move.ply) }));

/** Show on the picture, and in words, where one looks. */
function pointOut() {
  if (picture.hidden) return;
  const last = now.history.cycles[drawn]?.moves.length ?? 0;
  const here = at?.cycle === drawn ? at.ply : null;
  moveCursor(picture.firstElementChild, here);
  const said = here === null ? summary() : remark(drawn, here);
  if (words.textContent !== said) words.textContent = said;
  const traits = { valuemin: 0, valuemax: last, valuenow: here ?? last, valuetext: remark(drawn, here ?? last) };
  for (const [name, value] of Object.entries(traits)) picture.setAttribute(`aria-${name}`, String(value));
}

function summary() {
  const mistakes = judgedMoves(drawn).filter((move) => move.mistake).length;
  return t("Cycle {number}: mistakes found: {mistakes}. Hatched: not known.", { number: drawn + 1, mistakes });
}

/** @param {PointerEvent} event */
function point(event) {
  if (!(event.buttons & 1)) return;
  event.preventDefault();
  const ply = plyAt(picture.firstElementChild, event.clientX, now.history.cycles[drawn].moves.length);
  if (at?.cycle !== drawn || at.ply !== ply) goTo(drawn, ply);
  picture.focus({ preventScroll: true });
}

/** @type {Record<string, (ply: number, last: number) => number>} */
const KEYS = {
  ArrowLeft: (ply) => ply - 1, ArrowDown: (ply) => ply - 1, ArrowRight: (ply) => ply + 1, ArrowUp: (ply) => ply + 1,
  Home: () => 0, End: (_, last) => last,
};

/** @param {KeyboardEvent} event */
function key(event) {
  const step = KEYS[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const last = now.history.cycles[drawn].moves.length;
  const to = step(at?.cycle === drawn ? at.ply : last, last);
  if (to >= 0 && to <= last) goTo(drawn, to);
}
