/**
 * What this page may do just now.
 * The law of this module: it only reads what the board has said of this page and its connection.
 */

import { now } from "./store.js";
import { t } from "./words.js";

/** Whether wishes are heard at all: connected, joined, and not looking at something else. */
export const mayAct = () => !whyNot();

/** Whether a hand on the page is a hand on the board. */
export const mayTouch = () => mayAct() && Boolean(now.hello?.simulated);

/** Whether this page may speak for the player to move; a move that was answered is anybody's to make. */
export const mySeat = () =>
  !now.hello?.seat || !now.state?.mover || Boolean(now.state.answer) || now.hello.seat === now.state.mover;

/** Why nothing can be done here just now, or "". */
export function whyNot() {
  if (!now.link.online) return t("The board is out of reach.");
  if (now.view?.mode !== "live") return t("This is not the game as it stands now.");
  if (!now.hello?.joined) return t("You are watching. To play here, join with the six digits.");
  return "";
}
