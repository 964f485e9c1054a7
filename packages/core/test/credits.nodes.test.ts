import { assert, describe, it, layer } from "@effect/vitest"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Credits } from "@storeglass/plugin-api"
import { Context, Effect, Fiber, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import { CreditLedger } from "../src/credits/CreditLedger.ts"
import { coreMigrations } from "../src/migrations.ts"
import { migrate } from "../src/sql/Migrations.ts"
import { balancesOf, chargeOf, entriesOf, openAccount, openPlan } from "./credits.accounts.ts"
import { ledgerOn, Nodes, nodesLayer, poolOn, quiet } from "./credits.support.ts"

layer(nodesLayer(3), { excludeTestServices: true })("several ledgers on one database", (it) => {
  const offers = [5, 100].flatMap((limit) =>
    [0.9, 2, 10].map((times) => ({ limit, offered: Math.ceil(limit * times) }))
  )

  it.effect.each(offers)(
    "grant exactly the limit of an account that they share: $limit credits, $offered asked for",
    ({ limit, offered }) =>
      Effect.gen(function* () {
        const { ledgers } = yield* Nodes
        const account = yield* openAccount(yield* openPlan([limit, 0, 0]))
        const charges = yield* Effect.forEach(Array.from({ length: offered }), () => chargeOf(account, 1))
        const receipts = yield* Effect.forEach(
          charges,
          (charge, index) => ledgers[index % ledgers.length]?.settle(charge) ?? Effect.die("no node"),
          { concurrency: "unbounded" }
        )
        const granted = receipts.filter(({ outcome }) => outcome === "charged").length
        assert.strictEqual(granted, Math.min(limit, offered))
        assert.strictEqual(receipts.filter(({ outcome }) => outcome === "refused").length, offered - granted)
        const [balance] = (yield* balancesOf(account)).values()
        assert.strictEqual(balance?.used, granted)
        assert.strictEqual((yield* entriesOf(account)).length, granted)
      })
  )

  it.effect("charge an id once that comes to all of them at once", () =>
    Effect.gen(function* () {
      const { ledgers } = yield* Nodes
      const account = yield* openAccount()
      const charge = yield* chargeOf(account, 3)
      const receipts = yield* Effect.forEach(
        Array.from({ length: 30 }, (_, index) => index),
        (index) => ledgers[index % ledgers.length]?.settle(charge) ?? Effect.die("no node"),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(receipts.map(({ outcome }) => outcome).sort(), [
        "charged",
        ...Array.from({ length: 29 }, () => "duplicate")
      ])
      assert.deepEqual(new Set(receipts.map(({ used }) => used)), new Set([3]))
      assert.strictEqual((yield* entriesOf(account)).length, 1)
    })
  )

  it.effect("charge none for an account that does not exist", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const stranger = uuidV7Unsafe()
      assert.strictEqual((yield* ledger.settle(yield* chargeOf(stranger, 1))).outcome, "unknown")
      assert.strictEqual((yield* ledger.settle(yield* chargeOf(stranger, 0))).outcome, "unknown")
      assert.strictEqual((yield* balancesOf(stranger)).size, 0)
      assert.isUndefined(yield* ledger.usage(stranger))
    })
  )
})

