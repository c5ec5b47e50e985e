/**
 * Puts the club's page together.
 * The law of this module: it wires. What is not needed for the list of boards is fetched when a
 * board is followed first.
 */

import { on } from "/static/store.js";
import { find, make } from "/static/make.js";
import { connect, listen } from "/static/wire.js";
import { speak, translate } from "/static/words.js";
import { showCounts } from "./counts.js";
import { followFinished } from "./finished.js";
import { followGames } from "./games.js";
import { followLink } from "./link.js";
import { drawSymbols } from "./small.js";

const LANGUAGE = "iye.language";

translate();
drawSymbols();
followLink();
showCounts();
followGames();
followFinished();
on("hello", ({ language, languages }) => {
  speak(language);
  offerLanguages(languages, language);
});
addEventListener("hashchange", follow);
on("hello", follow);
connect(() => localStorage.getItem(LANGUAGE) ?? navigator.language);
listen();

/** @param {Record<string, string>} languages @param {string} taken */
function offerLanguages(languages, taken) {
  const select = find("#language");
  const options = Object.entries(languages).map(([tag, name]) =>
    make("option", { value: tag, lang: tag, text: name, selected: tag === taken }));
  select.replaceChildren(...options);
  select.onchange = () => {
    localStorage.setItem(LANGUAGE, select.value);
    speak(select.value);
  };
}

async function follow() {
  const name = location.hash.slice(1);
  if (name || find("#club").hidden) (await import("./follow.js")).follow(name);
}
