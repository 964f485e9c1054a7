import {
  AccountAdmin,
  type AccountDetails,
  AuditLog,
  type Bucket,
  Credits,
  Entitlements,
  GatewayState,
  InvalidInput,
  rowsOf,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { msColumn, timeOf } from "../rows.ts"
import { Billing, type BillingEvent } from "./Billing.ts"
import { type BillingConfig, offersOf, type Period, type PlanOffer } from "./config.ts"
import { PlanByOperator, PlanRefused } from "./errors.ts"

/** How long a change whose answer was lost is asked for under the same id. */
const sameIntentMs = 86_400_000

export interface BucketChange {
  readonly bucket: Bucket
  readonly limit: number
  readonly limitAfter: number
  readonly used: number
  /** Now, and at once after the change; 0 where more is used than the other plan has. */
  readonly remaining: number
  readonly remainingAfter: number
  readonly resetAt: string
}

/** Null: without limit; 0: not in the plan. */
export interface FeatureChange {
  readonly feature: string
  readonly description: string
  readonly limit: number | null
  readonly limitAfter: number | null
  /** Null: this feature isn't a number of things, or its plugin can't tell. */
  readonly used: number | null
  /** How many pause until the plan is larger or some are deleted. Nothing is deleted by the change. */
  readonly pausing: number
}

export interface PlanChange {
  readonly from: string
  readonly to: string
  readonly credits: ReadonlyArray<BucketChange>
  readonly features: ReadonlyArray<FeatureChange>
}

export interface PlanState extends Pick<PlanChange, "credits" | "features"> {
  readonly plan: string
  readonly name: string
  readonly period: Period | null
  readonly mode: "off" | "free" | "hook"
  readonly currency: string
  readonly offers: ReadonlyArray<PlanOffer & { readonly credits: Readonly<Record<Bucket, number>> }>
}

/** What became of a change that was asked for. */
export interface PlanAsked {
  readonly state: "changed" | "redirected" | "unchanged"
  readonly plan: string
  /** Where the owner pays; the plan changes when the payment backend says so. */
  readonly redirectUrl: string | null
}

const StateRow = Schema.Struct({ period: Schema.NullOr(Schema.Literals(["month", "year"])), atMs: Schema.Number })
const IntentRow = Schema.Struct({ id: Schema.String })
const AppliedRow = Schema.Struct({ atMs: Schema.Number, event: Schema.String })
/** `superseded`: something later was applied before, or the operator has set a plan since. `gone`: there's no such account any more. */
export type EventOutcome = "applied" | "superseded" | "gone" | "repeated"

const IntentHistory = Schema.Struct({
  id: Schema.String,
  at: Schema.Number,
  from: Schema.String,
  to: Schema.String,
  period: Schema.String,
  state: Schema.String,
  problem: Schema.NullOr(Schema.String)
})
const EventHistory = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  plan: Schema.String,
  at: Schema.Number,
  receivedAt: Schema.Number,
  outcome: Schema.String
})
type Told<A extends object> = { readonly [K in keyof A]: K extends "at" | "receivedAt" ? string : A[K] }

type Away = SqlError.SqlError | ServiceUnavailable

/** Plans of accounts: what they have, what a change would do, and the change. */
export class Plans extends Context.Service<
  Plans,
  {
    /** Undefined: no such account. */
    readonly of: (accountId: string) => Effect.Effect<PlanState | undefined, Away>
    readonly preview: (accountId: string, plan: string) => Effect.Effect<PlanChange | undefined, InvalidInput | Away>
    readonly ask: (wanted: {
      readonly accountId: string
      readonly personId: string
      readonly plan: string
      readonly period: Period
    }) => Effect.Effect<PlanAsked, InvalidInput | PlanByOperator | PlanRefused | Away>
    /** What the payment backend was asked, and what it told: the last hundred of each, newest first. Times are ISO 8601. */
    readonly history: (accountId: string) => Effect.Effect<
      {
        readonly intents: ReadonlyArray<Told<typeof IntentHistory.Type>>
        readonly events: ReadonlyArray<Told<typeof EventHistory.Type>>
      },
      Away
    >
    /** Applies what the payment backend told, once, however often and in whatever order it is told. */
    readonly take: (event: BillingEvent) => Effect.Effect<EventOutcome, InvalidInput | Away>
  }
