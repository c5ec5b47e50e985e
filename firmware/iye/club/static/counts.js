/**
 * How many boards there are, and what could not be believed.
 * The law of this module: numbers that the server counts, in words.
 */

import { find } from "/static/make.js";
import { now, on } from "/static/store.js";
import { t } from "/static/words.js";

/** Show them from now on. */
export function showCounts() {
  on("club language", show);
}

function show() {
  const club = now.club;
  if (!club) return;
  find("#counts").textContent = t("{here} of {boards} boards are there", { here: club.here, boards: club.boards });
  const none = find("#none");
  none.hidden = club.boards > 0 || !club.online;
  none.textContent = t("No board is at this broker yet. A board that is started with this broker's address appears here by itself.");
  const reasons = Object.entries(club.dropped);
  const dropped = find("#dropped");
  dropped.hidden = !reasons.length;
  dropped.textContent = t("Messages that changed nothing: {reasons}", {
    reasons: reasons.map(([code, count]) => `${reason(code)} ${count}`).join(", "),
  });
}

/** @type {Record<string, () => string>} */
const REASONS = {
  huge: () => t("too large"),
  strange_topic: () => t("in a strange place"),
  malformed: () => t("not readable"),
  forged: () => t("by somebody else"),
  illegal: () => t("against the rules"),
  untrue: () => t("contradicting their own moves"),
  crowd: () => t("from more boards than there is room for"),
};

/** @param {string} code */
const reason = (code) => REASONS[code]?.() ?? code;
