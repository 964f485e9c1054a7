import { InvalidInput, plusDays, Verdict } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { ScheduleEntry } from "../schema.ts"
import type { Console, Priced } from "../vendor/Console.ts"
import { toldById } from "../vendor/ids.ts"
import * as R from "../vendor/records.ts"
import { Changes, changeOf, type Manner } from "../writes/Changes.ts"
import { said } from "../writes/diffs.ts"
import {
  type AskedSchedule,
  automaticTags,
  consentOf,
  manualEntries,
  type ScheduleState,
  type SubscriptionPriceMove,
  scheduleDiff,
  scheduleProblem,
  scheduleWarnings,
  subscriptionPriceWarnings,
  type Tag,
  type Tags,
  tagText
} from "../writes/previews.ts"
import * as B from "./bodies.ts"
import { withPoints } from "./points.ts"

/** Today, UTC, by which the vendor reckons. */
export const today = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString().slice(0, 10))

const Entry = Schema.Struct({
  territory: Schema.String,
  pricePointId: Schema.String,
  startDate: Schema.NullOr(Schema.String)
})
const Schedule = Schema.Struct({
  id: Schema.NullOr(Schema.String),
  baseTerritory: Schema.NullOr(Schema.String),
  prices: Schema.Array(ScheduleEntry)
})
const AskedPrices = Schema.Struct({ baseTerritory: Schema.String, prices: Schema.Array(Entry) })
const shapes = { state: Schedule, intent: AskedPrices, after: R.AcceptedSchedule }
export const replace = {
  iap: changeOf("iap-price-schedule.replace", shapes),
  app: changeOf("app-price-schedule.replace", shapes)
} as const
/** What has a schedule. */
export type Scheduled = keyof typeof replace

const pricedOf = (console: Console, of: Scheduled): Priced => (of === "iap" ? console.iapPrices : console.appPrices)

const AskedPrice = Schema.Struct({
  ...Entry.fields,
  preserveCurrentPrice: Schema.NullOr(Schema.Boolean),
  planType: Schema.NullOr(Schema.String)
})
const SubscriptionState = Schema.Struct({
  hasPrice: Schema.Boolean,
  prices: Schema.Array(R.SubscriptionPrice)
})
export const SetPrice = changeOf("subscription-price.set", {
  state: SubscriptionState,
  intent: AskedPrice,
  after: R.AcceptedPrice
})
type SubscriptionState = typeof SubscriptionState.Type
type AskedPrice = typeof AskedPrice.Type

/** Prices of one of a subscription's plans: the one that is paid up front is the vendor's own where none is named. */
export const ofPlan = (prices: ReadonlyArray<R.SubscriptionPrice>, planType: string | undefined) =>
  prices.filter((price) => (price.planType ?? R.upfront) === (planType ?? R.upfront))

/** What new subscribers pay now: one that is preserved only where no other has begun. */
const currentOf = ({ prices }: SubscriptionState) => {
  const current = prices.filter(({ status }) => status === "current")
  return current.find(({ preserved }) => preserved !== true) ?? current[0]
}
/** The price that is as asked, if there is one. */
const alike = (state: SubscriptionState, { pricePointId, startDate }: AskedPrice, day: string) => {
  const found =
    startDate === null || startDate <= day
      ? currentOf(state)
      : state.prices.find((price) => price.startDate === startDate)
  return found?.pricePointId === pricePointId ? found : undefined
}

const acceptedOf = (
  subscriptionId: string,
  asked: AskedPrice,
  price: R.SubscriptionPrice,
  first: boolean
): R.AcceptedPrice => ({
  id: price.id,
  subscriptionId,
  territory: asked.territory,
  pricePointId: asked.pricePointId,
  startDate: price.startDate,
  preserved: asked.preserveCurrentPrice,
  planType: price.planType,
  first
})

