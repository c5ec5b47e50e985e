/**
 * What the board has found out about the moves that were played, as sentences and for the board.
 * The law of this module: it puts into words what is proved; what is not known says so.
 */

import { kindName, playerName } from "./names.js";
import { now } from "./store.js";
import { t } from "./words.js";

/** More best moves than these are not all named. */
const NAMED = 5;

/** @typedef {{ ply: number, move: string, player: number, before: number | null, after: number | null, mistake: boolean, only: boolean, best: string[] | null }} Judged */

/** The judged moves of a cycle. @param {number} cycle @returns {Judged[]} */
export const judgedMoves = (cycle) => now.analysis?.cycles[cycle] ?? [];

/** @param {number} cycle @param {number} ply */
export const judgedMove = (cycle, ply) => judgedMoves(cycle).find((move) => move.ply === ply);

/** Who wins every position of a cycle: 1, 2, 0 for a tie, null for not known. @param {number} cycle */
export function valuesOf(cycle) {
  /** @type {Array<number | null>} */
  const values = Array(now.history.cycles[cycle].positions.length).fill(null);
  for (const { ply, before, after } of judgedMoves(cycle)) {
    values[ply - 1] ??= before;
    values[ply] = after ?? values[ply];
  }
  return values;
}

/** What a move did, in a sentence; ply 0 is the beginning. @param {number} cycle @param {number} ply */
export function remark(cycle, ply) {
  const told = judgedMove(cycle, ply);
  if (!told) return outcome(valuesOf(cycle)[ply]);
  const who = { player: playerName(now.state, told.player), move: moveName(told.move) };
  if (told.mistake) return [mistake(told, who), better(told)].join(" ").trim();
  const made = told.only ? t("{player}, {move}: the only move.", who) : t("{player}, {move}.", who);
  return [made, outcome(told.after)].join(" ");
}

/** @param {number | null} value */
function outcome(value) {
  if (value === null || value === undefined) return t("Who wins is not known here.");
  return value ? t("With best play {player} wins.", { player: playerName(now.state, value) }) : t("With best play it is a tie.");
}

/** @param {Judged} told @param {{ player: string, move: string }} who */
function mistake({ player, before, after }, who) {
  const other = { ...who, other: playerName(now.state, 3 - player) };
  if (before !== player) return t("{player}, {move}: a tie given away; {other} wins.", other);
  return after === 0 ? t("{player}, {move}: a win given away; a tie.", who) : t("{player}, {move}: a win given away; {other} wins.", other);
}

/** @param {Judged} told */
function better({ best }) {
  if (!best) return "";
  const named = best.slice(0, NAMED).map(moveName).join(", ");
  const moves = best.length > NAMED ? named + " …" : named;
  return t("Better: {moves}.", { moves });
}

/** @param {string} move like c5 or Hc5 */
const moveName = (move) => (move.length === 3 ? t("{kind} to {cell}", { kind: kindName(move[0]), cell: move.slice(1) }) : move);

/**
 * The best moves of a position as a coach would show them: where there is something to win or keep.
 * @param {number} cycle @param {number} ply of the move before it
 */
export function bestShown(cycle, ply) {
  const next = judgedMove(cycle, ply + 1);
  /** @type {Record<string, string>} */
  const targets = {};
  /** @type {Record<string, object>} */
  const landings = {};
  if (!next?.best || next.before === null || next.before === 3 - next.player) return {};
  for (const move of next.best) {
    const cell = move.slice(-2);
    targets[cell] = move.length === 3 && targets[cell] !== "" ? (targets[cell] ?? "") + move[0] : "";
    landings[cell] = { outcome: next.before ? "win" : "tie", sure: true, best: true };
  }
  return { targets, hints: "coach", advice: { landings, moves: {}, line: [] } };
}

/** How far it is: moves played, judged, and judged without an answer. */
export function howFar() {
  const all = now.history.cycles.reduce((/** @type {number} */ sum, /** @type {any} */ cycle) => sum + cycle.moves.length, 0);
  const judged = (now.analysis?.cycles ?? []).flat();
  const known = judged.filter((/** @type {Judged} */ move) => move.before !== null).length;
  return { all, judged: judged.length, known };
}
