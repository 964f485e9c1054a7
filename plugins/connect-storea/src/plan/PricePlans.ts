import {
  asDocumented,
  Caller,
  ConfirmationRequired,
  InvalidInput,
  PlanStale,
  plusDays,
  VendorWriteLog,
  VendorWrites,
  WriteOutcomeUnknown,
  type WriteRecord,
  writeOperation
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { ofPlan, Prices, SetPrice, today } from "../catalog/Prices.ts"
import { withPoints } from "../catalog/points.ts"
import type { Console, Rows } from "../vendor/Console.ts"
import type { PricePoint } from "../vendor/records.ts"
import type { Failure } from "../writes/Changes.ts"
import { said } from "../writes/diffs.ts"
import { isFar, manualEntries } from "../writes/previews.ts"
import { moveOf, type Priced, rounded } from "./rules.ts"
import { type IapPlan, type PlanRow, type SubscriptionPlan, setsAll } from "./schema.ts"

type Asked = Omit<typeof IapPlan.Type, "confirm" | "planId">
/** What asks for points, of an in-app purchase or a subscription. */
interface Points {
  readonly inTerritories: (...territories: ReadonlyArray<string>) => Effect.Effect<Rows<PricePoint>, Failure>
  readonly equalizations: (pricePointId: string) => Effect.Effect<Rows<PricePoint>, Failure>
}
interface Planned {
  readonly base: PricePoint
  readonly rows: ReadonlyArray<{
    readonly territory: string
    readonly point: PricePoint
    readonly equalized: PricePoint
    readonly excepted: boolean
  }>
}

/** About 800 points each, of at most 8,000 in an answer. */
const territoriesAtOnce = 8
/** How long a request goes on writing territories. */
const writesMs = 10_000
/** Lists of points that are asked for at once. */
const listsAtOnce = 3
const dayMs = 86_400_000
const journalMax = 1_000

/** The prices of all territories: those of the vendor, rounded. Points are read for some territories at a time. */
const planOf = Effect.fn("PricePlans.planOf")(function* (points: Points, asked: Asked) {
  const { except = [], rounding, territory } = asked
  const listed = yield* points.inTerritories(territory)
  const own = listed.items
  const [pointed] = yield* withPoints(
    [asked],
    () => Effect.succeed(listed),
    () => ""
  )
  const { items: others } = yield* points.equalizations(pointed?.pricePointId ?? "")
  const base = own.find(({ id }) => id === pointed?.pricePointId)
  if (base === undefined) {
    return yield* new InvalidInput(
      `pricePointId (body): isn't a price point of ${territory}; take one from the price points of ${territory}`
    )
  }
  const told = others.filter((point) => point.territory !== null && point.territory !== territory)
  const excepted = new Set(except)
  if (excepted.has(territory)) return yield* new InvalidInput("except (body): can't name the base territory")
  const strange = except.filter((code) => told.every((point) => point.territory !== code))
  if (strange.length > 0) {
    return yield* new InvalidInput(
      `except (body): ${strange.join(", ")} isn't a territory for which the vendor works out a price; leave it out`
    )
  }
  const chosen = new Map<string, PricePoint>()
  if (rounding !== undefined) {
    const priced = told.filter((point) => !excepted.has(point.territory ?? ""))
    const groups = Array.from({ length: Math.ceil(priced.length / territoriesAtOnce) }, (_, nth) =>
      priced.slice(nth * territoriesAtOnce, (nth + 1) * territoriesAtOnce)
    )
    yield* Effect.forEach(
      groups,
      (some) =>
        Effect.map(points.inTerritories(...some.flatMap((point) => point.territory ?? [])), ({ items }) => {
          const byTerritory = Map.groupBy(items, (point) => point.territory)
          for (const equalized of some) {
            chosen.set(equalized.id, rounded(byTerritory.get(equalized.territory) ?? [], equalized, rounding))
          }
        }),
      { concurrency: listsAtOnce, discard: true }
    )
  }
  const rows = told
    .map((equalized) => ({
      territory: equalized.territory ?? "",
      equalized,
      point: chosen.get(equalized.id) ?? equalized,
      excepted: excepted.has(equalized.territory ?? "")
    }))
    .toSorted((a, b) => (a.territory < b.territory ? -1 : 1))
  const plan: Planned = { base, rows: [{ territory, point: base, equalized: base, excepted: false }, ...rows] }
  return plan
})

const rowsOf = (
  { rows }: Planned,
  currentOf: (territory: string) => Priced | undefined,
  result: (row: Planned["rows"][number]) => PlanRow["result"]
): ReadonlyArray<PlanRow> =>
  rows.map((row) => {
    const { equalized, point, territory } = row
    const current = currentOf(territory)
    return {
      territory,
      currency: point.currency,
      current: current?.customerPrice ?? null,
      equalized: equalized.customerPrice,
      planned: point.customerPrice,
      pricePointId: point.id,
      move: moveOf(current, point),
      result: row.excepted ? "excepted" : result(row)
    }
  })

const confirmed = (confirm: boolean | undefined) =>
  confirm === true
    ? Effect.void
    : Effect.fail(new ConfirmationRequired(`confirm (body): must be true to confirm: ${setsAll}; nothing was written`))
const previewed = (planId: string | undefined) =>
  planId === undefined
    ? Effect.fail(new InvalidInput("planId (body): is required; preview the plan with dryRun=true, which gives it"))
    : Effect.succeed(planId)
/** What says no to a price; after anything else the same may go well later, or with another key. */
const refusals: ReadonlySet<string> = new Set([
  "INVALID_INPUT",
  "NOT_FOUND",
  "PLAN_STALE",
  "VENDOR_CONFLICT",
  "VENDOR_REJECTED"
])
type Stopped = Effect.Error<ReturnType<Prices["Service"]["setSubscriptionPrice"]>>
/** A plan is settled by going on with it. */
const settledByGoingOn = (failure: Stopped): Stopped =>
  failure instanceof WriteOutcomeUnknown
    ? new WriteOutcomeUnknown(
        "a price was sent and it isn't known yet whether the vendor has it; nothing was charged. Send the same body again: that settles it and doesn't send it twice",
        { retryAfterSeconds: 5 }
      )
    : failure

/** Warnings of a plan name the first few territories. */
const namedMax = 5
const named = (territories: ReadonlyArray<string>) =>
  `${territories.slice(0, namedMax).join(", ")}${territories.length > namedMax ? ` and ${territories.length - namedMax} more` : ""}`

const setPrice = SetPrice(0)
const beforeOf = Schema.decodeUnknownOption(setPrice.before)
const intentOf = Schema.decodeUnknownOption(setPrice.intent)
/** What a plan has written, by territory: whether that is known to be done, and which prices there were before. */
const writtenIn = (rows: ReadonlyArray<WriteRecord>) =>
  new Map(
    rows.flatMap((row) => {
      const asked = intentOf(row.intent)
      const before = beforeOf(row.before)
      if (asked._tag === "None" || before._tag === "None") return []
      const priceIds = before.value.state.prices.map(({ id }) => id)
      const { preserveCurrentPrice, territory } = asked.value
      return [[territory, { isDone: row.outcome === "applied", preserveCurrentPrice, priceIds }] as const]
    })
  )

/** Two plans are the same where they aim at the same; the state before tells whether one is stale. */
const Plan = writeOperation("connect-storea.price-plan.apply", {
  before: Schema.Array(Schema.String),
  intent: Schema.Struct({
    startDate: Schema.NullOr(Schema.String),
    planType: Schema.NullOr(Schema.String),
    preserveCurrentPrice: Schema.NullOr(Schema.Boolean),
    points: Schema.Array(Schema.String)
  }),
  after: Schema.Null
})

const make = Effect.gen(function* () {
  const writes = yield* VendorWrites
  const log = yield* VendorWriteLog
  const prices = yield* Prices

  /** The last changes of a subscription's prices that were made through here, newest first: reads may not show them yet. */
  const lastWrites = Effect.fnUntraced(function* (target: string) {
    const { accountId } = yield* Caller
    const sinceMs = (yield* Clock.currentTimeMillis) - dayMs
    const rows = yield* asDocumented(
      log.list({ accountId, sinceMs, plugin: "connect-storea", target, limit: journalMax })
    )
    return rows.filter((row) => row.sentAtMs !== null && row.outcome !== "absent")
  })

  return {
    iap: Effect.fn("PricePlans.iap")(function* (
      console: Console,
      iapId: string,
      { confirm, planId, ...asked }: typeof IapPlan.Type,
      { dryRun }: { readonly dryRun: boolean }
    ) {
      if (!dryRun) {
        yield* confirmed(confirm)
        yield* previewed(planId)
      }
      const { startDate, territory } = asked
      const plan = yield* planOf(
        {
          inTerritories: (...territories) => console.iapPrices.pricePoints(iapId, ...territories),
          equalizations: console.iapPrices.equalizations
        },
        asked
      )
      const schedule = yield* console.iapPrices.priceSchedule(iapId)
      const manual = manualEntries(schedule?.manualPrices ?? [], yield* today).filter(
        (entry) => entry.startDate === null
      )
      const set = new Map<string, Priced>(manual.map((entry) => [entry.territory, entry]))
      const follows = new Map(
        (schedule?.automaticPrices ?? []).flatMap((price) =>
          price.status === "current" && price.territory !== null ? [[price.territory, price] as const] : []
        )
      )
      const currentOf = (code: string) => set.get(code) ?? follows.get(code)
      if (startDate !== undefined && schedule?.baseTerritory !== territory) {
        return yield* new InvalidInput(
          `startDate (body): needs a schedule whose base territory is ${territory}; ${schedule?.baseTerritory == null ? "there is none yet" : `it is ${schedule.baseTerritory}`}. Leave startDate out, and the plan holds at once`
        )
      }
      const later = said("startDate", startDate ?? null)
      const entries = plan.rows.flatMap(({ equalized, excepted, point, territory: code }) => {
        if (excepted) {
          // It would follow the base territory otherwise.
          const stays = currentOf(code)?.pricePointId ?? null
          return stays === null ? [] : [{ territory: code, pricePointId: stays }]
        }
        const isManual = code === territory || point.id !== equalized.id || (startDate !== undefined && set.has(code))
        return isManual ? [{ territory: code, pricePointId: point.id, ...later }] : []
      })
      // Until that day what holds now holds on.
      const named = new Set(entries.flatMap((entry) => ("startDate" in entry ? [] : [entry.territory])))
      const until =
        startDate === undefined
          ? []
          : manual.flatMap(({ pricePointId, territory: code }) =>
              named.has(code) ? [] : [{ territory: code, pricePointId }]
            )
      const { data } = yield* prices.replaceSchedule(
        console,
        "iap",
        iapId,
        { baseTerritory: territory, confirmReplaceAll: true, prices: [...until, ...entries] },
        { dryRun, planId },
        new Map(plan.rows.map(({ point }) => [point.id, point]))
      )
      if ("dryRun" in data) {
        const { changes, planId, warnings } = data
        return {
          data: { dryRun: true as const, changes, planId, warnings, rows: rowsOf(plan, currentOf, () => "planned") }
        }
      }
      const done = "unchanged" in data && data.unchanged === true ? "unchanged" : "set"
      return { data: { planId: planId ?? "", rows: rowsOf(plan, currentOf, () => done), left: 0, stoppedBy: null } }
    }),

    subscription: Effect.fn("PricePlans.subscription")(function* (
      console: Console,
      subscriptionId: string,
      { confirm, planId, ...asked }: typeof SubscriptionPlan.Type,
      { dryRun }: { readonly dryRun: boolean }
    ) {
      if (!dryRun) {
        yield* confirmed(confirm)
        yield* previewed(planId)
      }
      const { planType, preserveCurrentPrice, startDate } = asked
      const day = yield* today
      if (startDate !== undefined && startDate < day) {
        return yield* new InvalidInput(
          `startDate (body): ${startDate} is past; send today, ${day} (UTC), a later day, or none for as soon as possible`
        )
      }
      const plan = yield* planOf(
        {
          inTerritories: (...territories) => console.subscriptionPricePoints(subscriptionId, ...territories),
          equalizations: console.subscriptionEqualizations
        },
        asked
      )
      const all = yield* console.subscriptionPrices(subscriptionId, said("planType", planType ?? null))
      const items = ofPlan(all.items, planType)
      const hasPrice = items.length > 0 || (yield* console.hasSubscriptionPrice(subscriptionId))
      if (!hasPrice && startDate !== undefined) {
        return yield* new InvalidInput(
          "startDate (body): must not be sent for a subscription's first prices, which the vendor takes only without a day"
        )
      }
      const key = `price-plan:${planId}`
      const target = `subscription:${subscriptionId}/prices`
      // Read after the prices: whatever those show already is in it.
      const journal = yield* lastWrites(target)
      const own = planId === undefined ? [] : journal.filter((row) => row.idempotencyKey === key)
      const [other] = journal.filter((row) => !own.includes(row))
      const [begun] = own.slice(-1)
      // Nothing else has changed a price through here since it was begun.
      const goesOn = begun !== undefined && (other === undefined || other.id < begun.id)
      const last = goesOn ? other : journal[0]
      const written = writtenIn(goesOn ? own : [])
      // One that set the first prices goes on without: there was nobody who paid another.
      if (hasPrice && preserveCurrentPrice === undefined && !goesOn) {
        return yield* new InvalidInput(
          "preserveCurrentPrice (body): is required, as the subscription has prices: true lets existing subscribers keep them, false makes them pay the new ones from their next renewal, and the store may ask them to agree"
        )
      }
      const current = new Map(
        items.flatMap((price) =>
          price.status === "current" && price.preserved !== true && price.territory !== null
            ? [[price.territory, price] as const]
            : []
        )
      )
      for (const price of items) {
        if (price.status === "current" && price.territory !== null && !current.has(price.territory)) {
          current.set(price.territory, price)
        }
      }
      const currentOf = (code: string): Priced | undefined => current.get(code)
      const starts = startDate ?? null
      const intent = {
        startDate: starts,
        planType: planType ?? null,
        preserveCurrentPrice: preserveCurrentPrice ?? null,
        points: plan.rows.map(({ excepted, point }) => (excepted ? "" : point.id))
      }
      const of = { operation: Plan, target, intent }
      const aim = yield* writes.planId({ ...of, before: [] })
      // As it was before the plan wrote: what somebody changed at the console in the middle of it shows too.
      const priceIds = [
        ...items.flatMap(({ id, territory }) => (written.has(territory ?? "") ? [] : [id])),
        ...[...written.values()].flatMap((each) => each.priceIds)
      ]
      const state = yield* writes.planId({ ...of, before: [last?.id ?? "", ...priceIds.toSorted()] })
      if (dryRun) {
        const rows = rowsOf(plan, currentOf, () => "planned")
        const changes = rows.flatMap(({ current, move, planned, result, territory }) =>
          move === "same" || result === "excepted" ? [] : [{ field: `prices.${territory}`, from: current, to: planned }]
        )
        const moved = rows.filter(({ move, result }) => move !== "same" && result !== "excepted")
        const raised = moved.filter(({ move }) => move === "raise")
        const far = moved.filter((row) => {
          const from = currentOf(row.territory)
          return from !== undefined && isFar(from, { customerPrice: row.planned, currency: row.currency })
        })
        const codesOf = (some: ReadonlyArray<PlanRow>) => named(some.map((row) => row.territory))
        const others = new Set(
          items.flatMap((price) =>
            price.status === "future" && price.startDate !== starts && price.territory !== null ? [price.territory] : []
          )
        )
        const planned = moved.filter((row) => others.has(row.territory))
        const isAtOnce = hasPrice && (starts === null || starts === day)
        const isOnSale = isAtOnce && (yield* console.subscription(subscriptionId)).state === "APPROVED"
        const from = plusDays(day, 1)
        const warnings = [
          ...(isOnSale && moved.length > 0
            ? [
                {
                  code: "MAY_BE_TOO_EARLY",
                  message: `the subscription is on sale, so the vendor may take no new price before ${from}: send startDate ${from} (body), or a later day`
                }
              ]
            : []),
          ...(far.length > 0
            ? [
                {
                  code: "PRICE_MOVES_FAR",
                  message: `${far.length} of the prices move by more than half: ${codesOf(far)}`
                }
              ]
            : []),
          ...(raised.length > 0 && preserveCurrentPrice === false
            ? [
                {
                  code: "SUBSCRIBERS_ARE_ASKED",
                  message: `${raised.length} territories become dearer for existing subscribers too, whom the store may ask to agree; who doesn't loses the subscription at its renewal`
                }
              ]
            : []),
          ...(planned.length > 0
            ? [
                {
                  code: "ANOTHER_CHANGE_IS_PLANNED",
                  message: `another change is planned in ${codesOf(planned)}, which this doesn't replace`
                }
              ]
            : [])
        ]
        return { data: { dryRun: true as const, changes, warnings, planId: `${aim}${state}`, rows } }
      }
      if (planId !== `${aim}${state}`) {
        return yield* new PlanStale(
          "planId (body): a price has changed since that preview, or the preview was for another plan; this request wrote nothing. Preview again with dryRun=true"
        )
      }
      const { accountId } = yield* Caller
      const untilMs = (yield* Clock.currentTimeMillis) + writesMs
      const results = new Map<string, PlanRow["result"]>()
      let stoppedBy: string | null = null
      let isPriced = hasPrice
      for (const { excepted, point, territory } of plan.rows) {
        if (excepted) continue
        const mine = written.get(territory)
        if (mine?.isDone === true) {
          isPriced = true
          results.set(territory, "set")
          continue
        }
        // What was sent and isn't known to be done goes on to be settled, even where the price is seen already.
        if (mine === undefined && starts === null && current.get(territory)?.pricePointId === point.id) {
          results.set(territory, "unchanged")
          continue
        }
        if (stoppedBy !== null || (yield* Clock.currentTimeMillis) >= untilMs) continue
        const preserves = isPriced && (preserveCurrentPrice !== undefined || !current.has(territory))
        // The same as before, so that it's the same write.
        const preserved =
          mine === undefined ? (preserves ? (preserveCurrentPrice ?? false) : null) : mine.preserveCurrentPrice
        const set = yield* Effect.result(
          prices.setSubscriptionPrice(
            console,
            subscriptionId,
            {
              territory,
              pricePointId: point.id,
              ...said("startDate", starts),
              ...said("planType", planType ?? null),
              ...said("preserveCurrentPrice", preserved),
              confirm: true
            },
            { dryRun: false, by: { accountId, key } }
          )
        )
        if (Result.isFailure(set)) {
          const failure = settledByGoingOn(set.failure)
          // Nothing is known to be done: the failure is the answer.
          if (results.size === 0) return yield* Effect.fail(failure)
          stoppedBy = `${territory}: ${failure.message}`
          results.set(territory, refusals.has(failure._tag) ? "refused" : "left")
          continue
        }
        isPriced = true
        const { data } = set.success
        results.set(territory, "unchanged" in data && data.unchanged === true ? "unchanged" : "set")
      }
      const rows = rowsOf(plan, currentOf, ({ territory }) => results.get(territory) ?? "left")
      const left = rows.filter(({ result }) => result === "left").length
      return { data: { planId, rows, left, stoppedBy } }
    })
  }
})

/** Prices of all territories from one: worked out, previewed and written. */
export class PricePlans extends Context.Service<PricePlans, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/PricePlans"
) {
  static readonly layer = Layer.effect(this, make)
}
