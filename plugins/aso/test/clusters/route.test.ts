/** Intent clusters over a gateway: the figures of one snapshot, grouped. */

import { codeOf, type TestAccount } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { AppClusters } from "../../src/clusters/AppClusters.ts"
import { IntentClustersAnswer } from "../../src/clusters/schema.ts"
import { makeWorld, planners, useWorldGateway } from "../snapshot/world.ts"

const world = makeWorld()
const gateway = useWorldGateway(world)

let next = 100

/** An app of its own for each test, so that no snapshot of another holds. */
let id = ""
beforeEach(() => {
  id = String(next++)
  Object.assign(world, makeWorld({ ...planners(id), asked: world.asked }))
})

const address = (query = "competitorIds=2,3", app = id) => `/v1/aso/apps/${app}/intent-clusters?${query}`
const Answer = Schema.Struct({ data: IntentClustersAnswer })
const ask = async (query?: string, account?: TestAccount) =>
  gateway().ask(address(query), { key: (account ?? (await gateway().account())).key })
const read = async (query?: string, account?: TestAccount) => {
  const answer = await ask(query, account)
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(Answer)(answer.json).data
}

describe("GET /v1/aso/apps/:id/intent-clusters", () => {
  it("groups what the app is ranked for, and what only competitors are", async () => {
    const data = await read()
    const [budget] = data.clusters
    assert.strictEqual(data.total, data.clusters.length)
    // The search for the longer term is past the budget of store requests.
    assert.deepInclude(budget, { intent: "category", keywordsRanked: 1, avgRank: 2 })
    assert.strictEqual(data.unmeasured, 1)
    assert.includeMembers([...(budget?.topKeywords ?? [])], ["budget planner", "budget planner free"])
    const gap = data.gaps.find(({ topKeywords }) => topKeywords.includes("receipt scanner"))
    assert.deepInclude(gap, { yourRank: null, competitorsPresent: 2, competitorAvgRank: 1.5 })
    assert.include(gap?.interpretation, "2 competitors are ranked in")
    assert.deepStrictEqual([data.competitorIds, data.competitorsFrom], [[2, 3], "given"])
    assert.deepInclude(data.language, { tag: "en", detectedBy: "storefront" })
    assert.strictEqual(data.provenance.status, "estimated")
  })

  it("gives other plugins the same figures, with all keywords of each cluster", async () => {
    const account = await gateway().account()
    const data = await read(undefined, account)
    const { clusters, gaps, isOwn } = await gateway().run(
      AppClusters.use(({ of }) =>
        of({ accountId: account.accountId, id, platform: "storea", country: "us", competitorIds: ["2", "3"] })
      )
    )
    const figures = (rows: ReadonlyArray<{ readonly clusterId: string }>) => rows.map(({ clusterId }) => clusterId)
    assert.deepStrictEqual([figures(clusters), figures(gaps)], [figures(data.clusters), figures(data.gaps)])
    assert.deepStrictEqual(
      clusters.map(({ keywords }) => keywords.length),
      data.clusters.map(({ keywords }) => keywords)
    )
    assert.isTrue(isOwn)
  })

  it.each([
    ["competitorIds=2,2", "INVALID_INPUT", "competitorIds"],
    ["competitorIds=self", "INVALID_INPUT", "competitorIds"],
    ["competitorIds=2,3,4,5,6,7", "INVALID_INPUT", "competitorIds"],
    ["competitorIds=x", "INVALID_APP_ID", "competitorIds: 'x'"],
    ["language=not a tag", "INVALID_INPUT", "language"],
    ["device=phone", "INVALID_INPUT", "device"],
    ["country=zz", "INVALID_COUNTRY", "zz"]
  ])("refuses %s, charges nothing and names it", async (query, code, named) => {
    const account = await gateway().account()
    const answer = await ask(query.replace("self", id), account)
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [400, code])
    assert.include(answer.text, named)
    assert.strictEqual(await gateway().used(account.accountId), 0)
  })

  it("answers 404 for what the store doesn't list", async () => {
    const answer = await gateway().ask(address("", "99999"), { key: (await gateway().account()).key })
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [404, "APP_NOT_FOUND"])
  })

  it("says what searches that fail leave unmeasured, and calls nothing a gap there", async () => {
    world.fails.search = "timeout"
    const data = await read()
    assert.strictEqual(data.provenance.status, "not_measured")
    assert.deepStrictEqual([data.clusters, data.gaps], [[], []])
    assert.isAbove(data.unmeasured, 0)
    assert.isAbove(data.notMeasured.length, 0)
  })

  it("leaves out what isn't known of volumes, and counts it", async () => {
    world.fails.suggestions = "timeout"
    const data = await read()
    assert.isAbove(data.keywords.withoutVolume, 0)
    assert.strictEqual(data.keywords.withoutVolume, data.keywords.read)
    assert.isAbove(data.clusters.length, 0)
    for (const { strength, weightedVisibility } of data.clusters)
      assert.deepStrictEqual([weightedVisibility, strength], [null, null])
  })

  it("takes the competitors that the account tracks, which change nothing in another's answer", async () => {
    const [owner, stranger] = [await gateway().account(), await gateway().account()]
    const keep = async (path: string, body: unknown) => {
      const answer = await gateway().ask(path, { method: "POST", key: owner.key, body })
      assert.strictEqual(answer.status, 200, answer.text)
    }
    const before = await ask("", stranger)
    await keep("/v1/user/apps", { appId: Number(id) })
    await keep(`/v1/user/apps/${id}/competitors`, { competitorAppId: 3 })
    const own = await read("", owner)
    assert.deepStrictEqual([own.competitorIds, own.competitorsFrom], [[3], "tracked"])
    assert.strictEqual((await ask("", stranger)).text, before.text)
  })
})
