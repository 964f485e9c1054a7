/** Schemas for answers that we do not own: strict where we stand on a field, loose everywhere else. */
import { DateTime, Option, Schema, SchemaGetter } from "effect"

/** The field as `schema` has it; null when it is missing or of another shape. */
export const loose = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownOption(schema)
  return Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.NullOr(Schema.toType(schema)), {
      decode: SchemaGetter.transformOptional((input: Option.Option<unknown>) =>
        Option.some(Option.getOrNull(Option.flatMap(input, decode)))
      ),
      encode: SchemaGetter.passthrough({ strict: false })
    })
  )
}

/** The items that are as `item` has them; empty when there is no list at all. */
export const looseList = <S extends Schema.ConstraintDecoder<unknown>>(item: S) => {
  const decode = Schema.decodeUnknownOption(item)
  const read = (input: unknown): ReadonlyArray<S["Type"]> =>
    Array.isArray(input) ? input.flatMap((entry: unknown) => Option.toArray(decode(entry))) : []
  return Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.Array(Schema.toType(item)), {
      decode: SchemaGetter.transformOptional((input: Option.Option<unknown>) =>
        Option.some(read(Option.getOrUndefined(input)))
      ),
      encode: SchemaGetter.passthrough({ strict: false })
    })
  )
}

/** A whole number, also when it is written as a string of digits. */
export const Whole = Schema.Union([
  Schema.Int,
  Schema.String.check(Schema.isPattern(/^-?\d{1,15}$/)).pipe(
    Schema.decodeTo(Schema.Int, { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) })
  )
])

/** A number, also when it is written as a decimal string. */
export const Decimal = Schema.Union([
  Schema.Finite,
  Schema.String.check(Schema.isPattern(/^-?\d+(\.\d+)?$/)).pipe(
    Schema.decodeTo(Schema.Finite, { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) })
  )
])

/** An address that a browser may open. */
export const HttpUrl = Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/))

/** ISO 8601 in UTC; a plain date stays one, since its hour is not known. Null when the text is no date. */
export const isoDate = (text: string | null): string | null => {
  if (text === null) return null
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  return Option.match(DateTime.make(text), {
    onNone: () => null,
    onSome: (date) => DateTime.formatIso(date).replace(/\.000Z$/, "Z")
  })
}
