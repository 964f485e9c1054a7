import { at, listAt, savedVectors } from "@storeglass/testkit"
import type { Effect } from "effect"
import { assert, describe, it } from "vitest"
import type { Console, ConsoleFailure as Failed } from "../src/vendor/Console.ts"
import { VersionOpen } from "../src/vendor/Console.ts"
import { toldById } from "../src/vendor/ids.ts"
import { useVendor } from "./vendor.ts"

const vendor = useVendor()
const { appId, open, run } = vendor

const by = <A, K extends keyof A>(items: ReadonlyArray<A>, key: K, value: A[K]): A =>
  items.find((item) => item[key] === value) ?? assert.fail(`none has ${String(key)} ${String(value)}`)
const iapCalled = async (console: Console, name: string) => by((await run(console.iaps(appId()))).items, "name", name)
const subscriptionCalled = async (console: Console, name: string) => {
  const [group] = (await run(console.subscriptionGroups(appId()))).items
  return by((await run(console.subscriptions(group?.id ?? ""))).items, "name", name)
}
const tag = (failure: { readonly _tag: string }) => failure._tag
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const area =
  /^(iap|iapLoc|iapPoints|iapSchedule|subGroup|sub|subLoc|subPoints|subPrices|avail|appPoints|appSchedule)(\.|$)/
const sorted = (query: Readonly<Record<string, string>>) =>
  Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1))

describe.skipIf(savedVectors.length === 0)("what the vendor is asked", () => {
  it("is every vector of a read, to the letter, for that vector's input", async () => {
    const { console } = await open()
    const app = appId()
    const { id: iapId } = await iapCalled(console, "100 coins")
    const { groupId, id: subscriptionId } = await subscriptionCalled(console, "Premium monthly")
    const { iapPrices } = console
    const asks: Readonly<Record<string, Effect.Effect<unknown, Failed>>> = {
      "iap.list": console.iaps(app, { type: "CONSUMABLE", state: "APPROVED" }),
      "iap.get": console.iap(iapId),
      "iapLoc.list": console.iapLocalizations.list(iapId),
      iapPoints: iapPrices.pricePoints(iapId, "USA"),
      "iapSchedule.get": iapPrices.priceSchedule(iapId),
      "iapSchedule.manual": iapPrices.priceSchedule(iapId),
      "subGroup.list": console.subscriptionGroups(app),
      "sub.list": console.subscriptions(groupId ?? ""),
      "sub.get": console.subscription(subscriptionId),
      "subLoc.list": console.subscriptionLocalizations.list(subscriptionId),
      subPoints: console.subscriptionPricePoints(subscriptionId, "USA"),
      "subPrices.list": console.subscriptionPrices(subscriptionId),
      "avail.get": console.availability(app),
      "avail.get.all": console.territoryAvailabilities(app),
      appPoints: console.appPrices.pricePoints(app, "USA"),
      "appSchedule.get": console.appPrices.priceSchedule(app),
      "appSchedule.manual": console.appPrices.priceSchedule(app)
    }
    const reads = savedVectors.filter(({ id, method, valid }) => valid && method === "GET" && area.test(id))
    assert.sameMembers(
      reads.map(({ id }) => id),
      Object.keys(asks)
    )
    for (const { id, path, query = {} } of reads) {
      vendor.control().clearRequests()
      await run(asks[id] ?? assert.fail(id))
      const wanted = new RegExp(`^${path.replace("{id}", "[^/]+")}$`)
      const [sent] = vendor
        .control()
        .requests({ upstream: "console" })
        .filter((request) => wanted.test(request.path))
      // Which group a subscription is in is told by its group alone.
      const asked = id === "sub.get" ? { ...query, include: `${query.include},group` } : query
      assert.deepEqual(sorted(sent?.query ?? {}), sorted(asked), id)
    }
  })
})

