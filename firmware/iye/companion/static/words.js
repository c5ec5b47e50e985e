/**
 * Every word on the page in the reader's language.
 * The law of this module: the English text is the key. It stands as a literal first argument of
 * t("…") in a module, or as data-t="…" in HTML, so that it can be collected by reading alone; that
 * of a sentence told by the program stands there.
 */

import { now, tell } from "./store.js";

/** @type {Record<string, string>} */
let catalogue = {};

/**
 * Say a text in the reader's language, with {names} filled in.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  return (catalogue[text] || text).replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
}

/**
 * Say a sentence that all pages were told alike, in the reader's language.
 * @param {{ text: string, values: Record<string, any> }} said its values may be such sentences
 * @returns {string}
 */
export function repeat({ text, values }) {
  const filled = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : repeat(value)]);
  return t(text, Object.fromEntries(filled));
}

/**
 * The same as a sentence of its own: with a capital, and with a full stop where it ends without any.
 * @param {{ text: string, values: Record<string, any> }} said
 */
export function sentence(said) {
  const [first, ...rest] = repeat(said);
  const stop = /[.!?…。！？]$/.test(rest.join("")) ? "" : now.language === "zh-TW" ? "。" : ".";
  return `${first.toLocaleUpperCase(now.language)}${rest.join("")}${stop}`;
}

/**
 * Put words where the HTML leaves them open: as text, or into the attributes data-t-to names.
 * @param {ParentNode} [root]
 */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) {
    const said = t(/** @type {string} */ (element.getAttribute("data-t")));
    const to = element.getAttribute("data-t-to");
    if (to) element.setAttribute(to, said);
    else element.textContent = said;
  }
}

/**
 * Speak a language from now on; where its words cannot be had, the page stays as it is.
 * @param {string} tag
 */
export async function speak(tag) {
  if (tag === now.language) return;
  try {
    catalogue = tag === "en" ? {} : await (await fetch(`/language/${tag}.json`)).json();
  } catch {
    return;
  }
  document.documentElement.lang = tag;
  translate();
  tell("language", tag);
}