const make = Effect.gen(function* () {
  const changes = yield* Changes

  return {
    /** Replaces all manual prices. A preview also tells those that stay. */
    replaceSchedule: Effect.fn("Prices.replaceSchedule")(function* (
      console: Console,
      of: Scheduled,
      id: string,
      { baseTerritory, confirmReplaceAll, prices }: Omit<typeof B.NewSchedule.Type, "planId">,
      manner: Manner<typeof AskedPrices.Type>,
      /** Points of which it is known what they cost. */
      told: Tags = new Map()
    ) {
      const day = yield* today
      const priced = pricedOf(console, of)
      const pointed = yield* withPoints(
        prices,
        (territory) => priced.pricePoints(id, territory),
        (index) => `prices[${index}].`
      )
      const asked: AskedSchedule = {
        baseTerritory,
        prices: pointed.map(({ pricePointId, startDate = null, territory }) => ({ territory, pricePointId, startDate }))
      }
      const wrong = scheduleProblem(asked, (point) => toldById(point)?.territory, day)
      if (wrong !== undefined) return yield* new InvalidInput(wrong)

      let before: ScheduleState = { baseTerritory: null, prices: [] }
      let automatic: ReadonlyMap<string, Tag> = new Map()
      let tags: Tags = new Map()
      const scheduleNow = Effect.map(priced.priceSchedule(id), (schedule) => ({
        schedule,
        state: {
          id: schedule?.id ?? null,
          baseTerritory: schedule?.baseTerritory ?? null,
          prices: manualEntries(schedule?.manualPrices ?? [], day)
        }
      }))
      const read = Effect.gen(function* () {
        const { schedule, state } = yield* scheduleNow
        before = state
        if (!manner.dryRun) return state
        automatic = automaticTags(schedule?.automaticPrices ?? [])
        const known = new Map([...told, ...state.prices.map((entry): [string, Tag] => [entry.pricePointId, entry])])
        const unknown = [...new Set(asked.prices.map(({ pricePointId }) => pricePointId))].filter(
          (one) => !known.has(one)
        )
        const found = unknown.length === 0 ? new Map<string, Tag>() : yield* priced.pricePointsById(id, unknown)
        tags = new Map([...known, ...found])
        return state
      })
      const { data } = yield* changes.make(console, manner, {
        operation: replace[of],
        target: `${of}:${id}/price-schedule`,
        intent: asked,
        confirm: { flag: "confirmReplaceAll", given: confirmReplaceAll, means: B.replaceAll },
        read,
        diff: (state, intent) => scheduleDiff(state, intent, tags, day).changes,
        checks: (state) =>
          Effect.succeed(manner.dryRun ? scheduleWarnings(state, asked, { automatic, tags, today: day }) : []),
        unchanged: (state) => (state.id === null ? null : { id: state.id, baseTerritory, manualPrices: asked.prices }),
        send: () =>
          priced.replacePriceSchedule(id, {
            baseTerritory,
            prices: asked.prices.map(({ startDate, ...entry }) => ({ ...entry, ...said("startDate", startDate) }))
          }),
        verify: (write) =>
          Effect.map(scheduleNow, ({ state }) => {
            const left = scheduleDiff(state, write.intent, tags, day).changes
            if (left.length === 0 && state.id !== null) {
              const { baseTerritory, prices } = write.intent
              return Verdict.applied({ id: state.id, baseTerritory, manualPrices: prices })
            }
            const then = scheduleDiff(write.before, write.intent, tags, day).changes
            return JSON.stringify(left) === JSON.stringify(then) ? Verdict.absent : Verdict.unknown
          })
      })
      return "dryRun" in data ? { data: { ...data, stays: scheduleDiff(before, asked, tags, day).stays } } : { data }
    }),

    /** Sets what a subscription costs in a territory. A preview also tells who is asked for consent. */
    setSubscriptionPrice: Effect.fn("Prices.setSubscriptionPrice")(function* (
      console: Console,
      subscriptionId: string,
      body: Omit<typeof B.NewSubscriptionPrice.Type, "planId">,
      manner: Manner
    ) {
      const day = yield* today
      const { confirm, planType, preserveCurrentPrice, startDate, territory } = body
      const [pointed] = yield* withPoints(
        [body],
        (asked) => console.subscriptionPricePoints(subscriptionId, asked),
        () => ""
      )
      const pricePointId = pointed?.pricePointId ?? ""
      const asked: AskedPrice = {
        territory,
        pricePointId,
        startDate: startDate ?? null,
        preserveCurrentPrice: preserveCurrentPrice ?? null,
        planType: planType ?? null
      }
      if (startDate !== undefined && startDate < day) {
        return yield* new InvalidInput(
          `startDate (body): ${startDate} is past; send today, ${day} (UTC), a later day, or none for as soon as possible`
        )
      }
      const other = toldById(pricePointId)?.territory
      if (other !== undefined && other !== territory) {
        return yield* new InvalidInput(
          `pricePointId (body): is a price point of ${other}, not of ${territory}; take one from the price points of ${territory}`
        )
      }

      let move: SubscriptionPriceMove | undefined
      const stateNow = Effect.gen(function* () {
        const hasPrice = yield* console.hasSubscriptionPrice(subscriptionId)
        if (!hasPrice) return { hasPrice, prices: [] }
        const { items } = yield* console.subscriptionPrices(subscriptionId, { territory, planType })
        return { hasPrice, prices: ofPlan(items, planType) }
      })
      /** What is required where there is a price, and refused where there is none. */
      const preserving = (state: SubscriptionState) => {
        if (state.hasPrice && preserveCurrentPrice === undefined) {
          const now = currentOf(state)
          const price = now === undefined ? "what they pay" : tagText(now)
          return Effect.fail(
            new InvalidInput(
              `preserveCurrentPrice (body): is required, as the subscription has a price: true lets existing subscribers keep ${price}, false makes them pay the new price from their next renewal, and the store may ask them to agree`
            )
          )
        }
        if (state.hasPrice) return Effect.void
        if (preserveCurrentPrice !== undefined) {
          return Effect.fail(
            new InvalidInput(
              "preserveCurrentPrice (body): must not be sent for a subscription's first price, as there is none to preserve"
            )
          )
        }
        return startDate === undefined
          ? Effect.void
          : Effect.fail(
              new InvalidInput(
                "startDate (body): must not be sent for a subscription's first price, which the vendor takes only without a day"
              )
            )
      }
      const { data } = yield* changes.make(console, manner, {
        operation: SetPrice,
        target: `subscription:${subscriptionId}/prices`,
        intent: asked,
        confirm: { flag: "confirm", given: confirm, means: B.setsPrice },
        read: Effect.tap(stateNow, (state) =>
          Effect.gen(function* () {
            yield* preserving(state)
            if (!manner.dryRun) return
            const to = yield* console.subscriptionPricePoint(pricePointId)
            const isAtOnce = asked.startDate === null || asked.startDate === day
            const isOnSale =
              isAtOnce && state.hasPrice && (yield* console.subscription(subscriptionId)).state === "APPROVED"
            move = {
              territory,
              from: currentOf(state),
              to,
              startDate: asked.startDate,
              preserve: preserveCurrentPrice,
              takenFrom: isOnSale ? plusDays(day, 1) : undefined
            }
          })
        ),
        diff: (state, intent) => {
          if (alike(state, intent, day) !== undefined) return []
          const from = currentOf(state)
          const { customerPrice = null, currency = null } = move?.to ?? {}
          return [
            {
              field: `prices.${territory}`,
              from:
                from === undefined
                  ? null
                  : {
                      pricePointId: from.pricePointId,
                      customerPrice: from.customerPrice,
                      currency: from.currency,
                      startDate: from.startDate
                    },
              to: { pricePointId, customerPrice, currency, startDate: asked.startDate }
            }
          ]
        },
        checks: (state) =>
          Effect.succeed(
            move === undefined
              ? []
              : subscriptionPriceWarnings(
                  move,
                  state.prices.filter((price) => price.status === "future" && price.startDate !== asked.startDate)
                )
          ),
        unchanged: (state) => {
          const same = alike(state, asked, day)
          return same === undefined ? null : acceptedOf(subscriptionId, asked, same, false)
        },
        send: (state) => {
          const price = { territory, pricePointId, ...said("planType", asked.planType) }
          return state.hasPrice
            ? console.createSubscriptionPrice(subscriptionId, {
                ...price,
                ...said("startDate", asked.startDate),
                preserveCurrentPrice: preserveCurrentPrice === true
              })
            : console.setFirstSubscriptionPrice(subscriptionId, price)
        },
        verify: (write) =>
          Effect.map(stateNow, (state) => {
            const done = alike(state, write.intent, day)
            return done === undefined
              ? Verdict.absent
              : Verdict.applied(acceptedOf(subscriptionId, write.intent, done, !write.before.hasPrice))
          })
      })
      if (!("dryRun" in data)) return { data }
      if (move === undefined) return yield* Effect.die(new Error("a preview without a price"))
      return { data: { ...data, consent: consentOf(move) } }
    })
  }
})

/** Prices of in-app purchases, apps and subscriptions: previewing and setting them. */
export class Prices extends Context.Service<Prices, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Prices"
) {
  static readonly layer = Layer.effect(this, make)
}
