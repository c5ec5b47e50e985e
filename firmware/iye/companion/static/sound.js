/**
 * The drum heard: a beat on moves, a knock of wood on what is rejected.
 * The law of this module: silent until it is asked for, and it remembers that it was.
 */

import { on } from "./store.js";

const REMEMBERED = "iye.sound";
const BEATS = new Set(["Moved", "CycleBegan", "CycleEnded", "MatchEnded", "moved", "cycle_began", "cycle_ended", "match_ended"]);
const KNOCKS = new Set(["Rejected", "SeveralHeld", "rejected", "several_held"]);

/** @type {AudioContext | null} */
let context = null;

export const soundOn = () => localStorage.getItem(REMEMBERED) === "on";

/** @param {boolean} wanted */
export function setSound(wanted) {
  localStorage.setItem(REMEMBERED, wanted ? "on" : "off");
  if (wanted) beat();
}

/** Sound with what is said from now on. */
export function followSound() {
  on("said", ({ event }) => {
    if (!soundOn()) return;
    if (BEATS.has(event)) beat();
    if (KNOCKS.has(event)) knock();
  });
}

function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** A frame drum: a deep tone that falls a little, and the slap of the skin. */
function beat() {
  tone("sine", 118, 62, 0.55, 0.8);
  tone("triangle", 205, 150, 0.16, 0.25);
  slap(0.05, 900, 0.5);
}

/** A knuckle on a plank. */
function knock() {
  tone("triangle", 420, 330, 0.07, 0.3);
  slap(0.03, 1800, 0.35);
}

/** @param {OscillatorType} shape @param {number} from @param {number} to Hz @param {number} seconds @param {number} loud */
function tone(shape, from, to, seconds, loud) {
  const audio = ready();
  const source = new OscillatorNode(audio, { type: shape, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, audio.currentTime + seconds);
  play(source, seconds, loud);
}

/** @param {number} seconds @param {number} pitch @param {number} loud */
function slap(seconds, pitch, loud) {
  const audio = ready();
  const noise = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  noise.getChannelData(0).forEach((_, place, data) => (data[place] = Math.random() * 2 - 1));
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: "lowpass", frequency: pitch });
  source.connect(filter);
  play(source, seconds, loud, filter);
}

/** @param {AudioScheduledSourceNode} source @param {number} seconds @param {number} loud @param {AudioNode} [last] */
function play(source, seconds, loud, last = source) {
  const audio = ready();
  const fade = new GainNode(audio, { gain: loud });
  fade.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds);
  last.connect(fade).connect(audio.destination);
  source.start();
  source.stop(audio.currentTime + seconds);
}