describe("in-app purchases", () => {
  it("are listed by type and state, read, made and changed", async () => {
    const { console, key } = await open()
    const all = await run(console.iaps(appId()))
    assert.deepEqual([all.total, all.truncated], [4, false])
    const some = await run(console.iaps(appId(), { type: "CONSUMABLE", state: "APPROVED" }))
    assert.deepEqual(
      some.items.map(({ name }) => name),
      ["100 coins"]
    )
    const iap = { name: "Gems", productId: "com.example.gems", inAppPurchaseType: "CONSUMABLE" }
    const made = await run(console.createIap(appId(), iap))
    assert.include(made.after, { ...iap, state: "MISSING_METADATA", reviewNote: null, familySharable: false })
    assert.isString(made.vendorRequestId)
    const changed = await run(console.updateIap(made.after.id, { name: "Rubies", reviewNote: "note" }))
    assert.deepEqual(await run(console.iap(made.after.id)), changed.after)
    assert.include(changed.after, { name: "Rubies", reviewNote: "note" })
    const twice = await vendor.failure(console.createIap(appId(), iap))
    assert.strictEqual(tag(twice), "VENDOR_CONFLICT")
    assert.include(twice.message, "field productId")
    assert.strictEqual(tag(await vendor.failure(console.iap("6999999999"))), "NOT_FOUND")
    assert.strictEqual(tag(await vendor.failure(console.iaps("6999999999"))), "NOT_FOUND")
    assert.lengthOf(await vendor.writes(key), 2)
  })

  it.skipIf(!vendor.described)(
    "are asked for by a type that isn't known as it came: names in brackets are checked too",
    async () => {
      const { console } = await open()
      const failed = await vendor.failure(console.iaps(appId(), { type: "AUTO_RENEWABLE" }))
      assert.include(failed.message, "'AUTO_RENEWABLE' is not a valid filter value")
      const [told] = vendor.control().violations()
      vendor.control().clearViolations()
      assert.include(told?.problems.join() ?? "", "query filter[inAppPurchaseType]")
    }
  )

  it("in review aren't changed, and the true cause is told", async () => {
    const { console } = await open()
    const { id } = await iapCalled(console, "Season pass")
    const failed = await vendor.failure(console.updateIap(id, { name: "Other" }))
    assert.strictEqual(tag(failed), "VENDOR_CONFLICT")
    assert.include(failed.message, "is with the review")
    assert.notInclude(failed.message, "associated errors")
  })
})

describe("lists", () => {
  it("are read page after page, up to their bound, and say that there is more", async () => {
    const { console, key } = await open()
    await vendor.control().act("console", "catalogue", { keyId: key.keyId, appId: appId(), count: 2_100 })
    vendor.control().clearRequests()
    const { items, total, truncated } = await run(console.iaps(appId()))
    assert.deepEqual([items.length, total, truncated], [2_000, 2_104, true])
    assert.strictEqual(new Set(items.map(({ id }) => id)).size, 2_000)
    assert.lengthOf(vendor.control().requests({ upstream: "console" }), 10)
  })

  it("whose next page is on another host are a fault of the vendor, and that host is never asked", async () => {
    const { console } = await open()
    await vendor.control().act("console", "origin", "http://127.0.0.1:9/console")
    vendor.control().clearRequests()
    const failed = await vendor.failure(console.appPrices.pricePoints(appId(), "USA"))
    await vendor.control().act("console", "origin", null)
    assert.strictEqual(tag(failed), "UPSTREAM_ERROR")
    assert.lengthOf(vendor.control().requests({ upstream: "console" }), 1)
  })
})

