/**
 * The drum over the cells, and the tile that flies to the hand it goes to.
 * The law of this module: movement is the difference of two views, short, and can be interrupted;
 * with reduced motion nothing moves.
 */

import { cells, pads, placeSeen } from "./board.js";
import { drumCell } from "./looks.js";
import { make, symbol, tile } from "./make.js";
import { now, on } from "./store.js";

const FLIGHT = { duration: 250, easing: "cubic-bezier(.3,.1,.3,1)" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

export const drum = make("div.drum", { "aria-hidden": "true", hidden: true });
/** Where a hand has carried it, which counts until the board has spoken. @type {string | null} */
let carried = null;
/** @type {string | null} */
let stands = null;
/** @type {Animation | null} */
let flight = null;

/** Put the drum on the board, and move it from now on. */
export function followDrum() {
  drum.append(symbol("drum"));
  cells.append(drum);
  on("view", (view, before) => {
    const cell = drumCell(view.state);
    if (cell !== stands) carried = null;
    stands = cell;
    drum.toggleAttribute("data-wrong", Boolean(view.state.wrong));
    place();
    if (isNews(view, before)) fly(view.state.handover);
  });
}

/** Where the drum is seen. */
export const drumSeen = () => carried ?? stands;

/** Let a hand carry the drum to a cell, or (null) let it be where the board says. @param {string | null} cell */
export function carryTo(cell) {
  carried = cell;
  place();
}

/** Put the drum where it is to be seen. */
export function place() {
  const cell = drumSeen();
  drum.hidden = cell === null;
  if (cell === null) return;
  const [column, row] = placeSeen(cell);
  drum.style.setProperty("--column", String(column));
  drum.style.setProperty("--row", String(row - 1));
}

/** @param {any} view @param {any} before */
function isNews(view, before) {
  const [mine, last] = [view.state.handover, before?.state.handover];
  if (view.mode !== "live" || before?.mode !== "live" || !mine || still.matches) return false;
  return now.link.online && (mine.cell !== last?.cell || mine.kind !== last?.kind || mine.to !== last?.to);
}

/** @param {{cell: string, kind: string, to: number}} handover */
function fly({ cell, kind, to }) {
  const from = pads.get(cell)?.button.getBoundingClientRect();
  const onto = pads.get(`${to}${kind}`)?.button.getBoundingClientRect();
  if (!from || !onto) return;
  const flyer = tile(kind, "flying");
  flyer.style.left = `${from.left + from.width * 0.14}px`;
  flyer.style.top = `${from.top + from.height * 0.14}px`;
  flyer.style.width = `${from.width * 0.72}px`;
  document.body.append(flyer);
  const [x, y] = [onto.left - from.left, onto.top + onto.height / 2 - from.top - from.height / 2];
  flight?.finish();
  flight = flyer.animate({ transform: ["none", `translate(${x}px, ${y}px) scale(.55)`] }, FLIGHT);
  flight.onfinish = () => flyer.remove();
}
