import { assert, describe, it } from "vitest"
import { at, changing, day, listAt, ok, refused, useConsole, type WriteCall } from "./support.ts"

const console = useConsole()
const writeOf = async (id: string): Promise<WriteCall> =>
  (await console.writes()).find((write) => write.id === id) ?? assert.fail(id)

describe("every change", () => {
  it.each(changing)(
    "%s is previewed without being made, is made once, and changes nothing when repeated",
    async (id) => {
      const { body, method, path, status } = await writeOf(id)
      const { ask } = await console.using()
      const since = console.now()
      const preview = ok(await ask(`${path}?dryRun=true`, { method, body }))
      assert.deepInclude(preview, { dryRun: true })
      assert.isNotEmpty(listAt(preview, "changes"))
      assert.deepEqual(console.done(since), [])
      const planned = { ...body, planId: at(preview, "planId") }
      const made = ok(await ask(path, { method, body: planned }), status)
      assert.isUndefined(at(made, "unchanged"))
      assert.lengthOf(console.done(since), 1)
      // The plan was for the state before it.
      refused(await ask(path, { method, body: planned }), 409, "PLAN_STALE")
      const again = ok(await ask(path, { method, body }), status)
      assert.isTrue(at(again, "unchanged"), JSON.stringify(again))
      assert.lengthOf(console.done(since), 1)
    }
  )

  it.each([
    ["replaceIapPriceSchedule", "confirmReplaceAll"],
    ["replaceAppPriceSchedule", "confirmReplaceAll"],
    ["setSubscriptionPrice", "confirm"],
    ["updateAvailability", "confirm"],
    ["updateTerritoryAvailability", "confirm"]
  ])("%s needs %s, and says what it stands for; its preview doesn't", async (id, flag) => {
    const { body, method, path } = await writeOf(id)
    const { ask } = await console.using()
    const since = console.now()
    const { [flag]: _, ...without } = body
    for (const wrong of [without, { ...without, [flag]: false }]) {
      const message = refused(await ask(path, { method, body: wrong }), 400, "CONFIRMATION_REQUIRED")
      assert.match(message, new RegExp(`^${flag} \\(body\\): must be true to confirm: .{20}`))
    }
    ok(await ask(`${path}?dryRun=true`, { method, body: without }))
    refused(await ask(path, { method, body: { ...body, availableInAllTerritories: true } }), 400, "INVALID_INPUT")
    assert.deepEqual(console.done(since), [])
  })

  it("made under an Idempotency-Key is answered again, and is another request with another console key", async () => {
    const { body, method, path } = await writeOf("updateIap")
    const one = await console.using()
    const other = await console.using({}, one.account)
    const since = console.now()
    const headers = { "idempotency-key": "renamed" }
    const first = await one.ask(path, { method, body, headers })
    ok(first)
    assert.strictEqual((await one.ask(path, { method, body, headers })).text, first.text)
    refused(await other.ask(path, { method, body, headers }), 409, "IDEMPOTENCY_KEY_REUSED")
    const anotherId = { ...headers, "x-console-key-id": other.owner.keyId }
    refused(await one.ask(path, { method, body, headers: anotherId }), 409, "IDEMPOTENCY_KEY_REUSED")
    assert.lengthOf(console.done(since), 1)
  })
})

describe("making what is there already", () => {
  it("changes nothing with the same values, and is 409 with others, which names it", async () => {
    const { body, method, path } = await writeOf("createIap")
    const { ask } = await console.using()
    const made = ok(await ask(path, { method, body }), 201)
    const since = console.now()
    assert.deepEqual(ok(await ask(path, { method, body }), 201), { ...Object(made), unchanged: true })
    const message = refused(await ask(path, { method, body: { ...body, name: "Other" } }), 409, "VENDOR_CONFLICT")
    assert.include(message, `PATCH /v1/connect/iaps/${String(at(made, "id"))}`)
    assert.include(message, "its name differ")
    assert.deepEqual(console.done(since), [])
  })
})

