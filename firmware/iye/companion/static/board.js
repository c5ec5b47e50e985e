/**
 * The board: 25 cells and ten İye pads, each a button with a light under it and a tile over it.
 * The law of this module: the page is changed only where one look differs from the one before.
 */

import { cellLabel, iyeLabel } from "./labels.js";
import { FILES, RANKS, cellLook, iyeLook } from "./looks.js";
import { find, make, symbol, tile } from "./make.js";
import { KINDS } from "./names.js";
import { on } from "./store.js";

/** @typedef {{ button: any, light: HTMLElement, shown: Record<string, any> }} PadView */

/** @type {Map<string, PadView>} */
export const pads = new Map();
export const cells = make("div.cells");
let turned = false;

/** Build the board; it stays the same elements from then on. */
export function buildBoard() {
  const upper = make("div.side", { "data-side": 2 });
  const lower = make("div.side", { "data-side": 1 });
  for (const kind of [...KINDS].reverse()) upper.append(buildPad(`2${kind}`, "iye"));
  for (const rank of RANKS) for (const file of FILES) cells.append(buildPad(`${file}${rank}`, "cell"));
  for (const kind of KINDS) lower.append(buildPad(`1${kind}`, "iye"));
  find("#board").append(upper, cells, lower);
  arrange();
  on("view", ({ state }) => show(state));
}

/** Turn the board round. @param {boolean} round */
export function turnRound(round) {
  turned = round;
  find("#table").toggleAttribute("data-turned", round);
  arrange();
}

/** Where a pad is seen: column 0 to 4, row 0 to 6 from above. @param {string} pad */
export function placeSeen(pad) {
  const [column, row] = placeOnBoard(pad);
  return turned ? [4 - column, 6 - row] : [column, row];
}

/** @param {string} pad */
function placeOnBoard(pad) {
  if (pad[0] === "1") return [KINDS.indexOf(pad[1]), 6];
  if (pad[0] === "2") return [4 - KINDS.indexOf(pad[1]), 0];
  return [FILES.indexOf(pad[0]), 6 - Number(pad[1])];
}

/** @param {string} name @param {"cell" | "iye"} sort */
function buildPad(name, sort) {
  const light = make("span.light");
  const button = make(`button.pad.${sort}`, { type: "button", "data-pad": name, tabindex: -1 }, light);
  if (sort === "cell") button.append(make("span.name", { text: name, "aria-hidden": "true" }));
  else button.append(tile(name[1]), make("span.count"));
  pads.set(name, { button, light, shown: {} });
  return button;
}

function arrange() {
  for (const [name, { button }] of pads) {
    const [column, row] = placeSeen(name);
    button.style.gridColumn = String(column + 1);
    button.style.gridRow = String(name[0] > "2" ? row : 1);
  }
}

/** @param {any} state */
function show(state) {
  for (const [name, pad] of pads) {
    const isCell = name[0] > "2";
    const look = isCell ? cellLook(state, name) : iyeLook(state, name);
    const label = isCell ? cellLabel(name, look) : iyeLabel(state, name, look);
    change(pad, { ...look, label }, isCell);
  }
}

/** @param {PadView} pad @param {Record<string, any>} look @param {boolean} isCell */
function change(pad, look, isCell) {
  const { button, shown } = pad;
  pad.shown = look;
  if (look.label !== shown.label) button.setAttribute("aria-label", look.label);
  if (look.mark !== shown.mark) button.dataset.mark = look.mark;
  if (look.faint !== shown.faint) button.toggleAttribute("data-faint", look.faint);
  if (look.held !== shown.held) button.toggleAttribute("data-held", look.held);
  if (look.drum !== shown.drum) button.toggleAttribute("data-drum", look.drum);
  if (look.verdict !== shown.verdict) button.dataset.verdict = look.verdict;
  if (look.pays !== shown.pays) showPays(button, look.pays);
  if (isCell && look.kind !== shown.kind) showTile(button, look.kind);
  if (!isCell && look.count !== shown.count) button.lastChild.textContent = look.count;
}

/** @param {HTMLElement} button @param {string} kind */
function showTile(button, kind) {
  button.querySelector(".tile")?.remove();
  if (kind) button.firstElementChild?.after(tile(kind));
}

/** @param {HTMLElement} button @param {string} kinds */
function showPays(button, kinds) {
  button.querySelector(".pays")?.remove();
  if (!kinds) return;
  const badge = make("span.pays");
  for (const kind of kinds) badge.append(symbol(`kind-${kind}`));
  button.append(badge);
}
