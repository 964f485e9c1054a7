import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Reads rows of one shape; rows of another are a broken invariant of ours. */
export const rowsOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
}

/**
 * The conditions of a list. What isn't asked for isn't in the statement: a plan that has to hold for all that could be
 * asked reads rows where an index would do.
 */
export const makeWhere =
  (sql: SqlClient.SqlClient) =>
  (...conditions: ReadonlyArray<Statement.Fragment | undefined>): Statement.Fragment =>
    sql.and(conditions.flatMap((condition) => (condition === undefined ? [] : [condition])))

export const numberRows = rowsOf(Schema.Struct({ n: Schema.Int }))

/** A UUIDv7 of this moment whose rest is random: its successors can't be guessed. */
export const idAt = (ms: number): string => {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  crypto.getRandomValues(bytes)
  view.setUint32(0, Math.floor(ms / 0x10000))
  view.setUint16(4, ms % 0x10000)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** So many of them, in their order: rows of one moment stay in that of the list. */
export const idsAt = (ms: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, () => idAt(ms)).toSorted()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuid.test(text)

/** Text for `LIKE` that matches whatever has this in it. */
export const within = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
