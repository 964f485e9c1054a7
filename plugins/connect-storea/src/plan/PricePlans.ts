import {
  asDocumented,
  Caller,
  ConfirmationRequired,
  InvalidInput,
  PlanStale,
  VendorWriteLog,
  VendorWrites,
  writeOperation
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import type { Failure } from "../Changes.ts"
import { said } from "../diffs.ts"
import { Prices, today } from "../Prices.ts"
import { withPoints } from "../points.ts"
import { manualEntries } from "../previews.ts"
import type { Console, Rows } from "../vendor/Console.ts"
import type { PricePoint } from "../vendor/records.ts"
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
  const [pointed] = yield* withPoints([asked], points.inTerritories, () => "")
  const { items: others } = yield* points.equalizations(pointed?.pricePointId ?? "")
  const { items: own } = yield* points.inTerritories(territory)
  const base = own.find(({ id }) => id === pointed?.pricePointId)
  if (base === undefined) {
    return yield* new InvalidInput(
      `pricePointId (body): isn't a price point of ${territory}; take one from the price points of ${territory}`
    )
  }
  const told = others.filter((point) => point.territory !== null && point.territory !== territory)
  const chosen = new Map<string, PricePoint>()
  if (rounding !== undefined) {
    const groups = Array.from({ length: Math.ceil(told.length / territoriesAtOnce) }, (_, nth) =>
      told.slice(nth * territoriesAtOnce, (nth + 1) * territoriesAtOnce)
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
  const excepted = new Set(except)
  if (excepted.has(territory)) return yield* new InvalidInput("except (body): can't name the base territory")
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
/** What the vendor says no to; after anything else the same may go well a moment later. */
const isRefusal = ({ _tag, status }: { readonly _tag: string; readonly status: number }) =>
  status < 500 && _tag !== "IDEMPOTENCY_IN_PROGRESS"

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

  /** The last change of a subscription's prices that was made through here: reads may not show it yet. */
  const lastWrite = Effect.fnUntraced(function* (target: string) {
    const { accountId } = yield* Caller
    const sinceMs = (yield* Clock.currentTimeMillis) - dayMs
    const rows = yield* asDocumented(log.list({ accountId, sinceMs, plugin: "connect-storea", limit: journalMax }))
    return rows.find((row) => row.target === target && row.sentAtMs !== null && row.outcome !== "absent")
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
      const { items } = yield* console.subscriptionPrices(subscriptionId, said("planType", planType ?? null))
      const hasPrice = items.length > 0 || (yield* console.hasSubscriptionPrice(subscriptionId))
      const key = `price-plan:${planId}`
      const target = `subscription:${subscriptionId}/prices`
      const last = yield* lastWrite(target)
      // Nothing but the plan itself has changed a price since it was begun.
      const goesOn = planId !== undefined && last?.idempotencyKey === key
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
      const state = yield* writes.planId({
        ...of,
        before: [last?.id ?? "", ...items.map(({ id }) => id).toSorted()]
      })
      if (dryRun) {
        const rows = rowsOf(plan, currentOf, () => "planned")
        const changes = rows.flatMap(({ current, move, planned, result, territory }) =>
          move === "same" || result === "excepted" ? [] : [{ field: `prices.${territory}`, from: current, to: planned }]
        )
        const raised = rows.filter(({ move, result }) => move === "raise" && result !== "excepted").length
        const warnings =
          raised > 0 && preserveCurrentPrice === false
            ? [
                {
                  code: "SUBSCRIBERS_ARE_ASKED",
                  message: `${raised} territories become dearer for existing subscribers too, whom the store may ask to agree; who doesn't loses the subscription at its renewal`
                }
              ]
            : []
        return { data: { dryRun: true as const, changes, warnings, planId: `${aim}${state}`, rows } }
      }
      if (planId?.startsWith(aim) !== true || (planId !== `${aim}${state}` && !goesOn)) {
        return yield* new PlanStale(
          "planId (body): a price has changed since that preview, or the preview was for another plan; nothing was written. Preview again with dryRun=true"
        )
      }
      const { accountId } = yield* Caller
      const untilMs = (yield* Clock.currentTimeMillis) + writesMs
      const results = new Map<string, PlanRow["result"]>()
      let stoppedBy: string | null = null
      let isPriced = hasPrice
      for (const { excepted, point, territory } of plan.rows) {
        if (excepted) continue
        if (starts === null && current.get(territory)?.pricePointId === point.id) {
          results.set(territory, "unchanged")
          continue
        }
        if (stoppedBy !== null || (yield* Clock.currentTimeMillis) >= untilMs) continue
        const written = yield* Effect.result(
          prices.setSubscriptionPrice(
            console,
            subscriptionId,
            {
              territory,
              pricePointId: point.id,
              ...said("startDate", starts),
              ...said("planType", planType ?? null),
              ...(isPriced && (preserveCurrentPrice !== undefined || !current.has(territory))
                ? { preserveCurrentPrice: preserveCurrentPrice ?? false }
                : {}),
              confirm: true
            },
            { dryRun: false, by: { accountId, key } }
          )
        )
        if (Result.isFailure(written)) {
          // Nothing was done: the failure is the answer.
          if (results.size === 0) return yield* Effect.fail(written.failure)
          stoppedBy = `${territory}: ${written.failure.message}`
          results.set(territory, isRefusal(written.failure) ? "refused" : "left")
          continue
        }
        isPriced = true
        const { data } = written.success
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
