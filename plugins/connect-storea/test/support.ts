import type { Fault } from "@storeglass/sandbox"
import {
  type Answer,
  type AskOptions,
  at,
  controlOf,
  listAt,
  dataOf as ok,
  type TestAccount,
  type TestGateway,
  useTestGateway
} from "@storeglass/testkit"
import { Schema } from "effect"
import { assert } from "vitest"

export { controlOf, refused } from "@storeglass/testkit"
export { at, listAt, ok }

export const prefix = "/v1/connect"
export const settings = {
  apiUrl: "${sandbox.console}",
  requestsPerMinute: 60_000,
  // What isn't there after so long wasn't done.
  readsLagMs: 200
}
export const options = { plugins: { "connect-storea": settings } }

export const Owner = Schema.Struct({ issuerId: Schema.String, keyId: Schema.String, privateKey: Schema.String })
export type Owner = typeof Owner.Type

/** The key as a header can hold it. */
export const inHeader = (pem: string) => pem.trim().replace(/\r?\n/g, "\\n")
export const headersOf = ({ issuerId, keyId, privateKey }: Owner) => ({
  "x-console-issuer-id": issuerId,
  "x-console-key-id": keyId,
  "x-console-private-key": inHeader(privateKey)
})

type Gateway = Pick<TestGateway, "ask" | "account" | "used" | "running" | "run">

export const issue = async (gateway: Pick<TestGateway, "running">, input: object = {}): Promise<Owner> =>
  Schema.decodeUnknownSync(Owner)(await controlOf(gateway).act("console", "issue", { demo: true, ...input }))

/** Things of an owner that the operations are about; every owner that is issued here has the same. */
export interface Things {
  readonly appId: string
  /** With a price schedule. */
  readonly iapId: string
  readonly iapPoints: ReadonlyArray<string>
  /** One that takes localizations. */
  readonly draftIapId: string
  readonly iapLocalizationId: string
  readonly groupId: string
  /** With a price in USA. */
  readonly subscriptionId: string
  readonly draftSubscriptionId: string
  readonly subscriptionPoints: ReadonlyArray<string>
  readonly subscriptionLocalizationId: string
  readonly appPoints: ReadonlyArray<string>
  readonly availableInNewTerritories: boolean
  readonly territory: { readonly id: string; readonly available: boolean }
}

const found = new WeakMap<object, Promise<Things>>()

/** Finds them in the console of an owner; `read` asks a path with its credentials and gives its data. */
export const thingsAt = async (appId: string, read: (path: string) => Promise<unknown>): Promise<Things> => {
  const get = (path: string) => read(`${prefix}${path}`)
  const idOf = (row: unknown) => String(at(row, "id"))
  const withRows = async (ids: ReadonlyArray<string>, pathOf: (id: string) => string, least = 1) => {
    for (const id of ids) {
      const rows = listAt(await get(pathOf(id)), "items")
      if (rows.length >= least) return { id, rows }
    }
    return assert.fail(`none of ${ids.length} has ${pathOf(":id")}`)
  }
  const iaps = listAt(await get(`/apps/${appId}/iaps`), "items")
  const isDraft = (row: unknown) => at(row, "state") !== "APPROVED"
  const drafts = [...iaps].sort((a, b) => Number(isDraft(b)) - Number(isDraft(a))).map(idOf)
  const priced = await Promise.all(iaps.map(async (iap) => at(await get(`/iaps/${idOf(iap)}/price-schedule`), "id")))
  const iapId = idOf(iaps[priced.findIndex((id) => id !== null)])
  const pointsOf = async (path: string) => listAt(await get(`${path}?territory=USA`), "items").map(idOf)
  const localized = await withRows(drafts, (id) => `/iaps/${id}/localizations`)
  const group = await withRows(
    listAt(await get(`/apps/${appId}/subscription-groups`), "items").map(idOf),
    (id) => `/subscription-groups/${id}/subscriptions`
  )
  let subscriptionId = ""
  for (const row of group.rows) {
    const prices = listAt(await get(`/subscriptions/${idOf(row)}`), "prices", "items")
    if (prices.some((price) => at(price, "territory") === "USA")) subscriptionId = idOf(row)
  }
  const subscriptionDrafts = [...group.rows].sort((a, b) => Number(isDraft(b)) - Number(isDraft(a))).map(idOf)
  const subscriptionLocalized = await withRows(subscriptionDrafts, (id) => `/subscriptions/${id}/localizations`)
  const availability = await get(`/apps/${appId}/availability`)
  const [territory] = listAt(availability, "territoryAvailabilities")
  return {
    appId,
    iapId,
    iapPoints: await pointsOf(`/iaps/${iapId}/price-points`),
    draftIapId: localized.id,
    iapLocalizationId: idOf(localized.rows[0]),
    groupId: group.id,
    subscriptionId,
    draftSubscriptionId: subscriptionLocalized.id,
    subscriptionPoints: await pointsOf(`/subscriptions/${subscriptionId}/price-points`),
    subscriptionLocalizationId: idOf(subscriptionLocalized.rows[0]),
    appPoints: await pointsOf(`/apps/${appId}/price-points`),
    availableInNewTerritories: at(availability, "availableInNewTerritories") === true,
    territory: { id: idOf(territory), available: at(territory, "available") === true }
  }
}
const look = async (gateway: Gateway): Promise<Things> => {
  const { key } = await gateway.account()
  const headers = headersOf(await issue(gateway))
  const { appId = "" } = (await gateway.running.sandbox?.samples()) ?? {}
  return thingsAt(appId, async (path) => ok(await gateway.ask(path, { key, headers })))
}
/** Looked up once for each gateway. */
export const thingsOf = (gateway: Gateway): Promise<Things> => {
  const known = found.get(gateway.running) ?? look(gateway)
  found.set(gateway.running, known)
  return known
}

