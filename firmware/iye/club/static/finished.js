/**
 * The matches that have ended, the latest first.
 * The law of this module: a line a match, and no more lines than anybody reads unless asked for.
 */

import { find, make } from "/static/make.js";
import { playerName } from "/static/names.js";
import { now, on } from "/static/store.js";
import { t } from "/static/words.js";
import { fits } from "./games.js";

const FIRST = 30;

/** @type {Map<string, any>} */
const finished = new Map();
let all = false;

/** Show them from now on. */
export function followFinished() {
  on("club", hear);
  on("language", show);
  find("#search input").addEventListener("input", show);
  find("#more").addEventListener("click", () => ((all = true), show()));
}

/** @param {any} club */
function hear({ whole, finished: cards, struck = [] }) {
  if (whole) finished.clear();
  struck.forEach((/** @type {string} */ name) => finished.delete(name));
  for (const card of cards) finished.set(card.id, card);
  if (whole || cards.length || struck.length) show();
}

function show() {
  const fitting = [...finished.values()].filter(fits).sort((one, other) => other.at - one.at);
  const section = find('[data-sort="finished"]');
  section.hidden = !fitting.length;
  section.querySelector("b").textContent = String(fitting.length);
  section.querySelector("ol").replaceChildren(...(all ? fitting : fitting.slice(0, FIRST)).map(line));
  const more = find("#more");
  more.hidden = all || fitting.length <= FIRST;
  more.textContent = t("Show all {count}", { count: fitting.length });
}

/** @param {any} card */
function line(card) {
  const names = [1, 2].map((player) => name(card, player));
  const score = make("b.result", { text: `${card.wins[0]}–${card.wins[1]}` });
  const more = make("span.what", { text: [t("Moves: {count}", { count: card.moves }), ended(card.ended)].filter(Boolean).join(" · ") });
  return make("li", {}, make("a", { href: `#${card.id}` }, names[0], score, names[1], more));
}

/** @param {any} card @param {number} player */
function name(card, player) {
  const won = card.winner === player;
  const said = won ? [make("span.unseen", { text: `, ${t("wins")}` })] : [];
  return make("span.who", { "data-won": won }, playerName(card, player), ...said);
}

/** @param {number | undefined} seconds */
const ended = (seconds) =>
  seconds ? new Date(1000 * seconds).toLocaleString(now.language, { dateStyle: "medium", timeStyle: "short" }) : "";
