/** Texts that callers give to be kept. */
import { InvalidInput, Param } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { InvalidKeyword } from "./keywords/InvalidKeyword.ts"

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/

/** As it is kept: Unicode normal form C, trimmed, one kind of line break. */
export const neat = (text: string): string => text.normalize("NFC").replace(/\r\n?/g, "\n").trim()

interface TextOptions {
  readonly max: number
  /** May have line breaks. */
  readonly lines?: boolean
}

/** What keeps a text from being kept; undefined: nothing. */
export const problemOf = (given: string, { lines = false, max }: TextOptions): string | undefined => {
  if (!given.isWellFormed()) return "must be well-formed Unicode"
  const text = neat(given)
  const { length } = [...text]
  if (length === 0) return "must have at least 1 character"
  if (length > max) return `must have at most ${max} characters`
  if (controls.test(text)) return `must not contain control characters${lines ? " but line breaks" : ""}`
  return !lines && text.includes("\n") ? "must not contain line breaks" : undefined
}

/** Text of 1 to `max` characters, as `neat` makes it. */
export const kept = (description: string, options: TextOptions, ...examples: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => problemOf(text, options) ?? true, {
      toJsonSchema: () => ({ minLength: 1, maxLength: options.max })
    })
  ).annotate({ description, ...(examples.length === 0 ? {} : { examples }) })

/** At most so many characters of any text, for an answer that tells of it. */
export const cutTo = (text: string, max: number): string =>
  [...text.slice(0, 2 * max).toWellFormed()].slice(0, max).join("")

/** What a store told, as it may be kept; null where nothing is left of it. */
export const keepable = (text: string | null, { lines = false, max }: TextOptions): string | null => {
  if (text === null) return null
  const clean = neat(text.toWellFormed())
    .replace(lines ? new RegExp(controls, "g") : /[\p{Cc}]/gu, " ")
    .trim()
  return clean === "" ? null : neat([...clean].slice(0, max).join(""))
}

/** The canonical form of a BCP 47 tag; undefined where it is none. */
export const languageOf = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** The language that a list is asked for, in its canonical form. */
export const askedLanguage = (tag: string) => {
  const language = languageOf(tag)
  return language === undefined
    ? Effect.fail(new InvalidInput("language (query): must be a BCP 47 language tag such as en-US"))
    : Effect.succeed(language)
}

export const languageTag = (description: string) =>
  Schema.String.check(
    Schema.makeFilter(
      (tag: string) =>
        (tag.length <= 60 && languageOf(tag) !== undefined) || "must be a BCP 47 language tag such as en-US",
      { toJsonSchema: () => ({ minLength: 2, maxLength: 60 }) }
    )
  ).annotate({ description, examples: ["en-US"] })

const isHttps = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === "https:" && url.username === "" && url.password === ""
}

/** An address that is kept and never fetched. */
export const address = (description: string) =>
  Schema.String.check(
    Schema.makeFilter(
      (text: string) =>
        (text.length <= 2_048 && !/[\s\p{Cc}]/u.test(text) && text.isWellFormed() && isHttps(text)) ||
        "must be an https address of at most 2048 characters",
      { toJsonSchema: () => ({ maxLength: 2_048, pattern: "^https://" }) }
    )
  ).annotate({ description, examples: ["https://example.com/icon.png"] })

export const keywordMax = 100
/** Of a report. */
export const titleMax = 1_000

export const keywordText = Schema.String.check(
  Schema.makeFilter((text: string) => problemOf(text, { max: keywordMax }) ?? true, {
    toJsonSchema: () => ({ minLength: 1, maxLength: keywordMax })
  })
).annotate({
  description: "A keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean.",
  examples: ["photo editor"],
  [Param.failsWith]: InvalidKeyword
})
