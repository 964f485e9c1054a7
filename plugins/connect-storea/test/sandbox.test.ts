/** The double behaves as the vendor was seen to in November 2026, whoever asks it. */
import { SecondWorld, World } from "@storeglass/sandbox/world"
import { assert, describe, it } from "vitest"
import { answerTo } from "../sandbox/api.ts"
import { ownedBy } from "../sandbox/owned.ts"
import { pointId, territories } from "../sandbox/territories.ts"
import { at, listAt, textAt } from "../sandbox/wire.ts"

const nowMs = Date.parse("2026-11-24T12:00:00Z")
const world = { seed: 1, size: 400 }
const first = new World(world)
const worlds = { first, second: new SecondWorld(world, first) }

const useOwner = () => {
  const owned = ownedBy(1, worlds, nowMs)
  const product = (name: string) => owned.products.find((one) => one.name === name) ?? assert.fail(name)
  const ask = (method: string, address: string, body?: object, later = 0) => {
    const { pathname, searchParams } = new URL(address, "http://127.0.0.1")
    const text = body === undefined ? "" : JSON.stringify(body)
    const request = {
      method,
      path: pathname,
      query: searchParams,
      headers: {},
      bytes: Buffer.from(text),
      body: text
    }
    const base = "http://127.0.0.1/console"
    const { body: said, status } = answerTo({ request, base, uploads: `${base}/parts`, owned, nowMs: nowMs + later })
    const json: unknown = typeof said === "string" && said !== "" ? JSON.parse(said) : undefined
    return { status, json, code: textAt(listAt(json, "errors")[0], "code") }
  }
  return { owned, product, ask }
}

const ref = (type: string, id: string) => ({ data: { type, id } })
const price = (owner: string, id: string, startDate: string | null = null, tier = 5) => ({
  type: "inAppPurchasePrices",
  id,
  attributes: { startDate, endDate: null },
  relationships: {
    inAppPurchaseV2: ref("inAppPurchases", owner),
    inAppPurchasePricePoint: ref("inAppPurchasePricePoints", pointId(owner, "USA", tier))
  }
})
const scheduleOf = (owner: string, included: ReadonlyArray<{ readonly id: string }>, base = "USA") => ({
  data: {
    type: "inAppPurchasePriceSchedules",
    relationships: {
      inAppPurchase: ref("inAppPurchases", owner),
      baseTerritory: ref("territories", base),
      manualPrices: { data: included.map(({ id }) => ({ type: "inAppPurchasePrices", id })) }
    }
  },
  included
})

describe("a price schedule of the double", () => {
  const later = "2027-01-15"
  it("is taken with new resources alone, each once, one price a day, and a current one of the base territory", () => {
    const { ask, product } = useOwner()
    const { id } = product("100 coins")
    const post = (body: object) => ask("POST", "/v1/inAppPurchasePriceSchedules", body)
    const [now, then] = [price(id, "${p0}"), price(id, "${p1}", later)]
    assert.strictEqual(post(scheduleOf(id, [now, then])).status, 201)
    const whole = scheduleOf(id, [now])
    const wrong: Readonly<Record<string, object>> = {
      "a territory in included": { ...whole, included: [now, { type: "territories", id: "USA" }] },
      "an id that nothing has": { ...whole, included: [{ ...now, id: "${p9}" }] },
      "an id twice": scheduleOf(id, [now, { ...then, id: "${p0}" }]),
      "an id that isn't local": scheduleOf(id, [{ ...now, id: "p0" }]),
      "a base territory without its current price": scheduleOf(id, [then]),
      "another base territory": scheduleOf(id, [now], "DEU"),
      "two prices of a day": scheduleOf(id, [now, then, price(id, "${p2}", later, 6)]),
      "a day that is past": scheduleOf(id, [now, price(id, "${p1}", "2026-11-23")]),
      "another product's point": scheduleOf(id, [price(product("500 coins").id, "${p0}")])
    }
    for (const [what, body] of Object.entries(wrong)) assert.strictEqual(post(body).status, 409, what)
  })

  it("is followed everywhere else, each price ending when the next begins", () => {
    const { ask, product } = useOwner()
    const { id } = product("500 coins")
    assert.strictEqual(ask("GET", `/v2/inAppPurchases/${id}/iapPriceSchedule`).status, 404)
    const made = scheduleOf(id, [price(id, "${p0}"), price(id, "${p1}", later, 9)])
    assert.strictEqual(ask("POST", "/v1/inAppPurchasePriceSchedules", made).status, 201)
    const { json } = ask("GET", `/v1/inAppPurchasePriceSchedules/${id}/automaticPrices?limit=200`)
    assert.strictEqual(at(json, "meta", "paging", "total"), (territories.length - 1) * 2)
    const [first, second] = listAt(json, "data")
    assert.deepEqual(
      [first, second].map((row) => [at(row, "attributes", "startDate"), at(row, "attributes", "endDate")]),
      [
        [undefined, later],
        [later, undefined]
      ]
    )
  })
})

