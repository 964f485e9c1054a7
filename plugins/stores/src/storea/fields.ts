/** Parts of answers that only this store writes. */
import { Schema, SchemaGetter } from "effect"

/** An id as text: digits, given as a number or as text. */
export const Id = Schema.Union([
  Schema.String.check(Schema.isPattern(/^[1-9]\d{0,15}$/)),
  Schema.Int.check(Schema.isGreaterThan(0)).pipe(
    Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(String), encode: SchemaGetter.transform(Number) })
  )
])

/** The feeds write one item as itself, several as a list and none by leaving the key out. */
export const oneOrMany = (input: unknown): ReadonlyArray<unknown> =>
  Array.isArray(input) ? input : input === undefined || input === null ? [] : [input]

/** `{ label }`, as the feeds write every value. */
export const Label = Schema.Struct({ label: Schema.String })
