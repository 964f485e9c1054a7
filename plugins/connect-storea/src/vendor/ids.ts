/** The vendor's ids of price points, prices and territory availabilities: base64url of a little JSON. */
import { Option, Schema } from "effect"

const Text = Schema.Union([Schema.String, Schema.Finite])
const Said = Schema.fromJsonString(
  Schema.Struct({ s: Schema.optionalKey(Text), t: Schema.optionalKey(Text), p: Schema.optionalKey(Text) })
)
const decode = Schema.decodeUnknownOption(Said)

/** What an id tells of itself. */
export interface ToldById {
  /** Id of the product or app that it is of. */
  readonly owner: string | undefined
  readonly territory: string | undefined
  readonly tier: string | undefined
}

const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

/**
 * What an opaque id tells, for checks alone: ids are passed on as they came, and one that can't be read is none of our
 * business.
 */
export const toldById = (id: string): ToldById | undefined => {
  if (!/^[A-Za-z0-9_-]{4,512}={0,2}$/.test(id)) return undefined
  const said = Option.getOrUndefined(decode(Buffer.from(id, "base64url").toString("utf8")))
  return said === undefined
    ? undefined
    : { owner: textOf(said.s), territory: textOf(said.t)?.toUpperCase(), tier: textOf(said.p) }
}
