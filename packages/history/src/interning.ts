import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

export interface InterningOptions {
  /** Has a column `id`, made by the database, and a unique constraint over `columns`. */
  readonly table: string
  /** Columns of type text, in the order of a name's parts. */
  readonly columns: ReadonlyArray<string>
  /** Names kept in the process; beyond it all are forgotten and read again. */
  readonly keptMax?: number
}

/** A name of as many parts as the table has columns. */
type Name = ReadonlyArray<string>

/** Small numbers that stand for names. Call it outside of transactions: a number of one that is undone would be kept. */
export interface HistoryInterning {
  /** In the order of the names; null for those that have no number. */
  readonly find: (names: ReadonlyArray<Name>) => Effect.Effect<ReadonlyArray<number | null>, SqlError.SqlError>
  /** The same, giving a number to those that have none. */
  readonly ensure: (names: ReadonlyArray<Name>) => Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
  readonly ensureOne: (name: Name) => Effect.Effect<number, SqlError.SqlError>
  readonly nameOf: (id: number) => Effect.Effect<Name | null, SqlError.SqlError>
}

const decode = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.Array(Schema.String) }))
)
// PostgreSQL's text has no such character.
const textOf = (name: Name) => name.join("\u0000")

/** Interning over a table of the database at hand. */
export const makeInterning = ({
  columns,
  keptMax = 100_000,
  table
}: InterningOptions): Effect.Effect<HistoryInterning, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = new Map<string, number>()
    const names = new Map<number, Name>()
    const parts = sql.csv(columns.map((column) => sql`${sql(column)}`))
    const asked = (wanted: ReadonlyArray<Name>) => sql`
      SELECT DISTINCT ${sql.csv(columns.map((column, index) => sql`part->>${sql.literal(String(index))} AS ${sql(column)}`))}
      FROM jsonb_array_elements(${JSON.stringify(wanted)}::text::jsonb) AS part`

    const keep = Effect.fnUntraced(function* (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) {
      const found = yield* Effect.orDie(decode(yield* statement))
      if (ids.size + found.length > keptMax) {
        ids.clear()
        names.clear()
      }
      for (const { id, name } of found) {
        ids.set(textOf(name), id)
        names.set(id, name)
      }
      return found
    })

    /** The numbers of these by text; of the process where it has them, else of the table. */
    const read = Effect.fnUntraced(function* (wanted: ReadonlyArray<Name>) {
      const mine = new Map<string, number>()
      const unknown = wanted.filter((name) => {
        const id = ids.get(textOf(name))
        if (id !== undefined) mine.set(textOf(name), id)
        return id === undefined
      })
      if (unknown.length === 0) return mine
      const found = yield* keep(sql`
        SELECT id::int AS id, jsonb_build_array(${parts}) AS name
        FROM ${sql(table)} JOIN (${asked(unknown)}) AS asked USING (${parts})`)
      for (const { id, name } of found) mine.set(textOf(name), id)
      return mine
    })

    const find = Effect.fnUntraced(function* (wanted: ReadonlyArray<Name>) {
      const known = yield* read(wanted)
      return wanted.map((name) => known.get(textOf(name)) ?? null)
    })

    const ensure = Effect.fnUntraced(function* (wanted: ReadonlyArray<Name>) {
      const known = yield* read(wanted)
      const missing = wanted.filter((name) => !known.has(textOf(name)))
      if (missing.length > 0) {
        // Conflicts use up ids, so only what is missing is put in; in one order everywhere, so that two writers wait for
        // each other and do not lock up.
        yield* sql`
          INSERT INTO ${sql(table)} (${parts}) SELECT ${parts} FROM (${asked(missing)}) AS asked ORDER BY ${parts}
          ON CONFLICT DO NOTHING`
        for (const [text, id] of yield* read(missing)) known.set(text, id)
      }
      return wanted.map((name) => present(known.get(textOf(name)), name, table))
    })

    const ensureOne = (name: Name) => Effect.map(ensure([name]), ([id]) => present(id, name, table))

    const nameOf = Effect.fnUntraced(function* (id: number) {
      const known = names.get(id)
      if (known !== undefined) return known
      const [row] = yield* keep(sql`
        SELECT id::int AS id, jsonb_build_array(${parts}) AS name FROM ${sql(table)} WHERE id = ${id}`)
      return row?.name ?? null
    })

    return { find, ensure, ensureOne, nameOf }
  })

const present = (id: number | undefined, name: Name, table: string): number => {
  if (id === undefined) throw new Error(`${name.join(":")} was written to ${table} and is not there`)
  return id
}
