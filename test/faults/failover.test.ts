import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import {
  Accounts,
  CreditLedger,
  CreditUsageLive,
  coreMigrations,
  Database,
  EventsLive,
  migrate,
  Primary,
  periodOf,
  UsageReads
} from "@storeglass/core"
import { CreditUsage, ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Effect, Fiber, Layer, Redacted, References, Schedule } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { temporaryFolder } from "../gates/support/gatewayProcess.ts"
import {
  cancelWaits,
  comeBack,
  countOf,
  kill,
  promote,
  run,
  stall,
  startPair,
  synchronise
} from "../gates/support/standby.ts"

const quiet = Effect.provideService(References.MinimumLogLevel, "None")
const on = (url: Redacted.Redacted<string>) =>
  Database.layer({ maxConnections: 4, applicationName: "storeglass" }).pipe(Layer.provideMerge(Primary.layer(url)))
const ledgerOn = (url: Redacted.Redacted<string>, patienceMs = 20_000) =>
  Layer.mergeAll(Accounts.layer, CreditLedger.layer({ patienceMs })).pipe(
    Layer.provide(EventsLive([])),
    Layer.provideMerge(on(url))
  )
const until = <A, E, R>(effect: Effect.Effect<A, E, R>, holds: (value: A) => boolean) =>
  Effect.filterOrFail(effect, holds).pipe(Effect.retry({ schedule: Schedule.spaced(20), times: 500 }))
/** Waits of commits for the standby, once there are some. */
const waits = (url: Redacted.Redacted<string>) =>
  until(countOf(url, "pg_stat_activity WHERE wait_event = 'SyncRep'"), (count) => count > 0)

const synchronousPair = Effect.gen(function* () {
  const pair = yield* startPair
  yield* Effect.provide(migrate("core", coreMigrations), on(pair.primaryUrl))
  yield* synchronise(pair)
  return pair
})

const chargeOf = Effect.fnUntraced(function* (accountId: string) {
  const ledger = yield* CreditLedger.CreditLedger
  const period = periodOf(yield* Clock.currentTimeMillis)
  return {
    id: uuidV7Unsafe(),
    accountId,
    bucket: 0,
    period,
    credits: 2,
    operationId: yield* ledger.operationId("test")
  }
})
const openAccount = Effect.gen(function* () {
  const accounts = yield* Accounts.Accounts
  return (yield* accounts.create({ email: `${uuidV7Unsafe()}@example.com`, plan: "small" })).id
})

