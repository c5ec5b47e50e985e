/**
 * Fingers, mouse and the carried drum on the page's pads.
 * The law of this module: on a simulated board every finger is a touch, as it is; on a real board
 * the page asks before it speaks for the drum.
 */

import { cells, pads } from "./board.js";
import { carryTo, drum, drumSeen } from "./drum.js";
import { Hand } from "./hand.js";
import { FILES } from "./looks.js";
import { find } from "./make.js";
import { mayAct, mayTouch } from "./may.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";

export const hand = new Hand(say);

/** Pads that Ctrl-click holds. @type {Set<string>} */
const pinned = new Set();
/** Which pad each pointer is on. @type {Map<number, string>} */
const fingers = new Map();
/** The drum in a hand. @type {{ id: number, pad: string, over: string | null, box: DOMRect } | null} */
let carrying = null;
/** Set while a cell is being picked for something else. @type {((pad: string) => void) | null} */
let picking = null;

/** Let the next pad touched be picked rather than touched; null ends it. @param {typeof picking} pick */
export function pickNext(pick) {
  picking = pick;
  find("#table").toggleAttribute("data-picking", Boolean(pick));
}

/** Feel fingers from now on. */
export function feelFingers() {
  const board = find("#board");
  board.addEventListener("pointerdown", down);
  board.addEventListener("pointerout", out);
  board.addEventListener("click", click);
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up);
  addEventListener("pointermove", carry);
  addEventListener("blur", letGo);
  on("state", ({ held }) => hand.feel(held));
  on("view link", () => mayTouch() || letGo());
}

/** Touch a pad as a key or a screen reader does, for a moment. @param {string} pad */
export function touchOnce(pad) {
  if (picking) return pick(pad);
  if (mayTouch()) hand.tap(pad);
  else askAboutReal(pad);
}

/** @param {Event} event */
const padUnder = (event) => /** @type {any} */ (event.target).closest?.(".pad")?.dataset.pad;

/** @param {PointerEvent} event */
function down(event) {
  const pad = padUnder(event);
  if (!pad || event.button !== 0) return;
  /** @type {any} */ (event.target).releasePointerCapture?.(event.pointerId);
  if (picking || !mayTouch()) return;
  if (event.ctrlKey || event.metaKey || pinned.has(pad)) return pin(pad);
  if (pad === drumSeen()) return pickUp(event, pad);
  fingers.set(event.pointerId, pad);
  hand.press(pad);
}

/** @param {string} pad */
function pin(pad) {
  const held = pinned.delete(pad) || !pinned.add(pad);
  pads.get(pad)?.button.toggleAttribute("data-pinned", !held);
  if (held) hand.lift(pad);
  else hand.press(pad);
}

/** @param {PointerEvent} event */
function out(event) {
  const pad = fingers.get(event.pointerId);
  if (!pad || pads.get(pad)?.button.contains(event.relatedTarget)) return;
  up(event);
}

/** @param {PointerEvent} event */
function up(event) {
  if (carrying?.id === event.pointerId) return putDown();
  const pad = fingers.get(event.pointerId);
  fingers.delete(event.pointerId);
  if (pad) hand.lift(pad);
}

/** A click without a pointer is a screen reader's; on a real board every click asks. @param {MouseEvent} event */
function click(event) {
  const pad = padUnder(event);
  if (!pad) return;
  if (picking || !mayTouch() || event.detail === 0) touchOnce(pad);
}

/** @param {PointerEvent} event @param {string} pad */
function pickUp(event, pad) {
  carrying = { id: event.pointerId, pad, over: pad, box: cells.getBoundingClientRect() };
  drum.toggleAttribute("data-carried", true);
  hand.press(pad);
}

/** @param {PointerEvent} event */
function carry(event) {
  if (carrying?.id !== event.pointerId) return;
  const { box } = carrying;
  const side = box.width / 5;
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  drum.style.setProperty("--x", `${x - side / 2}px`);
  drum.style.setProperty("--y", `${y - side / 2}px`);
  slideOnto(padAt(Math.floor(x / side), Math.floor(y / side)));
}

/** As a drum that slides: it is on the next cell before it is off the last. @param {string | null} pad */
function slideOnto(pad) {
  if (!carrying || pad === carrying.over) return;
  const left = carrying.over;
  carrying.over = pad;
  if (pad) hand.press(pad);
  if (left) hand.slideOff(left);
}

/** @param {number} column @param {number} row */
function padAt(column, row) {
  if (column < 0 || column > 4 || row < 0 || row > 4) return null;
  const turned = find("#table").hasAttribute("data-turned");
  return turned ? `${FILES[4 - column]}${row + 1}` : `${FILES[column]}${5 - row}`;
}

function putDown() {
  if (!carrying) return;
  const { over } = carrying;
  carrying = null;
  drum.toggleAttribute("data-carried", false);
  carryTo(over);
  if (over) hand.lift(over, () => setTimeout(() => carrying || carryTo(null), 200));
}

function letGo() {
  fingers.clear();
  for (const pad of pinned) pads.get(pad)?.button.removeAttribute("data-pinned");
  pinned.clear();
  carrying = null;
  drum.toggleAttribute("data-carried", false);
  carryTo(null);
  hand.forget();
}

/** @param {string} pad */
function pick(pad) {
  const picked = picking;
  pickNext(null);
  picked?.(pad);
}

/** @param {string} pad */
async function askAboutReal(pad) {
  if (!mayAct() || now.hello.simulated) return;
  (await import("./real.js")).touchReal(pad);
}
