/** Every field of every body, at its bounds and beyond them. */
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import * as B from "../src/catalog/bodies.ts"
import { IapPlan, SubscriptionPlan } from "../src/plan/schema.ts"
import { imageBytesMax, NewScreenshot } from "../src/screenshots/schema.ts"
import { Credentials } from "../src/sync/schema.ts"

type Body = Readonly<Record<string, unknown>>
interface Case {
  readonly schema: Schema.Codec<unknown, unknown>
  readonly least: Body
  /** Values that are taken, and values that aren't, by field. */
  readonly fields: Readonly<Record<string, readonly [ReadonlyArray<unknown>, ReadonlyArray<unknown>]>>
  /** Fields without which it isn't taken. */
  readonly required: ReadonlyArray<string>
}

const text = (length: number) => "x".repeat(length)
const name = [
  ["x", text(200), "Ünïcode 名"],
  ["", text(201), 5, null, "tab\u0009", "\u202eevil"]
] as const
const productId = [
  ["a", text(100), "com.example.coins_100-a"],
  ["", text(101), "with space", "a/b", "ü", 5]
] as const
const reviewNote = [
  ["x", text(4_000)],
  ["", text(4_001), 5]
] as const
const flag = [
  [true, false],
  ["true", 1, null]
] as const
const planId = [
  ["", text(64)],
  [text(65), 5]
] as const
const territory = [
  ["USA", "DEU"],
  ["usa", "US", "USAA", "", "U1A", 5]
] as const
const point = [
  ["eyJzIjoiMSJ9", "a=_-", text(512)],
  ["", text(513), "a/b", "a.b", "${p0}", 5]
] as const
const price = [
  ["4.99", "0", "0.000", "123456789.123"],
  ["", "-1", "1e3", "4,99", "1234567890", "1.2345", "NaN", 4.99]
] as const
const startDate = [
  ["2027-01-15", "2028-02-29"],
  ["2027-02-29", "2027-1-5", "15.01.2027", "tomorrow", "2027-01-15T00:00:00Z", 20_270_115, null]
] as const
const with_ = (field: readonly [ReadonlyArray<unknown>, ReadonlyArray<unknown>], ...more: ReadonlyArray<unknown>) =>
  [[...field[0], ...more], field[1].filter((value) => !more.includes(value))] as const
const shownName = [
  ["x", text(100)],
  ["", text(101), 5]
] as const
const description = [
  ["x", text(1_000)],
  ["", text(1_001), 5]
] as const
const period = [
  ["ONE_WEEK", "ONE_MONTH", "TWO_MONTHS", "THREE_MONTHS", "SIX_MONTHS", "ONE_YEAR"],
  ["TWO_WEEKS", "one_month", "", 1]
] as const
const level = [
  [1, 100],
  [0, 101, 1.5, "1"]
] as const
const planType = [
  ["UPFRONT", "MONTHLY"],
  ["YEARLY", "monthly", null]
] as const
const entry = { territory: "USA", pricePointId: "point" }
const many = (count: number, one: string) => Array.from({ length: count }, () => one)
const plan = {
  territory,
  rounding: [
    [
      { to: "nearest", endings: [".99"] },
      { to: "up", endings: many(10, "000000") },
      { to: "down", endings: ["9"] }
    ],
    [
      {},
      { to: "nearest" },
      { endings: ["9"] },
      { to: "near", endings: ["9"] },
      { to: "up", endings: [] },
      { to: "up", endings: many(11, "9") },
      { to: "up", endings: [""] },
      { to: "up", endings: ["1234567"] },
      { to: "up", endings: ["x9"] },
      { to: "up", endings: ["9"], more: 1 },
      null
    ]
  ],
  except: [
    [[], many(200, "DEU")],
    [many(201, "DEU"), ["deu"], "DEU", null]
  ],
  startDate,
  confirm: flag,
  planId
} as const
const base64Max = (imageBytesMax / 3) * 4
const id = [
  ["x", text(64)],
  ["", text(65), 5, null]
] as const