describe("price points", () => {
  it("are all of a territory, with money as text and their currency", async () => {
    const { console } = await open()
    const { id } = await iapCalled(console, "100 coins")
    const { items, total } = await run(console.iapPrices.pricePoints(id, "JPN"))
    assert.deepEqual([items.length, total], [800, 800])
    assert.isTrue(items.every(({ currency, territory }) => currency === "JPY" && territory === "JPN"))
    assert.match(String(items[20]?.customerPrice), /^\d+$/)
    const ofApp = await run(console.appPrices.pricePoints(appId(), "DEU"))
    assert.lengthOf(ofApp.items, 800)
    const { id: subscriptionId } = await subscriptionCalled(console, "Premium monthly")
    const [, point] = (await run(console.subscriptionPricePoints(subscriptionId, "USA"))).items
    assert.match(String(point?.proceedsYear2), /^\d+\.\d\d$/)
    assert.deepEqual(await run(console.subscriptionPricePoint(point?.id ?? "")), point)
  })

  it("are found by their ids in whatever territories, and those that aren't there are left out", async () => {
    const { console } = await open()
    const { id } = await iapCalled(console, "100 coins")
    for (const [prices, owner] of [
      [console.iapPrices, id],
      [console.appPrices, appId()]
    ] as const) {
      const territories = ["USA", "DEU", "JPN", "BRA", "IND", "GBR", "CAN", "MEX", "FRA", "ITA"]
      const points = await Promise.all(
        territories.slice(0, 3).map(async (territory) => (await run(prices.pricePoints(owner, territory))).items[9])
      )
      const wanted = points.flatMap((point) => (point === undefined ? [] : [point]))
      const found = await run(prices.pricePointsById(owner, [...wanted.map((point) => point.id), "gone"]))
      assert.deepEqual([...found.values()], wanted)
    }
  })
})

describe("a price schedule", () => {
  it("is read with manual and automatic prices of every territory, dated and in their currency", async () => {
    const { console } = await open()
    const { id } = await iapCalled(console, "100 coins")
    const schedule = (await run(console.iapPrices.priceSchedule(id))) ?? assert.fail("there is none")
    assert.deepEqual(
      schedule.manualPrices.map(({ territory }) => territory),
      ["USA", "DEU"]
    )
    assert.lengthOf(schedule.automaticPrices, 173)
    assert.include(by(schedule.automaticPrices, "territory", "JPN"), {
      currency: "JPY",
      manual: false,
      status: "current",
      startDate: null,
      proceedsYear2: null
    })
    assert.deepEqual([schedule.baseTerritory, schedule.truncated], ["USA", false])
    assert.strictEqual(await run(console.iapPrices.baseTerritory(id)), "USA")
    assert.strictEqual((await run(console.appPrices.priceSchedule(appId())))?.manualPrices.length, 1)
  })

  it("that isn't there yet is none, and that of what isn't there isn't found", async () => {
    const { console } = await open()
    const { id } = await iapCalled(console, "500 coins")
    assert.isNull(await run(console.iapPrices.priceSchedule(id)))
    assert.isNull(await run(console.iapPrices.baseTerritory(id)))
    assert.strictEqual(tag(await vendor.failure(console.iapPrices.priceSchedule("6999999999"))), "NOT_FOUND")
  })

  it("is replaced whole: what isn't sent is gone, and a product that lacked only a price can be submitted", async () => {
    const { console } = await open()
    const draft = await iapCalled(console, "500 coins")
    const points = (await run(console.iapPrices.pricePoints(draft.id, "USA"))).items
    const price = (nth: number) => ({ territory: "USA", pricePointId: points[nth]?.id ?? "" })
    const sent = { baseTerritory: "USA", prices: [price(5), { ...price(6), startDate: day(30) }] }
    const { after } = await run(console.iapPrices.replacePriceSchedule(draft.id, sent))
    assert.deepEqual(after.manualPrices, [
      { ...price(5), startDate: null },
      { ...price(6), startDate: day(30) }
    ])
    const read = await run(console.iapPrices.priceSchedule(draft.id))
    assert.deepEqual(
      read?.manualPrices.map(({ endDate, pricePointId, startDate, status }) => [
        pricePointId,
        startDate,
        endDate,
        status
      ]),
      [
        [points[5]?.id, null, day(30), "current"],
        [points[6]?.id, day(30), null, "future"]
      ]
    )
    // Automatic prices follow the base territory's future ones too.
    assert.lengthOf(read?.automaticPrices ?? [], 348)
    assert.strictEqual((await run(console.iap(draft.id))).state, "READY_TO_SUBMIT")
    await run(console.iapPrices.replacePriceSchedule(draft.id, { baseTerritory: "USA", prices: [price(5)] }))
    assert.lengthOf((await run(console.iapPrices.priceSchedule(draft.id)))?.manualPrices ?? [], 1)
    await run(
      console.appPrices.replacePriceSchedule(appId(), {
        baseTerritory: "USA",
        prices: [
          {
            territory: "USA",
            pricePointId: (await run(console.appPrices.pricePoints(appId(), "USA"))).items[11]?.id ?? ""
          }
        ]
      })
    )
  })

  it("is refused by the vendor with the past, with a point of another product, and twice on a day", async () => {
    const { console, key } = await open()
    const { id } = await iapCalled(console, "500 coins")
    const other = await iapCalled(console, "100 coins")
    const point = async (owner: string) => (await run(console.iapPrices.pricePoints(owner, "USA"))).items[5]?.id ?? ""
    const [mine, theirs] = [await point(id), await point(other.id)]
    const current = { territory: "USA", pricePointId: mine }
    for (const [prices, code] of [
      [[current, { ...current, startDate: day(-2) }], "VENDOR_REJECTED"],
      [[{ ...current, pricePointId: theirs }], "VENDOR_REJECTED"],
      [[current, current], "VENDOR_CONFLICT"],
      [[{ ...current, startDate: day(5) }], "VENDOR_REJECTED"]
    ] as const) {
      const schedule = { baseTerritory: "USA", prices }
      assert.strictEqual(tag(await vendor.failure(console.iapPrices.replacePriceSchedule(id, schedule))), code)
    }
    assert.lengthOf(await vendor.writes(key), 0)
  })
})

