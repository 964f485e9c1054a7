import { unmarked } from "../reading/heads.ts"
import { normalised, visible } from "../reading/text.ts"

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** So much of an answer is looked through. */
const readMax = 40_000

/** An answer without what Markdown lays out: its lines, its words. */
export const plainOf = (markdown: string): string =>
  visible(markdown.slice(0, readMax))
    .replace(/\r\n?/g, "\n")
    .replace(/!?\[([^\]\n]{0,300})\]\([^()\n]{0,2048}(?:\([^()\n]{0,200}\)[^()\n]{0,2048})?\)/g, "$1")
    .replace(/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, "")
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t:-]*$/gm, "")
    .replace(/\*+|_{2,}|`|~~/g, "")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim()

/** So much of it stands before the first mention. */
const leadMax = 160

const cutAt = (text: string, from: number, max: number) => {
  const begin = from <= leadMax ? 0 : text.lastIndexOf(" ", from - leadMax) + 1 || from - leadMax
  const end = text.length - begin <= max ? text.length : Math.max(text.lastIndexOf(" ", begin + max), begin + max / 2)
  const part = text.slice(begin, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "")
  return `${begin === 0 ? "" : "…"}${part}${end === text.length ? "" : "…"}`
}

const letters = "[\\p{Script=Latin}\\p{Script=Cyrillic}]"
/** A letter beside a name makes it another word, where words are set apart by spaces; an s may follow. */
const patternOf = (name: string) => {
  const isSpaced = (edge: RegExp) => edge.test(name)
  const before = isSpaced(/^[\p{Script=Latin}\p{Script=Cyrillic}]/u) ? `(?<!${letters})` : ""
  const after = isSpaced(/[\p{Script=Latin}\p{Script=Cyrillic}]$/u) ? `(?=s?(?!${letters}))` : ""
  return `${before}${escaped(name).replace(/\s+/g, "\\s+")}${after}`
}

/**
 * What an answer says around the first mention of an app, as plain text of about `max` characters in which its name, as the
 * assistant wrote it, is marked: `**name**`. Names of other apps that have it in them aren't. Without a name it's the
 * beginning.
 */
export const markedExcerpt = (
  answer: string,
  { name, others = [] }: { readonly name: string | undefined; readonly others?: ReadonlyArray<string> },
  max: number
): string => {
  const text = plainOf(answer)
  const own = name === undefined ? "" : unmarked(name)
  if (own === "") return cutAt(text, 0, max)
  const isLonger = (other: string) => other.length > own.length && other.toLowerCase().includes(own.toLowerCase())
  const longer = others.map(unmarked).filter(isLonger)
  const named = new RegExp([...longer, own].map(patternOf).join("|"), "giu")
  const isOwn = (found: string) => normalised(found) === normalised(own)
  const first = [...text.matchAll(named)].find(([found]) => isOwn(found))
  return cutAt(text, first?.index ?? 0, max).replace(named, (found) => (isOwn(found) ? `**${found}**` : found))
}
