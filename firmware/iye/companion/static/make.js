/**
 * Making elements in few words.
 * The law of this module: text stays text; nothing that is told becomes HTML.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @param {string} kind tag and classes, like "button.pad.cell"
 * @param {Record<string, any>} [traits] attributes; `text` is its text, on… are listeners
 * @param {...(Node | string)} inside
 * @returns {any}
 */
export function make(kind, traits = {}, ...inside) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(traits)) give(element, name, value);
  element.append(...inside);
  return element;
}

/** @param {HTMLElement} element @param {string} name @param {any} value */
function give(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "text") element.textContent = value;
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? "" : value);
}

/**
 * Draw one of the page's symbols.
 * @param {string} id
 * @param {string} [look] its class
 */
export function symbol(id, look = "") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.setAttribute("aria-hidden", "true");
  if (look) svg.setAttribute("class", look);
  svg.append(use);
  return svg;
}

/**
 * Draw a tile: a round of wood with its kind's symbol.
 * @param {string} kind
 * @param {string} [look]
 */
export function tile(kind, look = "") {
  const disc = make(`span.tile${look ? `.${look}` : ""}`, { "data-kind": kind });
  disc.append(symbol(`kind-${kind}`));
  return disc;
}

/** @template {Element} T @param {string} selector @returns {any} */
export const find = (selector) => document.querySelector(selector);