layer(nodesLayer(1), { excludeTestServices: true })("the audit of the ledger", (it) => {
  const opened = Effect.gen(function* () {
    const account = yield* openAccount("indie")
    const ledger = yield* CreditLedger
    const credits = yield* Credits
    yield* ledger.settle(yield* chargeOf(account, 4))
    yield* ledger.grant({ id: uuidV7Unsafe(), accountId: account, bucket: "general", credits: 10 })
    const hold = { id: uuidV7Unsafe(), accountId: account, bucket: "creative" as const, credits: 2 }
    yield* credits.hold({ ...hold, operation: "POST /job", forMs: 60_000 })
    return { account, hold }
  })

  it.effect("finds no difference, and counts what it read", () =>
    Effect.gen(function* () {
      const { account } = yield* opened
      assert.deepEqual(yield* auditLedger(account), {
        entries: 3,
        balances: 2,
        holds: 1,
        differences: [],
        deliveries: []
      })
      assert.deepEqual((yield* auditLedger()).differences, [])
    })
  )

  const tampered = [
    {
      what: "used",
      bucket: "general",
      entries: 4,
      derived: 5,
      sql: "UPDATE core_credit_balances SET used = 5 WHERE used = 4"
    },
    {
      what: "granted",
      bucket: "general",
      entries: 10,
      derived: 11,
      sql: "UPDATE core_credit_balances SET granted = 11 WHERE granted = 10"
    },
    {
      what: "held",
      bucket: "creative",
      entries: 2,
      derived: 1,
      sql: "UPDATE core_credit_balances SET held = 1 WHERE held = 2"
    },
    {
      what: "usage",
      bucket: "general",
      entries: 4,
      derived: 3,
      sql: "UPDATE core_credit_usage_days SET credits = 3 WHERE credits = 4"
    },
    {
      what: "open holds",
      bucket: "creative",
      entries: 2,
      derived: 0,
      sql: "UPDATE core_credit_holds SET state = 'released' WHERE credits = 2"
    },
    {
      what: "used",
      bucket: "general",
      entries: 4,
      derived: 0,
      sql: "DELETE FROM core_credit_balances WHERE used = 4 RETURNING 1"
    }
  ]
  it.effect.each(tampered)("finds a planted difference: $sql", ({ bucket, derived, entries, sql: text, what }) =>
    Effect.gen(function* () {
      const { account } = yield* opened
      const sql = yield* SqlClient.SqlClient
      const planted = /RETURNING/.test(text)
        ? text.replace("RETURNING 1", `AND account_id = '${account}'`)
        : `${text} AND account_id = '${account}'`
      yield* sql.unsafe(planted)
      const { differences } = yield* auditLedger(account)
      const [found] = differences
      assert.include(
        differences.map((difference) =>
          [difference.what, difference.bucket, difference.entries, difference.derived].join()
        ),
        [what, bucket, entries, derived].join()
      )
      assert.strictEqual(found?.accountId, account)
      assert.match(found?.period ?? "", /^\d{4}-\d\d-01$/)
      const everywhere = yield* auditLedger()
      assert.isTrue(everywhere.differences.some(({ accountId }) => accountId === account))
    })
  )

  it.effect("finds an entry that was removed, and one that was added", () =>
    Effect.gen(function* () {
      const { account } = yield* opened
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM core_credit_entries WHERE account_id = ${account}::uuid AND kind = 'charge'`
      assert.deepEqual(
        (yield* auditLedger(account)).differences.map(({ derived, entries, what }) => [
          what.replace(/\d{4}-\d\d-\d\d/, "a day"),
          entries,
          derived
        ]),
        [
          ["requests of a day by no credential, GET /tested", 0, 1],
          ["usage", 0, 4],
          ["usage of a day by no credential, GET /tested", 0, 4],
          ["used", 0, 4]
        ]
      )
    })
  )
})

describe("a ledger whose PostgreSQL crashes", () => {
  it.live("goes on by itself after an immediate stop and a restart, with no charge lost or doubled", () =>
    Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.temporary()
      yield* Effect.provide(migrate("core", coreMigrations), poolOn(server.url, 1))
      const context = yield* Layer.build(ledgerOn(server.url, { patienceMs: 15_000 }))
      yield* Effect.gen(function* () {
        const ledger = Context.get(context, CreditLedger)
        const account = yield* openAccount("small")
        yield* ledger.settle(yield* chargeOf(account, 1))
        const client = Effect.forEach(
          Array.from({ length: 12 }),
          Effect.fnUntraced(function* () {
            const receipt = yield* ledger.settle(yield* chargeOf(account, 2))
            assert.include(["charged", "duplicate"], receipt.outcome)
            yield* Effect.sleep(5)
          })
        )
        const clients = yield* Effect.forkScoped(
          Effect.all(
            Array.from({ length: 30 }, () => client),
            { concurrency: "unbounded" }
          )
        )
        yield* server.stopImmediate
        yield* server.restart
        yield* Fiber.join(clients)
        const [balance] = (yield* balancesOf(account)).values()
        assert.strictEqual(balance?.used, 1 + 30 * 12 * 2)
        assert.strictEqual((yield* entriesOf(account)).length, 1 + 30 * 12)
        assert.deepEqual((yield* auditLedger()).differences, [])
      }).pipe(Effect.provideContext(context))
    }).pipe(Effect.scoped, quiet)
  )
})
