import { Exchange } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsoleApi } from "./api.ts"
import { Availabilities, availabilityOf } from "./catalog/Availabilities.ts"
import { Prices, type Scheduled } from "./catalog/Prices.ts"
import { Products } from "./catalog/Products.ts"
import { consoleWith, type Headers } from "./consoleOf.ts"
import { type Console, type ConsoleFailure, ConsoleVendor } from "./vendor/Console.ts"

const types: ReadonlySet<string> = new Set(["CONSUMABLE", "NON_CONSUMABLE", "NON_RENEWING_SUBSCRIPTION"])
const states: ReadonlySet<string> = new Set([
  "MISSING_METADATA",
  "WAITING_FOR_UPLOAD",
  "PROCESSING_CONTENT",
  "READY_TO_SUBMIT",
  "WAITING_FOR_REVIEW",
  "IN_REVIEW",
  "DEVELOPER_ACTION_NEEDED",
  "PENDING_BINARY_APPROVAL",
  "APPROVED",
  "DEVELOPER_REMOVED_FROM_SALE",
  "REMOVED_FROM_SALE",
  "REJECTED"
])
/** The vendor adds members, so one that isn't known is passed on, and said. */
const tellUnknown = (query: { readonly type?: string; readonly state?: string }) => {
  const unknown = [
    ...(query.type === undefined || types.has(query.type) ? [] : ["type"]),
    ...(query.state === undefined || states.has(query.state) ? [] : ["state"])
  ]
  return unknown.length === 0
    ? Effect.void
    : Effect.flatMap(Exchange, ({ setHeader }) =>
        setHeader("warning", `199 - "${unknown.join(" and ")}: unknown here, and passed on to the vendor as sent"`)
      )
}

const fallback = "USA"
/** Whose price points: without a territory the vendor has 140,000. */
const territoryOf = (asked: string | undefined, base: Effect.Effect<string | null, ConsoleFailure>) =>
  asked !== undefined
    ? Effect.succeed({ territory: asked, territoryFrom: "query" as const })
    : Effect.map(base, (territory) =>
        territory === null
          ? { territory: fallback, territoryFrom: "default" as const }
          : { territory, territoryFrom: "schedule" as const }
      )

const asData = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(effect, (data) => ({ data }))
const noSchedule = { id: null, baseTerritory: null, manualPrices: [], automaticPrices: [], truncated: false }

