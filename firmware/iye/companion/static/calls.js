/**
 * What is to be done now, in one sentence, and what has just happened.
 * The law of this module: it puts the state into words and decides nothing; every sentence says who
 * and what to do.
 */

import { find, make } from "./make.js";
import { kindName, kindNames, playerName } from "./names.js";
import { on } from "./store.js";
import { t } from "./words.js";

const LINES = 40;
const LONG = 80;

/** @type {Record<string, (state: any, who: string) => string>} */
const CALLS = {
  asleep: () => t("The board is asleep. Touch any space to wake it, or begin a new match."),
  choosing_first: (state) =>
    state.asked
      ? t("{player} chooses who begins: touch a pad on that player's side.", { player: playerName(state, state.asked) })
      : t("Who begins? Touch a pad on that player's side."),
  drawing: () => t("The board draws an arrangement …"),
  laying_out: () => t("Lay the tiles as shown, then put the drum on c3."),
  laying_by_hand: (state) =>
    state.telling
      ? t("Touch every space that holds {kind}: {count} left.", { kind: kindName(state.telling), count: state.untold[state.telling] })
      : t("Touch an İye pad, then every space with that kind of tile."),
  turn: callToTurn,
  awaiting: callToWait,
  following: callToFollow,
  choosing_payment: (state, player) =>
    t("{player}: pay for {cell} with {kinds}: touch a blinking pad. Or put the drum back on {home}.", {
      player, cell: state.payment.cell, kinds: kindNames(state.payment.kinds), home: state.drum,
    }),
  match_over: (state) => t("{player} has won the match.", { player: playerName(state, state.winner) }),
};

/** @param {any} state @param {string} player */
function callToTurn(state, player) {
  if (state.way_back) return callBack(state.way_back);
  if (state.wrong)
    return t("{player}: not on {cell}. Put the drum back on {home}, or on a lit space.", { player, cell: state.wrong, home: state.drum });
  if (state.spending)
    return t("{player}: put the drum where {kind} reaches, or touch its pad again to keep it.", { player, kind: kindName(state.spending) });
  if (state.hints === "off") return t("{player}: put the drum on a space with a tile.", { player });
  return t("{player}: put the drum on a lit space.", { player });
}

/** @param {any} state @param {string} player */
function callToWait(state, player) {
  if (state.way_back) return callBack(state.way_back);
  if (state.wrong) return t("{player} is thinking. Put the drum back on {home} meanwhile.", { player, home: state.drum });
  return t("{player} is thinking …", { player });
}

/** @param {any} state @param {string} player */
function callToFollow(state, player) {
  const { target, spent } = state.answer;
  if (state.wrong) return t("Not on {wrong}: {player} wants the drum on {cell}.", { player, cell: target, wrong: state.wrong });
  if (!spent) return t("{player} moves: put the drum on {cell}.", { player, cell: target });
  return t("{player} moves: discard one {kind} of theirs and put the drum on {cell}.", { player, kind: kindName(spent), cell: target });
}

/** @param {any} way */
function callBack(way) {
  const tiles = Object.entries(way.tiles).map(([cell, kind]) =>
    t("{kind} on {cell}", { kind: kindName(String(kind)), cell }));
  const drum = t("the drum on {cell}", { cell: way.home });
  return t("Put back: {things}.", { things: [...tiles, drum].join(", ") });
}

/** @param {any} view */
export function callOf({ mode, state, title }) {
  return mode === "live" ? CALLS[state.phase]?.(state, playerName(state, state.mover)) ?? "" : title;
}

/** Say what is to be done, and what happens, from now on. */
export function followCalls() {
  on("view", (view) => {
    const call = callOf(view);
    set(find("#call"), call);
    find("#call").toggleAttribute("data-long", call.length > LONG);
    showAlso(view);
  });
  on("said", hear);
  on("refused", ({ text }) => hear({ text, urgent: true }));
}

/** @param {HTMLElement} element @param {string} text */
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {any} view */
function showAlso({ mode, state, text }) {
  const also = find("#also");
  const { handover } = state;
  const busy = state.payment || state.way_back || state.wrong || state.phase === "match_over";
  const given = handover && !busy;
  const hint = given && t("Hand {kind} from {cell} over to {player}.", {
    kind: kindName(handover.kind), cell: handover.cell, player: playerName(state, handover.to),
  });
  set(also, (mode === "live" ? hint : text) || "");
  also.hidden = !also.textContent;
}

/** What the call or the coach's line says in words of its own. */
const SAID_ELSEWHERE = new Set(["Answered", "Coached"]);

/** @param {{ event?: string, text: string, urgent: boolean }} said */
export function hear({ event = "", text, urgent }) {
  if (SAID_ELSEWHERE.has(event)) return;
  find(urgent ? "#urgent" : "#polite").textContent = text;
  const log = find("#log");
  if (text === find("#call").textContent) return;
  log.prepend(make("li", { text, "data-urgent": urgent }));
  while (log.children.length > LINES) log.lastChild.remove();
}
