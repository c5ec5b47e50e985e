/**
 * What every pad reads, as a picture of bars that is drawn anew with each reading.
 * The law of this module: a bar shows how far a pad has fallen below its baseline; the line is
 * where a touch begins.
 */

import { make } from "./make.js";
import { now, on } from "./store.js";
import { t } from "./words.js";

const ROOM = 2.2;
/** @type {HTMLCanvasElement | null} */
let canvas = null;
/** @type {HTMLElement | null} */
let caption = null;

/** The picture, and what it shows in words. */
export function readings() {
  canvas = make("canvas.readings", { role: "img", "aria-label": t("Readings of all pads") });
  caption = make("p.soft", { text: t("Bars show how strongly each pad is touched; the line is where a touch begins.") });
  return make("section", {}, make("p.label", { text: t("Pads as they are felt") }), canvas, caption);
}

on("pads", ({ readings: all }) => canvas?.isConnected && draw(canvas, all));

/** @param {HTMLCanvasElement} on @param {Record<string, { filtered: number, baseline: number, touch: number }>} all */
function draw(on, all) {
  const scale = devicePixelRatio;
  const [width, height] = [on.clientWidth * scale, on.clientHeight * scale];
  if (on.width !== width || on.height !== height) Object.assign(on, { width, height });
  const pen = on.getContext("2d");
  if (!pen) return;
  pen.clearRect(0, 0, width, height);
  const names = (now.hello?.pads ?? []).filter((/** @type {string} */ name) => name in all);
  const step = width / Math.max(names.length, 1);
  names.forEach((/** @type {string} */ name, /** @type {number} */ place) => bar(pen, all[name], name, place * step, step, height));
  line(pen, width, height);
}

/** @param {CanvasRenderingContext2D} pen @param {any} reading @param {string} name @param {number} x @param {number} step @param {number} height */
function bar(pen, { filtered, baseline, touch }, name, x, step, height) {
  const floor = height * 0.82;
  const depth = Math.max(0, baseline - filtered) / (touch * ROOM);
  const touched = baseline - filtered > touch;
  pen.fillStyle = touched ? colour("--gold") : colour("--soft");
  const tall = Math.max(2, Math.min(1, depth) * floor);
  pen.fillRect(x + step * 0.2, floor - tall, step * 0.6, tall);
  pen.save();
  pen.translate(x + step * 0.68, height - 3);
  pen.rotate(-Math.PI / 2);
  pen.font = `${Math.min(step, height * 0.08)}px system-ui`;
  pen.fillText(name.slice(0, 2), 0, 0);
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height */
function line(pen, width, height) {
  const y = height * 0.82 * (1 - 1 / ROOM);
  pen.strokeStyle = colour("--bad");
  pen.setLineDash([6, 4]);
  pen.beginPath();
  pen.moveTo(0, y);
  pen.lineTo(width, y);
  pen.stroke();
  pen.setLineDash([]);
}

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
