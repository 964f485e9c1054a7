import { Redacted } from "effect"

const addresses = [
  // URLs, e-mail addresses, hosts and IP addresses.
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|app|me|internal|local)\b(?::\d+)?(?:\/\S*)?/gi
]
// Keys, and what looks like an id: a number of some length, or a word with digits in it.
const keyLike = /\b(?:sk|pk|rk)_\w+/g
const idLike = /[A-Za-z0-9_-]*\d[A-Za-z0-9_-]*/g

/**
 * A vendor's sentence without what isn't the caller's to read: the key, addresses, and ids that the caller didn't send.
 * Short numbers stay: they are limits and dates.
 */
export const sayable = (sentence: string, secret: Redacted.Redacted<string>, ids: ReadonlyArray<string>): string => {
  const key = Redacted.value(secret)
  const plain = [...addresses, keyLike].reduce(
    (text, pattern) => text.replace(pattern, "…"),
    key === "" ? sentence : sentence.replaceAll(key, "…")
  )
  return plain.replace(idLike, (word) =>
    ids.includes(word) || /^\d{1,3}$|^\d{4}-\d{2}-\d{2}$/.test(word) ? word : "…"
  )
}