const cases: Readonly<Record<string, Case>> = {
  "a new in-app purchase": {
    schema: B.NewIap,
    least: { name: "Coins", productId: "coins", inAppPurchaseType: "CONSUMABLE" },
    fields: {
      name,
      productId,
      inAppPurchaseType: [
        ["CONSUMABLE", "NON_CONSUMABLE", "NON_RENEWING_SUBSCRIPTION"],
        ["AUTO_RENEWABLE", "consumable", "", null]
      ],
      reviewNote,
      familySharable: flag,
      planId
    },
    required: ["name", "productId", "inAppPurchaseType"]
  },
  "a change of an in-app purchase": {
    schema: B.IapPatch,
    least: { name: "Coins" },
    fields: { name, reviewNote: with_(reviewNote, null), familySharable: flag, planId },
    required: ["name"]
  },
  "a new localization": {
    schema: B.NewLocalization,
    least: { locale: "en-US", name: "Coins" },
    fields: {
      locale: [
        ["en-US", "ja", "zh-Hans", "es-419"],
        ["", "EN-US", "e", "english-us", "en_US", 5]
      ],
      name: shownName,
      description,
      createVersion: flag,
      planId
    },
    required: ["locale", "name"]
  },
  "a change of a localization": {
    schema: B.LocalizationPatch,
    least: { name: "Coins" },
    fields: { name: shownName, description: with_(description, null), createVersion: flag, planId },
    required: ["name"]
  },
  "a new subscription group": {
    schema: B.NewGroup,
    least: { referenceName: "Pro" },
    fields: { referenceName: name, planId },
    required: ["referenceName"]
  },
  "a new subscription": {
    schema: B.NewSubscription,
    least: { name: "Pro", productId: "pro", subscriptionPeriod: "ONE_MONTH" },
    fields: {
      name,
      productId,
      subscriptionPeriod: period,
      groupLevel: level,
      familySharable: flag,
      reviewNote,
      planId
    },
    required: ["name", "productId", "subscriptionPeriod"]
  },
  "a change of a subscription": {
    schema: B.SubscriptionPatch,
    least: { name: "Pro" },
    fields: {
      name,
      familySharable: flag,
      subscriptionPeriod: period,
      reviewNote: with_(reviewNote, null),
      groupLevel: level,
      planId
    },
    required: ["name"]
  },
  "a price schedule": {
    schema: B.NewSchedule,
    least: { baseTerritory: "USA", prices: [entry] },
    fields: {
      baseTerritory: territory,
      // Its absence is answered with CONFIRMATION_REQUIRED.
      confirmReplaceAll: flag,
      prices: [
        [Array.from({ length: 1_000 }, () => entry), [{ ...entry, startDate: "2027-01-15" }]],
        [[], Array.from({ length: 1_001 }, () => entry), [null], [{}], entry, "USA"]
      ],
      planId
    },
    required: ["baseTerritory", "prices"]
  },
  "a subscription's price": {
    schema: B.NewSubscriptionPrice,
    least: entry,
    fields: {
      territory,
      startDate,
      preserveCurrentPrice: flag,
      planType,
      confirm: flag,
      planId
    },
    required: ["territory", "pricePointId"]
  },
  "a price plan of an in-app purchase": {
    schema: IapPlan,
    least: entry,
    fields: plan,
    required: ["territory", "pricePointId"]
  },
  "a price plan of a subscription": {
    schema: SubscriptionPlan,
    least: entry,
    fields: { ...plan, preserveCurrentPrice: flag, planType },
    required: ["territory", "pricePointId"]
  },
  "a review screenshot": {
    schema: NewScreenshot,
    least: { fileName: "paywall.png", image: "AAAA" },
    fields: {
      fileName: [
        ["a.png", "A.JPEG", `${text(100)}.jpg`, "ü 名.png"],
        ["", ".png", "a.gif", "a/b.png", "a\\b.png", `${text(101)}.png`, "a\u0007.png", 5]
      ],
      image: [
        ["AAAA", "AA==", "A".repeat(base64Max)],
        ["", "AAA", "no base64!", "AAAA===", "A".repeat(base64Max + 1), 5]
      ],
      planId
    },
    required: ["fileName", "image"]
  },
  "a saved console key": {
    schema: Credentials,
    least: { issuerId: "individual", keyId: "2X9R4HXF34", privateKey: "key" },
    fields: {
      issuerId: id,
      keyId: id,
      privateKey: [
        ["x", text(8_192)],
        ["", text(8_193), 5, null]
      ],
      vendorNumber: [
        ["1", "8".repeat(20)],
        ["", "8".repeat(21), "85 694", "x", 85_694_217, null]
      ],
      analytics: flag,
      correctEstimates: flag
    },
    required: ["issuerId", "keyId", "privateKey"]
  },
  "an availability": {
    schema: B.AvailabilityPatch,
    least: { availableInNewTerritories: true },
    fields: { availableInNewTerritories: flag, confirm: flag, planId },
    required: ["availableInNewTerritories"]
  },
  "an availability in a territory": {
    schema: B.TerritoryPatch,
    least: { available: true },
    fields: { available: flag, confirm: flag, planId },
    required: ["available"]
  }
}

