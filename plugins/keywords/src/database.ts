import { databaseAway, rowsOf, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlError, type Statement } from "effect/sql"

/**
 * The same, planned anew each time. Which months a query over history reads, and how many rows of them, depends on its
 * values: the plan that a prepared statement settles for after some calls knows neither.
 */
export const plannedRowsOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const read = rowsOf(schema)
  return (statement: Statement.Statement<object>) => read(statement.unprepared)
}

/** Text of a PostgreSQL array of numbers, for `${ints(ids)}::int[]`. */
export const ints = (values: ReadonlyArray<number>): string => `{${values.join(",")}}`

const isOther = <E>(error: E): error is Exclude<E, SqlError.SqlError> => !(error instanceof SqlError.SqlError)

/** What a database that is away becomes on the wire. */
export const available = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | ServiceUnavailable, R> =>
  Effect.mapError(effect, (error): Exclude<E, SqlError.SqlError> | ServiceUnavailable =>
    isOther(error) ? error : databaseAway(error)
  )

export const NullableInt = Schema.NullOr(Schema.Int)
