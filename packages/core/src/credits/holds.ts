import { type Credits, CreditsExhausted, HoldGone, ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { RequestAtHand } from "../http/RequestAtHand.ts"
import { periodEndMs, periodOf } from "./period.ts"
import { bucketNumber } from "./plans.ts"
import { assertAmount } from "./prices.ts"

type HoldState = HoldGone["state"]

const HoldRow = Schema.Struct({
  outcome: Schema.Literals([
    "held",
    "duplicate",
    "refused",
    "foreign",
    "gone_captured",
    "gone_released",
    "gone_expired"
  ])
})
const SettledRow = Schema.Struct({
  outcome: Schema.Literals([
    "captured",
    "released",
    "already_captured",
    "already_released",
    "already_expired",
    "unknown"
  ]),
  captured: Schema.Int
})
const ExtendedRow = Schema.Struct({
  outcome: Schema.Literals(["held", "captured", "released", "expired", "unknown"]),
  expires_ms: Schema.NullOr(Schema.BigInt)
})
const BalanceRow = Schema.Struct({ credit_limit: Schema.BigInt, used: Schema.BigInt, held: Schema.BigInt })

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("the ledger is unavailable; nothing was charged, retry", { retryAfterSeconds: 1, cause })

const whatBecame: Readonly<Record<HoldState, string>> = {
  captured: "was captured",
  released: "was released",
  expired: "has expired",
  unknown: "was never made"
}
const gone = (holdId: string, state: HoldState) =>
  Effect.fail(
    new HoldGone({ holdId, state, message: `the hold ${holdId} ${whatBecame[state]}; nothing was charged for it` })
  )

const goneStates = { gone_captured: "captured", gone_released: "released", gone_expired: "expired" } as const
const closedStates = { already_released: "released", already_expired: "expired", unknown: "unknown" } as const

const iso = (epochMs: number) => new Date(epochMs).toISOString()

/** What plugins see of the ledger. */
export const makeCredits = (
  operationId: (name: string) => Effect.Effect<number, SqlError.SqlError>,
  ensurePeriod: (period: string) => Effect.Effect<void, SqlError.SqlError>
): Credits["Service"] => {
  const settle = Effect.fnUntraced(function* (holdId: string, state: "captured" | "released", credits: number) {
    const sql = yield* SqlClient.SqlClient
    const at = iso(yield* Clock.currentTimeMillis)
    const [row] = yield* Effect.flatMap(
      sql`SELECT outcome, captured FROM core_settle_hold(${holdId}::uuid, ${state}, ${credits}::int, ${at}::timestamptz)`,
      Schema.decodeUnknownEffect(Schema.Tuple([SettledRow]))
    )
    return row
  }, Effect.mapError(unavailable))

  return {
    hold: Effect.fn("Credits.hold")(function* (hold) {
      yield* assertAmount(`a hold for ${hold.operation}`, hold.credits, 1)
      const nowMs = yield* Clock.currentTimeMillis
      const period = periodOf(nowMs)
      const caller = (yield* RequestAtHand)?.caller
      const credentialId = hold.credentialId ?? (caller?.accountId === hold.accountId ? caller.keyId : null)
      const [{ outcome }] = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* ensurePeriod(period)
        const operation = yield* operationId(hold.operation)
        return yield* Effect.flatMap(
          sql`SELECT outcome FROM core_hold(${hold.id}::uuid, ${hold.accountId}::uuid,
            ${bucketNumber[hold.bucket]}::smallint, ${period}::date, ${hold.credits}::int, ${operation}::int,
            ${iso(nowMs)}::timestamptz, ${iso(nowMs + hold.forMs)}::timestamptz, ${credentialId}::uuid)`,
          Schema.decodeUnknownEffect(Schema.Tuple([HoldRow]))
        )
      }).pipe(Effect.mapError(unavailable))
      switch (outcome) {
        case "held":
        case "duplicate":
          return
        case "refused":
          return yield* new CreditsExhausted(
            `this needs ${hold.credits} ${hold.bucket} credits, but fewer are left this month`,
            { retryAfterSeconds: Math.ceil((periodEndMs(period) - nowMs) / 1000) }
          )
        case "foreign":
          return yield* Effect.die(new Error(`the hold ${hold.id} belongs to another account; hold ids must be unique`))
        default:
          return yield* gone(hold.id, goneStates[outcome])
      }
    }),

    capture: Effect.fn("Credits.capture")(function* (holdId, credits) {
      yield* assertAmount(`a capture of the hold ${holdId}`, credits)
      const { captured, outcome } = yield* settle(holdId, "captured", credits)
      switch (outcome) {
        case "captured":
        case "already_captured":
          return { outcome, captured }
        case "released":
          return yield* Effect.die(new Error("a capture released a hold"))
        default:
          return yield* gone(holdId, closedStates[outcome])
      }
    }),

    release: Effect.fn("Credits.release")(function* (holdId) {
      const { captured, outcome } = yield* settle(holdId, "released", 0)
      return outcome === "captured" ? yield* Effect.die(new Error("a release captured a hold")) : { outcome, captured }
    }),

    extend: Effect.fn("Credits.extend")(function* (holdId, forMs) {
      const nowMs = yield* Clock.currentTimeMillis
      const [{ expires_ms, outcome }] = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* Effect.flatMap(
          sql`SELECT outcome, (extract(epoch FROM expires_at) * 1000)::bigint AS expires_ms
            FROM core_extend_hold(${holdId}::uuid, ${iso(nowMs + forMs)}::timestamptz)`,
          Schema.decodeUnknownEffect(Schema.Tuple([ExtendedRow]))
        )
      }).pipe(Effect.mapError(unavailable))
      if (outcome !== "held") return yield* gone(holdId, outcome)
      return { expiresAtMs: Number(expires_ms ?? 0n) }
    }),

    balance: Effect.fn("Credits.balance")(function* (accountId, bucket) {
      const period = periodOf(yield* Clock.currentTimeMillis)
      const number = bucketNumber[bucket]
      const rows = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* Effect.flatMap(
          sql`SELECT coalesce(p.credits, 0) + coalesce(b.granted, 0) AS credit_limit,
              coalesce(b.used, 0) AS used, coalesce(b.held, 0) AS held
            FROM core_accounts a LEFT JOIN core_plans p ON p.plan = a.plan AND p.bucket = ${number}
            LEFT JOIN core_credit_balances b
              ON b.account_id = a.id AND b.bucket = ${number} AND b.period = ${period}::date
            WHERE a.id = ${accountId}::uuid`,
          Schema.decodeUnknownEffect(Schema.Array(BalanceRow))
        )
      }).pipe(Effect.mapError(unavailable))
      const [row = { credit_limit: 0n, used: 0n, held: 0n }] = rows
      const limit = Number(row.credit_limit)
      const used = Number(row.used)
      const held = Number(row.held)
      return { limit, used, held, remaining: Math.max(0, limit - used - held), resetMs: periodEndMs(period) }
    })
  }
}

/** Gives back what was held and never settled; every node does it, each hold once. */
export const expireHolds = Effect.fn("CreditLedger.expireHolds")(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = iso(yield* Clock.currentTimeMillis)
  yield* sql`SELECT core_settle_hold(id, 'expired', 0, ${at}::timestamptz) FROM (
    SELECT id FROM core_credit_holds WHERE state = 'held' AND expires_at <= ${at}::timestamptz
    ORDER BY account_id, bucket, period LIMIT 500) due`
})
