import { plusDays, VendorConflict } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import * as Body from "./bodies.ts"
import { type Console, type ConsoleSettings, ConsoleVendor, type NewSubscriptionPrice } from "./Console.ts"
import { toldById } from "./ids.ts"
import {
  appPriced,
  iapLocalized,
  iapPictured,
  iapPriced,
  subscriptionLocalized,
  subscriptionPictured
} from "./kinds.ts"
import { localizationsOf } from "./localizations.ts"
import {
  availabilityOf,
  dated,
  groupOf,
  iapOf,
  pricePointOf,
  subscriptionOf,
  subscriptionPriceOf,
  territoriesShown,
  territoryAvailabilityOf
} from "./neutral.ts"
import { pricesOf } from "./prices.ts"
import type { AcceptedPrice, TerritoryAvailability } from "./records.ts"
import { refusalOf } from "./refusals.ts"
import { screenshotsOf } from "./screenshots.ts"
import { type Line, makeTransport, pointsMax, type Rename, rowsMax } from "./transport.ts"

const at = (id: string) => encodeURIComponent(id)
const shown = { include: "territoryAvailabilities", "limit[territoryAvailabilities]": String(territoriesShown) }

/** The vendor's public API doesn't replace one that there is; it begins to work by itself the day it does. */
const existing: Rename = (status, { code, sentence = "" }) =>
  status === 409 && code === "ENTITY_ERROR.RELATIONSHIP.INVALID" && /already exists/i.test(sentence)
    ? new VendorConflict(
        `availableInNewTerritories (body): the vendor's public API can't change it for an app that has an availability; nothing was changed. Its switch is in the console's own page, Pricing and Availability: ${sentence}`
      )
    : undefined

/** A live subscription's price changes from tomorrow on. */
const fromTomorrow =
  ({ startDate }: NewSubscriptionPrice, today: string): Rename =>
  (status, said) => {
    if (status !== 409 || startDate !== undefined || /DUPLICATE/.test(said.code ?? "")) return undefined
    const failure = refusalOf(status, said)
    return new VendorConflict(
      `${failure.message}; a subscription on sale may not change its price at once: send startDate ${plusDays(today, 1)} (body), or a later day`,
      { cause: failure }
    )
  }

/** What a replacement repeats must be known. */
const repeated = ({ available, preOrderEnabled, releaseDate, territory }: TerritoryAvailability) =>
  territory === null || available === null
    ? undefined
    : { territory, available, releaseDate, preOrderEnabled: preOrderEnabled ?? false }

