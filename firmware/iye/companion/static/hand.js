/**
 * A hand on a simulated board: fingers become touches that last long enough to be felt.
 * The law of this module: a quick tap is held on until the board can have made a landing of it, and
 * what is tapped meanwhile comes after it, in order; nothing is touched twice, nothing stays touched.
 *
 * @typedef {{ since: number, felt: number, gone: boolean, timer: number, then?: () => void }} Touch
 */

const LANDING = 400;
const AFTER_FELT = 340;
const TAP = 120;
const PATIENCE = 1200;
/** From one tap to the next: sooner, the board would feel a drum that slides on. */
const APART = 150;

/** @param {string} pad */
const isCell = (pad) => pad[0] > "2";

export class Hand {
  /** @param {(wish: object) => boolean} say */
  constructor(say) {
    this.say = say;
    /** @type {Map<string, Touch>} */
    this.touches = new Map();
    /** @type {Array<{ pad: string, gone: boolean, then?: () => void }>} */
    this.waiting = [];
    /** When the last tap was let go. */
    this.tapped = 0;
  }

  /** Put a finger on a pad, now or after the taps that are still being felt. @param {string} pad */
  press(pad) {
    const busy = [...this.touches.values()].some((touch) => touch.gone);
    const rest = this.tapped + APART - Date.now();
    if (!busy && !this.waiting.length && rest <= 0) return this.#touch(pad);
    this.waiting.push({ pad, gone: false });
    if (!busy && this.waiting.length === 1) setTimeout(() => this.#next(), rest);
  }

  /** Take the finger away; the pad is let go when it can have been felt. @param {string} pad @param {() => void} [then] */
  lift(pad, then) {
    const waits = this.waiting.find((press) => press.pad === pad && !press.gone);
    if (waits) return void Object.assign(waits, { gone: true, then });
    const touch = this.touches.get(pad);
    if (!touch || touch.gone) return void then?.();
    Object.assign(touch, { gone: true, then });
    this.#letGoInTime(pad, touch);
  }

  /** Touch and let go. @param {string} pad @param {() => void} [then] */
  tap(pad, then) {
    this.press(pad);
    this.lift(pad, then);
  }

  /** Let a pad go at once, as a thing that slides off it. @param {string} pad */
  slideOff(pad) {
    const touch = this.touches.get(pad);
    if (!touch) return this.#pass(pad);
    clearTimeout(touch.timer);
    this.touches.delete(pad);
    this.say({ do: "release", pad });
    touch.then?.();
    if (touch.gone) this.tapped = Date.now();
    if (this.waiting.length) setTimeout(() => this.#next(), touch.gone ? APART : 0);
  }

  /** Hear which pads the board feels. @param {string[]} held */
  feel(held) {
    for (const [pad, touch] of this.touches) {
      if (touch.felt || !held.includes(pad)) continue;
      touch.felt = Date.now();
      if (touch.gone) this.#letGoInTime(pad, touch);
    }
  }

  /** Forget everything: the board is out of reach, or nobody's hand is there. */
  forget() {
    this.waiting = [];
    for (const pad of [...this.touches.keys()]) this.slideOff(pad);
  }

  /** @param {string} pad */
  #touch(pad) {
    if (this.touches.has(pad)) return;
    if (!this.say({ do: "touch", pad })) return;
    this.touches.set(pad, { since: Date.now(), felt: 0, gone: false, timer: 0 });
  }

  /** @param {string} pad @param {Touch} touch */
  #letGoInTime(pad, touch) {
    clearTimeout(touch.timer);
    touch.timer = setTimeout(() => this.slideOff(pad), this.#due(pad, touch) - Date.now());
  }

  /** @param {string} pad @param {Touch} touch */
  #due(pad, touch) {
    const [least, after] = isCell(pad) ? [LANDING, AFTER_FELT] : [TAP, 0];
    if (!touch.felt) return touch.since + PATIENCE;
    return Math.max(touch.since + least, touch.felt + after);
  }

  /** Leave out a pad whose turn had not come. @param {string} pad */
  #pass(pad) {
    this.waiting = this.waiting.filter((press) => press.pad !== pad || press.gone);
  }

  #next() {
    const busy = [...this.touches.values()].some((touch) => touch.gone);
    if (busy) return;
    const press = this.waiting.shift();
    if (!press) return;
    this.#touch(press.pad);
    if (press.gone) this.lift(press.pad, press.then);
    else this.#next();
  }
}