>()("@storeglass/account/Plans") {
  static readonly layer = (config: BillingConfig, whomToAsk: string) =>
    Layer.effect(
      Plans,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const accounts = yield* AccountAdmin
        const audit = yield* AuditLog
        const billing = yield* Billing
        const credits = yield* Credits
        const entitlements = yield* Entitlements
        const state = yield* GatewayState
        const offers = offersOf(config)
        const currency = config.currency ?? "USD"
        const withSql = Effect.provideService(SqlClient.SqlClient, sql)

        const creditsOf = (plan: string, bucket: Bucket) => entitlements.plans[plan]?.[bucket] ?? 0
        const bucketChange = Effect.fnUntraced(function* (accountId: string, from: string, to: string, bucket: Bucket) {
          const { held, limit, remaining, resetMs, used } = yield* withSql(credits.balance(accountId, bucket))
          // What was granted beyond the plan stays.
          const limitAfter = limit - creditsOf(from, bucket) + creditsOf(to, bucket)
          return {
            bucket,
            limit,
            limitAfter,
            used,
            remaining,
            remainingAfter: Math.max(0, limitAfter - used - held),
            resetAt: timeOf(resetMs)
          }
        })
        const changeOf = Effect.fnUntraced(function* (accountId: string, from: string, to: string) {
          const used = yield* state.featuresUsed(accountId)
          const features = Object.entries(entitlements.features).map(([feature, { description }]): FeatureChange => {
            const limitAfter = entitlements.limit(to, feature)
            const count = used[feature] ?? null
            return {
              feature,
              description,
              limit: entitlements.limit(from, feature),
              limitAfter,
              used: count,
              pausing: limitAfter === null || count === null ? 0 : Math.max(0, count - limitAfter)
            }
          })
          const buckets = yield* Effect.forEach(["general", "aiVisibility", "creative"] as const, (bucket) =>
            bucketChange(accountId, from, to, bucket)
          )
          return { from, to, credits: buckets, features }
        })
        const nameOf = (plan: string) => offers.find((offer) => offer.plan === plan)?.name ?? plan
        const offered = Effect.fnUntraced(function* (plan: string) {
          const offer = offers.find((each) => each.plan === plan)
          if (offer !== undefined && entitlements.plans[plan] !== undefined) return offer
          return yield* new InvalidInput(`plan: must be one of ${offers.map((each) => each.plan).join(", ")}`, {
            field: "plan"
          })
        })
        const setPlan = (accountId: string, plan: string, sinceMs: number) =>
          Effect.catchTag(accounts.setPlan(accountId, plan, sinceMs), "AccountRefused", ({ message, reason }) =>
            reason === "not_found"
              ? Effect.succeed(undefined)
              : Effect.fail(new InvalidInput(`plan: ${message}`, { field: "plan" }))
          )
        /** What the plan is paid by; null: by nothing, or the operator has set another plan since. */
        const periodOf = Effect.fnUntraced(function* ({ id, planSince }: AccountDetails) {
          const [row] = yield* rowsOf(StateRow)(
            sql`SELECT period, ${sql.literal(msColumn("applied_at", "atMs"))} FROM account_billing WHERE account_id = ${id}::uuid`
          )
          if (row === undefined || (planSince !== null && Date.parse(planSince) > row.atMs)) return null
          return row.period
        })
        /** Later than all that was applied to the account; `at` and the event's id put them in one order. */
        const isNewest = Effect.fnUntraced(function* (accountId: string, atMs: number, event: string) {
          const [applied] = yield* rowsOf(AppliedRow)(
            sql`SELECT (extract(epoch FROM applied_at) * 1000)::float8 AS "atMs", applied_event AS event FROM account_billing
              WHERE account_id = ${accountId}::uuid FOR UPDATE`
          )
          return applied === undefined || applied.atMs < atMs || (applied.atMs === atMs && applied.event < event)
        })
        const applied = (accountId: string, atMs: number, event: string, period: Period | null) =>
          sql`INSERT INTO account_billing (account_id, applied_at, applied_event, period)
            VALUES (${accountId}::uuid, ${timeOf(atMs)}::timestamptz, ${event}, ${period})
            ON CONFLICT (account_id) DO UPDATE SET applied_at = excluded.applied_at,
              applied_event = excluded.applied_event, period = excluded.period`
        /** Unless something later was applied before, or the operator has set a plan since. */
        const apply = Effect.fnUntraced(function* (change: {
          readonly accountId: string
          readonly atMs: number
          readonly id: string
          readonly plan: string
          readonly period: Period | null
        }) {
          const { accountId, atMs, id, period, plan } = change
          if (!(yield* isNewest(accountId, atMs, id))) return false
          const account = yield* setPlan(accountId, plan, atMs)
          if (account?.planSince !== timeOf(atMs)) return false
          yield* applied(accountId, atMs, id, period)
          return true
        })
        /** One of an account's changes after the other. */
        const inTurn = <A, E>(accountId: string, work: Effect.Effect<A, E>) =>
          sql.withTransaction(
            Effect.andThen(
              sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account_billing ${accountId}`}, 0))`,
              work
            )
          )
        const settled = Effect.fnUntraced(function* (
          id: string,
          state: "approved" | "redirected" | "refused",
          more: { readonly redirectUrl?: string; readonly problem?: string } = {}
        ) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`UPDATE account_billing_intents SET state = ${state}, settled_at = ${now}::timestamptz,
              redirect_url = ${more.redirectUrl ?? null}, problem = ${more.problem ?? null}
            WHERE id = ${id}::uuid AND state <> 'confirmed'`
        })
        const asked = (
          intent: {
            readonly accountId: string
            readonly personId: string
            readonly from: string
            readonly to: string
            readonly period: Period
          },
          nowMs: number
        ) =>
          inTurn(
            intent.accountId,
            Effect.gen(function* () {
              const { accountId, from, period, personId, to } = intent
              const [lost] = yield* rowsOf(IntentRow)(
                sql`SELECT id::text AS id FROM account_billing_intents
                  WHERE account_id = ${accountId}::uuid AND state = 'sent' AND plan_from = ${from} AND plan_to = ${to}
                    AND period = ${period} AND created_at > ${timeOf(nowMs - sameIntentMs)}::timestamptz
                  ORDER BY created_at DESC LIMIT 1`
              )
              if (lost !== undefined) return lost.id
              const id = uuidV7Unsafe()
              yield* sql`INSERT INTO account_billing_intents (id, account_id, person_id, plan_from, plan_to, period, state, created_at)
                VALUES (${id}::uuid, ${accountId}::uuid, ${personId}, ${from}, ${to}, ${period}, 'sent', ${timeOf(nowMs)}::timestamptz)`
              return id
            })
          )

        return Plans.of({
          of: Effect.fn("Plans.of")(function* (accountId) {
            const account = yield* accounts.find(accountId)
            if (account === undefined) return undefined
            const { plan } = account
            const { credits, features } = yield* changeOf(accountId, plan, plan)
            return {
              plan,
              name: nameOf(plan),
              period: yield* periodOf(account),
              mode: billing.mode,
              currency,
              credits,
              features,
              offers: offers.map((offer) => ({
                ...offer,
                credits: {
                  general: creditsOf(offer.plan, "general"),
                  aiVisibility: creditsOf(offer.plan, "aiVisibility"),
                  creative: creditsOf(offer.plan, "creative")
                }
              }))
            }
          }),
          preview: Effect.fn("Plans.preview")(function* (accountId, plan) {
            if (entitlements.plans[plan] === undefined) yield* offered(plan)
            const account = yield* accounts.find(accountId)
            return account === undefined ? undefined : yield* changeOf(accountId, account.plan, plan)
          }),
          ask: Effect.fn("Plans.ask")(function* ({ accountId, period, personId, plan }) {
            if (billing.mode === "off") {
              return yield* new PlanByOperator(`the operator of this gateway changes plans; ask ${whomToAsk}`)
            }
            const offer = yield* offered(plan)
            const account = yield* accounts.find(accountId)
            if (account === undefined) return yield* Effect.die(new Error("a session's account isn't there"))
            const price = offer.prices[period]
            if (price === null && plan !== "free") {
              return yield* new InvalidInput(`period (body): ${plan} isn't sold by the ${period}`, { field: "period" })
            }
            // Who pays by the year may want to pay by the month.
            const isSame =
              account.plan === plan && (plan === "free" || ((yield* periodOf(account)) ?? period) === period)
            if (isSame) return { state: "unchanged", plan, redirectUrl: null }
            const nowMs = yield* Clock.currentTimeMillis
            const id = yield* asked({ accountId, personId, from: account.plan, to: plan, period }, nowMs)
            const decision = yield* billing.ask({
              id,
              accountId,
              email: account.email,
              from: account.plan,
              to: plan,
              period,
              price: plan === "free" ? 0 : price,
              currency
            })
            switch (decision.state) {
              case "approved":
                return yield* inTurn(
                  accountId,
                  Effect.gen(function* () {
                    // What was told since may be of later.
                    yield* apply({ accountId, atMs: nowMs, id, plan, period: plan === "free" ? null : period })
                    yield* settled(id, "approved")
                    const now = yield* accounts.find(accountId)
                    return { state: "changed" as const, plan: now?.plan ?? plan, redirectUrl: null }
                  })
                )
              case "redirected":
                yield* settled(id, "redirected", { redirectUrl: decision.url })
                return { state: "redirected", plan: account.plan, redirectUrl: decision.url }
              case "refused":
                yield* settled(id, "refused", { problem: decision.reason })
                return yield* new PlanRefused(`the change was refused: ${decision.reason}`)
            }
          }),
          history: Effect.fn("Plans.history")(function* (accountId) {
            const intents = yield* rowsOf(IntentHistory)(
              sql`SELECT id::text AS id, ${sql.literal(msColumn("created_at", "at"))}, plan_from AS "from", plan_to AS "to",
                  period, state, problem
                FROM account_billing_intents WHERE account_id::text = ${accountId} ORDER BY created_at DESC LIMIT 100`
            )
            const events = yield* rowsOf(EventHistory)(
              sql`SELECT id, kind, plan, ${sql.literal(msColumn("at", "at"))},
                  ${sql.literal(msColumn("received_at", "receivedAt"))}, outcome
                FROM account_billing_events WHERE account_id::text = ${accountId} ORDER BY at DESC LIMIT 100`
            )
            return {
              intents: intents.map(({ at, ...intent }) => ({ ...intent, at: timeOf(at) })),
              events: events.map(({ at, receivedAt, ...event }) => ({
                ...event,
                at: timeOf(at),
                receivedAt: timeOf(receivedAt)
              }))
            }
          }),
          take: Effect.fn("Plans.take")(function* (event) {
            const { accountId, atMs, id, intentId, kind, period, plan } = event
            if (entitlements.plans[plan] === undefined) {
              const known = Object.keys(entitlements.plans).join(", ")
              return yield* new InvalidInput(
                `plan (body): there's no plan '${plan.slice(0, 60)}'; use one of ${known}`,
                { field: "plan" }
              )
            }
            return yield* inTurn(
              accountId,
              Effect.gen(function* () {
                // Of an account that is gone nothing is written down.
                if ((yield* accounts.find(accountId)) === undefined) return "gone" as const
                const now = timeOf(yield* Clock.currentTimeMillis)
                const first =
                  yield* sql`INSERT INTO account_billing_events (id, account_id, kind, plan, at, received_at, outcome)
                  VALUES (${id}, ${accountId}::uuid, ${kind}, ${plan}, ${timeOf(atMs)}::timestamptz, ${now}::timestamptz, 'superseded')
                  ON CONFLICT DO NOTHING RETURNING 1`
                if (first.length === 0) return "repeated" as const
                if (intentId !== null) {
                  yield* sql`UPDATE account_billing_intents SET state = 'confirmed', settled_at = ${now}::timestamptz
                    WHERE id::text = ${intentId} AND account_id = ${accountId}::uuid`
                }
                const isApplied = yield* apply({
                  accountId,
                  atMs,
                  id,
                  plan,
                  period: kind === "plan.ended" ? null : period
                })
                if (!isApplied) return "superseded" as const
                yield* sql`UPDATE account_billing_events SET outcome = 'applied' WHERE id = ${id}`
                yield* withSql(
                  audit.record({
                    action: "account.plan-billed",
                    accountId,
                    target: { kind: "billing-event", id },
                    after: { kind, plan, period, at: timeOf(atMs) }
                  })
                )
                return "applied" as const
              })
            )
          })
        })
      })
    )
}
