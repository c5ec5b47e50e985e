/**
 * The buttons around the board; what they open comes when it is wanted.
 * The law of this module: a button that would not be heard cannot be pressed, and says why.
 */

import { turnRound } from "./board.js";
import { place } from "./drum.js";
import { find } from "./make.js";
import { mayAct, whyNot } from "./may.js";
import { hintsName } from "./names.js";
import { followOpponent } from "./players.js";
import { now, on, tell } from "./store.js";
import { pickNext } from "./touching.js";
import { say } from "./wire.js";
import { t } from "./words.js";

/** @type {Record<string, () => any>} */
const DEEDS = {
  undo: () => say({ do: "press", button: "undo" }),
  hint: () => say({ do: "hint", hints: nextHints(now.state) }),
  drum: pickDrum,
  new: async () => (await import("./newmatch.js")).askNewMatch(),
  abandon: async () => (await import("./dialogs.js")).askAbandon(),
};

/** @param {{ hints: string, hints_allowed: string[] }} state */
const nextHints = ({ hints, hints_allowed }) => hints_allowed[(hints_allowed.indexOf(hints) + 1) % hints_allowed.length];

/** Make the buttons work. */
export function followButtons() {
  find("#tools").addEventListener("click", (/** @type {any} */ event) => {
    const deed = event.target.closest("[data-do]")?.dataset.do;
    if (deed) DEEDS[deed]();
  });
  find("#redeal").addEventListener("click", () => say({ do: "press", button: "new" }));
  followOpponent();
  find("#turn-round").addEventListener("click", turn);
  find("#open-tuning").addEventListener("click", async () => (await import("./tuning.js")).openTuning());
  find("#open-moves").addEventListener("click", async () => (await import("./moves.js")).toggleMoves());
  on("view link hello language", showWhich);
  if (now.hello) showWhich();
}

function turn() {
  const round = !find("#table").hasAttribute("data-turned");
  find("#turn-round").setAttribute("aria-pressed", String(round));
  turnRound(round);
  place();
  if (now.view) tell("view", now.view);
}

function showWhich() {
  const why = whyNot();
  find("#redeal").hidden = now.view?.state.phase !== "laying_out" || !mayAct();
  for (const button of find("#tools").children) {
    button.disabled = Boolean(why) || !isOfUse(button.dataset.do);
    button.title = why;
  }
  showHints(find('[data-do="hint"]'), now.state?.hints ?? "targets");
}

/** @param {any} button @param {string} hints */
function showHints(button, hints) {
  const name = hintsName(hints);
  button.dataset.hints = hints;
  button.lastElementChild.textContent = name;
  button.setAttribute("aria-label", t("Hint: {name}", { name }));
}

/** @param {string} deed */
function isOfUse(deed) {
  const phase = now.state?.phase;
  if (deed === "drum") return Boolean(now.state?.drum) || phase === "laying_out";
  if (deed === "abandon" && phase === "match_over") return false;
  if (deed === "hint") return !now.state?.reseatable;
  return deed === "new" || phase !== "asleep";
}

function pickDrum() {
  if (find("[data-picking]")) return stopPicking();
  find("#call").textContent = t("On which space does the drum really stand? Touch it here, or press Escape.");
  document.addEventListener("keydown", stopAtEscape);
  pickNext(async (pad) => {
    stopPicking();
    if (pad[0] > "2" && mayAct()) (await import("./real.js")).sayDrumHere(pad);
  });
}

/** @param {KeyboardEvent} event */
const stopAtEscape = (event) => event.key === "Escape" && stopPicking();

function stopPicking() {
  document.removeEventListener("keydown", stopAtEscape);
  pickNext(null);
  if (now.view) tell("view", now.view);
}
