import { randomBytes } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { type Alert, Alerts, type Connections } from "@storeglass/plugin-api"
import { Effect, Layer, Redacted } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { ConnectionAlerts } from "../../src/connections/ConnectionAlerts.ts"
import * as ConnectionHooks from "../../src/connections/ConnectionHooks.ts"
import { ConnectionSchedules } from "../../src/connections/ConnectionSchedules.ts"
import { ConnectionsLive } from "../../src/connections/ConnectionsLive.ts"
import * as ConnectionWatch from "../../src/connections/ConnectionWatch.ts"
import { SchedulesLive } from "../../src/schedules/SchedulesLive.ts"
import { TokensLive } from "../../src/tokens/TokensLive.ts"
import { type VaultKey, VaultLive } from "../../src/vault/index.ts"

export const vaultKey = (id: string): VaultKey => ({
  id,
  key: Redacted.make(randomBytes(32).toString("base64"))
})
export const oldKey = vaultKey("old")
export const newKey = vaultKey("new")

export { migratedDatabase as migrated } from "@storeglass/testkit"

/** What was told, to whom. */
export const told: Array<{ readonly accountId: string; readonly alert: Alert }> = []
const alerts = Layer.succeed(
  Alerts,
  Alerts.of({ kinds: {}, notify: (accountId, alert) => Effect.sync(() => void told.push({ accountId, alert })) })
)

/** A node's services on a database. */
export const nodeOn = (
  url: Redacted.Redacted<string>,
  keys: ReadonlyArray<VaultKey> = [oldKey],
  currentKeyId = keys.at(-1)?.id ?? ""
) =>
  Layer.fresh(
    Layer.mergeAll(TokensLive, ConnectionSchedules, ConnectionAlerts).pipe(
      Layer.provide([SchedulesLive, alerts]),
      Layer.provideMerge(ConnectionsLive),
      Layer.provideMerge(
        Layer.mergeAll(VaultLive({ keys, currentKeyId }), ConnectionWatch.layer, ConnectionHooks.layer)
      ),
      Layer.provideMerge(PgClient.layer({ url, maxConnections: 6 }))
    )
  )

export const newAccount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id = uuidV7Unsafe()
  yield* sql`INSERT INTO core_accounts (id, email, plan, created_at)
    VALUES (${id}::uuid, ${`${id}@example.com`}, 'free', now())`
  return id
})

export const connectWith = (connections: Connections["Service"], accountId: string, secret: string, kind = "ads") =>
  connections.connect({
    accountId,
    kind,
    secret: Redacted.make(secret),
    details: { name: secret.slice(-4) },
    verify: () => Effect.succeed({})
  })
