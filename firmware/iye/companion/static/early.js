/**
 * Connects while the rest of the page is still on its way.
 * The law of this module: it needs next to nothing, so it runs first. What the board says meanwhile
 * waits until the page listens.
 */

import { connect } from "./wire.js";

const LANGUAGE = "iye.language";

connect(() => localStorage.getItem(LANGUAGE) ?? navigator.language);
