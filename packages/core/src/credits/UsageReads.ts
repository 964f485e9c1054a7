import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Metric, type Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { counter } from "../metrics.ts"
import { within } from "../sql/within.ts"

/** How long the standby may take before the primary is asked. */
const standbyMsMax = 3_000

const onStandby = counter("storeglass_usage_reads_standby_total", "Readings of usage that the standby answered.")
const onPrimary = counter(
  "storeglass_usage_reads_primary_total",
  "Readings of usage that the primary answered, though there is database.readUrl: its standby wasn't synchronous."
)

/** Where usage is read: on a standby for as long as it has all that was acknowledged, otherwise on the primary. */
export class UsageReads extends Context.Service<
  UsageReads,
  {
    readonly read: <A, E, R>(reading: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@storeglass/core/credits/UsageReads") {}

const Receiver = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ conninfo: Schema.NullOr(Schema.String), isApplied: Schema.Boolean }))
)
const Senders = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ session: Schema.String, at: Schema.String })))

/** Under which name a standby follows, of what it says of its connection. */
export const standbyNameOf = (conninfo: string): string | undefined => {
  const value = (name: string) => {
    const [, quoted, plain] = new RegExp(`(?:^|\\s)${name}=(?:'((?:[^'\\\\]|\\\\.)*)'|(\\S*))`).exec(conninfo) ?? []
    return quoted?.replace(/\\(.)/g, "$1") ?? plain
  }
  return value("application_name") ?? value("fallback_application_name")
}

const make = Effect.fnUntraced(function* (url: Redacted.Redacted<string>) {
  const sql = yield* SqlClient.SqlClient
  const standby = yield* PgClient.make({
    url,
    maxConnections: 4,
    applicationName: "storeglass-usage",
    connectTimeout: "2 seconds"
  })
  /** The standby's connection to its primary as it was last seen, and what it must have applied to have all before it. */
  let known: { readonly session: string; readonly from: string } | undefined

  /** Under which name the standby follows, and whether it has all that was there when it was first seen to. */
  const standing = Effect.gen(function* () {
    const [receiver] = yield* Effect.flatMap(
      standby`SELECT conninfo, coalesce(pg_last_wal_replay_lsn() >= ${known?.from ?? null}::pg_lsn, false) AS "isApplied"
        FROM pg_stat_wal_receiver`,
      Receiver
    )
    const name = receiver === undefined || receiver.conninfo === null ? undefined : standbyNameOf(receiver.conninfo)
    return name === undefined ? undefined : { name, isApplied: receiver?.isApplied === true }
  })

  // Acknowledged by remote_apply, a commit is seen on every standby that commits wait for: those of FIRST, not of ANY.
  const sessionOf = Effect.fnUntraced(function* (name: string) {
    const [sender] = yield* Effect.flatMap(
      sql`SELECT pid || ' ' || backend_start AS session, pg_current_wal_lsn()::text AS at
        FROM pg_stat_replication WHERE application_name = ${name} AND state = 'streaming' AND sync_state = 'sync'
          AND current_setting('synchronous_commit') = 'remote_apply'
          AND (SELECT count(*) FROM pg_stat_replication WHERE application_name = ${name}) = 1`,
      Senders
    )
    const isNew = sender?.session !== known?.session
    if (isNew) known = sender === undefined ? undefined : { session: sender.session, from: sender.at }
    return isNew ? undefined : sender?.session
  })

  /** Looked at before and after: it was the same all the while. Undefined: not for sure. */
  const readThere = Effect.fnUntraced(function* <A, E, R>(
    reading: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>
  ) {
    const at = yield* standing
    if (at === undefined) return undefined
    const before = yield* sessionOf(at.name)
    if (before === undefined || !at.isApplied) return undefined
    const found = yield* reading(standby)
    return (yield* sessionOf(at.name)) === before ? { found } : undefined
  })

  return UsageReads.of({
    read: Effect.fnUntraced(function* (reading) {
      const there = yield* within(readThere(reading), standbyMsMax).pipe(
        Effect.catchCause((cause) => Effect.as(Effect.logDebug("The standby didn't answer", cause), undefined))
      )
      yield* Metric.update(there === undefined ? onPrimary : onStandby, 1)
      return there === undefined ? yield* reading(sql) : there.found
    })
  })
})

/** With the standby at this address. */
export const layer = (url: Redacted.Redacted<string>) =>
  Layer.effect(UsageReads, make(url)).pipe(Layer.provide(Reactivity.layer))
