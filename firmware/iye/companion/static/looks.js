/**
 * What every pad shows for a view: the difference of two of these is all that changes on the page.
 * The law of this module: it reads what the state says and knows no rules.
 *
 * @typedef {object} Look
 * @property {string} kind the tile on a cell, or an İye pad's kind; "" for none
 * @property {string} mark what a player has to see: natural, spend, wrong, home, … or ""
 * @property {string} pays letters of the kinds that would pay for landing here
 * @property {string} count at an İye pad
 * @property {boolean} faint a tile that is still to be laid, or a pad with nothing to it
 * @property {boolean} held a hand is felt here
 * @property {boolean} drum the drum stands here
 * @property {string} verdict what the coach says of it: win, tie or loss, then sure or not, then best or not; or ""
 */

export const RANKS = [5, 4, 3, 2, 1];
export const FILES = ["a", "b", "c", "d", "e"];

/** Where the drum stands for all we know, if it is on the board. @param {any} state */
export function drumCell(state) {
  if (state.payment) return state.payment.cell;
  if (state.wrong) return state.wrong;
  if (state.drum) return state.drum;
  return RESTING.has(state.phase) ? state.last_move?.target ?? null : null;
}

const RESTING = new Set(["choosing_first", "match_over"]);

/** Whether moves are being made. @param {any} state */
export const playing = (state) => PLAYING.has(state.phase);

const PLAYING = new Set(["turn", "awaiting", "following", "choosing_payment"]);

/** Which cell a pad's place in `state.tiles` is. @param {string} cell */
export const placeOf = (cell) => FILES.indexOf(cell[0]) + 5 * (Number(cell[1]) - 1);

/** @param {any} state @param {string} cell @returns {Look} */
export function cellLook(state, cell) {
  const letter = state.tiles[placeOf(cell)];
  const kind = letter === "." || state.phase === "asleep" ? "" : letter;
  const mark = cellMark(state, cell);
  return {
    kind, mark, count: "",
    pays: mark === "spend" ? state.targets[cell] : "",
    faint: state.phase === "laying_out",
    held: state.held.includes(cell),
    drum: drumCell(state) === cell,
    verdict: mark === "natural" || mark === "spend" ? verdictText(state.advice?.landings[cell]) : "",
  };
}

/** @param {{ outcome: string, sure: boolean, best: boolean } | undefined} verdict */
const verdictText = (verdict) =>
  verdict ? [verdict.outcome, verdict.sure ? "sure" : "unsure", verdict.best ? "best" : ""].join(" ").trim() : "";

/** The more urgent first. @param {any} state @param {string} cell */
function cellMark(state, cell) {
  if (state.wrong === cell) return "wrong";
  if (state.answer?.target === cell) return "answer";
  if (state.payment?.cell === cell) return "unpaid";
  if (state.way_back?.tiles[cell]) return "tile-back";
  if (isHome(state, cell)) return "home";
  if (state.hints === "off" || state.payment || !(cell in state.targets)) return "";
  return state.targets[cell] === "" ? "natural" : "spend";
}

/** @param {any} state @param {string} cell */
function isHome(state, cell) {
  if (state.way_back) return state.way_back.home === cell;
  if (state.answer) return false;
  if (state.wrong || state.payment) return state.drum === cell;
  return state.phase === "laying_out" && cell === "c3";
}

/** @param {any} state @param {string} pad like 2H @returns {Look} */
export function iyeLook(state, pad) {
  const player = Number(pad[0]);
  const kind = pad[1];
  const telling = state.phase === "laying_by_hand";
  const count = telling ? state.untold[kind] : state.hands[player - 1][kind];
  return {
    kind, count: String(count), pays: "", drum: false,
    verdict: state.payment && player === state.mover ? verdictText(state.advice?.moves[kind + state.payment.cell]) : "",
    mark: iyeMark(state, pad, player, kind),
    faint: count === 0,
    held: state.held.includes(pad),
  };
}

/** @param {any} state @param {string} pad @param {number} player @param {string} kind */
function iyeMark(state, pad, player, kind) {
  if (state.way_back?.given.includes(pad)) return "give";
  if (state.way_back?.regained.includes(pad)) return "regain";
  if (state.phase === "laying_by_hand") return state.telling === kind ? "chosen" : "";
  if (state.phase === "choosing_first") return [null, player].includes(state.asked) ? "asked" : "";
  if (player !== state.mover) return "";
  if (state.answer?.spent === kind) return "discard";
  if (state.payment?.kinds.includes(kind)) return "pay";
  return state.spending === kind ? "spending" : "";
}
