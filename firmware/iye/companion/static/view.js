/**
 * What is to be shown: the table as it is, an earlier position, or a step of a rehearsal.
 * The law of this module: what is not live is never mistaken for it; `view.mode` says which it is.
 */

import { now, on, tell } from "./store.js";

/** @type {any} */
let aside = null;

/**
 * Show something else than the table as it is.
 * @param {"past" | "rehearsal"} mode
 * @param {any} state
 * @param {string} title says what is seen
 * @param {object} [more]
 */
export function look(mode, state, title, more = {}) {
  aside = { mode, state, title, ...more };
  tell("view", aside);
}

/** Show the table as it is. */
export function lookLive() {
  aside = null;
  publish();
}

function publish() {
  if (!aside && now.state) tell("view", { mode: "live", state: now.state });
}

on("state language", () => (aside ? tell("view", aside) : publish()));

const NOBODY = { O: 0, W: 0, T: 0, H: 0, S: 0 };
const CENSUS = { O: 1, W: 3, T: 5, H: 7, S: 9 };

/**
 * Read a position's text form into what a state says of the table, and nothing else.
 * @param {string} text BOARD DRUM MOVER HAND1 HAND2
 */
export function positionState(text) {
  const [board, drum, mover, ...hands] = text.split(" ");
  const tiles = board.split("/").reverse().join("");
  const [one, two] = hands.map(readHand);
  return {
    phase: "past", names: now.state?.names ?? ["", ""], tiles, drum, mover: Number(mover),
    hands: [one, two], discards: missing(tiles, one, two), targets: {}, untold: NOBODY, held: [],
    wins: now.state?.wins ?? [0, 0], wins_needed: now.state?.wins_needed ?? 2, hints: "off",
    seats: now.state?.seats ?? ["person", "person"], answer: null, advice: null,
  };
}

/** @param {string} text like O1W2, or - */
function readHand(text) {
  const hand = { ...NOBODY };
  for (const [, kind, count] of text.matchAll(/([OWTHS])(\d+)/g)) hand[kind] = Number(count);
  return hand;
}

/** @param {string} tiles @param {any} one @param {any} two */
function missing(tiles, one, two) {
  const left = { ...CENSUS };
  for (const kind of tiles) if (kind in left) left[kind] -= 1;
  for (const kind in left) left[kind] -= one[kind] + two[kind];
  return left;
}
