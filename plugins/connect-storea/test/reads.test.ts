import { assert, describe, it } from "vitest"
import { at, listAt, ok, refused, useConsole } from "./support.ts"

const console = useConsole()

describe("reads of the console", () => {
  it("list an app's in-app purchases, by type and state", async () => {
    const { appId } = await console.things()
    const { ask } = await console.using()
    const all = await ask(`/apps/${appId}/iaps`)
    const items = listAt(ok(all), "items")
    assert.isNull(all.headers.get("warning"))
    assert.isNotEmpty(items)
    assert.deepInclude(ok(all), { total: items.length, truncated: false })
    const [first] = items
    const [type, state] = [String(at(first, "inAppPurchaseType")), String(at(first, "state"))]
    const some = listAt(ok(await ask(`/apps/${appId}/iaps?type=${type}&state=${state}`)), "items")
    assert.deepEqual(
      some,
      items.filter((iap) => at(iap, "inAppPurchaseType") === type && at(iap, "state") === state)
    )
  })

  it("give the points of the territory that is asked for, else of the base territory, else of USA, and say so", async () => {
    const { appId, iapId, subscriptionId } = await console.things()
    const { ask } = await console.using()
    const points = async (path: string) => {
      const data = ok(await ask(path))
      const territories = new Set(listAt(data, "items").map((point) => at(point, "territory")))
      assert.deepEqual([...territories], [at(data, "territory")])
      return [at(data, "territory"), at(data, "territoryFrom")]
    }
    const base = at(ok(await ask(`/iaps/${iapId}/price-schedule`)), "baseTerritory")
    assert.deepEqual(await points(`/iaps/${iapId}/price-points`), [base, "schedule"])
    assert.deepEqual(await points(`/iaps/${iapId}/price-points?territory=deu`), ["DEU", "query"])
    assert.deepEqual(await points(`/subscriptions/${subscriptionId}/price-points`), ["USA", "default"])
    const ofApp = ok(await ask(`/apps/${appId}/price-schedule`))
    const expected = at(ofApp, "id") === null ? ["USA", "default"] : [at(ofApp, "baseTerritory"), "schedule"]
    assert.deepEqual(await points(`/apps/${appId}/price-points`), expected)
    assert.include(refused(await ask(`/iaps/${iapId}/price-points?territory=US`), 400, "INVALID_INPUT"), "territory")
  })

  it("give a schedule's manual and automatic prices, and a subscription's current and future ones, with money as text", async () => {
    const { iapId, subscriptionId } = await console.things()
    const { ask } = await console.using()
    const schedule = ok(await ask(`/iaps/${iapId}/price-schedule`))
    for (const [list, manual] of [
      ["manualPrices", true],
      ["automaticPrices", false]
    ] as const) {
      const prices = listAt(schedule, list)
      assert.isNotEmpty(prices, list)
      for (const price of prices) {
        assert.strictEqual(at(price, "manual"), manual)
        assert.match(String(at(price, "customerPrice")), /^\d+(\.\d+)?$/)
        assert.match(String(at(price, "currency")), /^[A-Z]{3}$/)
        assert.include(["past", "current", "future"], at(price, "status"))
      }
    }
    const prices = listAt(ok(await ask(`/subscriptions/${subscriptionId}`)), "prices", "items")
    assert.isNotEmpty(prices)
    assert.deepEqual(
      prices.filter((price) => at(price, "status") === "past"),
      []
    )
  })

  it("page through the territories of an app, each once, and find one by its code", async () => {
    const { appId } = await console.things()
    const { ask } = await console.using()
    const ids: Array<unknown> = []
    let pages = 0
    for (let cursor = ""; ; pages++) {
      const answer = await ask(`/apps/${appId}/availability${cursor}`)
      const data = ok(answer)
      const page = listAt(data, "territoryAvailabilities")
      assert.isAtMost(page.length, 50)
      ids.push(...page.map((territory) => at(territory, "id")))
      const next = at(data, "nextCursor")
      if (next === null) {
        assert.strictEqual(at(data, "total"), ids.length)
        break
      }
      assert.include(answer.headers.get("link") ?? "", 'rel="next"')
      cursor = `?cursor=${String(next)}`
    }
    assert.isAbove(pages, 1)
    assert.strictEqual(new Set(ids).size, ids.length)
    const one = ok(await ask(`/apps/${appId}/availability?territory=jpn`))
    assert.deepEqual(
      listAt(one, "territoryAvailabilities").map((territory) => at(territory, "territory")),
      ["JPN"]
    )
  })

  it("answer 404 for what isn't there, and 400 before the vendor is asked for what can't be an id", async () => {
    const { ask } = await console.using()
    for (const path of ["/iaps/6999999999", "/subscriptions/6999999999", "/apps/9999999999/iaps"]) {
      refused(await ask(path), 404, "NOT_FOUND")
    }
    const since = console.now()
    refused(await ask("/apps/com.example.app/iaps"), 400, "INVALID_APP_ID")
    for (const path of ["/iaps/..%2f..%2fv1%2fapps", "/iaps/a.b", "/subscription-groups/%20/subscriptions"]) {
      refused(await ask(path), 400, "INVALID_INPUT")
    }
    assert.strictEqual(console.now(), since)
  })
})
