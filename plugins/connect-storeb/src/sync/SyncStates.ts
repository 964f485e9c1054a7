import { isoColumn, isoOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** `partial` some of it couldn't be read, `failed` none of it. */
const Row = Schema.Struct({
  room: Schema.String,
  state: Schema.Literals(["running", "ok", "partial", "failed"]),
  endedAt: Schema.NullOr(Schema.String),
  problems: Schema.Array(Schema.String)
})
type Row = typeof Row.Type

export interface SyncStatus {
  readonly syncStatus: "never" | Row["state"]
  /** ISO 8601. */
  readonly lastSyncAt: string | null
  readonly problems: ReadonlyArray<string>
}

const problemsMax = 50

/** The whole by its parts. */
export const statusOf = (rows: ReadonlyArray<Row>): SyncStatus => {
  const states = new Set(rows.map(({ state }) => state))
  const ended = rows.flatMap(({ endedAt }) => endedAt ?? [])
  const [only] = states
  return {
    syncStatus: states.has("running") ? "running" : states.size > 1 ? "partial" : (only ?? "never"),
    lastSyncAt: ended.toSorted().at(-1) ?? null,
    problems: rows.flatMap(({ problems, room }) => problems.map((problem) => `${room}: ${problem}`))
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = Effect.map(Clock.currentTimeMillis, isoOf)
  return {
    /** Notes that a part runs, and gives when the last complete run of it began; in the transaction of `KeptData.write`. */
    begin: Effect.fn("SyncStates.begin")(function* (accountId: string, room: string, startedMs: number) {
      const [row] = yield* rowsOf(Schema.Struct({ sinceMs: Schema.NullOr(Schema.Finite) }))(sql`
        INSERT INTO connect_storeb_syncs (account_id, room, state, started_at, problems)
        VALUES (${accountId}::uuid, ${room}, 'running', ${isoOf(startedMs)}::timestamptz, '[]'::jsonb)
        ON CONFLICT (account_id, room) DO UPDATE SET state = 'running', started_at = excluded.started_at
        RETURNING (extract(epoch FROM complete_since) * 1000)::float8 AS "sinceMs"`)
      return row?.sinceMs ?? null
    }),
    /** Notes nothing where what was read was deleted while it ran, and its row with it. */
    end: Effect.fn("SyncStates.end")(function* (
      accountId: string,
      room: string,
      state: Exclude<Row["state"], "running">,
      problems: ReadonlyArray<string>,
      completeSinceMs: number | null
    ) {
      const told =
        problems.length > problemsMax
          ? [...problems.slice(0, problemsMax), `and ${problems.length - problemsMax} more`]
          : problems
      const since = completeSinceMs === null ? null : isoOf(completeSinceMs)
      yield* sql`
        UPDATE connect_storeb_syncs SET state = ${state}, ended_at = ${yield* now}::timestamptz,
          problems = ${JSON.stringify(told)}::text::jsonb,
          complete_since = coalesce(${since}::timestamptz, complete_since)
        WHERE account_id = ${accountId}::uuid AND room = ${room}`
    }),
    status: (accountId: string) =>
      Effect.map(
        rowsOf(Row)(sql`
          SELECT room, state, problems,
            ${sql.literal(isoColumn("ended_at"))} AS "endedAt"
          FROM connect_storeb_syncs WHERE account_id = ${accountId}::uuid ORDER BY room`),
        statusOf
      ),
    purge: (accountId: string) => sql`DELETE FROM connect_storeb_syncs WHERE account_id = ${accountId}::uuid`
  }
})

/** How the parts of an account's sync went. */
export class SyncStates extends Context.Service<SyncStates, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/SyncStates"
) {
  static readonly layer = Layer.effect(this, make)
}
