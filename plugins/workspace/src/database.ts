import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/**
 * The conditions of a list. What isn't asked for isn't in the statement: a plan that has to hold for all that could be
 * asked reads rows where an index would do.
 */
export const makeWhere =
  (sql: SqlClient.SqlClient) =>
  (...conditions: ReadonlyArray<Statement.Fragment | undefined>): Statement.Fragment =>
    sql.and(conditions.flatMap((condition) => (condition === undefined ? [] : [condition])))

export const numberRows = rowsOf(Schema.Struct({ n: Schema.Int }))

const columnRows = rowsOf(Schema.Struct({ name: Schema.String }))
/** The columns of a table, whatever later migrations add: a row that is kept as JSON comes back whole. */
export const columnsOf = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(
    columnRows(sql`
      SELECT attname::text AS name FROM pg_attribute
      WHERE attrelid = ${table}::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`),
    (rows) => ({
      names: sql.literal(rows.map(({ name }) => name).join(", ")),
      /** Those of a record. */
      from: (record: string) => sql.literal(rows.map(({ name }) => `(${record}).${name}`).join(", "))
    })
  )

const idBytes = 16
/** What one call gives at most, 65,536 bytes. */
const idsAtOnce = 4_096

/** UUIDv7 of this moment whose rest is random: their successors can't be guessed. In their order, so that rows of one moment stay in that of a list. */
export const idsAt = (ms: number, count: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (let left = count; left > 0; left -= idsAtOnce) {
    const bytes = new Uint8Array(Math.min(left, idsAtOnce) * idBytes)
    crypto.getRandomValues(bytes)
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length; at += idBytes) {
      view.setUint32(at, Math.floor(ms / 0x10000))
      view.setUint16(at + 4, ms % 0x10000)
      view.setUint8(at + 6, (view.getUint8(at + 6) & 0x0f) | 0x70)
      view.setUint8(at + 8, (view.getUint8(at + 8) & 0x3f) | 0x80)
    }
    const hex = Buffer.from(bytes.buffer).toString("hex")
    for (let at = 0; at < hex.length; at += 2 * idBytes) {
      const part = (from: number, to: number) => hex.slice(at + from, at + to)
      ids.push(`${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`)
    }
  }
  return ids.sort()
}

export const idAt = (ms: number): string => idsAt(ms, 1)[0] ?? ""

/** Text for `LIKE` that matches whatever has this in it. */
export const within = (text: string): string => `%${text.normalize("NFC").replace(/[\\%_]/g, "\\$&")}%`
