import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import {
  Accounts,
  auditLedger,
  CreditLedger,
  coreMigrations,
  Database,
  EventsLive,
  migrate,
  Primary,
  periodOf
} from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Clock, Effect, Layer, type Redacted, References, Schedule } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"

const quiet = Effect.provideService(References.MinimumLogLevel, "None")
const on = (url: Redacted.Redacted<string>) =>
  Database.layer({ maxConnections: 4, applicationName: "storeglass" }).pipe(Layer.provideMerge(Primary.layer(url)))
const ledgerOn = (url: Redacted.Redacted<string>) =>
  Layer.mergeAll(Accounts.layer, CreditLedger.layer()).pipe(Layer.provide(EventsLive([])), Layer.provideMerge(on(url)))

/** Where a server archives its log; it may run as another account. */
const archive = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "storeglass-archive-")))
    chmodSync(folder, 0o777)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const charges = (accountId: string, count: number) =>
  Effect.gen(function* () {
    const ledger = yield* CreditLedger.CreditLedger
    const operationId = yield* ledger.operationId("test")
    const period = periodOf(yield* Clock.currentTimeMillis)
    yield* Effect.forEach(
      Array.from({ length: count }, () => ({
        id: uuidV7Unsafe(),
        accountId,
        bucket: 0,
        period,
        credits: 3,
        operationId
      })),
      (charge) => ledger.settle(charge),
      { concurrency: 8, discard: true }
    )
  })

/** What `storeglass ledger audit` counts, and what the account has used. */
const standing = Effect.fnUntraced(function* (accountId: string) {
  const ledger = yield* CreditLedger.CreditLedger
  const { differences, entries } = yield* auditLedger()
  const usage = yield* ledger.usage(accountId)
  return { differences, entries, used: usage?.buckets.general.used, byOperation: usage?.byOperation }
})

describe("a restore to a moment", () => {
  it.live("has every charge up to it and none after, and its sums are those of its entries", () =>
    Effect.gen(function* () {
      const folder = yield* archive
      const server = yield* EmbeddedPostgres.temporary({
        settings: { archive_mode: "on", archive_command: `test ! -f ${folder}/%f && cp %p ${folder}/%f` }
      })
      yield* Effect.provide(migrate("core", coreMigrations), on(server.url))
      const accountId = yield* Effect.gen(function* () {
        const accounts = yield* Accounts.Accounts
        const { id } = yield* accounts.create({ email: "restored@example.com", plan: "growth" })
        yield* charges(id, 20)
        return id
      }).pipe(Effect.provide(ledgerOn(server.url)))
      const base = yield* server.copy

      const { before, moment } = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* charges(accountId, 30)
        const before = yield* standing(accountId)
        const [row] = yield* sql<{ moment: string }>`SELECT clock_timestamp()::text AS moment`
        yield* charges(accountId, 40)
        const [switched] = yield* sql<{ name: string }>`SELECT pg_walfile_name(pg_switch_wal()) AS name`
        yield* sql<{ last: string | null }>`SELECT last_archived_wal AS last FROM pg_stat_archiver`.pipe(
          Effect.filterOrFail(([archived]) => (archived?.last ?? "") >= (switched?.name ?? "")),
          Effect.retry({ schedule: Schedule.spaced(50), times: 400 })
        )
        return { before, moment: row?.moment ?? "" }
      }).pipe(Effect.provide(ledgerOn(server.url)))
      assert.strictEqual(before.used, 150)

      const restored = yield* EmbeddedPostgres.temporary({
        from: { copy: base, as: "recovery" },
        settings: {
          restore_command: `cp ${folder}/%f %p`,
          recovery_target_time: moment,
          recovery_target_action: "promote"
        }
      })
      yield* Effect.provide(
        SqlClient.SqlClient.use((sql) => sql<{ over: boolean }>`SELECT NOT pg_is_in_recovery() AS over`).pipe(
          Effect.filterOrFail(([row]) => row?.over === true),
          Effect.retry({ schedule: Schedule.spaced(50), times: 400 })
        ),
        on(restored.url)
      )
      yield* Effect.gen(function* () {
        assert.deepEqual(yield* standing(accountId), before)
        assert.deepEqual(before.differences, [])
        // And it goes on from there.
        yield* charges(accountId, 1)
        assert.strictEqual((yield* standing(accountId)).used, 153)
      }).pipe(Effect.provide(ledgerOn(restored.url)))
    }).pipe(Effect.scoped, quiet)
  )
})
