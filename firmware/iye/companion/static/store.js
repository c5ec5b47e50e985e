/**
 * What the page knows, and who wants to hear of it.
 * The law of this module: it holds and passes on, and understands nothing.
 *
 * Topics named as the board's words hold the last such word (`hello`, `state`, `history`, `tuning`,
 * `code`, …); `link` is how the connection stands, `view` what is to be shown, `language` a tag,
 * `recordAt` where the record of the match is, if not where it usually is.
 */

/** @type {Record<string, any>} */
export const now = { link: { online: false, retryAt: 0 }, history: { cycles: [] } };

/** @type {Map<string, Array<(value: any, before: any) => void>>} */
const hearers = new Map();

/**
 * Hear of a topic from now on.
 * @param {string} topics one or several, with spaces between
 * @param {(value: any, before: any) => void} hear
 */
export function on(topics, hear) {
  for (const topic of topics.split(" ")) {
    hearers.set(topic, [...(hearers.get(topic) ?? []), hear]);
  }
}

/**
 * Let everybody know.
 * @param {string} topic
 * @param {any} value
 */
export function tell(topic, value) {
  const before = now[topic];
  now[topic] = value;
  for (const hear of hearers.get(topic) ?? []) hear(value, before);
}