describe("a price schedule", () => {
  it("shows what goes, comes and stays with prices, warns of far moves, and drops what isn't in the body", async () => {
    const { iapId, iapPoints } = await console.things()
    const { ask } = await console.using()
    const path = `/iaps/${iapId}/price-schedule`
    const entry = { territory: "USA", pricePointId: iapPoints[2] }
    const later = { territory: "USA", pricePointId: iapPoints[3], startDate: day(60) }
    const body = { baseTerritory: "USA", confirmReplaceAll: true, prices: [entry, later] }
    ok(await ask(path, { method: "POST", body }), 201)
    const next = { ...body, prices: [{ territory: "USA", pricePointId: iapPoints[40] }] }
    const preview = ok(await ask(`${path}?dryRun=true`, { method: "POST", body: next }))
    const changes = listAt(preview, "changes")
    assert.deepEqual(
      changes.map((change) => [at(change, "field"), at(change, "from") === null, at(change, "to") === null]),
      [
        ["prices.USA", false, false],
        [`prices.USA.${day(60)}`, false, true]
      ]
    )
    for (const change of changes) assert.match(String(at(change, "from", "customerPrice")), /^\d/)
    assert.strictEqual(at(changes[0], "to", "currency"), "USD")
    const codes = listAt(preview, "warnings").map((warning) => at(warning, "code"))
    assert.deepEqual(codes, ["PRICE_MOVES_FAR", "FUTURE_CHANGE_DISAPPEARS"])
    const kept = ok(await ask(`${path}?dryRun=true`, { method: "POST", body: { ...body, prices: [entry] } }))
    assert.deepEqual(
      listAt(kept, "stays").map((each) => at(each, "pricePointId")),
      [iapPoints[2]]
    )
    ok(await ask(path, { method: "POST", body: next }), 201)
    const left = listAt(ok(await ask(path)), "manualPrices")
    assert.deepEqual(
      left.filter((price) => at(price, "status") !== "past").map((price) => at(price, "pricePointId")),
      [iapPoints[40]]
    )
  })

  it("that can't be meant is 400 before anything is written, and names the entry", async () => {
    const { iapId, iapPoints } = await console.things()
    const { ask } = await console.using()
    const since = console.now()
    const entry = { territory: "USA", pricePointId: iapPoints[2] }
    const wrong = async (...prices: ReadonlyArray<object>) =>
      refused(
        await ask(`/iaps/${iapId}/price-schedule`, {
          method: "POST",
          body: { baseTerritory: "USA", confirmReplaceAll: true, prices }
        }),
        400,
        "INVALID_INPUT"
      )
    assert.include(await wrong({ ...entry, startDate: day(5) }), "the base territory USA needs a price")
    assert.include(await wrong(entry, { ...entry, startDate: day(-1) }), "prices[1].startDate")
    assert.include(await wrong(entry, entry), "prices[1]")
    assert.include(await wrong(entry, { ...entry, territory: "DEU" }), "is a price point of USA, not of DEU")
    assert.include(await wrong({ territory: "USA" }), "pricePointId or customerPrice")
    assert.deepEqual(console.done(since), [])
  })

  it("takes what a customer is to pay in place of a point, and names the nearest where there is no such price", async () => {
    const { iapId } = await console.things()
    const { ask } = await console.using()
    const points = listAt(ok(await ask(`/iaps/${iapId}/price-points?territory=USA`)), "items")
    const [low, high] = [points[9], points[10]].map((point) => String(at(point, "customerPrice")))
    const path = `/iaps/${iapId}/price-schedule`
    const bodyOf = (customerPrice: string) => ({
      baseTerritory: "USA",
      confirmReplaceAll: true,
      prices: [{ territory: "USA", customerPrice }]
    })
    const made = ok(await ask(path, { method: "POST", body: bodyOf(`${low}0`) }), 201)
    assert.strictEqual(at(made, "manualPrices", 0, "pricePointId"), at(points[9], "id"))
    const since = console.now()
    const none = await ask(path, { method: "POST", body: bodyOf((Number(low) + 0.001).toFixed(3)) })
    const message = refused(none, 422, "VENDOR_REJECTED")
    assert.include(message, `${low} USD`)
    assert.include(message, `${high} USD`)
    assert.deepEqual(console.done(since), [])
  })

  it("of 50 at once with one plan is replaced by one of them; to the others the plan is stale", {
    timeout: 120_000
  }, async () => {
    const { body, method, path } = await writeOf("replaceIapPriceSchedule")
    const { ask } = await console.using()
    const planned = { ...body, planId: at(ok(await ask(`${path}?dryRun=true`, { method, body })), "planId") }
    const since = console.now()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(path, { method, body: planned })))
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status)
    assert.strictEqual(made?.status, 201, made?.text)
    for (const other of others) refused(other, 409, "PLAN_STALE")
    assert.lengthOf(console.done(since), 1)
  })

  it("that was just replaced makes older plans stale even while reads still show the state before", async () => {
    const { body, method, path } = await writeOf("replaceIapPriceSchedule")
    const { ask, owner } = await console.using()
    const planned = { ...body, planId: at(ok(await ask(`${path}?dryRun=true`, { method, body })), "planId") }
    ok(await ask(path, { method, body: planned }), 201)
    console.fail({ kind: "lag", times: 500, credential: owner.keyId })
    refused(await ask(path, { method, body: planned }), 409, "PLAN_STALE")
    console.control().clearFaults()
  })
})

