import { sha256 } from "@storeglass/plugin-api"
import { Effect, Result } from "effect"
import type { ModelSlug } from "../models.ts"

export const textMin = 15
export const textMax = 220

const allowed = /^[\p{L}\p{M}\p{N}\p{P}\p{S} \u200c\u200d]*$/u
const addressAlone =
  /^(?:[a-z][a-z0-9+.-]*:\/\/\S+|www\.\S+|\S+@\S+\.\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:\/\S*)?)$/iu

/** NFC, with whitespace folded. */
export const foldedText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\s\u0085]+/gu, " ")
    .trim()

/**
 * A prompt's text as it's kept: NFC, whitespace folded, 15 to 220 code points of letters, numbers, punctuation and symbols of any
 * script. The failure says what it must be, for the caller.
 */
export const promptText = (given: string): Result.Result<string, string> => {
  if (!given.isWellFormed()) return Result.fail("must be well-formed Unicode")
  const text = foldedText(given)
  const length = [...text].length
  if (length < textMin || length > textMax) {
    return Result.fail(`must have ${textMin} to ${textMax} characters; it has ${length}`)
  }
  if (!allowed.test(text)) {
    return Result.fail("must have no control, private-use or invisible characters")
  }
  return addressAlone.test(text) ? Result.fail("must be a question; it's an address alone") : Result.succeed(text)
}

/** By which prompts of an intent are the same: case and the mark at the end don't count. */
export const promptKey = (text: string): string =>
  foldedText(text)
    .toLowerCase()
    .replace(/[\s.!?。！？؟]+$/u, "")

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** SHA-256 of a text, as 64 hex digits. */
export const digestOf = (text: string): Effect.Effect<string> => Effect.map(sha256(text), hex)

/**
 * What is asked once: SHA-256 of text, assistant, country, language and UTC day, as 64 hex digits; of a repeat its number, too, so
 * that the first is what it was before there were repeats.
 */
export const fingerprintOf = (asked: {
  readonly text: string
  readonly slug: ModelSlug
  readonly country: string
  readonly language: string
  /** `YYYY-MM-DD`, of acceptance. */
  readonly day: string
  /** From 1. */
  readonly sample?: number
}): Effect.Effect<string> => {
  const { country, day, language, sample = 1, slug, text } = asked
  const parts = [text, slug, country, language, day, ...(sample === 1 ? [] : [sample])]
  return digestOf(JSON.stringify(parts))
}
