/** Prices of all territories from one: worked out, previewed, and written once, wherever it breaks off. */
import { assert, describe, it } from "vitest"
import { rounded } from "../src/plan/rules.ts"
import type { PricePoint } from "../src/vendor/records.ts"
import { at, day, listAt, ok, refused, type Using, useConsole } from "./support.ts"

const console = useConsole()

const pathOf = async (what: "iap" | "subscription") => {
  const { iapId, subscriptionId } = await console.things()
  return what === "iap" ? `/iaps/${iapId}/price-plan` : `/subscriptions/${subscriptionId}/price-plan`
}
/** One that isn't on sale: its prices may change at once. */
const draftPath = async ({ ask }: Using, name = "Premium yearly") => {
  const { groupId } = await console.things()
  const rows = listAt(ok(await ask(`/subscription-groups/${groupId}/subscriptions`)), "items")
  const id = at(
    rows.find((row) => at(row, "name") === name),
    "id"
  )
  return { id: String(id), path: `/subscriptions/${String(id)}/price-plan` }
}
const rowOf = (answer: unknown, territory: string) =>
  listAt(answer, "rows").find((row) => at(row, "territory") === territory) ?? assert.fail(territory)
const resultsOf = (answer: unknown) => {
  const counts: Record<string, number> = {}
  for (const row of listAt(answer, "rows")) {
    const result = String(at(row, "result"))
    counts[result] = (counts[result] ?? 0) + 1
  }
  return counts
}
const priceOf = async ({ ask }: Using, path: string, index: number) => {
  const points = listAt(ok(await ask(`${path.replace("price-plan", "price-points")}?territory=USA`)), "items")
  return String(at(points[index], "customerPrice"))
}
const body = { territory: "USA", confirm: true }
/** Sets a price of a later day, and gives that change. */
const preserved = async ({ ask }: Using, id: string) => {
  const points = listAt(ok(await ask(`/subscriptions/${id}/price-points?territory=JPN`)), "items")
  const price = { territory: "JPN", pricePointId: at(points[9], "id"), startDate: day(30), preserveCurrentPrice: true }
  ok(await ask(`/subscriptions/${id}/prices`, { method: "POST", body: { ...price, confirm: true } }), 201)
  return listAt(ok(await ask("/storea/changes?limit=1")), "items")[0]
}

describe("rounding", () => {
  const point = (customerPrice: string): PricePoint => ({
    id: customerPrice,
    territory: "DEU",
    currency: "EUR",
    customerPrice,
    proceeds: null,
    proceedsYear2: null
  })
  const points = ["4.49", "4.99", "5.29", "5.49", "5.90", "5.99", "9.99"].map(point)
  it.each([
    ["nearest", [".99"], "5.29", "4.99"],
    ["up", [".99"], "5.29", "5.99"],
    ["down", [".99"], "5.90", "4.99"],
    ["nearest", [".99", ".90"], "5.49", "5.90"],
    ["nearest", [".49"], "4.99", "5.49"],
    ["nearest", [".00"], "5.29", "5.29"],
    ["up", [".99"], "7.49", "7.49"]
  ] as const)("%s to %j makes %s %s", (to, endings, from, expected) => {
    const found = rounded(points, point(from), { to, endings })
    // Of 4.49 and 5.49, as near to 4.99 both, the lower.
    assert.strictEqual(found.id, from === "4.99" ? "4.49" : expected)
  })
})

/** A product's schedule, with its manual prices in an order of their own: the vendor gives them as they were sent. */
const scheduleOf = async (using: Awaited<ReturnType<typeof console.using>>, path: string) => {
  const schedule = ok(await using.ask(path.replace("plan", "schedule")))
  const territory = (price: unknown) => String(at(price, "territory"))
  const manual = listAt(schedule, "manualPrices").toSorted((a, b) => (territory(a) < territory(b) ? -1 : 1))
  return { ...Object(schedule), manualPrices: manual }
}

