/**
 * Everything a hand can do at the page, for those who look at the board already.
 * The law of this module: it wires, like main.js, what the first look does not need.
 */

import { followButtons } from "./buttons.js";
import { followKeys } from "./keys.js";
import { feelFingers } from "./touching.js";

followButtons();
feelFingers();
followKeys();