describe("a subscription of the double", () => {
  const post = (id: string, attributes: object) => ({
    data: {
      type: "subscriptionPrices",
      attributes,
      relationships: {
        subscription: ref("subscriptions", id),
        subscriptionPricePoint: ref("subscriptionPricePoints", pointId(id, "USA", 5))
      }
    }
  })
  it("answers 500 to a first price by itself, every time, and takes one inline without attributes", () => {
    const { ask, product } = useOwner()
    const { id } = product("Premium weekly")
    for (let time = 0; time < 3; time++) {
      assert.strictEqual(ask("POST", "/v1/subscriptionPrices", post(id, {})).status, 500)
    }
    const inline = (attributes: object) => ({
      data: {
        type: "subscriptions",
        id,
        relationships: { prices: { data: [{ type: "subscriptionPrices", id: "${p0}" }] } }
      },
      included: [{ ...post(id, attributes).data, id: "${p0}" }]
    })
    const patch = (body: object) => ask("PATCH", `/v1/subscriptions/${id}`, body)
    assert.strictEqual(patch(inline({ preserveCurrentPrice: false })).status, 409)
    assert.strictEqual(patch(inline({})).status, 200)
    assert.strictEqual(patch(inline({})).status, 409)
    assert.strictEqual(ask("POST", "/v1/subscriptionPrices", post(id, { startDate: "2027-01-15" })).status, 201)
  })

  it("on sale takes a new price from tomorrow on", () => {
    const { ask, product } = useOwner()
    const { id } = product("Premium monthly")
    for (const [startDate, status] of [
      [undefined, 409],
      ["2026-11-24", 409],
      ["2026-11-25", 201]
    ] as const) {
      assert.strictEqual(ask("POST", "/v1/subscriptionPrices", post(id, { startDate })).status, status)
    }
  })
})

describe("an availability of the double", () => {
  const all = (appId: string, some = territories) => ({
    data: {
      type: "appAvailabilities",
      attributes: { availableInNewTerritories: true },
      relationships: { app: ref("apps", appId) }
    },
    included: some.map((code) => ({
      type: "territoryAvailabilities",
      id: `\${${code}}`,
      attributes: { available: true },
      relationships: { territory: ref("territories", code) }
    }))
  })
  it("is made once, with every territory, and never replaced; one territory is changed at v1 alone", () => {
    const { ask, owned } = useOwner()
    const [first, newest] = [owned.apps[0]?.id ?? "", owned.apps.at(-1)?.id ?? ""]
    const post = (body: object) => ask("POST", "/v2/appAvailabilities", body)
    const again = post(all(first))
    assert.deepEqual([again.status, again.code], [409, "ENTITY_ERROR.RELATIONSHIP.INVALID"])
    assert.match(String(at(listAt(again.json, "errors")[0], "detail")), /already exists/)
    assert.strictEqual(post(all(newest, territories.slice(1))).status, 409)
    assert.strictEqual(post(all(newest)).status, 201)
    const { json } = ask("GET", `/v2/appAvailabilities/${newest}/territoryAvailabilities?limit=1`)
    const id = String(at(listAt(json, "data")[0], "id"))
    const body = { data: { type: "territoryAvailabilities", id, attributes: { available: false } } }
    assert.strictEqual(ask("PATCH", `/v2/territoryAvailabilities/${id}`, body).status, 404)
    assert.strictEqual(ask("PATCH", `/v1/territoryAvailabilities/${id}`, body).status, 200)
  })
})

