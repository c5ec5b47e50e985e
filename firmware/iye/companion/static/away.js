/**
 * Playing with another board: the room, whether the other is there, what they ask.
 * The law of this module: it says how things stand between two boards, and decides nothing.
 */

import { find, make } from "./make.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";
import { sentence, t } from "./words.js";

const panel = make("section", { id: "away", hidden: true });

/** Show the room from now on, on a board that can meet another. */
export function followAway() {
  find("#table").append(panel);
  on("away hello language", show);
  on("refused", ({ reason, text }) => reason === "no_room" && complain(text));
  if (now.away) show();
}

/** @type {Record<string, () => string>} */
const ASKS = {
  undo: () => t("The other player wants to take a move back."),
  abandon: () => t("The other player wants to give the match up."),
  new: () => t("The other player wants another match."),
};

/** @type {Record<string, () => string>} */
const WHY = {
  journals: () => t("The other board has changed what it had said."),
  forgotten: () => t("This board has forgotten what it had said."),
  table: () => t("This board tells of other moves than both agreed on."),
  commitment: () => t("The other board did not deal as it had promised."),
  other: () => t("The other board says that the two disagree."),
};

function show() {
  const away = now.away;
  panel.hidden = !away;
  panel.toggleAttribute("data-shared", Boolean(away?.shared)); // who deals then is not for this page
  if (!away) return;
  const parts = away.in_room ? inRoom(away) : outside(away);
  panel.replaceChildren(make("p.label", { text: t("Another board") }), ...parts, make("p.problem", { role: "alert" }));
}

/** @param {string} text */
function complain(text) {
  panel.lastChild.textContent = text;
}

/** Why the broker is not reached, as the board's log says too. @param {any} away */
function trouble(away) {
  return away.trouble && !away.online ? [make("p.soft", { text: sentence(away.trouble) })] : [];
}

/** What is offered in no room. @param {any} away */
function outside(away) {
  const why = trouble(away);
  const parts = why.length ? [make("p", { text: standing(away) }), ...why] : [];
  return now.hello?.joined ? [...parts, ...entrance()] : parts;
}

/** The ways into a room. */
function entrance() {
  const code = make("input.deal", { name: "code", maxlength: 24, autocomplete: "off", autocapitalize: "characters", spellcheck: false, "aria-label": t("The room's code"), placeholder: "NKRT-7WPM-3CXA" });
  const form = make("form", { onsubmit: meet }, code, make("button.deed.main", { type: "submit", text: t("Meet there") }));
  return [make("p.soft", { text: t("Type the code that the other board shows, or open a room and tell its code.") }), form, deed(t("Open a room"), () => say({ do: "meet" }))];
}

/** @param {any} event */
function meet(event) {
  event.preventDefault();
  complain("");
  const code = event.target.elements.code.value.trim();
  if (code) say({ do: "meet", code });
}

/** @param {any} away */
function inRoom(away) {
  const parts = [make("p", { text: standing(away) }), ...trouble(away)];
  if (away.stopped) parts.push(dispute(away.stopped));
  if (away.asks) parts.push(question(away.asks));
  if (away.asked) parts.push(make("p.soft", { text: t("The other player has been asked and has not answered.") }));
  if (away.online && away.room && away.other === null) parts.push(...invitation(away));
  if (away.wrong) parts.push(make("p.soft", { text: t("Messages that were not believed: {count}", { count: away.wrong }) }));
  if (now.hello?.joined) parts.push(deed(t("Leave the room"), leave));
  return parts;
}

/** @param {any} away */
function standing(away) {
  const name = away.name || t("The other board");
  if (!away.online) return t("The broker {broker} is not reached; the board tries again.", { broker: away.broker });
  if (away.taken) return t("Two other boards play in this room: open another.");
  if (away.other === null) return t("Nobody else is in the room yet.");
  if (!away.other) return t("{name} is away. The match goes on when they are back.", { name });
  return away.followed ? t("{name} is here, and both boards stand alike.", { name }) : t("{name} is here; the board there does not stand like this one yet.", { name });
}

/** @param {any} stopped */
function dispute({ why, cycle, move }) {
  const where = t("The match has stopped: from cycle {cycle}, move {move} on the boards disagree.", { cycle, move });
  return make("p.problem", { text: `${where} ${WHY[why]()}` });
}

/** @param {string} asks */
function question(asks) {
  const words = make("p", { text: ASKS[asks]() });
  if (!now.hello?.joined) return words;
  return make("div", {}, words, deed(t("Agree"), () => say({ do: "answer", agree: true })), deed(t("Refuse"), () => say({ do: "answer", agree: false })));
}

/** @param {any} away */
function invitation({ room, picture }) {
  const drawing = make("img.qr", { src: picture, alt: t("QR code of {address}", { address: room }), width: 160, height: 160 });
  return [make("p.soft", { text: t("Type this code at the other board:") }), make("p.digits", { text: room }), drawing];
}

function leave() {
  const words = now.away.shared ? t("Leave the room, and with it the match?") : t("Leave the room?");
  if (confirm(words)) say({ do: "leave" });
}

/** @param {string} text @param {() => void} onclick */
function deed(text, onclick) {
  return make("button.deed", { type: "button", text, onclick });
}
