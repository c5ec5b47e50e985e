/**
 * What a pad is called aloud, with all it shows.
 * The law of this module: whatever can be seen of a pad is said of it.
 */

import { kindName, kindNames, playerName } from "./names.js";
import { t } from "./words.js";

/** @type {Record<string, () => string>} */
const MARKS = {
  natural: () => t("natural target"),
  wrong: () => t("the drum may not stand here"),
  unpaid: () => t("to be paid for"),
  "tile-back": () => t("this tile goes back here"),
  home: () => t("the drum belongs here"),
  give: () => t("comes back out of this hand"),
  regain: () => t("returns to this hand"),
  chosen: () => t("being told now"),
  asked: () => t("touch to say that this player begins"),
  pay: () => t("touch to pay with it"),
  spending: () => t("going to be spent"),
  answer: () => t("put the drum here"),
  discard: () => t("discard one of these"),
};

/** @type {Record<string, () => string>} */
const VERDICTS = {
  "win sure": () => t("leads to a win"),
  "tie sure": () => t("leads to a tie"),
  "loss sure": () => t("leads to a loss"),
  "win unsure": () => t("may lead to a win"),
  "tie unsure": () => t("may lead to a tie"),
  "loss unsure": () => t("may lead to a loss"),
};

/** What the coach says of a pad, aloud. @param {string} verdict */
function verdictLabel(verdict) {
  const best = verdict.endsWith(" best") ? t("the best there is") : "";
  return said([VERDICTS[verdict.replace(" best", "")]?.() ?? "", best]);
}

/** @param {string} cell @param {import("./looks.js").Look} look */
export function cellLabel(cell, look) {
  const kind = look.kind ? kindName(look.kind) : t("no tile");
  const drum = look.drum ? t("the drum") : "";
  const pays = look.pays && t("target by spending {kinds}", { kinds: kindNames(look.pays) });
  return said([cell, kind, drum, pays || MARKS[look.mark]?.() || "", verdictLabel(look.verdict), held(look)]);
}

/** @param {any} state @param {string} pad @param {import("./looks.js").Look} look */
export function iyeLabel(state, pad, look) {
  const who = { player: playerName(state, Number(pad[0])), kind: kindName(look.kind) };
  const count =
    state.phase === "laying_by_hand"
      ? t("{count} still to be laid", { count: look.count })
      : t("{count} in hand", { count: look.count });
  return said([t("{kind} of {player}", who), count, MARKS[look.mark]?.() || "", verdictLabel(look.verdict), held(look)]);
}

/** @param {import("./looks.js").Look} look */
const held = (look) => (look.held ? t("held") : "");

/** @param {string[]} parts */
const said = (parts) => parts.filter(Boolean).join(", ");
