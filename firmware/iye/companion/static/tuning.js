/**
 * The settings: lights, sound, language, seat, and a developer's view of the pads.
 * The law of this module: it sends what was set and shows what the board says is set.
 */

import { choices, closeButton } from "./dialogs.js";
import { faultSwitches } from "./faults.js";
import { invitation, isAway, seatChoice } from "./joining.js";
import { find, make } from "./make.js";
import { mayAct } from "./may.js";
import { HINTS, hintsName, paletteName } from "./names.js";
import { readings } from "./readings.js";
import { rehearsalTools } from "./dropping.js";
import { setSound, soundOn } from "./sound.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";
import { speak, t } from "./words.js";

const LANGUAGE = "iye.language";
const OFTEN = 80;
/** @type {any} */
let drawer = null;

/** Open the settings, or close them. */
export function openTuning() {
  if (drawer) return drawer.close();
  drawer = make("dialog", { id: "tuning", "aria-labelledby": "tuning-title", onclose: closed });
  drawer.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && drawer.close());
  document.body.append(drawer);
  fill();
  drawer.show();
  find("#open-tuning").setAttribute("aria-expanded", "true");
  say({ do: "watch_pads", on: true });
}

function closed() {
  drawer.remove();
  drawer = null;
  say({ do: "watch_pads", on: false });
  find("#open-tuning").setAttribute("aria-expanded", "false");
  find("#open-tuning").focus();
}

on("language code", () => drawer && fill());
on("hello", () => drawer && (fill(), say({ do: "watch_pads", on: true })));
on("tuning state link refused", () => drawer && showSet());

function fill() {
  const { id, name } = /** @type {any} */ (document.activeElement);
  const title = make("h2", { text: t("Settings"), id: "tuning-title" });
  const rows = make("div.rows", {}, brightness(), palette(), hints(), sound(), language(), ...(joinedRows()), readings(), faultSwitches(), rehearsalTools(), version());
  drawer.replaceChildren(title, closeButton({ onclick: () => drawer.close() }), rows);
  showSet();
  if (id || name) drawer.querySelector(id ? `[id="${id}"]` : `[name="${name}"]:checked`)?.focus();
}

function joinedRows() {
  if (!now.hello?.joined) return [];
  return [seatChoice(), invitation()];
}

function brightness() {
  const slider = make("input", { type: "range", min: 0, max: 100, step: 1, "data-set": "brightness" });
  let timer = 0;
  slider.addEventListener("input", () => {
    timer ||= setTimeout(() => ((timer = 0), say({ do: "tune", brightness: slider.value / 100 })), OFTEN);
  });
  return make("label", {}, make("span.label", { text: t("Brightness of the lights") }), slider);
}

function palette() {
  const taken = now.tuning?.palette ?? "";
  const field = choices("palette", t("Colours of the lights"), (now.hello?.palettes ?? []).map((/** @type {string} */ name) => [name, paletteName(name)]), taken);
  field.addEventListener("change", (/** @type {any} */ event) => say({ do: "tune", palette: event.target.value }));
  return field;
}

function hints() {
  const field = choices("hints", t("What the board shows the mover"), HINTS.map((name) => [name, hintsName(name)]), now.state?.hints ?? "");
  field.addEventListener("change", (/** @type {any} */ event) => say({ do: "hint", hints: event.target.value }));
  return field;
}

function sound() {
  const input = make("input", { type: "checkbox", role: "switch", checked: soundOn() });
  input.addEventListener("change", () => setSound(input.checked));
  return make("label.switch", {}, t("Sound of the drum"), input);
}

function language() {
  const options = Object.entries(now.hello?.languages ?? {}).map(([tag, name]) =>
    make("option", { value: tag, text: name, lang: tag, selected: tag === now.language }));
  const select = make("select", { id: "language" }, ...options);
  select.addEventListener("change", () => {
    localStorage.setItem(LANGUAGE, select.value);
    say({ do: "speak", language: select.value });
    speak(select.value);
  });
  return make("label", {}, make("span.label", { text: t("Language") }), select);
}

/** Show what is set, without disturbing a hand that is setting it. */
function showSet() {
  const slider = drawer.querySelector('[data-set="brightness"]');
  if (slider && now.tuning && document.activeElement !== slider) slider.value = Math.round(now.tuning.brightness * 100);
  const set = { palette: now.tuning?.palette, hints: now.state?.hints, seat: String(now.hello?.seat ?? "") };
  for (const [name, value] of Object.entries(set)) {
    for (const input of drawer.querySelectorAll(`[name="${name}"]`)) input.checked = input.value === value;
  }
  for (const input of drawer.querySelectorAll("[data-set], [name=palette], [name=hints], [name=seat]")) input.disabled = !mayAct();
  for (const input of drawer.querySelectorAll("[name=seat]")) input.disabled ||= isAway(input.value);
  for (const input of drawer.querySelectorAll("[name=hints]")) input.disabled ||= now.state?.reseatable || !now.state?.hints_allowed.includes(input.value);
}

const version = () => make("p.soft", { text: t("İYE board companion {version}", { version: now.hello?.version ?? "" }) });
