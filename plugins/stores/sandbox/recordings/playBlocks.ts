/** The data inside recorded pages and answers, and the cards in it. */
import type { Json } from "@storeglass/sandbox"
import { sparse } from "../formats/playWire.ts"

export const at = (value: Json | undefined, ...path: ReadonlyArray<number>): Json | undefined => {
  let current = value
  for (const index of path) current = Array.isArray(current) ? current[index] : undefined
  return current
}

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The end of the array that begins at `start`, by its brackets. */
const arrayEnd = (text: string, start: number): number => {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    const char = text[i]
    if (char === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++
    } else if (char === "[" || char === "{") depth++
    else if (char === "]" || char === "}") depth--
    if (depth === 0) return i + 1
  }
  return text.length
}

/** The data blocks of a page; those that are no JSON are left out. */
export const readBlocks = (html: string): ReadonlyArray<Json> =>
  [...html.matchAll(/AF_initDataCallback\(\{key: 'ds:\d+',[^[{]*?data:(?=\[)/g)].flatMap((match) => {
    const start = match.index + match[0].length
    return parse(html.slice(start, arrayEnd(html, start))) ?? []
  })

/** The payloads of recorded answers to calls, in either form. */
export const payloadsOf = (text: string): ReadonlyArray<{ readonly rpcId: string; readonly payload: Json }> => {
  const found: Array<{ rpcId: string; payload: Json }> = []
  for (let start = text.indexOf("[["); start !== -1; start = text.indexOf("\n[[", start)) {
    if (text[start] === "\n") start++
    const end = arrayEnd(text, start)
    const rows = parse(text.slice(start, end))
    for (const row of Array.isArray(rows) ? rows : []) {
      const [rpcId, inner] = [at(row, 1), at(row, 2)]
      const payload = typeof inner === "string" ? parse(inner) : undefined
      if (at(row, 0) === "wrb.fr" && typeof rpcId === "string" && payload !== undefined) found.push({ rpcId, payload })
    }
    start = end
  }
  return found
}

export interface PlayCard {
  readonly appId: string
  readonly title: string
  readonly developer: string
  readonly country: string
  readonly raw: Json
}

/** Every card anywhere in the data. */
export const cardsIn = (value: Json, country: string): ReadonlyArray<PlayCard> => {
  if (!Array.isArray(value)) {
    return typeof value === "object" && value !== null
      ? Object.values(value).flatMap((nested) => cardsIn(nested, country))
      : []
  }
  const [appId, title, developer] = [at(value, 0, 0), at(value, 3), at(value, 14)]
  if (typeof appId === "string" && at(value, 0, 1) === 7 && typeof title === "string" && typeof developer === "string")
    return [{ appId, title, developer, country, raw: value }]
  return value.flatMap((nested) => cardsIn(nested, country))
}

export const cardOf = {
  /** An app of which a list kept only the id; what is not known is left out, and its id stands for its name. */
  bare: (appId: string, title: string | undefined): Json =>
    sparse([
      [[0], [appId, 7]],
      [[3], title ?? appId],
      [[10, 4, 2], `/store/apps/details?id=${appId}`],
      [[28], [1, 1, 0]]
    ]),
  section: (cards: ReadonlyArray<Json>): Json => sparse([[[22, 0], cards]])
}