describe("a subscription's price", () => {
  it("needs to be told what becomes of subscribers, and its preview says who is asked", async () => {
    const { body, method, path } = await writeOf("setSubscriptionPrice")
    const { ask } = await console.using()
    const since = console.now()
    const { preserveCurrentPrice: _, ...without } = body
    const message = refused(await ask(path, { method, body: without }), 400, "INVALID_INPUT")
    assert.match(message, /^preserveCurrentPrice \(body\): is required.*true lets existing.*false makes them pay/)
    const consent = async (preserveCurrentPrice: boolean, at_: number) => {
      const { subscriptionPoints } = await console.things()
      const asked = { ...body, preserveCurrentPrice, pricePointId: subscriptionPoints[at_] }
      return at(ok(await ask(`${path}?dryRun=true`, { method, body: asked })), "consent", "asked")
    }
    assert.strictEqual(await consent(true, 400), "nobody")
    assert.strictEqual(await consent(false, 400), "existing_subscribers")
    assert.strictEqual(await consent(false, 0), "nobody")
    refused(await ask(path, { method, body: { ...body, startDate: day(-1) } }), 400, "INVALID_INPUT")
    assert.deepEqual(console.done(since), [])
  })

  it("of one plan is never taken for that of another", async () => {
    const { groupId } = await console.things()
    const { ask } = await console.using()
    const rows = listAt(ok(await ask(`/subscription-groups/${groupId}/subscriptions`)), "items")
    const id = String(
      at(
        rows.find((one) => at(one, "name") === "Premium yearly"),
        "id"
      )
    )
    const points = listAt(ok(await ask(`/subscriptions/${id}/price-points?territory=USA`)), "items")
    const path = `/subscriptions/${id}/prices`
    const set = async (more: object) => {
      const since = console.now()
      const body = { territory: "USA", preserveCurrentPrice: false, confirm: true, ...more }
      return [ok(await ask(path, { method: "POST", body }), 201), console.done(since).length] as const
    }
    const monthly = { pricePointId: at(points[60], "id"), planType: "MONTHLY" }
    const [made, sent] = await set(monthly)
    assert.deepInclude(made, { planType: "MONTHLY" })
    assert.strictEqual(sent, 1)
    assert.deepInclude((await set(monthly))[0], { unchanged: true })
    // The same point, paid up front.
    const { planType: _, ...upfront } = monthly
    assert.strictEqual((await set(upfront))[1], 1)
    for (const planType of [{}, { planType: "UPFRONT" }]) {
      assert.deepInclude((await set({ ...upfront, ...planType }))[0], { unchanged: true })
    }
    const preview = ok(
      await ask(`${path}?dryRun=true`, {
        method: "POST",
        body: { ...monthly, territory: "USA", pricePointId: at(points[62], "id"), preserveCurrentPrice: true }
      })
    )
    assert.strictEqual(at(preview, "changes", 0, "from", "pricePointId"), monthly.pricePointId)
  })

  it("that is its first is set with a change of the subscription, and refuses to preserve one", async () => {
    const { groupId } = await console.things()
    const { ask } = await console.using()
    const made = ok(
      await ask(`/subscription-groups/${groupId}/subscriptions`, {
        method: "POST",
        body: { name: "New", productId: "com.example.new.year", subscriptionPeriod: "ONE_YEAR" }
      }),
      201
    )
    const id = String(at(made, "id"))
    const [point] = listAt(ok(await ask(`/subscriptions/${id}/price-points`)), "items")
    const body = { territory: "USA", pricePointId: at(point, "id"), confirm: true }
    const path = `/subscriptions/${id}/prices`
    const since = console.now()
    const message = refused(
      await ask(path, { method: "POST", body: { ...body, preserveCurrentPrice: false } }),
      400,
      "INVALID_INPUT"
    )
    assert.include(message, "first price")
    const dated = await ask(path, { method: "POST", body: { ...body, startDate: day(9) } })
    assert.match(
      refused(dated, 400, "INVALID_INPUT"),
      /^startDate \(body\): must not be sent for a subscription's first/
    )
    assert.deepInclude(ok(await ask(path, { method: "POST", body }), 201), { first: true, territory: "USA" })
    assert.deepEqual(console.done(since), [`PATCH /v1/subscriptions/${id}`])
    const prices = listAt(ok(await ask(`/subscriptions/${id}`)), "prices", "items")
    assert.isTrue(prices.some((price) => at(price, "territory") === "USA"))
  })
})

describe("an availability", () => {
  it("that is there can't be switched to new territories by the vendor's API: 409, and nothing is changed", async () => {
    const { appId, availableInNewTerritories } = await console.things()
    const { ask } = await console.using()
    const since = console.now()
    const body = { availableInNewTerritories: !availableInNewTerritories, confirm: true }
    const message = refused(await ask(`/availabilities/${appId}`, { method: "PATCH", body }), 409, "VENDOR_CONFLICT")
    assert.include(message, "nothing was changed")
    assert.deepEqual(console.done(since), [])
    const same = { ...body, availableInNewTerritories }
    assert.isTrue(at(ok(await ask(`/availabilities/${appId}`, { method: "PATCH", body: same })), "unchanged"))
  })

  it("that isn't there yet is told from an app that isn't: 404 says where it's made, and nothing is written", async () => {
    const { ask, owner } = await console.using()
    const apps = listAt(await console.control().act("console", "owned", owner.keyId), "apps")
    const since = console.now()
    const body = { availableInNewTerritories: true, confirm: true }
    const message = async (id: unknown) =>
      refused(await ask(`/availabilities/${String(id)}`, { method: "PATCH", body }), 404, "NOT_FOUND")
    assert.include(await message(at(apps.at(-1), "id")), "has no availability yet")
    assert.notInclude(await message("9999999999"), "has no availability yet")
    assert.deepEqual(console.done(since), [])
  })
})
