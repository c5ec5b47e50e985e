/**
 * A position in small: 25 spaces, their tiles, the drum, the last move.
 * The law of this module: it draws with the symbols and colours of the board's own page.
 */

import { FILES } from "/static/looks.js";
import { make } from "/static/make.js";
import { KINDS } from "/static/names.js";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 10;

/** Make the symbols of small tiles: a disc, and the kind's symbol on it. */
export function drawSymbols() {
  const holder = element("svg", { "aria-hidden": "true" });
  holder.setAttribute("hidden", "");
  for (const kind of KINDS) {
    const symbol = element("symbol", { id: `small-${kind}`, viewBox: "0 0 48 48" });
    const mark = element("use", { href: `#kind-${kind}`, x: 8, y: 8, width: 32, height: 32, class: "small-mark" });
    symbol.append(element("circle", { cx: 24, cy: 24, r: 23, class: "small-disc" }), mark);
    holder.append(symbol);
  }
  document.body.append(holder);
}

/** An empty board; `fillBoard` puts a position on it. */
export function smallBoard() {
  return element("svg", { viewBox: "0 0 50 50", class: "small-board", "aria-hidden": "true", focusable: "false" });
}

/**
 * @param {Element} board
 * @param {string} position in text form
 * @param {[string, string] | undefined} last the last move's start and target
 */
export function fillBoard(board, position, last) {
  const [rows, drum] = position.split(" ");
  const tiles = rows.split("/").join("");
  const parts = [...tiles].flatMap((kind, place) => (kind === "." ? [] : [tileAt(kind, place)]));
  board.replaceChildren(...(last ? [trail(last)] : []), ...parts, drumAt(drum));
}

/** @param {string} kind @param {number} place from a5, rank by rank */
const tileAt = (kind, place) =>
  element("use", { href: `#small-${kind}`, "data-kind": kind, x: (place % 5) * CELL + 1.2, y: Math.floor(place / 5) * CELL + 1.2, width: 7.6, height: 7.6 });

/** @param {string} cell */
const drumAt = (cell) => element("use", { href: "#drum", x: left(cell), y: top(cell), width: CELL, height: CELL });

/** @param {[string, string]} last */
const trail = ([from, to]) =>
  element("line", { class: "small-trail", x1: left(from) + 5, y1: top(from) + 5, x2: left(to) + 5, y2: top(to) + 5 });

/** @param {string} cell */
const left = (cell) => FILES.indexOf(cell[0]) * CELL;

/** @param {string} cell */
const top = (cell) => (5 - Number(cell[1])) * CELL;

/** @param {string} name @param {Record<string, string | number>} traits @returns {Element} */
function element(name, traits) {
  const made = document.createElementNS(SVG, name);
  for (const [trait, value] of Object.entries(traits)) made.setAttribute(trait, String(value));
  return made;
}

/** A dot that says whether a board is there. @param {boolean} here @param {string} said */
export const presence = (here, said) => make(`i.dot${here ? ".here" : ""}`, { role: "img", "aria-label": said });
