/**
 * What follows the first look at the board.
 * The law of this module: it loads, each in its own time.
 */

import { followAway } from "./away.js";
import { followMoves } from "./moves.js";
import { followScore } from "./score.js";
import { followSeats } from "./joining.js";
import { followSound } from "./sound.js";
import { followDrops } from "./dropping.js";

followAway();
followMoves();
followScore();
followSeats();
followSound();
followDrops();
