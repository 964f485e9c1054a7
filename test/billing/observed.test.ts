import { startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Exit, Logger, Option, Scope, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"
import { makeShapes } from "./shapes.ts"
import { codeOf } from "./support.ts"

interface Ended {
  readonly name: string
  readonly parent: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A gateway whose log lines and spans the test keeps. */
const makeObserved = () => {
  const lines: Array<string> = []
  const spans: Array<Ended> = []
  const logger = Logger.make((options) => {
    lines.push(Logger.formatJson.log(options))
  })
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      const end = span.end.bind(span)
      span.end = (endTime, exit) => {
        spans.push({
          name: span.name,
          parent: Option.getOrUndefined(span.parent)?.spanId,
          attributes: Object.fromEntries(span.attributes)
        })
        end(endTime, exit)
      }
      return span
    }
  })
  return { lines, spans, logger, tracer }
}

describe("what a gateway tells of its requests", () => {
  const { lines, logger, spans, tracer } = makeObserved()
  const fixture = makeFixture()
  let scope: Scope.Closeable | undefined
  let running: TestGateway | undefined
  const gateway = () => running ?? assert.fail("the gateway runs only within tests")
  beforeAll(async () => {
    scope = await Effect.runPromise(Scope.make())
    running = await Effect.runPromise(
      startTestGateway({
        further: [makeShapes().plugin, fixture.plugin],
        logLevel: "All",
        config: { telemetry: { otlpUrl: "http://127.0.0.1:1", keptAnswersEvery: 5 } }
      }).pipe(
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.provide(Logger.layer([logger])),
        Scope.provide(scope)
      )
    )
  }, 60_000)
  afterAll(async () => {
    if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("shows headers that a handler logs, but for the key and those declared secret", async () => {
    const { key } = await gateway().account()
    const headers = { "x-shop-token": "token-of-the-shop", "x-plain": "plain-to-see", cookie: "session=of-a-person" }
    const answer = await gateway().ask("/v1/shapes/words", { key, method: "POST", headers, body: { word: "w" } })
    assert.strictEqual(answer.status, 201)
    const told = lines.join("\n")
    assert.include(told, "plain-to-see")
    const everything = told + JSON.stringify(spans)
    for (const secret of [key, "token-of-the-shop", "of-a-person"]) assert.notInclude(everything, secret)
  })

  it("leaves a span for one kept answer in so many, and for each whose caller traces it", async () => {
    const { key } = await gateway().account()
    const path = "/v1/fixture/shared/1"
    const kept = () => spans.filter(({ attributes }) => attributes["storeglass.kept_answer"] === true)
    const ask = async (headers: Readonly<Record<string, string>> = {}) =>
      assert.strictEqual((await gateway().ask(path, { key, headers })).status, 200)
    await ask()
    for (let count = 0; count < 10; count++) await ask()
    assert.strictEqual(kept().length, 2)
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })
    assert.deepInclude(kept()[2]?.attributes, {
      "http.route": "GET /v1/fixture/shared/:n",
      "http.response.status_code": 200
    })
    assert.strictEqual(kept()[2]?.parent, "00f067aa0ba902b7")
    await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-00` })
    assert.strictEqual(kept().length, 3)
    assert.notInclude(JSON.stringify(kept()), key)
  })

  it("does not take a failure of the guard for a database that is away: it is logged, and a 500", async () => {
    const { accountId, key } = await gateway().account()
    const ask = () => gateway().ask("/v1/fixture/items/1", { key, headers: { "idempotency-key": "unreadable" } })
    assert.strictEqual((await ask()).status, 200)
    await gateway().run(
      SqlClient.SqlClient.use(
        (sql) => sql`UPDATE core_idempotency SET headers = '[1]' WHERE account_id = ${accountId}::uuid`
      )
    )
    const answer = await ask()
    assert.deepEqual([answer.status, codeOf(answer)], [500, "INTERNAL_ERROR"])
    const requestId = answer.headers.get("x-request-id") ?? ""
    assert.include(answer.text, requestId)
    const line = lines.find((text) => text.includes("A request failed in the guard"))
    assert.include(line, requestId)
    assert.include(line, '"ERROR"')
    assert.strictEqual(await gateway().used(accountId), 2)
  })
})