describe("a product of the double", () => {
  it("goes through the review by itself, and isn't changed while it is there", () => {
    const { ask, product } = useOwner()
    const { id } = product("Season pass")
    const hour = 3_600_000
    const stateAfter = (hours: number) =>
      at(ask("GET", `/v2/inAppPurchases/${id}`, undefined, hours * hour).json, "data", "attributes", "state")
    assert.deepEqual([0, 1, 23, 24].map(stateAfter), ["WAITING_FOR_REVIEW", "IN_REVIEW", "IN_REVIEW", "APPROVED"])
    const rename = { data: { type: "inAppPurchases", id, attributes: { name: "Other" } } }
    const patch = (hours: number) => ask("PATCH", `/v2/inAppPurchases/${id}`, rename, hours * hour)
    const [error] = listAt(patch(2).json, "errors")
    assert.include(String(at(error, "detail")), "associated errors")
    assert.strictEqual(at(error, "status"), "409")
    const [causes] = Object.values<unknown>(Object(at(error, "meta", "associatedErrors")))
    assert.include(String(at(listAt(causes)[0], "detail")), "is with the review")
    assert.strictEqual(patch(25).status, 200)
  })

  it("that is approved takes localizations on a version alone, which can't be deleted", () => {
    const { ask, owned, product } = useOwner()
    const { id } = product("100 coins")
    const localization = (parent: object) => ({
      data: {
        type: "inAppPurchaseLocalizations",
        attributes: { locale: "it", name: "Monete" },
        relationships: parent
      }
    })
    const alone = localization({ inAppPurchaseV2: ref("inAppPurchases", id) })
    assert.strictEqual(ask("POST", "/v1/inAppPurchaseLocalizations", alone).status, 409)
    const open = {
      data: { type: "inAppPurchaseVersions", relationships: { inAppPurchase: ref("inAppPurchases", id) } }
    }
    assert.strictEqual(ask("POST", "/v1/inAppPurchaseVersions", open).status, 201)
    assert.strictEqual(ask("POST", "/v1/inAppPurchaseVersions", open).status, 409, "one is open")
    const versionId = owned.versions[0]?.id ?? ""
    const onIt = localization({ version: ref("inAppPurchaseVersions", versionId) })
    assert.strictEqual(ask("POST", "/v2/inAppPurchaseLocalizations", onIt).status, 201)
    assert.strictEqual(ask("DELETE", `/v1/inAppPurchaseVersions/${versionId}`).code, "PATH_ERROR")
  })

  it("has 800 price points in each of 175 territories, under opaque ids, and they're paged", () => {
    const { ask, product } = useOwner()
    const { id } = product("100 coins")
    const { json } = ask("GET", `/v2/inAppPurchases/${id}/pricePoints?limit=3`)
    assert.strictEqual(at(json, "meta", "paging", "total"), 175 * 800)
    const next = String(at(json, "links", "next"))
    const [second] = listAt(ask("GET", next.replace("/console", "")).json, "data")
    const said: unknown = JSON.parse(Buffer.from(String(at(second, "id")), "base64url").toString())
    assert.deepEqual(said, { s: id, t: territories[0], p: "10003" })
  })
})
