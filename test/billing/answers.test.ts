import { Lifecycle } from "@storeglass/core"
import { entriesOf, startTestGateway, useTestGateway } from "@storeglass/testkit"
import { Effect, Exit, Scope } from "effect"
import { assert, describe, it } from "vitest"
import { makeShapes } from "./shapes.ts"
import { codeOf } from "./support.ts"

const shapes = makeShapes()
const gateway = useTestGateway({ further: [shapes.plugin] })
const withKey = (key: string, idempotencyKey: string) => ({ key, headers: { "idempotency-key": idempotencyKey } })

describe("an answer that is no 200", () => {
  it("of 201 is charged, and repeated with every header that its handler set", async () => {
    const { accountId, key } = await gateway().account()
    const options = { ...withKey(key, "made"), method: "POST", body: { word: "tide" } }
    const first = await gateway().ask("/v1/shapes/words", options)
    const again = await gateway().ask("/v1/shapes/words", options)
    for (const answer of [first, again]) {
      assert.strictEqual(answer.status, 201)
      assert.strictEqual(answer.headers.get("location"), "/v1/shapes/words/1")
      assert.strictEqual(answer.headers.get("x-shape"), "tide")
    }
    assert.deepEqual(
      [first, again].map(({ headers }) => headers.get("x-credit-cost")),
      ["2", "0"]
    )
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("of 204 is charged, and repeated without running again", async () => {
    const { accountId, key } = await gateway().account()
    const before = shapes.runs()
    const options = { ...withKey(key, "gone"), method: "DELETE" }
    const first = await gateway().ask("/v1/shapes/words/1", options)
    const again = await gateway().ask("/v1/shapes/words/1", options)
    assert.deepEqual(
      [first, again].map(({ status, text }) => [status, text]),
      [
        [204, ""],
        [204, ""]
      ]
    )
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    assert.deepEqual([shapes.runs() - before, await gateway().used(accountId)], [1, 1])
  })

  it("of 422 is not charged, and keeps the code that the plugin declared", async () => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask("/v1/shapes/words", { key, method: "POST", body: { word: "unreadable" } })
    assert.deepEqual([answer.status, codeOf(answer)], [422, "UNREADABLE"])
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("of 202 tells the credits that are held, and is charged nothing beside", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    const answer = await gateway().ask("/v1/shapes/jobs", { key, method: "POST" })
    assert.strictEqual(answer.status, 202)
    assert.deepEqual(
      ["x-credit-cost", "x-credit-category", "x-creative-remaining"].map((name) => answer.headers.get(name)),
      ["7", "creative", "3"]
    )
    assert.strictEqual(await gateway().used(accountId, "creative"), 0)
    const entries = await gateway().run(entriesOf(accountId))
    assert.deepEqual(
      entries.map(({ kind, operation }) => [kind, operation]),
      [["hold", "shapes.job"]]
    )
  })
})

describe("an answer that is streamed", () => {
  it("is charged once before its first byte, and a repeat under its key is told so and not charged", async () => {
    const { accountId, key } = await gateway().account()
    const controller = new AbortController()
    const before = shapes.runs()
    const first = await fetch(`${gateway().url}/v1/shapes/events`, {
      headers: { "x-api-key": key, "idempotency-key": "events" },
      signal: controller.signal
    })
    assert.strictEqual(first.headers.get("content-type"), "text/event-stream")
    assert.strictEqual(first.headers.get("x-credit-cost"), "3")
    assert.strictEqual(await gateway().used(accountId), 3)
    const again = await gateway().ask("/v1/shapes/events", withKey(key, "events"))
    assert.deepEqual([again.status, codeOf(again)], [409, "IDEMPOTENCY_KEY_REUSED"])
    assert.include(again.text, "streamed and charged once")
    assert.strictEqual(shapes.runs() - before, 1)
    controller.abort()
    const table = await gateway().ask("/v1/shapes/table", withKey(key, "table"))
    assert.deepEqual([table.status, table.text, table.headers.get("x-credit-cost")], [200, "a,b\n1,2\n", "2"])
    assert.strictEqual((await gateway().ask("/v1/shapes/table", withKey(key, "table"))).status, 409)
    assert.strictEqual(await gateway().used(accountId), 5)
  })

  it("counts as a request at work until it ends, however it ends", async () => {
    const { key } = await gateway().account()
    const lifecycle = await gateway().run(Effect.map(Lifecycle.Lifecycle, (service) => service))
    const controller = new AbortController()
    const before = lifecycle.inFlight()
    await fetch(`${gateway().url}/v1/shapes/events`, { headers: { "x-api-key": key }, signal: controller.signal })
    assert.strictEqual(lifecycle.inFlight(), before + 1)
    controller.abort()
    while (lifecycle.inFlight() > before) await new Promise((resolve) => setImmediate(resolve))
    await gateway().ask("/v1/shapes/table", { key })
    while (lifecycle.inFlight() > before) await new Promise((resolve) => setImmediate(resolve))
  })
})

describe("a gateway that goes away", () => {
  it("lets open streams say goodbye, ends those that do not, and is drained long before its limit", async () => {
    const scope = await Effect.runPromise(Scope.make())
    const going = await Effect.runPromise(
      Scope.provide(
        startTestGateway({ further: [makeShapes().plugin], config: { server: { port: 0, drainMsMax: 60_000 } } }),
        scope
      )
    )
    const { key } = await going.account()
    const open = async (goodbye: boolean) => {
      const response = await fetch(`${going.url}/v1/shapes/events?goodbye=${goodbye}`, {
        headers: { "x-api-key": key }
      })
      return response.text()
    }
    const lifecycle = await going.run(Effect.map(Lifecycle.Lifecycle, (service) => service))
    const texts = Promise.all([open(true), open(false)])
    while (lifecycle.inFlight() < 2) await new Promise((resolve) => setImmediate(resolve))
    const startedMs = performance.now()
    await going.run(Effect.andThen(lifecycle.drain, lifecycle.drained))
    await Effect.runPromise(Scope.close(scope, Exit.void))
    assert.isBelow(performance.now() - startedMs, 10_000)
    const [polite, silent] = await texts
    assert.include(polite, '{"tick":"first"}')
    assert.include(polite, '{"tick":"goodbye"}')
    assert.include(silent, '{"tick":"first"}')
    assert.notInclude(silent, "failure")
  })
})
