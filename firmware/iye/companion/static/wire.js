/**
 * The connection to the board, which comes back by itself.
 * The law of this module: it is honest about whether it stands, and forgets no wish silently: what
 * cannot be said now is not said later.
 */

import { now, tell } from "./store.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

/** @type {WebSocket | null} */
let socket = null;
let wait = FIRST_WAIT;
let timer = 0;
/** @type {() => string} */
let wanted = () => "en";
/** @type {Array<[string, any]> | null} */
let unheard = [];

/**
 * Connect, and stay connected.
 * @param {() => string} language gives the tag to ask for
 */
export function connect(language) {
  wanted = language;
  addEventListener("online", connectNow);
  document.addEventListener("visibilitychange", () => document.hidden || connectNow());
  open();
}

/** Tell everybody what the board has said so far, and from now on at once. */
export function listen() {
  const heard = unheard ?? [];
  unheard = null;
  for (const [topic, value] of heard) tell(topic, value);
}

/**
 * Say a wish to the board; gives whether it could be said.
 * @param {object} wish
 */
export function say(wish) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(wish));
  return true;
}

/** Try at once, unless connected or about to be. */
export function connectNow() {
  if (!socket) open();
}

function open() {
  clearTimeout(timer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/ws?language=${encodeURIComponent(wanted())}`);
  socket = mine;
  mine.binaryType = "arraybuffer";
  mine.onmessage = (event) => hear(event.data);
  mine.onclose = () => mine === socket && lost();
}

/** @param {string | ArrayBuffer} data */
function hear(data) {
  if (typeof data !== "string") return pass("frame", data);
  const word = JSON.parse(data);
  if (word.type === "hello") settled();
  pass(word.type, word);
}

/** @param {string} topic @param {any} value */
function pass(topic, value) {
  if (unheard) unheard.push([topic, value]);
  else tell(topic, value);
}

function settled() {
  wait = FIRST_WAIT;
  pass("link", { online: true, retryAt: 0 });
}

function lost() {
  socket = null;
  timer = setTimeout(open, wait);
  pass("link", { online: false, retryAt: Date.now() + wait, before: now.link.before || now.link.online });
  wait = Math.min(LONGEST_WAIT, wait * 2);
}