const told = (value: unknown) => JSON.stringify(value).slice(0, 80)
const takes = ({ schema }: Pick<Case, "schema">, body: unknown) =>
  Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(body)._tag === "Success"

describe.each(Object.entries(cases))("the body of %s", (_, tried) => {
  it("is taken with the least of it, and not without", () => {
    assert.isTrue(takes(tried, tried.least))
    for (const field of tried.required) {
      const { [field]: _, ...without } = tried.least
      assert.isFalse(takes(tried, without), `without ${field}`)
    }
    assert.isFalse(takes(tried, {}))
    assert.isFalse(takes(tried, []))
  })

  it("is taken with each field at its bounds, and not beyond them", () => {
    for (const [field, [good, bad]] of Object.entries(tried.fields)) {
      for (const value of good) {
        assert.isTrue(takes(tried, { ...tried.least, [field]: value }), `${field} ${told(value)}`)
      }
      for (const value of bad) {
        assert.isFalse(takes(tried, { ...tried.least, [field]: value }), `${field} ${told(value)}`)
      }
    }
  })

  it("has no field that isn't tried here, and is refused with one that it doesn't have", () => {
    const own = new Set([...Object.keys(tried.fields), ...tried.required])
    const fields = "fields" in tried.schema ? Object.keys(Object(tried.schema.fields)) : assert.fail("has no fields")
    const pointed = ["pricePointId", "customerPrice"]
    assert.deepEqual(
      fields.filter((field) => !own.has(field) && !pointed.includes(field)),
      []
    )
    assert.isFalse(takes(tried, { ...tried.least, availableInAllTerritories: true }))
  })
})

describe("the point of a price", () => {
  const scheduled = (body: object) =>
    takes({ schema: B.NewSchedule }, { baseTerritory: "USA", prices: [{ territory: "USA", ...body }] })
  const ofSubscription = (body: object) => takes({ schema: B.NewSubscriptionPrice }, { territory: "USA", ...body })

  it.each([
    ["of a schedule", scheduled],
    ["of a subscription", ofSubscription]
  ])("%s is an id or a price, and one of both", (_, taken) => {
    for (const pricePointId of point[0]) assert.isTrue(taken({ pricePointId }))
    for (const pricePointId of point[1]) assert.isFalse(taken({ pricePointId }), String(pricePointId))
    for (const customerPrice of price[0]) assert.isTrue(taken({ customerPrice }))
    for (const customerPrice of price[1]) assert.isFalse(taken({ customerPrice }), String(customerPrice))
    assert.isFalse(taken({}))
    assert.isFalse(taken({ pricePointId: "point", customerPrice: "4.99" }))
    for (const day of startDate[0]) assert.isTrue(taken({ pricePointId: "point", startDate: day }))
    for (const day of startDate[1]) assert.isFalse(taken({ pricePointId: "point", startDate: day }), String(day))
  })
})
