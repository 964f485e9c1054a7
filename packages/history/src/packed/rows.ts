import { Effect, Result, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { addDays, type Day, dayNumberOf } from "../days.ts"
import type { Series, StoredFacts } from "../ListHistory.ts"
import { type Columns, decodeColumns } from "./columnsBlock.ts"
import type { Fault } from "./envelope.ts"

/** The tables of one series in the database at hand. */
export interface Tables<F> {
  readonly sql: SqlClient.SqlClient
  readonly series: Series<F>
  readonly of: (
    table: "state" | "clock" | "calendar" | "inbox" | "lists" | "runs" | "months" | "words" | "moments" | (string & {})
  ) => Statement.Fragment
}

export const tablesOf = <F>(sql: SqlClient.SqlClient, series: Series<F>): Tables<F> => ({
  sql,
  series,
  of: (table) => sql`${sql(`${series.name}_${table}`)}`
})

/** Reads rows of our own tables; others are a broken invariant. */
export const rowsOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
}

/** Whole numbers, looked at all at once: a statement gives millions of them. */
export const Ints = Schema.declare(
  (value): value is ReadonlyArray<number> => Array.isArray(value) && value.every(Number.isInteger)
)
export const Bytes = Schema.declare((value): value is Uint8Array => value instanceof Uint8Array)
export const Numbers = Schema.declare(
  (value): value is ReadonlyArray<number | null> =>
    Array.isArray(value) && value.every((one) => one === null || Number.isFinite(one))
)

export const ints = (values: Iterable<number>): string => `{${[...values].join(",")}}`
export const texts = (values: ReadonlyArray<string>): string => `{${values.map((value) => `"${value}"`).join(",")}}`

export const monthOfDay = (day: Day): Day => `${day.slice(0, 7)}-01`
const days = new Map<number, Day>()
/** A reading asks for the same few days thousands of times. */
export const dayOfNumber = (number: number): Day => {
  const known = days.get(number)
  if (known !== undefined) return known
  const day = addDays("1970-01-01", number)
  if (days.size > 10_000) days.clear()
  days.set(number, day)
  return day
}

/** A row's numbers in one array, as they lie in a block: those that each series has, then its own. */
export const numbersSql = `ARRAY[day - date '1970-01-01', market_id, source_id, depth, recorded_ms, observed_ms,
  cardinality(listings)]::float8[] || facts::float8[]`
export const numbersOf = <F>(list: StoredFacts<F>, { facts }: Series<F>): ReadonlyArray<number | null> => [
  dayNumberOf(list.day),
  list.market,
  list.source,
  list.depth,
  list.recordedMs,
  list.observedMs,
  list.listed,
  ...facts.pack(list.facts)
]
export const factsOf = <F>(
  owner: number,
  [day, market, source, depth, recordedMs, observedMs, listed, ...facts]: ReadonlyArray<number | null>,
  series: Series<F>
): StoredFacts<F> | null =>
  day == null ||
  market == null ||
  source == null ||
  depth == null ||
  recordedMs == null ||
  observedMs == null ||
  listed == null
    ? null
    : {
        owner,
        day: dayOfNumber(day),
        market,
        source,
        depth,
        recordedMs,
        observedMs,
        listed,
        facts: series.facts.unpack(facts)
      }

export const transposed = (rows: Columns): Columns =>
  Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, index) =>
    rows.map((row) => row[index] ?? null)
  )

/** The days of a block of an owner's facts. */
export const unpackFacts = <F>(
  owner: number,
  block: Uint8Array,
  series: Series<F>
): Result.Result<ReadonlyArray<StoredFacts<F>>, Fault> => {
  const columns = decodeColumns("facts", block)
  if (Result.isFailure(columns)) return Result.fail(columns.failure)
  const days: Array<StoredFacts<F>> = []
  for (const numbers of transposed(columns.success)) {
    const day = factsOf(owner, numbers, series)
    if (day === null) return Result.fail("a day of it lacks numbers")
    days.push(day)
  }
  return Result.succeed(days)
}

export type Sql<A> = Effect.Effect<A, SqlError.SqlError>

/** Moves of one series take turns, on all nodes. */
export const moveLock = <F>({ series, sql }: Tables<F>) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`storeglass/history/${series.name}`}, 0))`
