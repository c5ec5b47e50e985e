/**
 * Joining a board with its six digits, choosing a seat, and asking others in.
 * The law of this module: who may only watch is told so, and how to do more.
 */

import { choices } from "./dialogs.js";
import { find, make } from "./make.js";
import { now, on } from "./store.js";
import { say } from "./wire.js";
import { t } from "./words.js";

const panel = make("form", { id: "join", hidden: true, onsubmit: join });

/** Offer to join where this page has not, from now on. */
export function followSeats() {
  find("#table").append(panel);
  on("hello language", show);
  on("refused", ({ reason, text }) => JOINING.has(reason) && complain(text));
  if (now.hello) show();
}

const JOINING = new Set(["wrong_code", "too_many_tries"]);

function show() {
  panel.hidden = !now.hello || now.hello.joined;
  if (panel.hidden) return;
  const digits = make("input.deal", { name: "code", inputmode: "numeric", pattern: "[0-9 ]{6,8}", maxlength: 8, autocomplete: "one-time-code", required: true, "aria-label": t("Six digits"), placeholder: "000000", "aria-describedby": "join-why" });
  panel.replaceChildren(
    make("p.soft", { id: "join-why", text: t("You are watching. To play here, hold “hint” on the board and read the six digits it shows.") }),
    digits, make("button.deed.main", { type: "submit", text: t("Join") }), make("p.problem", { role: "alert" }));
}

/** @param {string} text */
function complain(text) {
  if (!panel.hidden) panel.lastChild.textContent = text;
}

/** @param {any} event */
function join(event) {
  event.preventDefault();
  complain("");
  say({ do: "join", code: event.target.elements.code.value.replace(/\s/g, "") });
}

/** Which seat this page takes. */
export function seatChoice() {
  const seats = /** @type {Array<[string, string]>} */ ([
    ["1", t("Player {number}", { number: 1 })], ["2", t("Player {number}", { number: 2 })], ["", t("Helper")],
  ]);
  const field = choices("seat", t("Your seat"), seats, String(now.hello.seat ?? ""));
  field.addEventListener("change", (/** @type {any} */ event) => say({ do: "sit", seat: event.target.value ? Number(event.target.value) : null }));
  return field;
}

/** Whether nobody here plays for a seat. @param {string} seat */
export const isAway = (seat) => Boolean(seat) && (now.state?.seats?.[Number(seat) - 1] ?? "person") !== "person";

/** The digits and the picture by which others join. */
export function invitation() {
  if (!now.code) return "";
  const { digits, address, picture } = now.code;
  const drawing = make("img.qr", { src: picture, alt: t("QR code of {address}", { address }), width: 160, height: 160 });
  return make("section", {}, make("p.label", { text: t("Others join here with these digits") }), make("p", { text: address }), make("p.digits", { text: digits }), drawing);
}
