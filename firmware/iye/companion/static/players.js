/**
 * Who plays: a person, or the board at one of its levels.
 * The law of this module: it offers and remembers; who may play where is the board's to say.
 */

import { find, make } from "./make.js";
import { mayAct } from "./may.js";
import { LEVELS, levelOf, levelSaying } from "./names.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";
import { t } from "./words.js";

const REMEMBERED = "iye.seats";

/** Both players' seats and names, for the dialog of a new match. */
export function players() {
  const before = remembered() ?? now.state.seats;
  return make("div.pair", {}, ...[1, 2].map((player) => playerFields(player, before[player - 1])));
}

/** The seats as chosen in a form, which are offered again next time. @param {any} form */
export function seatsChosen(form) {
  const seats = [form.elements.seat1.value, form.elements.seat2.value];
  localStorage.setItem(REMEMBERED, JSON.stringify(seats));
  return seats;
}

function remembered() {
  try {
    const seats = JSON.parse(localStorage.getItem(REMEMBERED) ?? "null");
    return Array.isArray(seats) && seats.length === 2 && seats.every(isOffered) ? seats : null;
  } catch {
    return null;
  }
}

/** @param {any} seat */
const isOffered = (seat) => seat === "person" || LEVELS.includes(levelOf(String(seat)));

/** @param {number} player @param {string} seat */
function playerFields(player, seat) {
  const choice = seatChoice(seat, { name: `seat${player}` });
  const name = make("input", { name: `name${player}`, maxlength: 40, autocomplete: "off", value: now.state.names[player - 1], placeholder: t("Name") });
  name.setAttribute("aria-label", t("Name of player {number}", { number: player }));
  const saying = make("p.soft", { "aria-live": "polite" });
  const show = () => {
    const level = levelOf(choice.value);
    name.hidden = Boolean(level);
    saying.hidden = !level;
    saying.textContent = level ? levelSaying(level) : "";
  };
  choice.addEventListener("change", show);
  show();
  const label = make("label", {}, make("span.label", { text: t("Player {number}", { number: player }) }), choice);
  return make("div.seat", {}, label, name, saying);
}

/** A list of all who can play. @param {string} seat @param {any} [traits] */
function seatChoice(seat, traits = {}) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) => make("option", { value, text, selected: value === seat });
  const levels = LEVELS.map((level) => option(`mind ${level}`, t("Level {level}: {saying}", { level, saying: levelSaying(level) })));
  return make("select", traits, option("person", t("A person")), make("optgroup", { label: t("The board") }, ...levels));
}

/** Offer to choose the opponent beside the question who begins, from now on. */
export function followOpponent() {
  on("view link hello language", showOpponent);
  showOpponent();
}

function showOpponent() {
  const place = find("#opponent");
  const open = mayAct() && Boolean(now.state?.reseatable);
  place.hidden = !open;
  if (!open) return;
  const { seats } = now.state;
  const other = levelOf(seats[0]) ? 1 : 2;
  const label = t("Player {number}", { number: other });
  place.firstElementChild.textContent = label;
  if (place.contains(document.activeElement) && place.lastElementChild.value === seats[other - 1]) return;
  const choice = seatChoice(seats[other - 1], { "aria-label": label });
  choice.addEventListener("change", () => say({ do: "seat", seats: other === 1 ? [choice.value, seats[1]] : [seats[0], choice.value] }));
  place.querySelector("select")?.remove();
  place.append(choice);
}
