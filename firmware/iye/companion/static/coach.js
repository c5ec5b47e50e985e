/**
 * What the coach says of the position, and what its marks on the board mean.
 * The law of this module: it shows what the board has said; what is only estimated says so.
 */

import { find, make } from "./make.js";
import { now, on } from "./store.js";
import { t } from "./words.js";

const why = make("p", { id: "why", "aria-live": "polite" });
const legend = make("p", { id: "legend" });

/** Show what the coach says from now on. */
export function followCoach() {
  find("#coach").append(why, legend);
  on("language", drawLegend);
  on("view coach language", show);
  drawLegend();
}

function show() {
  const { mode, state } = now.view ?? {};
  const asked = mode === "live" && state.hints === "coach" && ADVISED.has(state.phase) && !state.way_back;
  find("#coach").hidden = !asked;
  const text = !asked ? "" : state.advice ? now.coach?.text ?? "" : t("The coach is looking …");
  if (why.textContent !== text) why.textContent = text;
  legend.hidden = !state?.advice;
}

const ADVISED = new Set(["turn", "choosing_payment"]);

function drawLegend() {
  legend.replaceChildren(
    ...key("win sure", t("win")), ...key("tie sure", t("tie")), ...key("loss sure", t("loss")),
    ...key("win unsure", t("estimated")), ...key("win sure best", t("best")));
}

/** @param {string} verdict @param {string} text */
const key = (verdict, text) => [make("span.verdict", { "data-verdict": verdict, "aria-hidden": "true" }), make("span", { text })];
