import {
  asDocumented,
  Locks,
  type LockUnavailable,
  lockUnavailable,
  type ServiceUnavailable,
  VendorWriteLog,
  type Warning,
  type WriteRecord
} from "@storeglass/plugin-api"
import { Clock, Context, Deferred, Effect, Layer, Option, Schema, type Scope } from "effect"
import type { Ready } from "../AdsConnection.ts"
import type { AdsConfig } from "../config.ts"
import { RaiseCapReached } from "../errors.ts"
import { compareAmounts, Money, moneyText, subtractAmount, sumAmounts, timesAmount } from "../money.ts"
import type { RaiseCaps } from "../schema.ts"
import { adGroupUpdate, campaignUpdate, idsIn } from "./journal.ts"

export type MoneyField = "dailyBudgetAmount" | "defaultBidAmount"
export interface Raise {
  readonly field: MoneyField
  readonly from: Money | null
  readonly to: Money | undefined
}

const lockMs = 20_000
const hourMs = 3_600_000
const windows = [
  { window: "hour", ms: hourMs },
  { window: "day", ms: 24 * hourMs }
] as const
type Span = (typeof windows)[number]
const pageMax = 1_000

const fieldOf: Readonly<Record<string, MoneyField>> = {
  [campaignUpdate]: "dailyBudgetAmount",
  [adGroupUpdate]: "defaultBidAmount"
}
const called: Readonly<Record<MoneyField, string>> = { dailyBudgetAmount: "budgets", defaultBidAmount: "bids" }

const above = ({ from, to }: Pick<Raise, "from" | "to">): string | undefined => {
  const more = to === undefined ? undefined : subtractAmount(to.amount, from?.amount ?? "0")
  return more !== undefined && compareAmounts(more, "0") === 1 ? more : undefined
}
export const isRaise = (raise: Raise): boolean => above(raise) !== undefined

const Amounts = Schema.Struct({
  dailyBudgetAmount: Schema.optionalKey(Schema.NullOr(Money)),
  defaultBidAmount: Schema.optionalKey(Schema.NullOr(Money))
})
const decodeAmounts = Schema.decodeUnknownOption(Amounts)

/** A raise that was made, or may have been. */
interface Made {
  readonly field: MoneyField
  readonly from: Money | null
  readonly to: Money
  readonly by: string
  readonly atMs: number
  readonly ids: ReadonlyArray<string>
  readonly known: boolean
}

/** What a row of the journal raised; nothing where it raised nothing, or is known not to have been done. */
const madeOf = ({ before, intent, operation, outcome, startedAtMs, target }: WriteRecord): ReadonlyArray<Made> => {
  const field = fieldOf[operation]
  if (field === undefined || outcome === "absent") return []
  const from = Option.getOrUndefined(decodeAmounts(before))?.[field] ?? null
  const to = Option.getOrUndefined(decodeAmounts(intent))?.[field] ?? undefined
  const by = above({ from, to })
  return to === undefined || by === undefined
    ? []
    : [{ field, from, to, by, atMs: startedAtMs, ids: idsIn(target), known: outcome === "applied" }]
}

const total = (made: ReadonlyArray<Made>) => sumAmounts(made.map(({ by }) => by)) ?? "0"
const fits = (made: ReadonlyArray<Made>, by: string, cap: string) =>
  (compareAmounts(sumAmounts([total(made), by]) ?? "0", cap) ?? 1) <= 0

/** When so much of what was raised is past that `by` fits; undefined where it never does. Raises are given oldest first. */
const freeAt = (made: ReadonlyArray<Made>, by: string, cap: string, { ms }: Span): number | undefined => {
  for (const [at, { atMs }] of made.entries()) if (fits(made.slice(at + 1), by, cap)) return atMs + ms
  return undefined
}
const iso = (ms: number) => new Date(ms).toISOString()

