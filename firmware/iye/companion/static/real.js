/**
 * Speaking for the drum on a real board, where a page feels nothing.
 * The law of this module: the page never says where the drum is without having been told twice.
 */

import { confirmed } from "./dialogs.js";
import { mySeat } from "./may.js";
import { now } from "./store.js";
import { say } from "./wire.js";
import { t } from "./words.js";

/** Touch a pad of the real board from the page. @param {string} pad */
export function touchReal(pad) {
  if (pad[0] <= "2" || now.state.phase === "laying_by_hand") say({ do: "tap", pad });
  else if (mySeat() && mayStand(pad)) sayDrumHere(pad);
}

/** Whether the state names this cell as one where the drum may be. @param {string} cell */
function mayStand(cell) {
  const { targets, way_back, drum, phase } = now.state;
  const begins = phase === "laying_out" && cell === "c3";
  return cell in targets || way_back?.home === cell || drum === cell || begins;
}

/** Ask, and then say that the drum is on a cell. @param {string} cell */
export async function sayDrumHere(cell) {
  const asked = t("The drum really is on {cell}?", { cell });
  const why = t("Say so only when the drum stands there and the board does not feel it.");
  if (await confirmed(asked, why, t("It is there"))) say({ do: "drum_here", cell });
}