describe("localizations", () => {
  it("are listed, read, made and changed by themselves", async () => {
    const { console } = await open()
    const iap = await iapCalled(console, "Remove ads")
    const subscription = await subscriptionCalled(console, "Premium yearly")
    for (const [localized, { id: parentId }] of [
      [console.iapLocalizations, iap],
      [console.subscriptionLocalizations, subscription]
    ] as const) {
      assert.strictEqual((await run(localized.list(parentId))).total, 2)
      const made = await run(localized.create(parentId, { locale: "it", name: "Nome", description: "Testo" }))
      assert.include(made.after, { parentId, locale: "it", name: "Nome", description: "Testo", versionId: null })
      const changed = await run(localized.update(made.after.id, { name: "Altro", description: null }))
      assert.include(changed.after, { name: "Altro", description: null, parentId })
      assert.deepEqual(await run(localized.get(made.after.id)), changed.after)
      const twice = await vendor.failure(localized.create(parentId, { locale: "it", name: "Nome" }))
      assert.strictEqual(tag(twice), "VENDOR_CONFLICT")
      assert.notInclude(twice.message, "createVersion")
    }
  })

  it("of an approved product are refused with the offer of a version, which is never made unasked", async () => {
    const { console, key } = await open()
    const { id } = await iapCalled(console, "100 coins")
    const failed = await vendor.failure(console.iapLocalizations.create(id, { locale: "it", name: "Monete" }))
    assert.strictEqual(tag(failed), "VENDOR_CONFLICT")
    assert.include(failed.message, "createVersion: true (body)")
    const [own] = (await run(console.iapLocalizations.list(id))).items
    const patched = await vendor.failure(console.iapLocalizations.update(own?.id ?? "", { name: "Monete" }))
    assert.include(patched.message, "createVersion: true (body)")
    assert.deepEqual(await vendor.writes(key), [])
  })

  it("go on a version that is made when it is asked for, and on the open one after that", async () => {
    const { console, key } = await open()
    const { id } = await iapCalled(console, "100 coins")
    const create = (locale: string, name = "Monete") =>
      console.iapLocalizations.create(id, { locale, name }, { createVersion: true })
    const failed = await vendor.failure(create("it", "x".repeat(40)))
    if (!(failed instanceof VersionOpen)) return assert.fail(tag(failed))
    assert.strictEqual(tag(failed.failure), "VENDOR_REJECTED")
    const made = await run(create("it"))
    assert.include(made.after, { locale: "it", versionId: failed.openVersionId })
    await run(create("fr-FR"))
    assert.deepEqual(
      (await vendor.writes(key)).map(({ path }) => path),
      ["/v1/inAppPurchaseVersions", "/v2/inAppPurchaseLocalizations", "/v2/inAppPurchaseLocalizations"]
    )
    assert.deepEqual(
      (await run(console.iapLocalizations.list(id))).items.map(({ locale }) => locale),
      ["en-US", "it", "fr-FR"]
    )
  })

  it("that came after a version was opened are made there when they are changed there", async () => {
    const { console, key } = await open()
    const { id } = await iapCalled(console, "Remove ads")
    const { iapLocalizations: localized } = console
    const { after: german } = await run(
      localized.update((await run(localized.list(id))).items[1]?.id ?? "", { name: "Frei" }, { createVersion: true })
    )
    assert.include(german, { locale: "de-DE", name: "Frei" })
    const { after: alone } = await run(localized.create(id, { locale: "it", name: "Senza", description: "Tutto" }))
    const { after } = await run(localized.update(alone.id, { name: "Niente" }, { createVersion: true }))
    assert.include(after, { locale: "it", name: "Niente", description: "Tutto", versionId: german.versionId })
    assert.include(await run(localized.get(alone.id)), { name: "Senza", versionId: null })
    assert.include(await run(localized.get(alone.id, { createVersion: true })), { id: after.id, name: "Niente" })
    assert.deepEqual(
      (await vendor.writes(key)).map(({ method, path }) => `${method} ${path.replace(/\d{6,}/, "")}`),
      [
        "POST /v1/inAppPurchaseVersions",
        "PATCH /v2/inAppPurchaseLocalizations/",
        "POST /v1/inAppPurchaseLocalizations",
        "POST /v2/inAppPurchaseLocalizations"
      ]
    )
  })

  it("are written on versions alone where the config says so", async () => {
    const { console } = await open({}, { localizations: "versions" })
    const { id } = await subscriptionCalled(console, "Premium monthly")
    const { subscriptionLocalizations: localized } = console
    assert.deepEqual((await run(localized.list(id))).items, [])
    const failed = await vendor.failure(localized.create(id, { locale: "it", name: "Mese" }))
    assert.include(failed.message, "createVersion: true (body)")
    const { after } = await run(localized.create(id, { locale: "it", name: "Mese" }, { createVersion: true }))
    await run(localized.create(id, { locale: "ja", name: "毎月" }))
    assert.deepEqual(
      (await run(localized.list(id))).items.map(({ locale }) => locale),
      ["en-US", "it", "ja"]
    )
    assert.include((await run(localized.update(after.id, { name: "Mensile" }))).after, { name: "Mensile" })
    assert.include(await run(localized.get(after.id)), { name: "Mensile", versionId: after.versionId })
    const onIt = await run(localized.update(after.id, { description: "Ogni mese" }, { createVersion: true }))
    assert.include(onIt.after, { id: after.id, description: "Ogni mese", versionId: after.versionId })
  })
})