export const handlers = HttpApiBuilder.group(
  ConsoleApi,
  "connectStorea",
  Effect.fn(function* (group) {
    const availabilities = yield* Availabilities
    const prices = yield* Prices
    const products = yield* Products
    const vendor = yield* ConsoleVendor
    const consoleOf = consoleWith(vendor)
    const asked = <A, E, R>(headers: Headers, ask: (console: Console) => Effect.Effect<A, E, R>) =>
      asData(Effect.flatMap(consoleOf(headers), ask))
    /** A change, whose answer is in its envelope already. */
    const changed = <A, E, R>(headers: Headers, change: (console: Console) => Effect.Effect<A, E, R>) =>
      Effect.flatMap(consoleOf(headers), change)

    const pricesOf = (console: Console, of: Scheduled) => (of === "iap" ? console.iapPrices : console.appPrices)
    const points = (headers: Headers, of: Scheduled, id: string, asks: string | undefined) =>
      asked(
        headers,
        Effect.fnUntraced(function* (console) {
          const priced = pricesOf(console, of)
          const chosen = yield* territoryOf(asks, priced.baseTerritory(id))
          return { ...chosen, ...(yield* priced.pricePoints(id, chosen.territory)) }
        })
      )
    const schedule = (headers: Headers, of: Scheduled, id: string) =>
      asked(headers, (console) => Effect.map(pricesOf(console, of).priceSchedule(id), (found) => found ?? noSchedule))

    return group.handleAll({
      iaps: ({ headers, params: { appId }, query }) =>
        // Said before the vendor is asked: it's then of its refusal too.
        asked(headers, (console) => Effect.andThen(tellUnknown(query), console.iaps(appId, query))),
      createIap: ({ headers, params: { appId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => products.createIap(console, appId, body, { dryRun, planId })),
      iap: ({ headers, params: { iapId } }) => asked(headers, (console) => console.iap(iapId)),
      updateIap: ({ headers, params: { iapId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => products.updateIap(console, iapId, body, { dryRun, planId })),
      iapLocalizations: ({ headers, params: { iapId } }) =>
        asked(headers, (console) => console.iapLocalizations.list(iapId)),
      createIapLocalization: ({ headers, params: { iapId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => products.createLocalization(console, "iap", iapId, body, { dryRun, planId })),
      updateIapLocalization: ({
        headers,
        params: { localizationId },
        payload: { planId, ...body },
        query: { dryRun }
      }) =>
        changed(headers, (console) =>
          products.updateLocalization(console, "iap", localizationId, body, { dryRun, planId })
        ),
      iapPricePoints: ({ headers, params: { iapId }, query: { territory } }) =>
        points(headers, "iap", iapId, territory),
      iapPriceSchedule: ({ headers, params: { iapId } }) => schedule(headers, "iap", iapId),
      replaceIapPriceSchedule: ({ headers, params: { iapId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => prices.replaceSchedule(console, "iap", iapId, body, { dryRun, planId })),

      subscriptionGroups: ({ headers, params: { appId } }) =>
        asked(headers, (console) => console.subscriptionGroups(appId)),
      createSubscriptionGroup: ({ headers, params: { appId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => products.createGroup(console, appId, body, { dryRun, planId })),
      subscriptions: ({ headers, params: { groupId } }) => asked(headers, (console) => console.subscriptions(groupId)),
      createSubscription: ({ headers, params: { groupId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => products.createSubscription(console, groupId, body, { dryRun, planId })),
      subscription: ({ headers, params: { subscriptionId } }) =>
        asked(
          headers,
          Effect.fnUntraced(function* (console) {
            const subscription = yield* console.subscription(subscriptionId)
            const { items, total, truncated } = yield* console.subscriptionPrices(subscriptionId)
            const left = items.filter(({ status }) => status !== "past")
            const past = items.length - left.length
            return { ...subscription, prices: { items: left, total: total === null ? null : total - past, truncated } }
          })
        ),
      updateSubscription: ({ headers, params: { subscriptionId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => products.updateSubscription(console, subscriptionId, body, { dryRun, planId })),
      subscriptionLocalizations: ({ headers, params: { subscriptionId } }) =>
        asked(headers, (console) => console.subscriptionLocalizations.list(subscriptionId)),
      createSubscriptionLocalization: ({
        headers,
        params: { subscriptionId },
        payload: { planId, ...body },
        query: { dryRun }
      }) =>
        changed(headers, (console) =>
          products.createLocalization(console, "subscription", subscriptionId, body, { dryRun, planId })
        ),
      updateSubscriptionLocalization: ({
        headers,
        params: { localizationId },
        payload: { planId, ...body },
        query: { dryRun }
      }) =>
        changed(headers, (console) =>
          products.updateLocalization(console, "subscription", localizationId, body, { dryRun, planId })
        ),
      subscriptionPricePoints: ({ headers, params: { subscriptionId }, query }) =>
        asked(
          headers,
          Effect.fnUntraced(function* (console) {
            // A subscription has no schedule, and so no base territory.
            const chosen = yield* territoryOf(query.territory, Effect.succeed(null))
            return { ...chosen, ...(yield* console.subscriptionPricePoints(subscriptionId, chosen.territory)) }
          })
        ),
      setSubscriptionPrice: ({
        headers,
        params: { subscriptionId },
        payload: { planId, ...body },
        query: { dryRun }
      }) =>
        changed(headers, (console) => prices.setSubscriptionPrice(console, subscriptionId, body, { dryRun, planId })),

      availability: ({ headers, params: { appId }, query: { cursor, territory } }) =>
        asked(headers, (console) =>
          Effect.tap(availabilityOf(console, appId, { territory, after: cursor?.after ?? 0 }), ({ nextCursor }) =>
            nextCursor === null ? Effect.void : Effect.flatMap(Exchange, (exchange) => exchange.nextPage(nextCursor))
          )
        ),
      updateAvailability: ({ headers, params: { availabilityId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) =>
          availabilities.setNewTerritories(console, availabilityId, body, { dryRun, planId })
        ),
      updateTerritoryAvailability: ({
        headers,
        params: { territoryAvailabilityId },
        payload: { planId, ...body },
        query: { dryRun }
      }) =>
        changed(headers, (console) =>
          availabilities.setTerritory(console, territoryAvailabilityId, body, { dryRun, planId })
        ),

      appPricePoints: ({ headers, params: { appId }, query: { territory } }) =>
        points(headers, "app", appId, territory),
      appPriceSchedule: ({ headers, params: { appId } }) => schedule(headers, "app", appId),
      replaceAppPriceSchedule: ({ headers, params: { appId }, payload: { planId, ...body }, query: { dryRun } }) =>
        changed(headers, (console) => prices.replaceSchedule(console, "app", appId, body, { dryRun, planId }))
    })
  })
)
