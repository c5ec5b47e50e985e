/**
 * Rehearsal files given to the page, by dropping or choosing one, and the touches so far to take away.
 * The law of this module: a file is only ever played apart, never on the board.
 */

import { find, make } from "./make.js";
import { now } from "./store.js";
import { hear } from "./calls.js";
import { t } from "./words.js";

const shade = make("div.drop", { hidden: true });

/** Take files that are dropped from now on. */
export function followDrops() {
  document.body.append(shade);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    shade.textContent = t("Drop a rehearsal file to step through it");
    shade.hidden = false;
  });
  addEventListener("dragleave", (event) => event.relatedTarget || (shade.hidden = true));
  addEventListener("drop", (event) => {
    event.preventDefault();
    shade.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) rehearse(file);
  });
}

/** A link to the touches so far, and a way to choose a file. */
export function rehearsalTools() {
  const chosen = make("input", { type: "file", accept: ".jsonl,.json,.txt", hidden: true });
  chosen.addEventListener("change", () => chosen.files[0] && rehearse(chosen.files[0]));
  const choose = make("button.deed", { type: "button", text: t("Step through a file"), onclick: () => chosen.click() });
  const link = make("a.deed", { href: "/touches.jsonl", download: "touches.jsonl", text: t("Save the touches so far") });
  return make("section", {}, make("p.label", { text: t("Rehearsals") }), make("div.deeds", {}, link, choose, chosen));
}

/** @param {File} file */
async function rehearse(file) {
  const problem = await play(file);
  if (!problem) return;
  hear({ text: problem, urgent: true });
  const { openDialog } = await import("./dialogs.js");
  openDialog(t("This file cannot be played"), make("p", { text: problem }));
}

/** Give what is wrong, or "" when it plays. @param {File} file */
async function play(file) {
  try {
    const answer = await fetch(`/rehearse?language=${now.language ?? "en"}`, { method: "POST", body: file });
    const told = await answer.json();
    if (!answer.ok) return told.text ?? t("The board cannot play it.");
    find("#tuning")?.close();
    (await import("./rehearsal.js")).stepThrough(told, file.name);
    return "";
  } catch {
    return t("The board cannot play it.");
  }
}
