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
export const playerName = (state, player) =>
  state?.names?.[player - 1] || t("Player {number}", { number: player });

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
