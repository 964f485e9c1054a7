import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import * as Body from "../src/vendor/bodies.ts"
import { appPriced, iapLocalized, iapPriced, subscriptionLocalized } from "../src/vendor/kinds.ts"

const file = join(root, "../shared/vendor-specs/contract-vectors.json")
const Vectors = Schema.fromJsonString(
  Schema.Struct({ vectors: Schema.Array(Schema.Struct({ id: Schema.String, body: Schema.optionalKey(Schema.Json) })) })
)

const [app, iap] = ["1234567890", "6444000001"]
const point = (owner: string, territory: string, tier: string) =>
  Buffer.from(JSON.stringify({ s: owner, t: territory, p: tier })).toString("base64url")

const made: Readonly<Record<string, object>> = {
  "iap.create": Body.newIap(app, {
    name: "100 coins",
    productId: "com.example.coins100",
    inAppPurchaseType: "CONSUMABLE",
    reviewNote: "none",
    familySharable: false
  }),
  "iap.patch": Body.iapPatch(iap, { name: "120 coins", reviewNote: null, familySharable: true }),
  "iapLoc.create": Body.newLocalization(iapLocalized, iap, {
    locale: "en-US",
    name: "100 coins",
    description: "A pouch"
  }),
  "iapLoc.create.v2": Body.newLocalizationOnVersion(iapLocalized, "v1", { locale: "en-US", name: "100 coins" }),
  "iapVersion.create": Body.newVersion(iapLocalized, iap),
  "iapLoc.patch": Body.localizationPatch(iapLocalized, "loc1", { description: "A bigger pouch" }),
  "iapSchedule.create": Body.newSchedule(iapPriced, iap, {
    baseTerritory: "USA",
    prices: [
      { territory: "USA", pricePointId: point(iap, "USA", "10010") },
      { territory: "DEU", pricePointId: point(iap, "DEU", "10012"), startDate: "2027-01-15" }
    ]
  }),
  "subGroup.create": Body.newGroup(app, "Pro"),
  "sub.create": Body.newSubscription("g1", {
    name: "Pro monthly",
    productId: "com.example.pro.month",
    subscriptionPeriod: "ONE_MONTH",
    groupLevel: 1,
    familySharable: false,
    reviewNote: "none"
  }),
  "sub.patch": Body.subscriptionPatch("s1", { name: "Pro month", groupLevel: 2 }),
  "subLoc.create": Body.newLocalization(subscriptionLocalized, "s1", {
    locale: "de-DE",
    name: "Pro",
    description: "Alles"
  }),
  "subLoc.create.v2": Body.newLocalizationOnVersion(subscriptionLocalized, "v1", { locale: "de-DE", name: "Pro" }),
  "subVersion.create": Body.newVersion(subscriptionLocalized, "s1"),
  "subLoc.patch": Body.localizationPatch(subscriptionLocalized, "l1", { name: "Pro!" }),
  "subPrice.create": Body.newSubscriptionPrice("s1", {
    territory: "USA",
    pricePointId: point("s1", "USA", "10041"),
    startDate: "2027-02-01",
    preserveCurrentPrice: true
  }),
  "avail.replace": Body.newAvailability(app, true, [
    { territory: "USA", available: true, releaseDate: null, preOrderEnabled: false }
  ]),
  "territory.patch": Body.territoryPatch("eyJzIjoiMTIzNDU2Nzg5MCIsInQiOiJVU0EifQ", false),
  "appSchedule.create": Body.newSchedule(appPriced, app, {
    baseTerritory: "USA",
    prices: [{ territory: "USA", pricePointId: point(app, "USA", "10010") }]
  })
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)])
        )
      : value

/** Of the vectors with bodies, those whose shape is right and that this adapter must not send. */
const neverSent = new Set(["subPrice.create.first"])

describe.skipIf(!existsSync(file))("what the console is sent", () => {
  const { vectors } = existsSync(file) ? Schema.decodeUnknownSync(Vectors)(readFileSync(file, "utf8")) : { vectors: [] }

  it.each(Object.keys(made))("is the vector %s, byte for byte after sorting keys", (id) => {
    const vector = vectors.find((one) => one.id === id)
    assert.strictEqual(JSON.stringify(sorted(made[id])), JSON.stringify(sorted(vector?.body)))
  })

  it("is every vector of its area that has a body and is valid", () => {
    const area =
      /^(iap|iapLoc|iapVersion|iapSchedule|subGroup|sub|subLoc|subVersion|subPrice|avail|territory|appSchedule)\./
    const valid = vectors.filter(({ body, id }) => body !== undefined && area.test(id) && !/\.(no|bad|string)/.test(id))
    assert.deepEqual(
      valid
        .map(({ id }) => id)
        .filter((id) => !neverSent.has(id))
        .sort(),
      Object.keys(made).sort()
    )
  })
})

describe("a subscription's first price", () => {
  it("is inline in a change of the subscription, without attributes but the plan's", () => {
    const price = { territory: "USA", pricePointId: "pp" }
    const relationships = {
      subscription: { data: { type: "subscriptions", id: "s1" } },
      territory: { data: { type: "territories", id: "USA" } },
      subscriptionPricePoint: { data: { type: "subscriptionPricePoints", id: "pp" } }
    }
    const [bare] = Body.firstSubscriptionPrice("s1", price).included
    assert.deepEqual(bare, { type: "subscriptionPrices", id: "${p0}", relationships })
    const [planned] = Body.firstSubscriptionPrice("s1", { ...price, planType: "UPFRONT" }).included
    assert.deepEqual(planned, {
      type: "subscriptionPrices",
      id: "${p0}",
      attributes: { planType: "UPFRONT" },
      relationships
    })
  })
})

describe("an availability", () => {
  it("repeats every territory once, each under a name of its own", () => {
    const territories = ["USA", "DEU", "JPN"].map((territory) => ({
      territory,
      available: territory !== "JPN",
      releaseDate: null,
      preOrderEnabled: false
    }))
    const { data, included } = Body.newAvailability(app, false, territories)
    const named = data.relationships.territoryAvailabilities.data.map(({ id }) => id)
    assert.deepEqual(named, ["${usa}", "${deu}", "${jpn}"])
    assert.deepEqual(
      included.map(({ attributes, id }) => [id, attributes.available]),
      [
        ["${usa}", true],
        ["${deu}", true],
        ["${jpn}", false]
      ]
    )
  })
})
