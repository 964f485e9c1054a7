import { Effect, Schema } from "effect"

/** Reads rows of one shape; rows of another are a broken invariant of ours. */
export const rowsOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Whether PostgreSQL takes it for a UUID in its usual form; the version isn't looked at. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** A column of timestamps as ISO 8601 in UTC, to the millisecond. */
export const isoColumn = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
