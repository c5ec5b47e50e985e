/**
 * Dialogs, and the two questions that are asked in several places.
 * The law of this module: Escape and a click outside mean no, and focus comes back where it was.
 */

import { find, make, symbol } from "./make.js";
import { say } from "./wire.js";
import { t } from "./words.js";

/** A button that closes what it is in. @param {any} [traits] */
export function closeButton(traits = {}) {
  return make("button.icon.close", { type: "button", "aria-label": t("Close"), ...traits }, symbol("i-close"));
}

/**
 * Open a dialog; it is gone from the page when it closes.
 * @param {string} title
 * @param {...(Node | string)} inside
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...inside) {
  const heading = make("h2", { text: title, id: "dialog-title" });
  const dialog = make("dialog", { "aria-labelledby": "dialog-title" }, heading, ...inside);
  dialog.append(closeButton({ onclick: () => dialog.close() }));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (/** @type {Event} */ event) => event.target === dialog && isOutside(event, dialog) && dialog.close());
  find("body").append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {any} event @param {HTMLElement} dialog */
function isOutside({ clientX, clientY }, dialog) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/**
 * Ask yes or no.
 * @param {string} question @param {string} why @param {string} yes what the button says that agrees
 * @returns {Promise<boolean>}
 */
export function confirmed(question, why, yes) {
  return new Promise((answer) => {
    const agree = make("button.deed.main", { type: "button", text: yes });
    const refuse = make("button.deed", { type: "button", text: t("Cancel") });
    const dialog = openDialog(question, make("p.soft", { text: why }), make("div.deeds", {}, refuse, agree));
    refuse.addEventListener("click", () => dialog.close());
    agree.addEventListener("click", () => (answer(true), dialog.close()));
    dialog.addEventListener("close", () => answer(false));
    agree.focus();
  });
}

/** Ask whether the match is to be given up. */
export async function askAbandon() {
  const why = t("The match under way is given up for good and counts for nobody.");
  if (await confirmed(t("Abandon this match?"), why, t("Abandon"))) say({ do: "abandon" });
}

/**
 * A row of choices of which one is taken.
 * @param {string} name @param {string} legend
 * @param {Array<[string, string]>} choices value and text
 * @param {string} taken
 */
export function choices(name, legend, choices, taken) {
  const labels = choices.map(([value, text]) =>
    make("label", {}, make("input", { type: "radio", name, value, checked: value === taken }), text));
  return make("fieldset", {}, make("legend", { text: legend }), make("div.choices", {}, ...labels));
}
