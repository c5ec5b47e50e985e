/**
 * What players, kinds, palettes and faults are called.
 * The law of this module: names only; players' own names come first.
 */

import { t } from "./words.js";

export const KINDS = ["O", "W", "T", "H", "S"];

/** @type {Record<string, () => string>} */
const KIND_NAMES = {
  O: () => t("Owl"),
  W: () => t("Water"),
  T: () => t("Tree"),
  H: () => t("Horse"),
  S: () => t("Sun"),
};

/** @param {string} letter */
export const kindName = (letter) => KIND_NAMES[letter]();

/** @param {string} letters */
export const kindNames = (letters) => [...letters].map(kindName).join(" / ");

/** @param {any} state @param {number} player 1 or 2 */
export function playerName(state, player) {
  const level = levelOf(state?.seats?.[player - 1]);
  const seat = level ? t("Board (level {level})", { level }) : t("Player {number}", { number: player });
  return state?.names?.[player - 1] || seat;
}

/** The level in a seat's text form, like mind 3; 0 where no mind sits. @param {string | undefined} seat */
export const levelOf = (seat) => Number(seat?.match(/^mind (\d+)$/)?.[1] ?? 0);

/** How each level plays, the first one first. */
const SAYINGS = [
  () => t("takes what looks nice"),
  () => t("sees what it gives away"),
  () => t("expects your natural movement, and misjudges it"),
  () => t("expects your natural movement"),
  () => t("expects any reply, and counts out the very end"),
  () => t("looks three moves ahead"),
  () => t("sees the end coming"),
  () => t("solves the second half"),
  () => t("solves what a cycle turns on"),
  () => t("plays the exact truth wherever the time allows"),
];

export const LEVELS = SAYINGS.map((_, place) => place + 1);

/** @param {number} level */
export const levelSaying = (level) => SAYINGS[level - 1]();

/** What the board shows the mover, in the order the button steps through. */
export const HINTS = ["off", "targets", "coach"];

/** @type {Record<string, () => string>} */
const HINT_NAMES = {
  off: () => t("No hints"),
  targets: () => t("Targets"),
  coach: () => t("Coach"),
};

/** @param {string} name */
export const hintsName = (name) => HINT_NAMES[name]();

/** @type {Record<string, () => string>} */
const PALETTES = {
  printed: () => t("As on the printed tiles"),
  clear: () => t("Easier to tell apart"),
};

/** @param {string} name */
export const paletteName = (name) => PALETTES[name]?.() ?? name;

/** @type {Record<string, () => string>} */
const FAULTS = {
  dead_pad: () => t("A pad feels nothing"),
  chip_gone: () => t("A touch chip is gone"),
  short_pad: () => t("A pad's wire touches ground"),
  wet_pad: () => t("A pad is wet"),
  over_current: () => t("A touch chip cuts out"),
  brown_out: () => t("A touch chip forgets its settings"),
  noise: () => t("Noise on the pads"),
  burst: () => t("A burst of noise"),
  slow_bus: () => t("A slow bus"),
  disturbed_bus: () => t("Errors on the bus"),
  hung_bus: () => t("The bus hangs"),
  cut_line: () => t("The interrupt line is cut"),
  short_line: () => t("The interrupt line is shorted"),
  dead_lights: () => t("The lights are dead"),
};

/** @param {string} name */
export const faultName = (name) => FAULTS[name]?.() ?? name.replace(/_/g, " ");
