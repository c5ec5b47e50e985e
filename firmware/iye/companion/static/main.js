/**
 * Puts the page together.
 * The law of this module: it wires, and does nothing itself. What is not needed for the first look
 * at the board is fetched after it.
 */

import { followTable } from "./around.js";
import { buildBoard } from "./board.js";
import { followCalls } from "./calls.js";
import { followCoach } from "./coach.js";
import { followDrum } from "./drum.js";
import { followLights } from "./lights.js";
import { on } from "./store.js";
import "./view.js";
import { listen } from "./wire.js";
import { speak, translate } from "./words.js";

translate();
buildBoard();
followLights();
followDrum();
followTable();
followCalls();
followCoach();
on("hello", ({ language }) => speak(language));
listen();
import("./hands.js").then(() => setTimeout(() => import("./later.js"), 100));