describe("subscriptions", () => {
  it("and their groups are listed, made, read and changed", async () => {
    const { console } = await open()
    const { after: group } = await run(console.createSubscriptionGroup(appId(), { referenceName: "Extra" }))
    assert.include((await run(console.subscriptionGroups(appId()))).items.at(-1), group)
    const subscription = {
      name: "Extra",
      productId: "com.example.extra",
      subscriptionPeriod: "ONE_MONTH",
      groupLevel: 2
    }
    const made = await run(console.createSubscription(group.id, subscription))
    assert.include(made.after, { ...subscription, groupId: group.id, state: "MISSING_METADATA" })
    const found = await run(console.subscriptions(group.id, { productId: "com.example.extra" }))
    assert.deepEqual(found.items, [made.after])
    const changed = await run(
      console.updateSubscription(made.after.id, { name: "More", subscriptionPeriod: "ONE_YEAR" })
    )
    assert.include(changed.after, { name: "More", subscriptionPeriod: "ONE_YEAR" })
    const read = await run(console.subscription(made.after.id))
    assert.include(read, { name: "More", groupLevel: 2, groupId: group.id })
  })

  it("get their first price inline in a change: by a price of its own the vendor answers 500", async () => {
    const { console, key } = await open()
    const { id } = await subscriptionCalled(console, "Premium weekly")
    assert.isFalse(await run(console.hasSubscriptionPrice(id)))
    const pricePointId = (await run(console.subscriptionPricePoints(id, "USA"))).items[9]?.id ?? ""
    const price = { territory: "USA", pricePointId }
    const failed = await vendor.failure(console.createSubscriptionPrice(id, { ...price, preserveCurrentPrice: false }))
    assert.strictEqual(tag(failed), "UPSTREAM_ERROR")
    const { after } = await run(console.setFirstSubscriptionPrice(id, price))
    assert.include(after, { ...price, first: true, startDate: null, preserved: null })
    assert.isTrue(await run(console.hasSubscriptionPrice(id)))
    assert.include((await run(console.subscriptionPrices(id))).items.map((each) => ({ ...each, id: "" }))[0], {
      ...price,
      status: "current",
      currency: "USD",
      id: ""
    })
    assert.deepEqual(
      (await vendor.writes(key)).map(({ method, path }) => `${method} ${path}`),
      [`PATCH /v1/subscriptions/${id}`]
    )
  })

  it("have prices of several plans, each dated by itself", async () => {
    const { console } = await open()
    const { id } = await subscriptionCalled(console, "Premium yearly")
    const pricePointId = (await run(console.subscriptionPricePoints(id, "USA"))).items[60]?.id ?? ""
    const price = { territory: "USA", pricePointId, preserveCurrentPrice: false, planType: "MONTHLY" }
    const { after } = await run(console.createSubscriptionPrice(id, price))
    assert.deepInclude(after, { planType: "MONTHLY", pricePointId })
    const of = async (planType?: string) =>
      (await run(console.subscriptionPrices(id, { territory: "USA", planType }))).items.map((one) => [
        one.planType,
        one.status
      ])
    assert.deepEqual(await of("MONTHLY"), [["MONTHLY", "current"]])
    assert.deepEqual(await of("UPFRONT"), [[null, "current"]])
    assert.deepEqual(await of(), [
      [null, "current"],
      ["MONTHLY", "current"]
    ])
  })

  it("on sale change their price from tomorrow on: at once is refused with that day, and both prices are dated", async () => {
    const { console } = await open()
    const { id } = await subscriptionCalled(console, "Premium monthly")
    const pricePointId = (await run(console.subscriptionPricePoints(id, "USA"))).items[60]?.id ?? ""
    const price = { territory: "USA", pricePointId, preserveCurrentPrice: true }
    const failed = await vendor.failure(console.createSubscriptionPrice(id, price))
    assert.strictEqual(tag(failed), "VENDOR_CONFLICT")
    assert.include(failed.message, `send startDate ${day(1)}`)
    const { after } = await run(console.createSubscriptionPrice(id, { ...price, startDate: day(1) }))
    assert.include(after, { territory: "USA", pricePointId, startDate: day(1), preserved: true, first: false })
    const { items } = await run(console.subscriptionPrices(id, { territory: "USA" }))
    assert.deepEqual(
      items.map(({ endDate, preserved, startDate, status }) => [startDate, endDate, status, preserved]),
      [
        [null, day(1), "current", true],
        [day(1), null, "future", false]
      ]
    )
    assert.strictEqual((await run(console.subscriptionPrices(id))).total, 6)
  })
})