/** A day that many days from now, UTC. */
export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A PNG of so many bytes, as far as its first ones tell. */
export const pngOf = (bytes: number, says = "") =>
  Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(says), Buffer.alloc(bytes - 8 - says.length, 7)])

export interface WriteCall {
  readonly id: string
  readonly method: "POST" | "PATCH"
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly status: 200 | 201
}
/** The 14 writes, each as one that changes something; `availability` is the one that the vendor refuses today. */
export const writesOf = (things: Things): ReadonlyArray<WriteCall> => {
  const write = (
    id: string,
    method: WriteCall["method"],
    path: string,
    body: WriteCall["body"],
    status: WriteCall["status"] = method === "POST" ? 201 : 200
  ): WriteCall => ({ id, method, path: `${prefix}${path}`, body, status })
  const schedule = (points: ReadonlyArray<string>) => ({
    baseTerritory: "USA",
    confirmReplaceAll: true,
    prices: [{ territory: "USA", pricePointId: points[7] }]
  })
  return [
    write("createIap", "POST", `/apps/${things.appId}/iaps`, {
      name: "Gems",
      productId: "com.example.gems",
      inAppPurchaseType: "CONSUMABLE"
    }),
    write("updateIap", "PATCH", `/iaps/${things.draftIapId}`, { name: "Renamed" }),
    write("createIapLocalization", "POST", `/iaps/${things.draftIapId}/localizations`, { locale: "it", name: "Gemme" }),
    write("updateIapLocalization", "PATCH", `/iap-localizations/${things.iapLocalizationId}`, { name: "Reworded" }),
    write("replaceIapPriceSchedule", "POST", `/iaps/${things.iapId}/price-schedule`, schedule(things.iapPoints)),
    write("createSubscriptionGroup", "POST", `/apps/${things.appId}/subscription-groups`, { referenceName: "Extra" }),
    write("createSubscription", "POST", `/subscription-groups/${things.groupId}/subscriptions`, {
      name: "Extra monthly",
      productId: "com.example.extra.month",
      subscriptionPeriod: "ONE_MONTH"
    }),
    write("updateSubscription", "PATCH", `/subscriptions/${things.draftSubscriptionId}`, { name: "Renamed" }),
    write("createSubscriptionLocalization", "POST", `/subscriptions/${things.draftSubscriptionId}/localizations`, {
      locale: "it",
      name: "Extra"
    }),
    write(
      "updateSubscriptionLocalization",
      "PATCH",
      `/subscription-localizations/${things.subscriptionLocalizationId}`,
      {
        name: "Reworded"
      }
    ),
    write("setSubscriptionPrice", "POST", `/subscriptions/${things.subscriptionId}/prices`, {
      territory: "USA",
      pricePointId: things.subscriptionPoints[7],
      startDate: day(40),
      preserveCurrentPrice: true,
      confirm: true
    }),
    write("updateAvailability", "PATCH", `/availabilities/${things.appId}`, {
      availableInNewTerritories: things.availableInNewTerritories,
      confirm: true
    }),
    write("updateTerritoryAvailability", "PATCH", `/territory-availabilities/${things.territory.id}`, {
      available: !things.territory.available,
      confirm: true
    }),
    write("replaceAppPriceSchedule", "POST", `/apps/${things.appId}/price-schedule`, schedule(things.appPoints))
  ]
}

/** The writes that the vendor takes today. */
export const changing = [
  "createIap",
  "updateIap",
  "createIapLocalization",
  "updateIapLocalization",
  "replaceIapPriceSchedule",
  "createSubscriptionGroup",
  "createSubscription",
  "updateSubscription",
  "createSubscriptionLocalization",
  "updateSubscriptionLocalization",
  "setSubscriptionPrice",
  "updateTerritoryAvailability",
  "replaceAppPriceSchedule"
]

/** An account, its owner's credentials, and what a test does with both. */
export interface Using {
  readonly account: TestAccount
  readonly owner: Owner
  readonly ask: (path: string, asked?: AskOptions) => Promise<Answer>
}

/** Asks a gateway and its vendor in a test's words. */
export const consoleOf = (gateway: () => Gateway) => {
  const control = () => controlOf(gateway())
  const using = async (input: object = {}, account?: TestAccount): Promise<Using> => {
    const owner = await issue(gateway(), input)
    const who = account ?? (await gateway().account())
    return {
      account: who,
      owner,
      ask: (path, { headers, ...asked } = {}) =>
        gateway().ask(path.startsWith("/v1") ? path : `${prefix}${path}`, {
          key: who.key,
          ...asked,
          headers: { ...headersOf(owner), ...headers }
        })
    }
  }
  return {
    gateway,
    control,
    using,
    things: () => thingsOf(gateway()),
    writes: async () => writesOf(await thingsOf(gateway())),
    fail: (fault: Omit<Fault, "upstream">) => control().fail({ upstream: "console", times: 1, ...fault }),
    /** What was done at the vendor since a moment, by an owner or by all of them: `POST /v2/inAppPurchases`. */
    done: (since: number, owner?: Pick<Owner, "keyId">) =>
      control()
        .requests({
          upstream: "console",
          afterSequence: since,
          ...(owner === undefined ? {} : { credential: owner.keyId })
        })
        .filter(({ handled, method }) => method !== "GET" && handled !== null && handled < 300)
        .map(({ method, path }) => `${method} ${path}`),
    now: () => control().requests({ upstream: "console" }).at(-1)?.sequence ?? 0
  }
}
export const useConsole = (more: Parameters<typeof useTestGateway>[0] = {}) =>
  consoleOf(useTestGateway({ ...options, ...more }))
