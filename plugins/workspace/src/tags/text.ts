import { byCodePoint } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { neat, problemOf } from "../texts.ts"

export const tagMax = 40
/** Of one row. */
export const tagsMax = 20

/** They turn the direction of text and aren't seen: with and without them a tag looks the same, and no address may have them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A tag in the one form in which tags are kept and compared. */
export const tagOf = (typed: string): string =>
  neat(neat(typed.replace(directions, "")).toLowerCase().replace(/\s+/gu, " "))

/** These in their form, each once, in order. */
export const tagsOf = (typed: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(typed.map(tagOf))].sort(byCodePoint)

const wrongIn = (typed: string) =>
  problemOf(typed, { max: tagMax }) ??
  problemOf(tagOf(typed), { max: tagMax }) ??
  (/[,;|]/u.test(typed) ? "must not contain a comma, semicolon or bar" : undefined)

export const TagText = Schema.String.check(
  Schema.makeFilter((typed: string) => wrongIn(typed) ?? true, {
    toJsonSchema: () => ({ minLength: 1, maxLength: tagMax })
  })
).annotate({ description: "A tag, 1 to 40 characters, without commas. Case doesn't matter.", examples: ["brand"] })

/** Tags for a row, as they are asked for. */
export const GivenTags = Schema.Array(TagText)
  .check(Schema.isMaxLength(tagsMax))
  .annotate({ description: `Your tags for it, at most ${tagsMax}.` })
