/**
 * Puts the page together.
 * The law of this module: it wires, and does nothing itself. What is not needed for the first look
 * at the board is fetched after it.
 */

import { followTable } from "./around.js";
import { buildBoard } from "./board.js";
import { followButtons } from "./buttons.js";
import { followCalls } from "./calls.js";
import { followDrum } from "./drum.js";
import { followKeys } from "./keys.js";
import { followLights } from "./lights.js";
import { on } from "./store.js";
import { feelFingers } from "./touching.js";
import "./view.js";
import { connect } from "./wire.js";
import { speak, translate } from "./words.js";

const LANGUAGE = "iye.language";

translate();
buildBoard();
followLights();
followDrum();
followTable();
followCalls();
followButtons();
feelFingers();
followKeys();
on("hello", ({ language }) => speak(language));
connect(() => localStorage.getItem(LANGUAGE) ?? navigator.language);
setTimeout(() => import("./later.js"), 100);
