/** While the database is away. */
import { at, databaseProxy, freshDatabase, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Exit, Schedule, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { workspaceCalls } from "./calls.ts"
import { actor, base, newActor, plugins } from "./support.ts"

const scope = Effect.runSync(Scope.make())
const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))

let proxy: Effect.Success<ReturnType<typeof databaseProxy>>
let gateway: TestGateway
beforeAll(async () => {
  proxy = await run(Effect.flatMap(freshDatabase(), databaseProxy))
  gateway = await run(startTestGateway({ plugins, databaseUrl: proxy.url, config: { ledger: { patienceMs: 600 } } }))
})
afterAll(async () => {
  proxy.restore()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** The paths of the document: its 15 operations, and a report that is pinned. */
const documented = /^\/v1\/user\/(apps(\/[{:]appId\}?\/(competitors|keywords|versions))?|reports)$/

describe("each operation of the workspace", () => {
  it("is refused as SERVICE_UNAVAILABLE while the database is away, has written nothing, and works once it's back", async () => {
    const account = await gateway.account({ plan: "medium" })
    const own = actor(gateway, account)
    const prepared = await workspaceCalls(gateway, account)
    const operations = gateway.running.composition.operations.filter(({ path }) => documented.test(path))
    assert.lengthOf(operations, 16)
    const requests = operations.map(({ id, method, path }) => {
      const { body, values = {} } = prepared[id] ?? {}
      const place = path.replaceAll(/\{(\w+)\}|:(\w+)/g, (_, one, other) => values[one ?? other] ?? "")
      const query = values.id === undefined || id === "workspace_apps" ? "" : `?id=${values.id}`
      return { id, ask: () => own.ask(method, body === undefined ? `${place}${query}` : place, body) }
    })
    const before = (await own.done("GET", base)).text
    const used = await gateway.used(account.accountId)
    proxy.cut()
    for (const { ask, id } of requests) {
      const answer = await ask()
      assert.deepEqual([id, answer.status, at(answer.json, "error", "code")], [id, 503, "SERVICE_UNAVAILABLE"])
      assert.match(answer.headers.get("retry-after") ?? "", /^[15]$/)
      assert.match(answer.text, /nothing (is|was) charged/)
    }
    proxy.restore()
    // A connection that was cut while nobody used it is found dead by the next who does.
    const back = Effect.retry(
      Effect.tryPromise(async () => assert.strictEqual((await own.ask("GET", base)).status, 200)),
      { schedule: Schedule.spaced(50), times: 100 }
    )
    await Effect.runPromise(back)
    assert.strictEqual((await own.done("GET", base)).text, before)
    // What adds finds nothing there, and what takes away finds it still.
    for (const { ask, id } of requests) assert.deepEqual([id, (await ask()).status], [id, 200])
    assert.strictEqual(await gateway.used(account.accountId), used)
    const other = await newActor(gateway)
    assert.strictEqual((await other.ask("GET", base)).status, 200)
  })
})
