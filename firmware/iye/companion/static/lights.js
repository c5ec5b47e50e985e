/**
 * Frames of light on the page's pads.
 * The law of this module: a light is shown exactly as the frame says, at most once a screen frame,
 * and only where it changed. Frames are linear (as PWM is); screens are not, hence the gamma.
 */

import { pads } from "./board.js";
import { on } from "./store.js";

const SCREEN = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** (1 / 2.2) + 0.5);

/** @type {Array<HTMLElement | undefined>} */
let lights = [];
let shown = new Uint8Array(0);
/** @type {Uint8Array | null} */
let next = null;
let away = false;

/** Show what the board's lights show from now on. */
export function followLights() {
  on("hello", (hello) => setOrder(hello.pads));
  on("frame", (frame) => away || showFrame(new Uint8Array(frame)));
  on("link", ({ online }) => online || showFrame(new Uint8Array(shown.length)));
  on("view", ({ mode, frame }) => standAside(mode, frame));
}

/** @param {string[]} names */
function setOrder(names) {
  if (shown.length === 3 * names.length) return;
  lights = names.map((name) => pads.get(name)?.light);
  shown = new Uint8Array(3 * names.length);
  lights.forEach((light) => light && paint(light, 0, 0, 0));
}

/** @type {Uint8Array | null} */
let live = null;
on("frame", (frame) => (live = new Uint8Array(frame)));

/** What is not live shows its own frame, or none. @param {string} mode @param {Uint8Array} [frame] */
function standAside(mode, frame) {
  const wasAway = away;
  away = mode !== "live";
  if (away) showFrame(frame ?? new Uint8Array(shown.length));
  else if (wasAway && live) showFrame(live);
}

/** @param {Uint8Array} frame */
function showFrame(frame) {
  if (!next) requestAnimationFrame(show);
  next = frame;
}

function show() {
  const frame = next ?? shown;
  next = null;
  if (frame.length !== shown.length) return;
  for (let place = 0, at = 0; place < lights.length; place += 1, at += 3) {
    const light = lights[place];
    if (light && differs(frame, at)) paint(light, frame[at], frame[at + 1], frame[at + 2]);
  }
  shown = frame;
}

/** @param {Uint8Array} frame @param {number} at */
const differs = (frame, at) =>
  frame[at] !== shown[at] || frame[at + 1] !== shown[at + 1] || frame[at + 2] !== shown[at + 2];

/**
 * The hue at full strength, and how much of it: so a faint light lets the wood through.
 * @param {HTMLElement} light @param {number} red @param {number} green @param {number} blue
 */
function paint(light, red, green, blue) {
  const most = Math.max(red, green, blue);
  light.style.setProperty("--level", String(SCREEN[most] / 255));
  if (!most) return;
  const [r, g, b] = [red, green, blue].map((channel) => SCREEN[Math.round((channel * 255) / most)]);
  light.style.setProperty("--lit", `rgb(${r} ${g} ${b})`);
}
