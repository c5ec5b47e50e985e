/**
 * A cycle as a picture: for every position who wins it, the mistakes, and where one is looking.
 * The law of this module: lines and blocks from numbers; every meaning has a place or a shape of
 * its own, not only a colour. It says nothing in words.
 */

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, ROW] = [330, 78, 16, 22];
const MOST = 25;
const STEP = (WIDTH - LEFT) / MOST;
/** The rows from above, as the players sit at the board. */
const ROWS = [2, 0, 1];

/**
 * Draw a cycle.
 * @param {Array<number | null>} values who wins each position: 1, 2, 0 for a tie, null for not known
 * @param {Array<{ ply: number, mistake: boolean, only: boolean }>} moves
 */
export function drawCycle(values, moves) {
  const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", class: "cycle" });
  svg.append(hatching());
  ROWS.forEach((value, row) => svg.append(...rowParts(value, row)));
  values.forEach((value, ply) => svg.append(block(value, ply)));
  svg.append(element("polyline", { class: "course", points: course(values) }));
  for (const move of moves) if (move.mistake) svg.append(cross(move.ply, values[move.ply]));
  svg.append(element("rect", { class: "cursor", width: STEP, height: HEIGHT - 4, y: 2, rx: 3 }));
  return svg;
}

/** Show which position is looked at, or (null) none. @param {Element | null} svg @param {number | null} ply */
export function moveCursor(svg, ply) {
  const cursor = svg?.querySelector(".cursor");
  cursor?.toggleAttribute("hidden", ply === null);
  cursor?.setAttribute("x", String(left(ply ?? 0)));
}

/** Which position is at a point. @param {Element} svg @param {number} clientX @param {number} last */
export function plyAt(svg, clientX, last) {
  const box = svg.getBoundingClientRect();
  const x = ((clientX - box.left) / box.width) * WIDTH;
  return Math.max(0, Math.min(last, Math.floor((x - LEFT) / STEP)));
}

/** @param {number} ply */
const left = (ply) => LEFT + ply * STEP;

/** @param {number} row */
const top = (row) => 6 + row * ROW;

/** @param {number} value @param {number} row */
function rowParts(value, row) {
  const name = element("text", { class: `row row-${value}`, x: LEFT / 2 - 1, y: top(row) + ROW / 2 + 4, "text-anchor": "middle" });
  name.textContent = value ? String(value) : "=";
  return [element("line", { class: "rule", x1: LEFT, x2: WIDTH, y1: top(row) + ROW / 2, y2: top(row) + ROW / 2 }), name];
}

/** @param {number | null} value @param {number} ply */
function block(value, ply) {
  if (value === null) return element("rect", { class: "unknown", x: left(ply), y: top(0), width: STEP, height: 3 * ROW, fill: "url(#hatch)" });
  return element("rect", { class: `won won-${value}`, x: left(ply), y: top(ROWS.indexOf(value)) + 3, width: STEP, height: ROW - 6 });
}

/** The line through all known positions. @param {Array<number | null>} values */
function course(values) {
  const points = values.flatMap((value, ply) => {
    const y = value === null ? 0 : top(ROWS.indexOf(value)) + ROW / 2;
    return value === null ? [] : [`${left(ply)},${y}`, `${left(ply + 1)},${y}`];
  });
  return points.join(" ");
}

/** A cross where a mistake led to. @param {number} ply @param {number | null} value */
function cross(ply, value) {
  const [x, y] = [left(ply) + STEP / 2, top(value === null ? 1 : ROWS.indexOf(value)) + ROW / 2];
  const mark = element("g", { class: "mistake" });
  mark.append(element("circle", { cx: x, cy: y, r: 7 }), element("path", { d: `M${x - 3} ${y - 3}l6 6m0-6l-6 6` }));
  return mark;
}

function hatching() {
  const pattern = element("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  pattern.append(element("line", { class: "hatch", x1: 0, x2: 0, y1: 0, y2: 6 }));
  const defs = element("defs", {});
  defs.append(pattern);
  return defs;
}

/** @param {string} name @param {Record<string, string | number>} traits @returns {Element} */
function element(name, traits) {
  const made = document.createElementNS(SVG, name);
  for (const [trait, value] of Object.entries(traits)) made.setAttribute(trait, String(value));
  return made;
}