const consoleOf = (line: Line, settings: ConsoleSettings): Console => {
  const rowsOfTerritories = (availabilityId: string) =>
    line.rows({
      path: `/v2/appAvailabilities/${at(availabilityId)}/territoryAvailabilities`,
      query: { include: "territory", limit: "200" },
      max: rowsMax,
      record: territoryAvailabilityOf
    })
  const accepted =
    (subscriptionId: string, price: Omit<NewSubscriptionPrice, "preserveCurrentPrice">, first: boolean) =>
    (sent: { readonly id: string | null; readonly preserved: boolean | null }): AcceptedPrice => ({
      ...sent,
      subscriptionId,
      territory: price.territory,
      pricePointId: price.pricePointId,
      startDate: price.startDate ?? null,
      planType: price.planType ?? null,
      first
    })

  return {
    identity: line.identity,
    owner: line.owner,
    app: (appId) => Effect.map(line.one(`/v1/apps/${at(appId)}`), ({ data }) => ({ id: data.id })),
    iaps: (appId, { productId, state, type } = {}) =>
      line.rows({
        path: `/v1/apps/${at(appId)}/inAppPurchasesV2`,
        query: {
          "filter[inAppPurchaseType]": type,
          "filter[state]": state,
          "filter[productId]": productId,
          limit: "200"
        },
        max: rowsMax,
        record: iapOf
      }),
    iap: (iapId) => Effect.map(line.one(`/v2/inAppPurchases/${at(iapId)}`), ({ data }) => iapOf(data)),
    createIap: (appId, iap) =>
      line.send({ method: "POST", path: "/v2/inAppPurchases", body: Body.newIap(appId, iap) }, iapOf),
    updateIap: (iapId, patch) =>
      line.send({ method: "PATCH", path: `/v2/inAppPurchases/${at(iapId)}`, body: Body.iapPatch(iapId, patch) }, iapOf),
    deleteIap: (iapId) => line.remove(`/v2/inAppPurchases/${at(iapId)}`),
    iapLocalizations: localizationsOf(line, iapLocalized, settings),
    iapPrices: pricesOf(line, iapPriced),
    iapScreenshots: screenshotsOf(line, iapPictured),

    subscriptionGroups: (appId) =>
      line.rows({
        path: `/v1/apps/${at(appId)}/subscriptionGroups`,
        query: { limit: "200" },
        max: rowsMax,
        record: groupOf
      }),
    createSubscriptionGroup: (appId, { referenceName }) =>
      line.send({ method: "POST", path: "/v1/subscriptionGroups", body: Body.newGroup(appId, referenceName) }, groupOf),
    deleteSubscriptionGroup: (groupId) => line.remove(`/v1/subscriptionGroups/${at(groupId)}`),
    subscriptions: (groupId, { productId } = {}) =>
      line.rows({
        path: `/v1/subscriptionGroups/${at(groupId)}/subscriptions`,
        query: { "filter[productId]": productId, limit: "200" },
        max: rowsMax,
        record: (resource) => subscriptionOf(resource, groupId)
      }),
    createSubscription: (groupId, subscription) =>
      line.send(
        { method: "POST", path: "/v1/subscriptions", body: Body.newSubscription(groupId, subscription) },
        (resource) => subscriptionOf(resource, groupId)
      ),
    subscription: (subscriptionId) =>
      Effect.map(
        line.one(`/v1/subscriptions/${at(subscriptionId)}`, { include: "prices,subscriptionLocalizations,group" }),
        ({ data }) => subscriptionOf(data)
      ),
    updateSubscription: (subscriptionId, patch) =>
      line.send(
        {
          method: "PATCH",
          path: `/v1/subscriptions/${at(subscriptionId)}`,
          body: Body.subscriptionPatch(subscriptionId, patch)
        },
        (resource) => subscriptionOf(resource)
      ),
    deleteSubscription: (subscriptionId) => line.remove(`/v1/subscriptions/${at(subscriptionId)}`),
    subscriptionLocalizations: localizationsOf(line, subscriptionLocalized, settings),
    subscriptionScreenshots: screenshotsOf(line, subscriptionPictured),
    subscriptionPrices: Effect.fnUntraced(function* (subscriptionId, { planType, territory } = {}) {
      const found = yield* line.rows({
        path: `/v1/subscriptions/${at(subscriptionId)}/prices`,
        query: {
          "filter[territory]": territory,
          "filter[planType]": planType,
          include: "territory,subscriptionPricePoint",
          limit: "200"
        },
        max: rowsMax,
        record: subscriptionPriceOf
      })
      return { ...found, items: dated(found.items, yield* line.today) }
    }),
    hasSubscriptionPrice: (subscriptionId) =>
      // One row says it, however many there are.
      Effect.map(
        line.rows({
          path: `/v1/subscriptions/${at(subscriptionId)}/prices`,
          query: { limit: "1" },
          max: 1,
          record: ({ id }) => id
        }),
        ({ items }) => items.length > 0
      ),
    subscriptionEqualizations: (pricePointId) =>
      line.rows({
        path: `/v1/subscriptionPricePoints/${at(pricePointId)}/equalizations`,
        query: { include: "territory", limit: "8000" },
        max: pointsMax,
        record: pricePointOf
      }),
    subscriptionPricePoints: (subscriptionId, ...territories) =>
      line.rows({
        path: `/v1/subscriptions/${at(subscriptionId)}/pricePoints`,
        query: { "filter[territory]": territories.join(","), include: "territory", limit: "8000" },
        max: pointsMax,
        record: pricePointOf
      }),
    subscriptionPricePoint: (pricePointId) =>
      Effect.map(
        line.one(`/v1/subscriptionPricePoints/${at(pricePointId)}`, { include: "territory" }),
        ({ data, included }) => pricePointOf(data, included)
      ),
    createSubscriptionPrice: Effect.fnUntraced(function* (subscriptionId, price) {
      const body = Body.newSubscriptionPrice(subscriptionId, price)
      const rename = fromTomorrow(price, yield* line.today)
      const made = accepted(subscriptionId, price, false)
      return yield* line.send({ method: "POST", path: "/v1/subscriptionPrices", body, rename }, ({ id }) =>
        made({ id, preserved: price.preserveCurrentPrice })
      )
    }),
    setFirstSubscriptionPrice: (subscriptionId, price) =>
      line.send(
        {
          method: "PATCH",
          path: `/v1/subscriptions/${at(subscriptionId)}`,
          body: Body.firstSubscriptionPrice(subscriptionId, price)
        },
        // It answers with the subscription; which price it made shows only in a read.
        () => accepted(subscriptionId, price, true)({ id: null, preserved: null })
      ),
    deleteSubscriptionPrice: (priceId) => line.remove(`/v1/subscriptionPrices/${at(priceId)}`),

    appPrices: pricesOf(line, appPriced),

    availability: Effect.fnUntraced(function* (appId) {
      const found = yield* line.found(`/v1/apps/${at(appId)}/appAvailabilityV2`, shown)
      if (found !== null) return availabilityOf(found.data, found.included)
      yield* line.one(`/v1/apps/${at(appId)}`)
      return null
    }),
    availabilityById: (availabilityId) =>
      Effect.map(line.one(`/v2/appAvailabilities/${at(availabilityId)}`, shown), ({ data, included }) =>
        availabilityOf(data, included)
      ),
    territoryAvailabilities: rowsOfTerritories,
    replaceAvailability: Effect.fnUntraced(function* (appId, { availableInNewTerritories, territories }) {
      const known = territories.flatMap((territory) => repeated(territory) ?? [])
      if (known.length < territories.length) {
        return yield* line.drift("a territory whose availability or code isn't told can't be repeated")
      }
      const body = Body.newAvailability(appId, availableInNewTerritories, known)
      return yield* line.send(
        { method: "POST", path: "/v2/appAvailabilities", body, rename: existing },
        (resource, included) => availabilityOf(resource, included)
      )
    }),
    territoryAvailability: Effect.fnUntraced(function* (id) {
      const appId = toldById(id)?.owner
      if (appId === undefined) return null
      const { items } = yield* rowsOfTerritories(appId)
      return items.find((territory) => territory.id === id) ?? null
    }),
    updateTerritoryAvailability: (id, { available }) =>
      line.send(
        { method: "PATCH", path: `/v1/territoryAvailabilities/${at(id)}`, body: Body.territoryPatch(id, available) },
        territoryAvailabilityOf
      )
  }
}

/** Consoles over HTTP. */
export const ConsoleVendorLive = (settings: ConsoleSettings) =>
  Layer.effect(
    ConsoleVendor,
    Effect.map(makeTransport(settings), ({ open }) =>
      ConsoleVendor.of({
        open: (credentials) => Effect.map(open(credentials), (line) => consoleOf(line, settings))
      })
    )
  )
