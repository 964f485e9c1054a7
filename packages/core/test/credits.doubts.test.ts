import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@storeglass/plugin-api"
import { databaseProxy } from "@storeglass/testkit"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import { CreditLedger } from "../src/credits/CreditLedger.ts"
import { balancesOf, chargeOf, openAccount } from "./credits.accounts.ts"
import { eventually, ledgerOn, migratedDatabase, poolOn, quiet } from "./credits.support.ts"

const used = Effect.fnUntraced(function* (accountId: string) {
  return [...(yield* balancesOf(accountId)).values()].reduce((total, balance) => total + balance.used, 0)
})

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sg-doubts-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"))

/** A node whose database takes a charge of 7 beside an earlier one of 1, and never says so. */
const inDoubt = Effect.fnUntraced(function* (options: { readonly doubtsDir?: string; readonly key?: string }) {
  const url = yield* migratedDatabase
  const proxy = yield* databaseProxy(url)
  const straight = yield* Layer.build(Layer.fresh(poolOn(url, 2)))
  const direct = Effect.provideContext<SqlClient.SqlClient>(straight)
  const life = yield* Scope.make()
  yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(proxy.restore), Scope.close(life, Exit.void)))
  const { doubtsDir, key } = options
  const context = yield* Layer.build(
    Layer.fresh(ledgerOn(proxy.url, { patienceMs: 1_500, ...(doubtsDir === undefined ? {} : { doubtsDir }) }))
  ).pipe(Scope.provide(life))
  const ledger = Context.get(context, CreditLedger)
  const account = yield* direct(openAccount("small"))
  yield* ledger.settle(yield* Effect.provideContext(chargeOf(account, 1), context))
  const charge = yield* Effect.provideContext(chargeOf(account, 7), context)
  if (key !== undefined) {
    yield* direct(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO core_idempotency
          (account_id, key, fingerprint, request_id, period, owner, created_at, expires_at)
          VALUES (${account}::uuid, ${key}, '', ${charge.id}::uuid, ${charge.period}::date, 77, now(), now() + interval '1 day')`
      )
    )
  }
  proxy.blackHole()
  const settling = yield* Effect.forkScoped(
    ledger.settle(key === undefined ? charge : { ...charge, idempotency: { key, owner: 77, attempt: 1 } }),
    { startImmediately: true }
  )
  yield* direct(eventually(used(account), (credits) => credits === 8))
  // From here on this run reaches no database, as if it were no more.
  proxy.cut()
  const failure = yield* Effect.flip(Fiber.join(settling))
  assert.strictEqual(failure.status, 503)
  /** The next run of the node: on the same folder, by a database that answers. */
  const nextRun = Layer.build(Layer.fresh(ledgerOn(url, doubtsDir === undefined ? {} : { doubtsDir })))
  return { account, charge, direct, failure, ledger, life, nextRun, proxy }
})

describe("a charge that was never confirmed", () => {
  it.live("is given back by the next start when the node is killed, having answered that nothing is charged", () =>
    Effect.gen(function* () {
      const doubtsDir = yield* temporaryFolder
      const { account, direct, failure, ledger, nextRun } = yield* inDoubt({ doubtsDir })
      assert.match(failure.message, /nothing is charged/)
      assert.strictEqual(filesIn(doubtsDir).length, 1)
      assert.deepEqual(
        (yield* direct(auditLedger(account, { doubtsDir }))).differences.map(({ derived, entries, what }) => ({
          what,
          entries,
          derived
        })),
        [{ what: "answered 503, not given back yet", entries: 7, derived: 0 }]
      )
      yield* nextRun
      yield* direct(eventually(used(account), (credits) => credits === 1))
      yield* eventually(
        Effect.sync(() => filesIn(doubtsDir).length),
        (count) => count === 0
      )
      assert.strictEqual(yield* ledger.unconfirmed, 1)
      assert.deepEqual((yield* direct(auditLedger(account, { doubtsDir }))).differences, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is given back by the next start when the node is stopped before its database is back", () =>
    Effect.gen(function* () {
      const doubtsDir = yield* temporaryFolder
      const { account, direct, life, nextRun } = yield* inDoubt({ doubtsDir })
      yield* Scope.close(life, Exit.void)
      assert.strictEqual(yield* direct(used(account)), 8)
      yield* nextRun
      yield* direct(eventually(used(account), (credits) => credits === 1))
    }).pipe(Effect.scoped, quiet)
  )

  it.live("frees its Idempotency-Key as well, unless a repeat has taken the charge over", () =>
    Effect.gen(function* () {
      for (const isTaken of [false, true]) {
        const doubtsDir = yield* temporaryFolder
        const { account, direct, nextRun } = yield* inDoubt({ doubtsDir, key: "k" })
        const records = direct(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql<{ attempt: number }>`SELECT attempt FROM core_idempotency WHERE account_id = ${account}::uuid`
          )
        )
        if (isTaken) {
          yield* direct(
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) => sql`UPDATE core_idempotency SET owner = 78, attempt = 2 WHERE account_id = ${account}::uuid`
            )
          )
        }
        yield* nextRun
        yield* eventually(
          Effect.sync(() => filesIn(doubtsDir).length),
          (count) => count === 0
        )
        assert.strictEqual(yield* direct(used(account)), isTaken ? 8 : 1)
        assert.strictEqual((yield* records).length, isTaken ? 1 : 0)
      }
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is told as what it is where it can't be written down, and given back all the same", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "file")
      writeFileSync(file, "")
      for (const options of [{}, { doubtsDir: join(file, "doubts") }]) {
        const { account, direct, failure, ledger, proxy } = yield* inDoubt(options)
        assert.match(failure.message, /may have been charged/)
        proxy.restore()
        yield* eventually(ledger.unconfirmed, (count) => count === 0)
        assert.strictEqual(yield* direct(used(account)), 1)
      }
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is left to its own ledger where several databases use one folder", () =>
    Effect.gen(function* () {
      const doubtsDir = yield* temporaryFolder
      const { direct } = yield* inDoubt({ doubtsDir })
      const other = yield* inDoubt({ doubtsDir })
      other.proxy.restore()
      yield* other.direct(eventually(used(other.account), (credits) => credits === 1))
      yield* eventually(
        Effect.sync(() => filesIn(doubtsDir).length),
        (count) => count === 1
      )
      assert.deepEqual(
        (yield* direct(auditLedger(undefined, { doubtsDir }))).differences.map(({ entries }) => entries),
        [7]
      )
    }).pipe(Effect.scoped, quiet)
  )
})

describe("the audit", () => {
  it.live("finds among the answers kept those whose charge is not as it was told", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const account = yield* openAccount("small")
        const ledger = yield* CreditLedger
        const sql = yield* SqlClient.SqlClient
        // Null: by a version that didn't say whether it was paid for.
        const answered = Effect.fnUntraced(function* (credits: number, status: number, paid: boolean | null) {
          const charge = yield* chargeOf(account, credits)
          yield* ledger.settle(charge)
          yield* sql`INSERT INTO core_idempotency
            (account_id, key, fingerprint, request_id, period, owner, status, paid, created_at, expires_at)
            VALUES (${account}::uuid, ${charge.id}, '', ${charge.id}::uuid, ${charge.period}::date, 1, ${status},
              ${paid}::boolean, now(), now() + interval '1 day')`
          return charge
        })
        const reverse = ({ id, operationId, period }: Effect.Success<ReturnType<typeof chargeOf>>) =>
          sql`SELECT core_void(${id}::uuid, ${account}::uuid, 0::smallint, ${period}::date, ${operationId}::int, now())`
        for (const paid of [true, null]) yield* answered(1, 200, paid)
        for (const paid of [false, null]) yield* reverse(yield* answered(2, 404, paid))
        yield* reverse(yield* answered(2, 200, false))
        assert.deepEqual((yield* auditLedger(account)).differences, [])
        yield* answered(3, 404, false)
        yield* reverse(yield* answered(4, 200, true))
        yield* reverse(yield* answered(5, 200, null))
        yield* answered(6, 200, false)
        assert.deepEqual(
          (yield* auditLedger(account)).differences
            .map(({ derived, entries, what }) => [what, entries, derived])
            .sort(),
          [
            ["answered free, and charged", 6, 0],
            ["answered with an error, and charged", 3, 0],
            ["answered, and given back", 0, 9]
          ]
        )
      }).pipe(Effect.provide(ledgerOn(url)))
    }).pipe(Effect.scoped, quiet)
  )
})

describe("a commit of the ledger", () => {
  it.live("waits for the disk, whatever the database's default is", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.provide(
        SqlClient.SqlClient.use(
          (sql) => sql`DO $$ BEGIN
            EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`
        ),
        poolOn(url, 1)
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* openAccount("small")
        const ledger = yield* CreditLedger
        const credits = yield* Credits
        yield* sql`CREATE TABLE commits (setting text)`
        yield* sql`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN INSERT INTO commits VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END'`
        // Deferred, so that it sees what holds at the commit.
        yield* sql`CREATE CONSTRAINT TRIGGER note AFTER UPDATE ON core_credit_balances
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note()`
        const seen = Effect.map(sql<{ setting: string }>`SELECT setting FROM commits`, (rows) =>
          rows.map(({ setting }) => setting)
        )
        yield* sql`UPDATE core_credit_balances SET used = used`
        const charge = yield* chargeOf(account, 3)
        yield* ledger.settle(charge)
        yield* sql`SELECT core_void(${charge.id}::uuid, ${account}::uuid, 0::smallint, ${charge.period}::date, ${charge.operationId}::int, now())`
        yield* ledger.grant({ id: uuidV7Unsafe(), accountId: account, bucket: "general", credits: 5 })
        for (const settle of [credits.release, (id: string) => credits.capture(id, 1)]) {
          const id = uuidV7Unsafe()
          yield* credits.hold({
            id,
            accountId: account,
            bucket: "general",
            credits: 2,
            operation: "test",
            forMs: 60_000
          })
          yield* settle(id)
        }
        assert.deepEqual(yield* seen, ["on", "on", "on", "on", "on", "on", "on"])
        yield* sql`UPDATE core_credit_balances SET granted = granted`
        assert.strictEqual((yield* seen).at(-1), "off")
      }).pipe(Effect.provide(ledgerOn(url)))
    }).pipe(Effect.scoped, quiet)
  )
})
