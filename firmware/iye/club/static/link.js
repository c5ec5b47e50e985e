/**
 * Whether this page is connected, and whether the club is to the broker.
 * The law of this module: what may be out of date is plainly so.
 */

import { find, make } from "/static/make.js";
import { now, on } from "/static/store.js";
import { sentence, t } from "/static/words.js";

let ticking = 0;

/** Show it from now on. */
export function followLink() {
  on("link language club", show);
}

function show() {
  clearTimeout(ticking);
  const { online, retryAt, before } = now.link;
  const link = find("#link");
  link.dataset.state = online ? "online" : before ? "lost" : "waiting";
  link.lastChild.textContent = online ? now.hello?.broker ?? "" : waiting(retryAt);
  document.body.toggleAttribute("data-offline", !online);
  if (!online) ticking = setTimeout(show, 250);
  showStale(online && now.club && !now.club.online ? now.club : null);
}

/** Say that the broker is out of reach, and why. @param {any} club as it stood, or none if it is reached */
function showStale(club) {
  find("#stale").hidden = !club;
  find("#stale").replaceChildren(...(club ? [
    club.boards ? t("The broker is out of reach. This is how the boards stood.") : t("The broker is out of reach."),
    ...(club.trouble ? [make("small", { text: sentence(club.trouble) })] : []),
  ] : []));
}

/** @param {number} retryAt */
function waiting(retryAt) {
  const seconds = Math.ceil((retryAt - Date.now()) / 1000);
  return seconds > 0 ? t("Out of reach. Next try in {seconds} s", { seconds }) : t("Connecting …");
}