// All 800 price points of 175 territories are read.
describe("a plan for an in-app purchase", { timeout: 300_000 }, () => {
  it("shows every territory beside what it costs now, and is written as one schedule", async () => {
    const using = await console.using()
    const path = await pathOf("iap")
    const customerPrice = await priceOf(using, path, 60)
    const asked = { ...body, customerPrice, rounding: { to: "nearest", endings: ["9"] }, except: ["DEU"] }
    const since = console.now()
    const before = await scheduleOf(using, path)
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    assert.lengthOf(listAt(preview, "rows"), 175)
    assert.deepEqual(resultsOf(preview), { planned: 174, excepted: 1 })
    assert.deepInclude(rowOf(preview, "USA"), { planned: customerPrice, move: "raise" })
    const france = rowOf(preview, "FRA")
    assert.match(String(at(france, "planned")), /9$/)
    assert.isNotNull(at(france, "current"))
    assert.deepEqual(console.done(since, using.owner), [])

    const planId = at(preview, "planId")
    const applied = ok(await using.ask(path, { method: "POST", body: { ...asked, planId } }), 201)
    assert.deepInclude(applied, { left: 0, stoppedBy: null })
    assert.deepEqual(resultsOf(applied), { set: 174, excepted: 1 })
    assert.lengthOf(console.done(since, using.owner), 1)
    const schedule = ok(await using.ask(path.replace("plan", "schedule")))
    const now = new Map(
      [...listAt(schedule, "manualPrices"), ...listAt(schedule, "automaticPrices")]
        .filter((price) => at(price, "status") === "current")
        .map((price) => [at(price, "territory"), at(price, "customerPrice")])
    )
    for (const row of listAt(applied, "rows")) {
      const expected = at(row, "result") === "excepted" ? at(row, "current") : at(row, "planned")
      assert.strictEqual(now.get(at(row, "territory")), expected, JSON.stringify(row))
    }
    refused(await using.ask(path, { method: "POST", body: { ...asked, planId } }), 409, "PLAN_STALE")
    assert.lengthOf(console.done(since, using.owner), 1)

    const change = at(ok(await using.ask("/storea/changes?limit=1")), "items", 0, "id")
    ok(await using.ask(`/storea/changes/${String(change)}/undo`, { method: "POST", body: { confirm: true } }))
    assert.lengthOf(console.done(since, using.owner), 2)
    assert.deepEqual(await scheduleOf(using, path), before)
  })

  it("whose answer is lost is found done by a repeat with its Idempotency-Key, and never sent twice", async () => {
    const using = await console.using()
    const path = await pathOf("iap")
    const customerPrice = await priceOf(using, path, 60)
    const asked = { ...body, customerPrice, rounding: { to: "nearest", endings: ["9"] }, except: ["DEU"] }
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    const since = console.now()
    console.fail({ kind: "lostAnswer", method: "POST", credential: using.owner.keyId })
    const send = (headers: Record<string, string>) =>
      using.ask(path, { method: "POST", body: { ...asked, planId: at(preview, "planId") }, headers })
    const applied = ok(await send({ "idempotency-key": "plan-once" }), 201)
    assert.deepEqual(resultsOf(applied), { set: 174, excepted: 1 })
    assert.deepEqual(ok(await send({ "idempotency-key": "plan-once" }), 201), applied)
    assert.lengthOf(console.done(since, using.owner), 1)
  })

  it("needs a preview and confirm, and a base price that the vendor has", async () => {
    const using = await console.using()
    const since = console.now()
    for (const what of ["iap", "subscription"] as const) {
      const path = await pathOf(what)
      const customerPrice = await priceOf(using, path, 60)
      const asked = { ...body, customerPrice, ...(what === "iap" ? {} : { preserveCurrentPrice: true }) }
      const send = (more: object) => using.ask(path, { method: "POST", body: { ...asked, ...more } })
      refused(await send({ confirm: false, planId: "x" }), 400, "CONFIRMATION_REQUIRED")
      assert.match(refused(await send({}), 400, "INVALID_INPUT"), /^planId \(body\): is required/)
      refused(await send({ planId: "x".repeat(32) }), 409, "PLAN_STALE")
      assert.match(refused(await send({ planId: "x", except: ["USA"] }), 400, "INVALID_INPUT"), /^except/)
      refused(await send({ planId: "x", rounding: { to: "nearest", endings: [] } }), 400, "INVALID_INPUT")
      refused(await send({ planId: "x", customerPrice: "0.011" }), 422, "VENDOR_REJECTED")
      const strange = await using.ask(`${path}?dryRun=true`, {
        method: "POST",
        body: { ...asked, except: ["TUR", "QQQ"] }
      })
      assert.match(refused(strange, 400, "INVALID_INPUT"), /^except \(body\): QQQ isn't/)
    }
    assert.deepEqual(console.done(since, using.owner), [])
  })
})

describe("a plan for a subscription", { timeout: 300_000 }, () => {
  it("is written territory by territory, each once, and a repeat goes on where it broke off", {
    timeout: 120_000
  }, async () => {
    const using = await console.using()
    const { id, path } = await draftPath(using)
    const customerPrice = await priceOf(using, path, 60)
    const asked = { ...body, customerPrice, preserveCurrentPrice: false }
    const since = console.now()
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    assert.deepEqual(resultsOf(preview), { planned: 175 })
    assert.deepEqual(console.done(since, using.owner), [])
    const planned = { ...asked, planId: at(preview, "planId") }
    // The vendor fails in the middle of it; what was sent then was done.
    const write = () => using.ask(path, { method: "POST", body: planned })
    const first = write()
    while (console.done(since, using.owner).length < 3) await new Promise(setImmediate)
    console.fail({ kind: "503", method: "POST", credential: using.owner.keyId })
    let applied = ok(await first, 201)
    console.control().clearFaults()
    assert.isAbove(Number(at(applied, "left")), 0)
    assert.isNotNull(at(applied, "stoppedBy"))
    let rounds = 1
    while (Number(at(applied, "left")) > 0 && rounds++ < 60) applied = ok(await write(), 201)
    assert.deepInclude(applied, { left: 0, stoppedBy: null })
    assert.lengthOf(console.done(since, using.owner), 175)
    const prices = listAt(ok(await using.ask(`/subscriptions/${id}`)), "prices", "items")
    for (const row of listAt(applied, "rows")) {
      const price = prices.find(
        (each) => at(each, "territory") === at(row, "territory") && at(each, "status") === "current"
      )
      assert.strictEqual(at(price, "pricePointId"), at(row, "pricePointId"))
    }
    // Who goes on with it finds it done.
    assert.deepEqual(resultsOf(ok(await write(), 201)), { set: 175 })
    assert.lengthOf(console.done(since, using.owner), 175)
    const changes = listAt(ok(await using.ask("/storea/changes?limit=3")), "items")
    // Something else was changed since: the plan isn't what goes on any more.
    ok(
      await using.ask(`/storea/changes/${String(at(await preserved(using, id), "id"))}/undo`, {
        method: "POST",
        body: { confirm: true }
      })
    )
    refused(await write(), 409, "PLAN_STALE")
    for (const change of changes)
      assert.deepInclude(change, { kind: "subscription-price.set", keyId: using.account.keyId })
  })

  it("is stopped by what the vendor refuses, and says where and why", async () => {
    const using = await console.using()
    const { path } = await draftPath(using, "Premium monthly")
    const customerPrice = await priceOf(using, path, 60)
    // It's on sale, and so may not change at once.
    const asked = { ...body, customerPrice, preserveCurrentPrice: true }
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    assert.include(JSON.stringify(at(preview, "warnings")), `send startDate ${day(1)}`)
    const since = console.now()
    const answer = await using.ask(path, { method: "POST", body: { ...asked, planId: at(preview, "planId") } })
    assert.include(refused(answer, 409, "VENDOR_CONFLICT"), "startDate")
    assert.deepEqual(console.done(since, using.owner), [])
  })

  it("is stale once a price has changed since the preview", async () => {
    const using = await console.using()
    const { id, path } = await draftPath(using)
    const points = listAt(ok(await using.ask(`/subscriptions/${id}/price-points?territory=JPN`)), "items")
    const customerPrice = await priceOf(using, path, 60)
    const asked = { ...body, customerPrice, preserveCurrentPrice: false }
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    const one = { territory: "JPN", pricePointId: at(points[90], "id"), preserveCurrentPrice: false, confirm: true }
    ok(await using.ask(`/subscriptions/${id}/prices`, { method: "POST", body: one }), 201)
    const since = console.now()
    const planned = { ...asked, planId: at(preview, "planId") }
    refused(await using.ask(path, { method: "POST", body: planned }), 409, "PLAN_STALE")
    assert.deepEqual(console.done(since, using.owner), [])
  })

  it("whose answer is lost in the middle is settled by looking: no territory is written twice", {
    timeout: 120_000
  }, async () => {
    const using = await console.using()
    const { path } = await draftPath(using, "Premium weekly")
    const customerPrice = await priceOf(using, path, 60)
    // It has no price yet: the first is set with the subscription, the others by themselves.
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: { ...body, customerPrice } }))
    const planned = { ...body, customerPrice, planId: at(preview, "planId") }
    const since = console.now()
    console.fail({ kind: "lostAnswer", method: "PATCH", credential: using.owner.keyId })
    console.fail({ kind: "lostAnswer", method: "POST", times: 3, credential: using.owner.keyId })
    let left = 175
    for (let round = 0; left > 0 && round < 60; round++) {
      const answer = await using.ask(path, {
        method: "POST",
        body: planned
      })
      left = Number(at(ok(answer, 201), "left"))
    }
    assert.strictEqual(left, 0)
    assert.lengthOf(console.done(since, using.owner), 175)
    console.control().clearFaults()
  })

  it("leaves nothing unknown: what was sent and not known is settled by going on, though the price is there", {
    timeout: 120_000
  }, async () => {
    const using = await console.using()
    const { path } = await draftPath(using)
    const asked = { ...body, customerPrice: await priceOf(using, path, 60), preserveCurrentPrice: false }
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    const planned = { ...asked, planId: at(preview, "planId") }
    const since = console.now()
    const write = () => using.ask(path, { method: "POST", body: planned })
    const first = write()
    while (console.done(since, using.owner).length < 3) await new Promise(setImmediate)
    console.fail({ kind: "lostAnswer", method: "POST", credential: using.owner.keyId })
    const isLost = () =>
      console
        .control()
        .requests({ upstream: "console", afterSequence: since })
        .some(({ method, status }) => method === "POST" && status === null)
    while (!isLost()) await new Promise(setImmediate)
    // Nor does the vendor tell what became of it.
    console.control().fail({ kind: "403", upstream: "console", method: "GET", credential: using.owner.keyId })
    const broken = ok(await first, 201)
    console.control().clearFaults()
    assert.include(String(at(broken, "stoppedBy")), "Send the same body again")
    const newest = async () => listAt(ok(await using.ask("/storea/changes?limit=1")), "items")[0]
    assert.deepInclude(await newest(), { outcome: "unknown" })
    const id = at(await newest(), "id")

    let left = 175
    for (let round = 0; left > 0 && round < 60; round++) left = Number(at(ok(await write(), 201), "left"))
    assert.strictEqual(left, 0)
    assert.lengthOf(console.done(since, using.owner), 175)
    const changes: Array<unknown> = []
    for (let cursor = ""; ; ) {
      const page = ok(await using.ask(`/storea/changes?limit=100${cursor}`))
      changes.push(...listAt(page, "items"))
      const next = at(page, "nextCursor")
      if (typeof next !== "string") break
      cursor = `&cursor=${next}`
    }
    assert.lengthOf(changes, 175)
    for (const change of changes) assert.deepInclude(change, { outcome: "applied" })
    assert.isTrue(changes.some((change) => at(change, "id") === id))
  })

  it("that two requests apply at once writes no territory twice, and both may go on", {
    timeout: 120_000
  }, async () => {
    const using = await console.using()
    const { path } = await draftPath(using)
    const asked = { ...body, customerPrice: await priceOf(using, path, 60), preserveCurrentPrice: false }
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    const planned = { ...asked, planId: at(preview, "planId") }
    const since = console.now()
    const apply = async () => {
      for (let round = 0; round < 60; round++) {
        const applied = ok(await using.ask(path, { method: "POST", body: planned }), 201)
        assert.isNull(at(applied, "stoppedBy"))
        if (Number(at(applied, "left")) === 0) return resultsOf(applied)
      }
      return assert.fail("it never ends")
    }
    assert.deepEqual(await Promise.all([apply(), apply()]), [{ set: 175 }, { set: 175 }])
    assert.lengthOf(console.done(since, using.owner), 175)
  })

  it("doesn't go on over a price that somebody changed in the middle of it, and isn't another account's", {
    timeout: 120_000
  }, async () => {
    const using = await console.using()
    const { id, path } = await draftPath(using)
    const asked = { ...body, customerPrice: await priceOf(using, path, 60), preserveCurrentPrice: false }
    const preview = ok(await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked }))
    const planned = { ...asked, planId: at(preview, "planId") }
    const since = console.now()
    const first = using.ask(path, { method: "POST", body: planned })
    while (console.done(since, using.owner).length < 3) await new Promise(setImmediate)
    console.fail({ kind: "503", method: "POST", credential: using.owner.keyId })
    assert.isAbove(Number(at(ok(await first, 201), "left")), 0)
    console.control().clearFaults()

    // Our journal of this account doesn't know of it, as of a change in the console's own page.
    const { key: another } = await console.gateway().account()
    const points = listAt(ok(await using.ask(`/subscriptions/${id}/price-points?territory=ZWE`)), "items")
    const price = { territory: "ZWE", pricePointId: at(points[90], "id"), preserveCurrentPrice: false, confirm: true }
    ok(await using.ask(`/subscriptions/${id}/prices`, { method: "POST", body: price, key: another }), 201)
    const changed = console.done(since, using.owner).length
    refused(await using.ask(path, { method: "POST", body: planned, key: another }), 409, "PLAN_STALE")
    refused(await using.ask(path, { method: "POST", body: planned }), 409, "PLAN_STALE")
    assert.lengthOf(console.done(since, using.owner), changed)
  })

  it("for first prices takes no day, and says so before anything is written", async () => {
    const using = await console.using()
    const { path } = await draftPath(using, "Premium weekly")
    const asked = { ...body, customerPrice: await priceOf(using, path, 60), startDate: day(9) }
    const since = console.now()
    const answer = await using.ask(`${path}?dryRun=true`, { method: "POST", body: asked })
    assert.match(refused(answer, 400, "INVALID_INPUT"), /^startDate \(body\): must not be sent/)
    assert.deepEqual(console.done(since, using.owner), [])
  })
})
