import { assert, layer } from "@effect/vitest"
import { Credits } from "@storeglass/plugin-api"
import { Arbitrary, Clock, Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import type { ChargeReceipt } from "../src/credits/ChargeQueue.ts"
import { CreditLedger } from "../src/credits/CreditLedger.ts"
import { periodOf } from "../src/credits/period.ts"
import { buckets } from "../src/credits/plans.ts"
import { balancesOf, openAccount, openPlan, setPlan } from "./credits.accounts.ts"
import { LedgerModel } from "./credits.model.ts"
import { Nodes, nodesLayer } from "./credits.support.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const place = { account: between(0, 2), bucket: between(0, 2) }
const clients = 50
const limits = [220, 90, 25] as const

/** 140 distinct requests, and 300 attempts at them: some once, some never, many repeatedly and at once. */
const Request = Schema.Struct({ ...place, credits: between(1, 12) })
const requests = Arbitrary.array(Arbitrary.schema(Request), { minLength: 140, maxLength: 140 })
const attempts = Arbitrary.array(Arbitrary.schema(between(0, 139)), { minLength: 300, maxLength: 300 })

interface Seen {
  readonly request: number
  readonly receipt: ChargeReceipt
  readonly began: number
  readonly ended: number
}

/** Charges in the order of what they made of the balance, and after each what saw the balance there. */
const serialOrder = (seen: ReadonlyArray<Seen>) =>
  [...seen].sort(
    (a, b) =>
      a.receipt.used - b.receipt.used ||
      Number(b.receipt.outcome === "charged") - Number(a.receipt.outcome === "charged")
  )

const accountsOn = Effect.fnUntraced(function* (plan: string) {
  return yield* Effect.forEach([0, 1, 2], () => openAccount(plan))
})

/** Balances, entries and usage agree with each other and with what was expected. */
const assertBooks = Effect.fnUntraced(function* (accountId: string, expected: ReadonlyArray<number>) {
  const ledger = yield* CreditLedger
  const usage = yield* ledger.usage(accountId)
  assert.deepEqual(
    buckets.map((bucket) => usage?.buckets[bucket].used),
    [...expected]
  )
  const sum = expected.reduce((total, used) => total + used, 0)
  assert.strictEqual(usage?.byOperation.reduce((total, row) => total + row.credits, 0) ?? 0, sum)
  assert.deepEqual((yield* auditLedger(accountId)).differences, [])
})

layer(nodesLayer(3), { excludeTestServices: true })("the ledger against a single-threaded model", (it) => {
  it.effect.prop(
    "gives 50 concurrent clients on 3 nodes receipts that one serial order explains, and never one credit too many",
    { attempts, requests },
    Effect.fnUntraced(function* ({ attempts, requests }) {
      const { ledgers } = yield* Nodes
      const accounts = yield* accountsOn(yield* openPlan(limits))
      const period = periodOf(yield* Clock.currentTimeMillis)
      const operationId = yield* (yield* CreditLedger).operationId("GET /charged")
      const ids = requests.map(() => uuidV7Unsafe())
      const seen: Array<Seen> = []
      let ticks = 0
      const attempt = Effect.fnUntraced(function* (request: number, node: number) {
        const wanted = requests[request]
        const ledger = ledgers[node % ledgers.length]
        if (wanted === undefined || ledger === undefined) return
        const began = ticks++
        const receipt = yield* ledger.settle({
          id: ids[request] ?? "",
          accountId: accounts[wanted.account] ?? "",
          bucket: wanted.bucket,
          period,
          credits: wanted.credits,
          operationId
        })
        seen.push({ request, receipt, began, ended: ticks++ })
      })
      yield* Effect.forEach(
        Array.from({ length: clients }, (_, client) => client),
        (client) =>
          Effect.forEach(
            attempts.filter((_, index) => index % clients === client),
            (request) => attempt(request, client)
          ),
        { concurrency: clients }
      )
      assert.strictEqual(seen.length, attempts.length)

      for (const [account, accountId] of accounts.entries()) {
        const used: Array<number> = []
        for (const bucket of [0, 1, 2]) {
          const own = seen.filter(({ request }) => {
            const wanted = requests[request]
            return wanted?.account === account && wanted.bucket === bucket
          })
          const model = new LedgerModel()
          model.setPlan(accountId, limits)
          for (const { receipt, request } of serialOrder(own)) {
            const outcome = model.charge(accountId, bucket, ids[request] ?? "", requests[request]?.credits ?? 0)
            const expected = { outcome, used: model.balance(accountId, bucket).used, held: 0, limit: limits[bucket] }
            const { held, limit, outcome: got, used } = receipt
            assert.deepEqual<object>({ outcome: got, used, held, limit }, expected)
            assert.isAtMost(receipt.used, receipt.limit)
          }
          // The order is also that of time: who began after another had ended saw at least its balance.
          for (const later of own) {
            for (const earlier of own) {
              if (earlier.ended < later.began) assert.isAtMost(earlier.receipt.used, later.receipt.used)
            }
          }
          used.push(model.balance(accountId, bucket).used)
        }
        yield* assertBooks(accountId, used)
      }
    }),
    { timeout: 30_000, arbitrary: { runs: 6, seed: "serial order" } }
  )

  const Amount = { ...place, credits: between(1, 30) }
  const Operation = Schema.Union([
    Schema.Struct({ do: Schema.Literal("charge"), id: between(0, 40), ...Amount }),
    Schema.Struct({ do: Schema.Literal("hold"), id: between(0, 25), ...Amount }),
    Schema.Struct({
      do: Schema.Literals(["captured", "released", "expired", "extend"]),
      id: between(0, 25),
      credits: between(0, 40)
    }),
    Schema.Struct({ do: Schema.Literal("grant"), id: between(0, 5), ...Amount }),
    Schema.Struct({ do: Schema.Literal("plan"), account: between(0, 2), plan: between(0, 1) })
  ])
  const operations = (length: number) =>
    Arbitrary.array(Arbitrary.schema(Operation), { minLength: length, maxLength: length })
  const planLimits = [
    [120, 60, 20],
    [40, 90, 5]
  ] as const

  /** Does one operation on the real ledger and says what came of it. */
  const worker = Effect.fnUntraced(function* (accounts: ReadonlyArray<string>, plans: ReadonlyArray<string>) {
    const ledger = yield* CreditLedger
    const credits = yield* Credits
    const sql = yield* SqlClient.SqlClient
    const period = periodOf(yield* Clock.currentTimeMillis)
    const operationId = yield* ledger.operationId("POST /worked")
    const chargeIds = Array.from({ length: 41 }, () => uuidV7Unsafe())
    const holdIds = Array.from({ length: 26 }, () => uuidV7Unsafe())
    const grantIds = Array.from({ length: 6 }, () => uuidV7Unsafe())
    const run = Effect.fnUntraced(function* (operation: typeof Operation.Type) {
      switch (operation.do) {
        case "charge": {
          const receipt = yield* ledger.settle({
            id: chargeIds[operation.id] ?? "",
            accountId: accounts[operation.account] ?? "",
            bucket: operation.bucket,
            period,
            credits: operation.credits,
            operationId
          })
          if (receipt.outcome === "charged") assert.isAtMost(receipt.used + receipt.held, receipt.limit)
          return { outcome: receipt.outcome, used: receipt.used, held: receipt.held, limit: receipt.limit }
        }
        case "hold":
          return yield* credits
            .hold({
              id: holdIds[operation.id] ?? "",
              accountId: accounts[operation.account] ?? "",
              bucket: buckets[operation.bucket] ?? "general",
              credits: operation.credits,
              operation: "POST /worked",
              forMs: 60_000
            })
            .pipe(
              Effect.as({ outcome: "kept" }),
              Effect.catchTag("RATE_LIMIT_EXCEEDED", () => Effect.succeed({ outcome: "refused" })),
              Effect.catchTag("HoldGone", ({ state }) => Effect.succeed({ outcome: `gone_${state}` })),
              Effect.catchDefect(() => Effect.succeed({ outcome: "foreign" }))
            )
        case "captured":
          return yield* Effect.catchTag(
            credits.capture(holdIds[operation.id] ?? "", operation.credits),
            "HoldGone",
            ({ state }) => Effect.succeed({ outcome: state === "unknown" ? state : `already_${state}`, captured: 0 })
          )
        case "released":
          return yield* credits.release(holdIds[operation.id] ?? "")
        case "extend":
          return yield* credits.extend(holdIds[operation.id] ?? "", 120_000).pipe(
            Effect.as({ outcome: "held" }),
            Effect.catchTag("HoldGone", ({ state }) => Effect.succeed({ outcome: state }))
          )
        case "expired":
          return yield* Effect.as(
            sql`SELECT core_settle_hold(${holdIds[operation.id]}::uuid, 'expired', 0, now() + interval '1 day')`,
            {}
          )
        case "grant": {
          const bucket = buckets[operation.bucket] ?? "general"
          const accountId = accounts[operation.account] ?? ""
          const id = grantIds[operation.id] ?? ""
          return { granted: yield* ledger.grant({ id, accountId, bucket, credits: operation.credits }) }
        }
        case "plan":
          return yield* Effect.as(setPlan(accounts[operation.account] ?? "", plans[operation.plan] ?? ""), {})
      }
    })
    return { run, chargeIds, holdIds, grantIds, period }
  })

  const started = Effect.gen(function* () {
    const plans = yield* Effect.forEach(planLimits, openPlan)
    const accounts = yield* accountsOn(plans[0] ?? "")
    return { accounts, plans, ...(yield* worker(accounts, plans)) }
  })

  it.effect.prop(
    "answers a single client step by step as the model does: charges, holds, captures, releases, renewals, expiry, grants, plans",
    { operations: operations(120) },
    Effect.fnUntraced(function* ({ operations }) {
      const { accounts, chargeIds, grantIds, holdIds, period, run } = yield* started
      const model = new LedgerModel()
      for (const account of accounts) model.setPlan(account, planLimits[0])
      const state = (account: string, bucket: number) => {
        const { held, used } = model.balance(account, bucket)
        return { used, held, limit: model.limit(account, bucket) }
      }
      const expected = (operation: typeof Operation.Type) => {
        const account = "account" in operation ? (accounts[operation.account] ?? "") : ""
        switch (operation.do) {
          case "charge": {
            const id = chargeIds[operation.id] ?? ""
            const outcome = model.charge(account, operation.bucket, id, operation.credits)
            return { outcome, ...state(account, operation.bucket) }
          }
          case "hold": {
            const outcome = model.hold(account, operation.bucket, holdIds[operation.id] ?? "", operation.credits)
            return { outcome: outcome === "held" || outcome === "duplicate" ? "kept" : outcome }
          }
          case "grant": {
            const id = grantIds[operation.id] ?? ""
            return { granted: model.grant(account, operation.bucket, id, operation.credits) }
          }
          case "plan":
            model.setPlan(account, planLimits[operation.plan] ?? planLimits[0])
            return {}
          case "extend":
            return { outcome: model.extend(holdIds[operation.id] ?? "") }
          default: {
            const settled = model.settle(holdIds[operation.id] ?? "", operation.do, operation.credits)
            return operation.do === "expired" ? {} : settled
          }
        }
      }
      for (const operation of operations) {
        assert.deepEqual<object>(yield* run(operation), expected(operation), JSON.stringify(operation))
      }
      for (const account of accounts) {
        const balances = yield* balancesOf(account)
        for (const bucket of [0, 1, 2]) {
          const { granted, held, used } = balances.get(`${bucket} ${period}`) ?? { used: 0, held: 0, granted: 0 }
          assert.deepEqual({ used, held, granted }, model.balance(account, bucket))
        }
        yield* assertBooks(
          account,
          [0, 1, 2].map((bucket) => model.balance(account, bucket).used)
        )
      }
    }),
    { timeout: 30_000, arbitrary: { runs: 4, seed: "step by step" } }
  )

  it.effect.prop(
    "keeps what 50 concurrent clients charge, hold, settle and grant to the credit, and settles each hold once",
    { operations: operations(400) },
    Effect.fnUntraced(function* ({ operations }) {
      const { accounts, holdIds, period, run } = yield* started
      const done: Array<{ readonly operation: typeof Operation.Type; readonly result: object }> = []
      yield* Effect.forEach(
        Array.from({ length: clients }, (_, client) => client),
        (client) =>
          Effect.forEach(
            operations.filter((_, index) => index % clients === client),
            (operation) => Effect.map(run(operation), (result) => done.push({ operation, result }))
          ),
        { concurrency: clients }
      )
      const sql = yield* SqlClient.SqlClient
      const holds = yield* sql<{
        id: string
        account_id: string
        bucket: number
        state: string
        captured: number
        credits: number
      }>`
        SELECT id, account_id, bucket, state, captured, credits FROM core_credit_holds WHERE id = ANY(${holdIds}::uuid[])`
      for (const { operation, result } of done) {
        if (operation.do !== "captured" || !("captured" in result)) continue
        // A capture that came first says what it took; one that came before the hold, or lost, took nothing more.
        const hold = holds.find(({ id }) => id === holdIds[operation.id])
        if (result.captured !== 0) assert.strictEqual(result.captured, hold?.captured)
      }
      for (const account of accounts) {
        const balances = yield* balancesOf(account)
        const used = [0, 1, 2].map((bucket) => {
          const own = holds.filter((hold) => hold.account_id === account && hold.bucket === bucket)
          const captured = own.reduce((total, hold) => total + hold.captured, 0)
          const held = own.reduce((total, hold) => total + (hold.state === "held" ? hold.credits : 0), 0)
          const charged = done.reduce(
            (total, { operation, result }) =>
              operation.do === "charge" &&
              accounts[operation.account] === account &&
              operation.bucket === bucket &&
              "outcome" in result &&
              result.outcome === "charged"
                ? total + operation.credits
                : total,
            0
          )
          const balance = balances.get(`${bucket} ${period}`) ?? { used: 0, held: 0, granted: 0 }
          assert.deepEqual({ used: balance.used, held: balance.held }, { used: charged + captured, held })
          return charged + captured
        })
        yield* assertBooks(account, used)
      }
    }),
    { timeout: 30_000, arbitrary: { runs: 6, seed: "all at once" } }
  )
})
