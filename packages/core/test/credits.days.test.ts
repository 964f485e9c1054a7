import { assert, describe, it } from "@effect/vitest"
import { freshDatabase } from "@storeglass/testkit"
import { Arbitrary, Clock, Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { auditLedger } from "../src/credits/audit.ts"
import { periodOf } from "../src/credits/period.ts"
import { coreMigrations } from "../src/migrations.ts"
import { migrate } from "../src/sql/Migrations.ts"
import { openAccount, openPlan } from "./credits.accounts.ts"
import { at, ledgerAt, poolOn, quiet } from "./credits.support.ts"

const nobody = "00000000-0000-0000-0000-000000000000"
const credentials = [uuidV7Unsafe(), uuidV7Unsafe(), undefined] as const
const operations = ["GET /one", "POST /two"] as const
const hourMs = 3_600_000

const Days = Schema.Array(
  Schema.Struct({
    account: Schema.String,
    day: Schema.String,
    credential: Schema.String,
    operation: Schema.String,
    bucket: Schema.Int,
    credits: Schema.Int,
    requests: Schema.Int
  })
)

const daysOf = Effect.fnUntraced(function* (accounts: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.flatMap(
    sql`SELECT account_id AS account, to_char(day, 'YYYY-MM-DD') AS day, credential_id AS credential, o.name AS operation,
        bucket, credits::int AS credits, requests::int AS requests
      FROM core_credit_usage_days JOIN core_operations o ON o.id = operation_id
      WHERE account_id = ANY (${accounts}::uuid[]) AND requests <> 0 ORDER BY 1, 2, 3, 4, 5`,
    Schema.decodeUnknownEffect(Days)
  )
})

/** Usage as one would count it by hand: of the day of the request, and none once it is taken back. */
class Counted {
  private readonly sums = new Map<string, { credits: number; requests: number }>()
  add(where: Omit<(typeof Days.Type)[number], "credits" | "requests">, credits: number, requests = 1) {
    const key = JSON.stringify([where.account, where.day, where.credential, where.operation, where.bucket])
    const sum = this.sums.get(key) ?? { credits: 0, requests: 0 }
    this.sums.set(key, { credits: sum.credits + credits, requests: sum.requests + requests })
  }
  get rows() {
    return [...this.sums]
      .filter(([, { requests }]) => requests !== 0)
      .map(([key, sum]) => {
        const [account, day, credential, operation, bucket] = JSON.parse(key)
        return { account, day, credential, operation, bucket, ...sum }
      })
  }
}
const sorted = (rows: ReadonlyArray<object>) => rows.map((row) => JSON.stringify(row)).sort()

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const of = { account: between(0, 1), bucket: between(0, 2), credential: between(0, 2), operation: between(0, 1) }
const Step = Schema.Union([
  Schema.Struct({ do: Schema.Literal("charge"), ...of, credits: between(1, 9), lateHours: between(0, 1) }),
  Schema.Struct({ do: Schema.Literal("void"), nth: between(0, 30) }),
  Schema.Struct({ do: Schema.Literal("hold"), ...of, credits: between(1, 9) }),
  Schema.Struct({
    do: Schema.Literals(["captured", "released", "expired"]),
    nth: between(0, 15),
    credits: between(0, 9)
  }),
  Schema.Struct({ do: Schema.Literal("wait"), hours: between(1, 30) })
])
const steps = Arbitrary.array(Arbitrary.schema(Step), { minLength: 60, maxLength: 60 })

describe("usage by day and credential", () => {
  it.effect.prop(
    "is the entries' to the credit: under charges, reversals, holds and a month's end",
    { steps },
    ({ steps }) =>
      Effect.gen(function* () {
        const { credits, ledger, run, time } = yield* ledgerAt("2026-11-27T20:00:00.000Z")
        const plan = yield* run(openPlan([10_000, 10_000, 10_000]))
        const accounts = [yield* run(openAccount(plan)), yield* run(openAccount(plan))]
        const ids = yield* Effect.forEach(operations, (name) => run(ledger.operationId(name)))
        const counted = new Counted()
        const charges: Array<{ id: string; where: Parameters<Counted["add"]>[0]; credits: number; period: string }> = []
        const holds: Array<{ id: string; where: Parameters<Counted["add"]>[0]; credits: number }> = []
        const placeOf = (
          { account, bucket, credential, operation }: Readonly<Record<keyof typeof of, number>>,
          ms: number
        ) => ({
          account: accounts[account] ?? "",
          day: new Date(ms).toISOString().slice(0, 10),
          credential: credentials[credential] ?? nobody,
          operation: operations[operation] ?? "",
          bucket
        })
        for (const step of steps) {
          const nowMs = yield* run(Clock.currentTimeMillis)
          switch (step.do) {
            case "charge": {
              // Its request came before; after a month's end it still counts for the month before.
              const askedMs = nowMs - step.lateHours * hourMs
              const period = periodOf(askedMs)
              const inMonth = period === periodOf(nowMs) ? nowMs : at(periodOf(nowMs)) - 1
              const charge = {
                id: uuidV7Unsafe(),
                accountId: accounts[step.account] ?? "",
                bucket: step.bucket,
                period,
                credits: step.credits,
                operationId: ids[step.operation] ?? 0,
                credentialId: credentials[step.credential]
              }
              assert.strictEqual((yield* ledger.settle(charge)).outcome, "charged")
              const where = placeOf(step, inMonth)
              counted.add(where, step.credits)
              charges.push({ id: charge.id, where, credits: step.credits, period })
              break
            }
            case "void": {
              const charge = charges[step.nth]
              const id = charge?.id ?? uuidV7Unsafe()
              const bucket = charge?.where.bucket ?? 0
              const [row] = yield* run(
                Effect.flatMap(
                  SqlClient.SqlClient,
                  (sql) => sql<{ outcome: string }>`SELECT core_void(${id}::uuid,
                    ${charge?.where.account ?? accounts[0]}::uuid, ${bucket}::smallint,
                    ${charge?.period ?? periodOf(nowMs)}::date, ${ids[0]}::int,
                    ${new Date(nowMs).toISOString()}::timestamptz) AS outcome`
                )
              )
              if (row?.outcome === "reversed" && charge !== undefined) counted.add(charge.where, -charge.credits, -1)
              else assert.include(["voided", "settled"], row?.outcome)
              break
            }
            case "hold": {
              const id = uuidV7Unsafe()
              const accountId = accounts[step.account] ?? ""
              const where = placeOf({ ...step, bucket: 0 }, nowMs)
              yield* run(
                credits.hold({
                  id,
                  accountId,
                  bucket: "general",
                  credits: step.credits,
                  operation: where.operation,
                  forMs: 100 * hourMs,
                  credentialId: credentials[step.credential]
                })
              )
              holds.push({ id, where, credits: step.credits })
              break
            }
            case "wait":
              time.setMs(nowMs + step.hours * hourMs)
              break
            default: {
              const [hold] = holds.splice(step.nth, 1)
              if (hold === undefined) break
              if (step.do === "captured") {
                const { captured } = yield* run(credits.capture(hold.id, step.credits))
                assert.strictEqual(captured, Math.min(step.credits, hold.credits))
                if (captured > 0) counted.add(hold.where, captured)
              } else yield* run(credits.release(hold.id))
            }
          }
        }
        assert.deepEqual(sorted(yield* run(daysOf(accounts))), sorted(counted.rows))
        for (const account of accounts) assert.deepEqual((yield* run(auditLedger(account))).differences, [])
      }).pipe(Effect.scoped, quiet),
    { timeout: 60_000, arbitrary: { runs: 3, seed: "days" } }
  )

  it.live("sums up what an earlier version charged, and takes it back from its day", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const account = uuidV7Unsafe()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const before = Object.fromEntries(Object.entries(coreMigrations).filter(([name]) => name < "0085"))
        yield* migrate("core", before)
        yield* sql`INSERT INTO core_accounts (id, email, plan, created_at) VALUES (${account}::uuid, 'a@example.com', 'own', now())`
        yield* sql`INSERT INTO core_plans (plan, bucket, credits) VALUES ('own', 0, 100)`
        yield* sql`INSERT INTO core_operations (name) VALUES ('GET /one'), ('POST /two')`
        const [one, two] = [1, 2]
        yield* sql`SELECT core_credit_partition('2026-11-01'), core_credit_partition('2026-12-01')`
        const charge = (id: string, credits: number, day: string) =>
          sql`SELECT outcome FROM core_charge(ARRAY[${id}]::uuid[], ARRAY[${account}]::uuid[], '{0}', '{2026-11-01}',
            ARRAY[${credits}]::int[], ARRAY[${one}]::int[], ${day}::timestamptz)`
        const [kept, back, later] = [uuidV7Unsafe(), uuidV7Unsafe(), uuidV7Unsafe()]
        yield* charge(kept, 5, "2026-11-10T12:00:00Z")
        yield* charge(back, 7, "2026-11-11T12:00:00Z")
        yield* charge(later, 3, "2026-12-01T00:00:01Z")
        const undo = (id: string, day: string) =>
          sql<{
            outcome: string
          }>`SELECT core_void(${id}::uuid, ${account}::uuid, 0::smallint, '2026-11-01', ${two}::int, ${day}::timestamptz) AS outcome`
        assert.deepEqual(yield* undo(back, "2026-11-13T00:00:00Z"), [{ outcome: "reversed" }])
        const hold = uuidV7Unsafe()
        yield* sql`SELECT core_hold(${hold}::uuid, ${account}::uuid, 0::smallint, '2026-11-01', 9, ${two}::int,
          '2026-11-14T00:00:00Z', '2026-12-14T00:00:00Z')`
        yield* sql`SELECT core_settle_hold(${hold}::uuid, 'captured', 8, '2026-12-02T00:00:00Z')`
        // Of a month whose entries are gone.
        yield* sql`INSERT INTO core_credit_usage (account_id, period, operation_id, bucket, credits, requests)
          VALUES (${account}::uuid, '2025-03-01', ${one}, 0, 40, 4)`

        yield* migrate("core", coreMigrations)
        const day = (day: string, operation: string, credits: number, requests: number) =>
          JSON.stringify({ account, day, credential: nobody, operation, bucket: 0, credits, requests })
        const carried = [
          day("2025-03-01", "GET /one", 40, 4),
          day("2026-11-10", "GET /one", 5, 1),
          day("2026-11-14", "POST /two", 8, 1),
          day("2026-11-30", "GET /one", 3, 1)
        ]
        assert.deepEqual(sorted(yield* daysOf([account])), carried)
        // A node of that version looks at months, and voids as it did.
        assert.deepEqual(
          yield* sql`SELECT to_char(period, 'YYYY-MM') AS period, credits::int AS credits FROM core_credit_usage ORDER BY 1, 2`,
          [
            { period: "2025-03", credits: 40 },
            { period: "2026-11", credits: 8 },
            { period: "2026-11", credits: 8 }
          ]
        )
        assert.deepEqual(yield* undo(kept, "2026-12-03T00:00:00Z"), [{ outcome: "reversed" }])
        assert.deepEqual(
          sorted(yield* daysOf([account])),
          carried.filter((row) => !row.includes("2026-11-10"))
        )
        assert.deepEqual(yield* charge(uuidV7Unsafe(), 1, "2026-11-20T00:00:00Z"), [{ outcome: "charged" }])
        assert.deepEqual(
          (yield* auditLedger(account)).differences.map(({ period }) => period),
          ["2025-03-01", "2025-03-01", "2025-03-01"]
        )
      }).pipe(Effect.provide(poolOn(url, 1)))
    }).pipe(Effect.scoped, quiet)
  )
})