describe("availability", () => {
  it("shows the first 50 territories and how many there are, and all of them on asking", async () => {
    const { console } = await open()
    const found = (await run(console.availability(appId()))) ?? assert.fail("there is none")
    assert.deepEqual([found.id, found.territoryAvailabilities.length, found.total], [appId(), 50, 175])
    assert.deepEqual(await run(console.availabilityById(appId())), found)
    const all = await run(console.territoryAvailabilities(appId()))
    assert.strictEqual(all.items.length, 175)
    assert.deepEqual(all.items.slice(0, 50), found.territoryAvailabilities)
    assert.strictEqual(tag(await vendor.failure(console.availability("6999999999"))), "NOT_FOUND")
  })

  it("of a territory is changed by itself", async () => {
    const { console } = await open()
    const territory = by((await run(console.territoryAvailabilities(appId()))).items, "territory", "JPN")
    assert.deepEqual(await run(console.territoryAvailability(territory.id)), territory)
    assert.isNull(await run(console.territoryAvailability("opaque")))
    const { after } = await run(console.updateTerritoryAvailability(territory.id, { available: false }))
    assert.include(after, { id: territory.id, territory: "JPN", available: false })
    assert.deepEqual(await run(console.territoryAvailability(territory.id)), after)
  })

  it("isn't replaced where there is one: a conflict that says where the switch is, and that nothing was changed", async () => {
    const { console, key } = await open()
    const territories = (await run(console.territoryAvailabilities(appId()))).items
    const failed = await vendor.failure(
      console.replaceAvailability(appId(), { availableInNewTerritories: false, territories })
    )
    assert.strictEqual(tag(failed), "VENDOR_CONFLICT")
    assert.match(failed.message, /nothing was changed.*console's own page/)
    assert.deepEqual(await vendor.writes(key), [])
  })

  it("is made for an app that has none, with every territory, and never with one that isn't known whole", async () => {
    const { console, key } = await open()
    const apps = listAt(await vendor.control().act("console", "owned", key.keyId), "apps")
    const newest = String(at(apps.at(-1), "id"))
    assert.isNull(await run(console.availability(newest)))
    const territories = (await run(console.territoryAvailabilities(appId()))).items
    const [first, ...others] = territories
    if (first === undefined) return assert.fail("there are no territories")
    const half = { availableInNewTerritories: true, territories: [{ ...first, available: null }, ...others] }
    vendor.control().clearRequests()
    assert.strictEqual(tag(await vendor.failure(console.replaceAvailability(newest, half))), "UPSTREAM_ERROR")
    assert.deepEqual(vendor.control().requests({ upstream: "console" }), [])
    const short = { availableInNewTerritories: true, territories: others }
    assert.strictEqual(tag(await vendor.failure(console.replaceAvailability(newest, short))), "VENDOR_REJECTED")
    const { after } = await run(console.replaceAvailability(newest, { availableInNewTerritories: true, territories }))
    assert.include(after, { id: newest, availableInNewTerritories: true })
    assert.strictEqual((await run(console.availability(newest)))?.total, 175)
  })
})

describe("opaque ids", () => {
  it("of the double's are what the adapter reads territories from", async () => {
    const { console } = await open()
    const [point] = (await run(console.appPrices.pricePoints(appId(), "FRA"))).items
    assert.include(toldById(point?.id ?? ""), { owner: appId(), territory: "FRA" })
  })
})
