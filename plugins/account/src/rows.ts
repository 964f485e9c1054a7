import { Effect, Schema } from "effect"

/** Reads rows of one shape; rows of another are a broken invariant of ours. */
export const rowsOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
}

/** A time as PostgreSQL takes it. */
export const timeOf = (ms: number): string => new Date(ms).toISOString()

/** Milliseconds of a column, for `SELECT`. */
export const msColumn = (column: string, name: string): string =>
  `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`
