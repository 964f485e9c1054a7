import { auditLedger } from "@storeglass/core"
import { type TestGateway, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeFixture, nothingAbove } from "./fixture.ts"

const nothing = `/v1/fixture/shared/${nothingAbove + 1}`
const something = `/v1/fixture/shared/${nothingAbove}`

const plugins = {
  stores: true,
  apps: true,
  // Nothing is collected, and nothing looked for.
  keywords: { collect: { enabled: false }, discover: { searchesMax: 0 } }
} as const

/** Operations that answer about what was collected, with the price of each and what an empty answer lists. */
const ofCollected = (app: string, rival: string) => {
  const pair = `appId=${app}&competitorIds=${rival}`
  return [
    [`/v1/keywords/compare?${pair}`, "3", ["shared", "yourUnique", "competitorUnique", "gapAnalysis"]],
    [`/v1/keywords/compare-cluster?${pair}`, "4", ["inAllApps", "primaryOnly", "competitorExclusive"]],
    [`/v1/keywords/gap?${pair}`, "4", ["opportunities", "brandGaps"]],
    [`/v1/keywords/visibility?appId=${app}`, "3", ["series", "topContributors"]],
    [`/v1/apps/${app}/keywords?limit=10`, "3", ["keywords"]]
  ] as const
}

/** Asks each of them about apps of which nothing was collected, and gives what each cost. */
const costsOfNothing = async (gateway: TestGateway) => {
  const { accountId, key } = await gateway.account()
  const found = await gateway.ask("/v1/search?q=photo&limit=2", { key })
  const [app = "", rival = ""] = [...found.text.matchAll(/"trackId":(\d+)/g)].flatMap(([, id]) => id ?? [])
  const asked = ofCollected(app, rival)
  const before = await gateway.used(accountId)
  const costs: Array<string | null> = []
  for (const [path, , lists] of asked) {
    const { headers, json, status, text } = await gateway.ask(path, { key })
    assert.strictEqual(status, 200, text)
    for (const list of lists) assert.deepEqual(Object(json).data[list], [], `${path}: ${list}`)
    assert.strictEqual(Object(json).data.provenance.status, "not_measured", path)
    const todo = /nothing is collected in us .*: POST \/v1\/keywords\/track \(country us, platform storea\)/
    assert.match(Object(json).data.provenance.limitations.join("\n"), todo, path)
    costs.push(headers.get("x-credit-cost"))
  }
  return { costs, prices: asked.map(([, price]) => price), used: (await gateway.used(accountId)) - before }
}

describe("an answer with nothing in it for its caller", () => {
  const gateway = useTestGateway({ plugins, further: [makeFixture().plugin] })

  it("says what to do where nothing was collected of an app, at its price", async () => {
    const { costs, prices, used } = await costsOfNothing(gateway())
    assert.deepEqual([costs, used], [prices, 17])
  })

  it("is charged like any success unless the operator says otherwise", async () => {
    const { accountId, key } = await gateway().account()
    for (const _ of ["made", "kept"]) {
      const answer = await gateway().ask(nothing, { key })
      assert.deepEqual([answer.status, answer.headers.get("x-credit-cost")], [200, "3"])
    }
    assert.strictEqual(await gateway().used(accountId), 6)
  })
})

describe("an answer with nothing in it where billing.emptyAnswers is free", () => {
  const fixture = makeFixture()
  const gateway = useTestGateway({
    plugins,
    further: [fixture.plugin],
    config: { billing: { emptyAnswers: "free" } }
  })

  it("costs nothing, however often, and says so; any other keeps its price, and so do repeats of it", async () => {
    const { accountId, key } = await gateway().account()
    const repeated = { key, headers: { "idempotency-key": "nothing" } }
    for (const options of [{ key }, { key }, repeated, repeated]) {
      const answer = await gateway().ask(nothing, options)
      assert.deepEqual([answer.status, answer.headers.get("x-credit-cost")], [200, "0"])
    }
    assert.strictEqual(await gateway().used(accountId), 0)
    assert.strictEqual((await gateway().ask(something, { key })).headers.get("x-credit-cost"), "3")
    assert.strictEqual(await gateway().used(accountId), 3)
    assert.deepEqual((await gateway().run(auditLedger(accountId))).differences, [])
  })

  it("is one about an app of which nothing was collected", async () => {
    const { costs, prices, used } = await costsOfNothing(gateway())
    assert.deepEqual([costs, used], [prices.map(() => "0"), 0])
  })

  it("is a page of reviews past the last", async () => {
    const { key } = await gateway().account()
    const found = await gateway().ask("/v1/search?q=photo&limit=30", { key })
    const costs = new Map<boolean, Set<string | null>>()
    for (const [, id] of found.text.matchAll(/"trackId":(\d+)/g)) {
      const answer = await gateway().ask(`/v1/apps/${id}/reviews?page=10`, { key })
      const isEmpty = /"reviews":\[\]/.test(answer.text)
      costs.set(isEmpty, new Set([...(costs.get(isEmpty) ?? []), answer.headers.get("x-credit-cost")]))
      if (costs.size === 2) break
    }
    assert.deepEqual([...(costs.get(true) ?? [])], ["0"])
    assert.deepEqual([...(costs.get(false) ?? ["2"])], ["2"])
  })
})
