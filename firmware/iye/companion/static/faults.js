/**
 * Switches that let things go wrong on a simulated board.
 * The law of this module: what is on is what the board says is on.
 */

import { pads } from "./board.js";
import { make } from "./make.js";
import { faultName } from "./names.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";
import { t } from "./words.js";

/** All faults there are, as switches. */
export function faultSwitches() {
  const names = now.hello?.faults ?? [];
  if (!names.length) return "";
  const options = [...pads.keys()].map((pad) => make("option", { value: pad, text: pad, selected: pad === "c3" }));
  const pad = make("select", { "aria-label": t("Which pad") }, ...options);
  const rows = names.map((/** @type {string} */ name) => faultSwitch(name, pad));
  return make("fieldset", {}, make("legend", { text: t("Let something go wrong") }), ...rows);
}

/** @param {string} name @param {any} pad */
function faultSwitch(name, pad) {
  const input = make("input", { type: "checkbox", role: "switch", "data-fault": name, checked: isOn(name) });
  const ofPad = now.hello.pad_faults.includes(name);
  input.addEventListener("change", () => say({ do: "fault", name, on: input.checked, pad: ofPad && input.checked ? pad.value : null }));
  const row = make("label.switch", {}, faultName(name), input);
  return ofPad ? make("div", {}, row, pad) : row;
}

/** @param {string} name */
const isOn = (name) => Boolean(now.tuning?.faults.includes(name));

on("tuning refused", () => {
  for (const input of document.querySelectorAll("[data-fault]")) {
    /** @type {any} */ (input).checked = isOn(input.getAttribute("data-fault") ?? "");
  }
});
