import { PgConnection } from "@effect/sql-pg"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Effect, Redacted, Schema, type Scope } from "effect"
import { GateError } from "./gate.ts"

const failed = (doing: string) => (cause: unknown) =>
  new GateError({ message: `${doing}: ${cause instanceof Error ? cause.message : String(cause)}` })
const broken = Effect.mapError(failed("PostgreSQL"))

/** A primary and its standby, one of them no longer there at times. */
export interface Pair {
  readonly primary: EmbeddedPostgres.TemporaryPostgres
  readonly standby: EmbeddedPostgres.TemporaryPostgres
  readonly primaryUrl: Redacted.Redacted<string>
  readonly standbyUrl: Redacted.Redacted<string>
  /** Both, as `database.url` has them. */
  readonly url: Redacted.Redacted<string>
}

/** Rows of a server, which must hold up nobody: what the ledger's own services do would wait for the standby. */
export const ask = <A>(
  url: Redacted.Redacted<string>,
  schema: Schema.Codec<A, unknown>,
  text: string
): Effect.Effect<A, GateError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url, prepare: false, applicationName: "gate" })
      const { rows } = yield* connection.query(text)
      return yield* Schema.decodeUnknownEffect(schema)(rows)
    })
  ).pipe(Effect.mapError(failed(text.slice(0, 60))))

const Nothing = Schema.Array(Schema.Unknown)
export const run = (url: Redacted.Redacted<string>, text: string) => Effect.asVoid(ask(url, Nothing, text))

const Count = Schema.Tuple([Schema.Struct({ count: Schema.Int })])
export const countOf = (url: Redacted.Redacted<string>, from: string) =>
  Effect.map(ask(url, Count, `SELECT count(*)::int AS count FROM ${from}`), ([{ count }]) => count)

const until = Effect.fnUntraced(function* (what: string, holds: Effect.Effect<boolean, GateError>) {
  for (let polls = 0; polls < 400; polls++) {
    if (yield* Effect.orElseSucceed(holds, () => false)) return
    yield* Effect.sleep(25)
  }
  return yield* new GateError({ message: `${what} didn't come about` })
})

/** Two servers, the second of which follows the first under the name b. */
export const startPair: Effect.Effect<Pair, GateError, Scope.Scope> = Effect.gen(function* () {
  const primary = yield* EmbeddedPostgres.temporary({ maxConnections: 200, standbys: true })
  const primaryUrl = yield* EmbeddedPostgres.createDatabase(primary.url, "gate_failover")
  const standby = yield* EmbeddedPostgres.standbyOf(primary, { name: "b", maxConnections: 200 })
  const url = Redacted.make(
    `postgresql:///gate_failover?host=${encodeURIComponent(`${primary.host},${standby.host}`)}&port=${primary.port}&user=${primary.user}`
  )
  const pair: Pair = {
    primary,
    standby,
    primaryUrl,
    standbyUrl: EmbeddedPostgres.urlOfDatabase(standby.url, "gate_failover"),
    url
  }
  return pair
}).pipe(Effect.mapError(failed("a primary and its standby")))

/** Has every commit wait until the standby has it; or, with `none`, not at all. */
export const synchronise = Effect.fnUntraced(function* (
  { primaryUrl }: Pair,
  level: "none" | "on" | "remote_apply" = "remote_apply"
) {
  yield* run(primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = '${level === "none" ? "" : "FIRST 1 (b)"}'`)
  yield* run(primaryUrl, `ALTER SYSTEM SET synchronous_commit = ${level === "none" ? "on" : level}`)
  yield* run(primaryUrl, "SELECT pg_reload_conf()")
  const state = level === "none" ? "async" : "sync"
  yield* until(
    `a standby that is ${state}`,
    Effect.map(
      countOf(primaryUrl, `pg_stat_replication WHERE state = 'streaming' AND sync_state = '${state}'`),
      (count) => count === 1
    )
  )
})

/** Stops what the standby receives with, as a network that drops everything does, until the effect returned is run. */
export const stall = Effect.fnUntraced(function* ({ standby }: Pair) {
  const receivers = (yield* broken(standby.processes)).filter(({ title }) => title.includes("walreceiver"))
  for (const { pid } of receivers) process.kill(pid, "SIGSTOP")
  return Effect.sync(() => {
    for (const { pid } of receivers) process.kill(pid, "SIGCONT")
  })
})

/** Cancels, as an operator or a pooler may, each wait of a commit for the standby; gives how many there were. */
export const cancelWaits = ({ primaryUrl }: Pair) =>
  countOf(primaryUrl, "(SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep') AS cancelled")

/** Makes the standby the primary; gives how long that took. */
export const promote = Effect.fnUntraced(function* ({ standbyUrl }: Pair) {
  const startedMs = performance.now()
  yield* run(standbyUrl, "SELECT pg_promote()")
  yield* until(
    "a promoted standby",
    Effect.map(countOf(standbyUrl, "(SELECT WHERE NOT pg_is_in_recovery()) AS promoted"), (count) => count === 1)
  )
  return performance.now() - startedMs
})

export const kill = ({ primary }: Pair) => broken(primary.kill)
export const comeBack = ({ primary }: Pair) => broken(primary.restart)
