/**
 * Stepping through a rehearsal: state, light and text of every step.
 * The law of this module: it is shown as a rehearsal all the while, and nothing of it reaches the
 * board.
 */

import { find, make, symbol } from "./make.js";
import { on } from "./store.js";
import { look, lookLive } from "./view.js";
import { t } from "./words.js";

/** @typedef {{ at: number, text: string | null, urgent: boolean, state: any, frame: string }} Step */

/** @type {Step[]} */
let steps = [];
let place = 0;
let name = "";
let timer = 0;
/** @type {any} */
let bar = null;

/** Step through a rehearsal. @param {{ steps: Step[] }} told @param {string} file */
export function stepThrough(told, file) {
  steps = told.steps;
  name = file;
  if (!steps.length) return;
  bar?.remove();
  bar = build();
  find("#table").append(bar);
  go(0);
  bar.querySelector("input").focus();
}

function build() {
  const slider = make("input", { type: "range", min: 0, max: steps.length - 1, step: 1, value: 0, "aria-label": t("Step") });
  slider.addEventListener("input", () => (pause(), go(Number(slider.value))));
  const play = make("button.icon", { type: "button", "aria-label": t("Play"), onclick: () => (timer ? pause() : run()) }, symbol("i-play"));
  const close = make("button.deed.main", { type: "button", text: t("Close"), onclick: lookLive });
  return make("div.bar", { role: "group", "aria-label": t("Rehearsal") },
    step("i-back", t("One step back"), -1), play, step("i-on", t("One step on"), 1), slider, close);
}

/** @param {string} icon @param {string} label @param {number} by */
const step = (icon, label, by) =>
  make("button.icon", { type: "button", "aria-label": label, onclick: () => (pause(), go(place + by)) }, symbol(icon));

/** @param {number} to */
function go(to) {
  place = Math.max(0, Math.min(steps.length - 1, to));
  const { at, state, text, frame } = steps[place];
  const title = t("Rehearsal {name}: step {step} of {steps}, at {seconds} s", {
    name, step: place + 1, steps: steps.length, seconds: at.toFixed(1),
  });
  bar.querySelector("input").value = String(place);
  look("rehearsal", state, title, { text, frame: Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0)) });
}

/** Play on in the rehearsal's own time, but never with long waits. */
function run() {
  showPlaying(true);
  if (place === steps.length - 1) go(0);
  const next = () => {
    go(place + 1);
    if (place === steps.length - 1) return pause();
    timer = setTimeout(next, pauseBefore(place + 1));
  };
  timer = setTimeout(next, pauseBefore(place + 1));
}

/** @param {number} coming */
const pauseBefore = (coming) => Math.max(60, Math.min(1500, 1000 * (steps[coming].at - steps[coming - 1].at)));

function pause() {
  clearTimeout(timer);
  timer = 0;
  showPlaying(false);
}

/** @param {boolean} playing */
function showPlaying(playing) {
  const button = bar.children[1];
  button.setAttribute("aria-label", playing ? t("Pause") : t("Play"));
  button.replaceChildren(symbol(playing ? "i-pause" : "i-play"));
}

on("view", ({ mode }) => {
  if (mode === "rehearsal" || !bar) return;
  pause();
  bar.remove();
  bar = null;
});
