import { auditLedger } from "@storeglass/core"
import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeFixture, nothingAbove } from "./fixture.ts"

const nothing = `/v1/fixture/shared/${nothingAbove + 1}`
const something = `/v1/fixture/shared/${nothingAbove}`

describe("an answer with nothing in it for its caller", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true }, further: [makeFixture().plugin] })

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
    plugins: { stores: true, apps: true },
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
