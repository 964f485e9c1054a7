import {
  Connections,
  ConnectionUnusable,
  type Credential,
  NoConnection,
  ServiceUnavailable,
  Vault,
  type Verified,
  vendorText
} from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { type ConnectionChange, ConnectionHooks } from "./ConnectionHooks.ts"
import { changedChannel, nameOf } from "./ConnectionWatch.ts"
import { columns, laneOf, Row, readRows, rejectionOf, statusOf, vaultRowOf } from "./rows.ts"

const kindPattern = /^[a-z][a-z0-9-]{0,63}(\.[a-z0-9-]{1,63})?$/

const away = <A>(effect: Effect.Effect<A, SqlError.SqlError | Schema.SchemaError | ServiceUnavailable>) =>
  Effect.catch(effect, (error) => {
    if (error._tag === "SchemaError") return Effect.die(error)
    return Effect.fail(error._tag === "SqlError" ? unavailable(error) : error)
  })
const unavailable = (cause: unknown) =>
  new ServiceUnavailable("saved connections are unavailable; nothing was charged, retry", {
    retryAfterSeconds: 1,
    cause
  })

const stateOf = ({ missing = [] }: Verified) => (missing.length === 0 ? "connected" : "degraded")

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const hooks = yield* ConnectionHooks
  const purges = new Map<string, (accountId: string) => Effect.Effect<void, unknown, SqlClient.SqlClient>>()
  const all = sql.literal(columns)
  const now = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString())

  const find = SqlSchema.findOneOption({
    Request: Schema.Struct({ accountId: Schema.String, kind: Schema.String }),
    Result: Row,
    execute: ({ accountId, kind }) =>
      sql`SELECT ${all} FROM core_connections WHERE account_id = ${accountId}::uuid AND kind = ${kind}`
  })
  const listOf = SqlSchema.findAll({
    Request: Schema.String,
    Result: Row,
    execute: (accountId) => sql`SELECT ${all} FROM core_connections WHERE account_id = ${accountId}::uuid ORDER BY kind`
  })

  /** Tells the other services and all nodes; in the transaction of the change. */
  const changed = Effect.fnUntraced(function* (
    { accountId, kind, revision }: { readonly accountId: string; readonly kind: string; readonly revision: string },
    to: ConnectionChange["to"]
  ) {
    yield* Effect.provideService(
      hooks.run({ accountId, kind, plugin: kind.split(".", 1)[0] ?? kind, to }),
      SqlClient.SqlClient,
      sql
    )
    yield* sql`SELECT pg_notify(${changedChannel}, ${`${nameOf(accountId, kind)} ${revision}`})`
  })

  const open = (row: Row) => vault.open(row.sealed, vaultRowOf(row.accountId, row.kind))

  /** The only way to know that it opens is to open it: that takes microseconds, and the value goes nowhere. */
  const seen = (row: Row) =>
    Effect.match(open(row), {
      onFailure: (error) => statusOf(row, rejectionOf(error)),
      onSuccess: () => statusOf(row, undefined)
    })

  const save = Effect.fnUntraced(function* (
    { accountId, kind }: { readonly accountId: string; readonly kind: string },
    sealed: string,
    verified: Verified
  ) {
    const state = stateOf(verified)
    const at = yield* now
    const rows = yield* Effect.flatMap(
      sql`INSERT INTO core_connections (account_id, kind, sealed, details, missing, state, connected_at, checked_at)
        VALUES (${accountId}::uuid, ${kind}, ${sealed}, ${JSON.stringify(verified.details ?? {})}::jsonb,
          ${JSON.stringify(verified.missing ?? [])}::jsonb, ${state}, ${at}::timestamptz, ${at}::timestamptz)
        ON CONFLICT (account_id, kind) DO UPDATE SET sealed = excluded.sealed, details = excluded.details,
          missing = excluded.missing, state = excluded.state, sentence = NULL, revision = excluded.revision,
          connected_at = excluded.connected_at, checked_at = excluded.checked_at
        RETURNING ${all}`,
      readRows
    )
    const row = rows[0]
    if (row === undefined) return yield* Effect.die("the connection was not stored")
    yield* changed(row, state)
    return statusOf(row, undefined)
  })

  /** Changes this connection's row; one made since is left alone. */
  const amend = (
    { saved }: Credential,
    to: "connected" | "degraded" | "rejected",
    update: (at: string, revision: string) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  ) =>
    saved === undefined
      ? Effect.void
      : Effect.gen(function* () {
          const rows = yield* update(yield* now, saved.revision)
          if (rows.length > 0) yield* changed(to === "rejected" ? { ...saved, revision: "-" } : saved, to)
        }).pipe(sql.withTransaction, away)

  return Connections.of({
    connect: Effect.fn("Connections.connect")(function* ({ accountId, details = {}, kind, secret, verify }) {
      if (!kindPattern.test(kind)) return yield* Effect.die(new Error(`'${kind}' isn't a connection kind`))
      const verified = yield* verify({ secret, lane: laneOf(secret) })
      const sealed = yield* vault.seal(secret, vaultRowOf(accountId, kind))
      const found = { ...verified, details: { ...details, ...verified.details } }
      return yield* away(sql.withTransaction(save({ accountId, kind }, sealed, found)))
    }),
    use: Effect.fn("Connections.use")(function* (accountId, kind) {
      const found = yield* away(find({ accountId, kind }))
      if (Option.isNone(found)) return yield* new NoConnection({ kind })
      const row = found.value
      const { revision, sentence, state } = row
      if (state === "rejected") {
        return yield* new ConnectionUnusable({ kind, reason: "vendor", sentence: sentence ?? undefined })
      }
      const secret = yield* Effect.catchTag(open(row), "VaultError", (error) =>
        Effect.andThen(
          Effect.logError("a saved connection can't be opened", { accountId, kind, reason: error.message }),
          Effect.fail(new ConnectionUnusable({ kind, reason: rejectionOf(error) }))
        )
      )
      return { saved: { accountId, kind, revision }, secret, lane: laneOf(secret), details: row.details }
    }),
    status: Effect.fn("Connections.status")(function* (accountId, kind) {
      const found = yield* away(find({ accountId, kind }))
      return Option.isNone(found) ? undefined : yield* seen(found.value)
    }),
    list: Effect.fn("Connections.list")(function* (accountId) {
      return yield* Effect.forEach(yield* away(listOf(accountId)), seen)
    }),
    checked: Effect.fn("Connections.checked")((connection, verified) =>
      amend(
        connection,
        stateOf(verified),
        (at, revision) =>
          sql`UPDATE core_connections SET missing = ${JSON.stringify(verified.missing ?? [])}::jsonb,
            details = details || ${JSON.stringify(verified.details ?? {})}::jsonb, state = ${stateOf(verified)},
            sentence = NULL, checked_at = ${at}::timestamptz
            WHERE revision = ${revision}::bigint AND state <> 'rejected' RETURNING 1`
      )
    ),
    reject: Effect.fn("Connections.reject")((connection, sentence) =>
      amend(
        connection,
        "rejected",
        (at, revision) =>
          sql`UPDATE core_connections SET state = 'rejected', checked_at = ${at}::timestamptz,
            sentence = ${sentence === undefined ? null : vendorText(sentence)}
            WHERE revision = ${revision}::bigint AND state <> 'rejected' RETURNING 1`
      )
    ),
    disconnect: Effect.fn("Connections.disconnect")(function* ({ accountId, kind, purge = false }) {
      const work = Effect.gen(function* () {
        const rows = yield* sql`DELETE FROM core_connections
          WHERE account_id = ${accountId}::uuid AND kind = ${kind} RETURNING 1`
        if (rows.length > 0) yield* changed({ accountId, kind, revision: "-" }, "disconnected")
        if (purge) {
          const registered = purges.get(kind)
          if (registered !== undefined) {
            const purged = Effect.provideService(registered(accountId), SqlClient.SqlClient, sql)
            yield* Effect.catch(purged, (cause) => Effect.fail(unavailable(cause)))
          }
        }
        return rows.length > 0
      })
      return yield* away(sql.withTransaction(work))
    }),
    onPurge: (kind, purge) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => purges.set(kind, purge)),
          () => Effect.sync(() => purges.delete(kind))
        )
      )
  })
})

/** `Connections` over PostgreSQL and the vault. */
export const ConnectionsLive = Layer.effect(Connections, make)
