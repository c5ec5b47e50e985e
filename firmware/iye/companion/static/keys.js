/**
 * The board by keyboard: arrows walk over the pads, space and enter touch, and moves can be typed.
 * The law of this module: one pad is reached by Tab, and whatever a finger can do a key can.
 */

import { pads, placeSeen } from "./board.js";
import { find } from "./make.js";
import { mayTouch } from "./may.js";
import { now } from "./store.js";
import { hand, touchOnce } from "./touching.js";
import { t } from "./words.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FORGET_AFTER = 2500;
let typed = "";
let timer = 0;
/** Whether the last key has completed a typed move: an Enter after it belongs to it. */
let completed = false;
/** The pad a key holds. @type {string | null} */
let pressed = null;

/** Listen to keys from now on. */
export function followKeys() {
  const board = find("#board");
  board.addEventListener("keydown", touchKey);
  board.addEventListener("keyup", (event) => isTouchKey(event) && release());
  board.addEventListener("focusout", release);
  board.addEventListener("focusin", (event) => reachByTab(event.target.dataset?.pad));
  document.addEventListener("keydown", endOfMove, true);
  document.addEventListener("pointerdown", () => { completed = false; }, true);
  document.addEventListener("keydown", typeKey);
  reachByTab("c3");
}

/** @param {string | undefined} pad */
function reachByTab(pad) {
  if (!pad) return;
  for (const { button } of pads.values()) if (button.tabIndex === 0) button.tabIndex = -1;
  pads.get(pad).button.tabIndex = 0;
}

/** @param {KeyboardEvent} event */
const isTouchKey = (event) => event.key === " " || event.key === "Enter";

/** @param {any} event */
function touchKey(event) {
  const pad = event.target.dataset?.pad;
  if (!pad || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key in STEPS) walk(pad, STEPS[event.key]);
  else if (!isTouchKey(event)) return;
  else if (!event.repeat && !typed) press(pad);
  event.preventDefault();
}

/** @param {string} pad @param {[number, number]} step */
function walk(pad, [right, down]) {
  const [column, row] = placeSeen(pad);
  const wanted = `${column + right},${row + down}`;
  for (const [name, { button }] of pads) {
    if (String(placeSeen(name)) === wanted) return button.focus();
  }
}

/** @param {string} pad */
function press(pad) {
  if (!mayTouch() || find("[data-picking]")) return touchOnce(pad);
  pressed = pad;
  hand.press(pad);
}

function release() {
  if (pressed) hand.lift(pressed);
  pressed = null;
}

/** A letter as it is written in moves, whatever the keyboard's script. @param {KeyboardEvent} event */
function letterOf(event) {
  const key = /^[a-eA-EoOwWtThHsS1-5]$/.test(event.key) ? event.key : event.code.replace(/^(Key|Digit)/, "");
  return /^[OWTHSowths]$/.test(key) ? key.toUpperCase() : key.toLowerCase();
}

/** Keep the Enter that people end a line with from pressing what has the focus. @param {KeyboardEvent} event */
function endOfMove(event) {
  if (completed && event.key === "Enter") {
    event.preventDefault();
    event.stopPropagation();
  }
  completed = false;
}

/** @param {any} event */
function typeKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || find("dialog:modal")) return;
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === "Escape" || event.key === "Backspace") return show("");
  const longer = typed + letterOf(event);
  if (/^[OWTHS]?[a-e]?$/.test(longer)) show(longer);
  else if (/^[OWTHS]?[a-e][1-5]$/.test(longer)) landOn(longer);
}

/** @param {string} move like c5 or Hc5 */
function landOn(move) {
  show("");
  completed = true;
  if (move.length === 3 && now.state?.mover) touchOnce(`${now.state.mover}${move[0]}`);
  touchOnce(move.slice(-2));
}

/** @param {string} text */
function show(text) {
  typed = text;
  clearTimeout(timer);
  timer = setTimeout(() => typed && show(""), FORGET_AFTER);
  find("#typed").hidden = !text;
  find("#typed").textContent = text && t("Move: {typed}…", { typed: text });
}
