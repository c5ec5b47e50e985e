/**
 * Setting up a new match.
 * The law of this module: what is wrong with a pasted deal is said by the board, beside the field.
 */

import { choices, openDialog } from "./dialogs.js";
import { make } from "./make.js";
import { players, seatsChosen } from "./players.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";
import { t } from "./words.js";

/** The dialog that is open, if one is. @type {{ dialog: any, problem: any, deal: any } | null} */
let asking = null;

/** Ask for a new match. */
export function askNewMatch() {
  const deal = make("input.deal", { name: "text", maxlength: 29, autocomplete: "off", spellcheck: "false", placeholder: "HOSST/TTHSS/TWSWS/HSHSH/STWHH", "aria-label": t("Deal: rows from 5 down to 1"), "aria-describedby": "deal-problem" });
  const problem = make("p.problem", { id: "deal-problem", role: "alert" });
  const form = make("form", { onsubmit: begin }, players(), dealChoice(), deal, problem, ...otherChoices(), deeds());
  const showDeal = () => (deal.hidden = problem.hidden = form.elements.deal.value !== "pasted");
  form.addEventListener("change", showDeal);
  showDeal();
  const dialog = openDialog(t("New match"), underWay(), form);
  asking = { dialog, problem, deal };
  dialog.addEventListener("close", () => (asking = null));
}

function underWay() {
  const playing = !["asleep", "match_over"].includes(now.state.phase) && now.history.cycles.length > 0;
  return playing ? make("p.soft", { text: t("The match under way is given up for it.") }) : "";
}

function dealChoice() {
  const ways = /** @type {Array<[string, string]>} */ ([
    ["drawn", t("Dealt by the board")], ["laid", t("Laid by hand")], ["pasted", t("As written here")],
  ]);
  return choices("deal", t("Tiles of the first cycle"), ways, "drawn");
}

function otherChoices() {
  const wins = choices("wins", t("Cycles to win"), [["1", "1"], ["2", "2"], ["3", "3"]], String(now.state.wins_needed || 2));
  const first = choices("first", t("Who begins"), [["", t("The board asks")], ["1", t("Player {number}", { number: 1 })], ["2", t("Player {number}", { number: 2 })]], "");
  return [wins, first];
}

function deeds() {
  return make("div.deeds", {}, make("button.deed.main", { type: "submit", text: t("Begin the match") }));
}

/** @param {any} event */
function begin(event) {
  event.preventDefault();
  const { deal, text, wins, first, name1, name2 } = event.target.elements;
  const seats = seatsChosen(event.target);
  asking?.problem.replaceChildren();
  asking?.deal.removeAttribute("aria-invalid");
  say({
    do: "new_match", wins: Number(wins.value), laid: deal.value === "laid",
    first: first.value ? Number(first.value) : null,
    deal: deal.value === "pasted" ? text.value.trim() : null,
    names: [name1.value.trim(), name2.value.trim()], seats,
  });
  if (asking) asking.sent = true;
}

on("refused", ({ text }) => {
  if (!asking) return;
  asking.sent = false;
  asking.problem.hidden = false;
  asking.problem.textContent = text;
  asking.deal.setAttribute("aria-invalid", "true");
});

on("state", () => asking?.sent && asking.dialog.close());