const make = Effect.fnUntraced(function* (config: AdsConfig) {
  const locks = yield* Locks
  const log = yield* VendorWriteLog

  const capOf = (field: MoneyField, { window }: Span, currency: string): string | undefined => {
    const caps = {
      dailyBudgetAmount: { hour: config.budgetRaisePerHour, day: config.budgetRaisePerDay },
      defaultBidAmount: { hour: config.bidRaisePerHour, day: config.bidRaisePerDay }
    }
    const cap = caps[field][window]
    return cap === null ? undefined : timesAmount(String(cap), String(config.raiseCapUnits[currency] ?? 1))
  }

  /** The ad account's raises of the last day, oldest first. */
  const madeSince = Effect.fnUntraced(function* ({ access, saved: { accountId } }: Ready, sinceMs: number) {
    const made: Array<Made> = []
    let after: string | undefined
    for (;;) {
      const rows = yield* asDocumented(log.list({ accountId, sinceMs, limit: pageMax, after }))
      made.push(...rows.flatMap(madeOf).filter(({ ids: [adAccountId] }) => adAccountId === access.adAccountId))
      after = rows.at(-1)?.id
      if (rows.length < pageMax || after === undefined) return made.toReversed()
    }
  })
  const within = (made: ReadonlyArray<Made>, field: MoneyField, { ms }: Span, nowMs: number) =>
    made.filter((one) => one.field === field && one.atMs > nowMs - ms)

  return {
    /** Waits for the ad account's turn to raise and has it until the scope closes: what was counted is all there is. */
    turn: Effect.fn("Raises.turn")(function* ({
      access
    }: Ready): Effect.fn.Return<void, ServiceUnavailable, Scope.Scope> {
      const begun = yield* Deferred.make<void, LockUnavailable>()
      const held = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      yield* locks.withKey(`connect-ads/raises/${access.adAccountId}`, held, { waitMs: lockMs }).pipe(
        Effect.catchTag("LockUnavailable", (error) => Deferred.fail(begun, error)),
        Effect.forkScoped
      )
      yield* Effect.mapError(Deferred.await(begun), lockUnavailable)
    }),

    /** Refuses a raise beyond a cap; a preview is told. */
    check: Effect.fn("Raises.check")(function* (
      ready: Ready,
      raise: Raise,
      { dryRun }: { readonly dryRun: boolean }
    ): Effect.fn.Return<ReadonlyArray<Warning>, RaiseCapReached | ServiceUnavailable> {
      const { field, to } = raise
      const by = above(raise)
      if (by === undefined || to === undefined) return []
      const { currency } = to
      const nowMs = yield* Clock.currentTimeMillis
      const made = yield* madeSince(ready, nowMs - 24 * hourMs)
      const warnings: Array<Warning> = []
      for (const span of windows) {
        const cap = capOf(field, span, currency)
        const there = within(made, field, span, nowMs)
        if (cap === undefined || fits(there, by, cap)) continue
        const free = freeAt(there, by, cap, span)
        const money = (amount: string) => moneyText({ amount, currency })
        const frees =
          free === undefined
            ? "That is more than the cap by itself: raise less"
            : `There is room for it again at ${iso(free)}`
        const what = `${called[field]} of this ad account may be raised by ${money(cap)} in all within ${span.window === "hour" ? "an hour" : "24 hours"}; ${money(total(there))} of that is used, and this raises by ${money(by)}. ${frees}`
        if (!dryRun) {
          return yield* new RaiseCapReached(
            `${field} (body): ${what}; nothing was written. Lowering and pausing aren't capped`
          )
        }
        warnings.push({ code: RaiseCapReached.code, message: what })
      }
      return warnings
    }),

    /** The caps, and what of them is used. */
    view: Effect.fn("Raises.view")(function* (ready: Ready): Effect.fn.Return<RaiseCaps, ServiceUnavailable> {
      const nowMs = yield* Clock.currentTimeMillis
      const made = yield* madeSince(ready, nowMs - 24 * hourMs)
      const currency = ready.adAccount.currency ?? made[0]?.to.currency ?? null
      const fields: ReadonlyArray<MoneyField> = ["dailyBudgetAmount", "defaultBidAmount"]
      const money = (amount: string | undefined) =>
        currency === null || amount === undefined ? null : { amount, currency }
      const left = (cap: string | undefined, there: ReadonlyArray<Made>) => {
        const rest = cap === undefined ? undefined : subtractAmount(cap, total(there))
        return rest !== undefined && compareAmounts(rest, "0") === -1 ? "0" : rest
      }
      return {
        currency,
        caps: fields.flatMap((field) =>
          windows.map((span) => {
            const there = within(made, field, span, nowMs)
            const cap = currency === null ? undefined : capOf(field, span, currency)
            const [oldest] = there
            return {
              field,
              window: span.window,
              cap: money(cap),
              raised: money(total(there)),
              left: money(left(cap, there)),
              nextFreedAt: oldest === undefined ? null : iso(oldest.atMs + span.ms)
            }
          })
        ),
        raises: made.toReversed().map(({ atMs, by, field, from, ids: [, campaignId = "", adGroupId], known, to }) => ({
          at: iso(atMs),
          field,
          campaignId,
          adGroupId: adGroupId ?? null,
          from,
          to,
          raisedBy: { amount: by, currency: to.currency },
          known
        }))
      }
    })
  }
})

/** By how much budgets and bids may be raised within an hour and a day, counted over the journal of writes. */
export class Raises extends Context.Service<Raises, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-ads/Raises"
) {
  static readonly layer = (config: AdsConfig) => Layer.effect(this, make(config))
}
