import { Schema } from "effect"

/** Control characters, and those that turn the direction of the text after them: shown to others, they hide what it says. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here.
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** A text without marks of direction, which no keyboard types and copied text has. */
export const withoutMarks = (text: string) => text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")

/** Why a text can't be stored and shown to others; undefined when it can. */
export const textProblem = (text: string): string | undefined => {
  if (unseen.test(text)) return "must not contain control or text direction characters"
  return text.isWellFormed() ? undefined : "must be well-formed Unicode"
}

/**
 * Text of `min` (default 1) to `max` characters that callers give and that is kept: names, labels, notes. Counted in code
 * points of NFC, without space around it, so that a name isn't blank. Characters that can't be seen but change what is
 * shown are refused.
 *
 * @example
 * payload: Schema.Struct({ label: StoredText({ max: 80, description: "What you call it." }) })
 */
export const StoredText = (options: { readonly min?: number; readonly max: number; readonly description: string }) => {
  const { description, max, min = 1 } = options
  const lengthProblem = (text: string) => {
    const { length } = [...text.normalize("NFC").trim()]
    if (length < min) return `must have at least ${min} ${min === 1 ? "character" : "characters"}`
    return length > max ? `must have at most ${max} characters` : undefined
  }
  return Schema.String.annotate({ description }).check(
    Schema.makeFilter((text: string) => lengthProblem(text) ?? textProblem(text) ?? true, {
      toJsonSchema: () => ({ minLength: min, maxLength: max })
    })
  )
}