describe("a commit whose wait for the standby is cancelled", () => {
  it.live("is no success: not of a statement, nor of a transaction", () =>
    Effect.gen(function* () {
      const pair = yield* synchronousPair
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE noted (n int)`
        const alone = sql`INSERT INTO noted VALUES (1)`
        for (const work of [
          alone,
          sql.withTransaction(Effect.andThen(sql`INSERT INTO noted VALUES (2)`, sql`SELECT 1`))
        ]) {
          const goOn = yield* stall(pair)
          const fiber = yield* Effect.forkScoped(Effect.flip(work))
          yield* waits(pair.primaryUrl)
          yield* cancelWaits(pair)
          const error = yield* Fiber.join(fiber)
          assert.strictEqual(error.reason._tag, "ConnectionError")
          assert.match(error.reason.message ?? "", /isn't confirmed by the standby/)
          yield* goOn
        }
        // They hold here all the same, and the connection is as good as before.
        assert.deepEqual(yield* sql`SELECT n FROM noted ORDER BY n`, [{ n: 1 }, { n: 2 }])
      }).pipe(Effect.provide(on(pair.primaryUrl)))
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is waited for again by the ledger, which answers when the standby has the charge, once", () =>
    Effect.gen(function* () {
      const pair = yield* synchronousPair
      yield* Effect.gen(function* () {
        const ledger = yield* CreditLedger.CreditLedger
        const charge = yield* chargeOf(yield* openAccount)
        const goOn = yield* stall(pair)
        const fiber = yield* Effect.forkScoped(ledger.settle(charge))
        for (let times = 0; times < 3; times++) {
          yield* waits(pair.primaryUrl)
          yield* cancelWaits(pair)
        }
        yield* waits(pair.primaryUrl)
        assert.isUndefined(fiber.pollUnsafe())
        yield* goOn
        assert.strictEqual((yield* Fiber.join(fiber)).outcome, "duplicate")
        assert.strictEqual(yield* countOf(pair.standbyUrl, `core_credit_entries WHERE kind = 'charge'`), 1)
      }).pipe(Effect.provide(ledgerOn(pair.primaryUrl)))
    }).pipe(Effect.scoped, quiet)
  )
})

describe("a charge that the ledger itself gives up while it waits for the standby", () => {
  it.live("is answered 503, and given back", () =>
    Effect.gen(function* () {
      const pair = yield* synchronousPair
      yield* Effect.gen(function* () {
        const ledger = yield* CreditLedger.CreditLedger
        const charge = yield* chargeOf(yield* openAccount)
        const goOn = yield* stall(pair)
        const fiber = yield* Effect.forkScoped(Effect.flip(ledger.settle(charge)))
        yield* waits(pair.primaryUrl)
        assert.instanceOf(yield* Fiber.join(fiber), ServiceUnavailable)
        // Cancelling the statement has committed it there.
        yield* until(countOf(pair.primaryUrl, `core_credit_entries WHERE kind = 'charge'`), (count) => count === 1)
        yield* goOn
        yield* until(ledger.unconfirmed, (open) => open === 0)
        yield* until(countOf(pair.standbyUrl, "core_credit_entries"), (count) => count === 2)
        const usage = yield* ledger.usage(charge.accountId)
        assert.strictEqual(usage?.buckets.general.used, 0)
      }).pipe(Effect.provide(ledgerOn(pair.primaryUrl, 1_500)))
    }).pipe(Effect.scoped, quiet)
  )
})

describe("a connection of the ledger", () => {
  it.live("waits for the disk and the standby, is told of cancelled waits, and has no timeout that cancels them", () =>
    Effect.gen(function* () {
      const pair = yield* startPair
      const settings = SqlClient.SqlClient.use(
        (
          sql
        ) => sql`SELECT current_setting('synchronous_commit') AS commit, current_setting('statement_timeout') AS timeout,
          current_setting('client_min_messages') AS messages`
      ).pipe((ask) => Effect.suspend(() => Effect.provide(ask, Layer.fresh(on(pair.primaryUrl)))))
      const set = (text: string) => run(pair.primaryUrl, `ALTER DATABASE gate_failover SET ${text}`)
      yield* set("statement_timeout = '1s'")
      yield* set("client_min_messages = error")
      for (const [given, kept] of [
        ["off", "on"],
        ["local", "on"],
        ["remote_write", "remote_write"],
        ["remote_apply", "remote_apply"]
      ]) {
        yield* set(`synchronous_commit = ${given}`)
        assert.deepEqual(yield* settings, [{ commit: kept, timeout: "0", messages: "warning" }])
      }
    }).pipe(Effect.scoped, quiet)
  )
})

describe("an address with several hosts", () => {
  it.live("leads to the primary, follows a failover, and leaves the old primary alone when that comes back", () =>
    Effect.gen(function* () {
      const pair = yield* synchronousPair
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const timeline = until(
          sql<{ timeline: string }>`SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`,
          () => true
        )
        assert.deepEqual(yield* timeline, [{ timeline: "00000001" }])
        yield* sql`CREATE TABLE noted (n int)`
        yield* kill(pair)
        yield* promote(pair)
        assert.deepEqual(yield* timeline, [{ timeline: "00000002" }])
        yield* comeBack(pair)
        // Gone for a moment, while the old one says that it is the primary.
        yield* Effect.orDie(pair.standby.stopImmediate)
        assert.isTrue(yield* Effect.isFailure(sql`INSERT INTO noted VALUES (1)`))
        yield* Effect.orDie(pair.standby.restart)
        yield* until(sql`INSERT INTO noted VALUES (2)`, () => true)
        assert.strictEqual(yield* countOf(pair.primaryUrl, "noted"), 0)
      }).pipe(Effect.provide(on(pair.url)))
      // A node that starts now has both to choose from, and remembers what it saw.
      const file = join(yield* temporaryFolder, "primary.json")
      const timeline = Effect.suspend(() =>
        Effect.map(Primary.Primary, ({ found }) => found().timeline).pipe(
          Effect.provide(Layer.fresh(Primary.layer(pair.url, file)))
        )
      )
      assert.strictEqual(yield* timeline, 2)
      yield* Effect.orDie(pair.standby.stopImmediate)
      const started = yield* Effect.forkScoped(timeline)
      yield* Effect.orDie(pair.standby.restart)
      assert.strictEqual(yield* Fiber.join(started), 2)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("drops a connection that a standby is behind, and looks again", () =>
    Effect.gen(function* () {
      const pair = yield* synchronousPair
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const connection = yield* sql.reserve
        yield* connection.executeRaw("SET default_transaction_read_only = on", [])
        const refused = yield* Effect.flip(connection.executeRaw("CREATE TABLE noted (n int)", []))
        assert.match(String(refused.reason.cause), /read-only transaction/)
        assert.strictEqual((yield* Effect.flip(connection.executeRaw("SELECT 1", []))).reason._tag, "ConnectionError")
        yield* sql`CREATE TABLE noted (n int)`
      }).pipe(Effect.scoped, Effect.provide(on(pair.url)))
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is refused where its hosts are of different databases", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* startPair, yield* startPair]
      const url = Redacted.make(
        Redacted.value(one.url).replace(encodeURIComponent(one.standby.host), encodeURIComponent(other.primary.host))
      )
      const error = yield* Effect.flip(Layer.build(Primary.layer(url)))
      assert.match(
        String(error.message),
        /^the hosts of database.url belong to 2 different databases; name only one primary/
      )
    }).pipe(Effect.scoped, quiet)
  )
})

describe("usage with database.readUrl", () => {
  it.live("is read on the standby while that has all that was acknowledged, otherwise on the primary", () =>
    Effect.gen(function* () {
      const pair = yield* synchronousPair
      yield* Effect.gen(function* () {
        const reads = yield* UsageReads.UsageReads
        const isOnStandby = Effect.map(
          reads.read((sql) => Effect.orDie(sql<{ there: boolean }>`SELECT pg_is_in_recovery() AS there`)),
          ([row]) => row?.there === true
        )
        yield* until(isOnStandby, (there) => there)
        const usage = yield* CreditUsage
        const ledger = yield* CreditLedger.CreditLedger
        const account = yield* openAccount
        const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
        for (let charges = 1; charges <= 20; charges++) {
          yield* ledger.settle(yield* chargeOf(account))
          const rows = yield* usage.read({ accountId: account, from: day, to: day, by: [] })
          assert.deepEqual(rows, [{ credits: charges * 2, requests: charges }])
        }
        yield* synchronise(pair, "none")
        yield* until(isOnStandby, (there) => !there)
        // Synchronous again, and not yet seen to have what was acknowledged meanwhile.
        yield* synchronise(pair, "on")
        assert.isFalse(yield* isOnStandby)
        yield* synchronise(pair, "remote_apply")
        yield* until(isOnStandby, (there) => there)
        yield* Effect.orDie(pair.standby.stopImmediate)
        assert.isFalse(yield* isOnStandby)
      }).pipe(
        Effect.provide(
          CreditUsageLive.pipe(
            Layer.provideMerge(UsageReads.layer(pair.standbyUrl)),
            Layer.provideMerge(ledgerOn(pair.primaryUrl))
          )
        )
      )
    }).pipe(Effect.scoped, quiet)
  )
})
