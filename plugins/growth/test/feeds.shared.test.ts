/** A feed that many ask for: read once for all of them, on any node, and what was read outlives its failures. */
import { createServer } from "node:http"
import { adjustableClock, at, freshDatabase, listAt, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Clock, Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { base, madeProject, scan } from "./support.ts"

const etag = '"one"'
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>A feed</title><item><title>Can anyone recommend an app?</title>
  <link>https://blog.example.com/one</link></item></channel></rss>`
let isFailing = false
const asked: Array<number> = []
const host = createServer((request, response) => {
  const status = isFailing ? 500 : request.headers["if-none-match"] === etag ? 304 : 200
  asked.push(status)
  response.writeHead(status, { "content-type": "application/rss+xml", etag })
  // After the others have asked too.
  setTimeout(() => response.end(status === 200 ? feed : undefined), 300)
})

const clock = adjustableClock()
const scope = Effect.runSync(Scope.make())
let nodes: ReadonlyArray<TestGateway> = []
let url = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  const address = host.address()
  const port = typeof address === "object" && address !== null ? address.port : assert.fail("no port")
  url = `http://127.0.0.1:${port}/feed.xml`
  const started = Effect.gen(function* () {
    const databaseUrl = yield* freshDatabase()
    const start = startTestGateway({
      plugins: { stores: true, growth: true },
      databaseUrl,
      clock,
      config: { egress: { loopbackPort: port } }
    }).pipe(Effect.provideService(Clock.Clock, clock.clock))
    return [yield* start, yield* start]
  })
  nodes = await Effect.runPromise(Scope.provide(started, scope))
}, 120_000)
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  host.close()
})
const node = (index: number) => nodes[index % nodes.length] ?? assert.fail()

/** Scans of accounts of their own, at once; gives each one's reason not to have read it, and how much it found. */
const scans = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const gateway = node(index)
      const { key } = await gateway.account({ plan: "large" })
      const body = { name: "Feed", channel: "rss", keywords: ["app"], filters: { feeds: [url] } }
      const id = await madeProject(gateway, key, body)
      const reason = at(listAt(await scan(gateway, key, id), "sources")[0], "reason")
      const { json } = await gateway.ask(`${base}/opportunities?projectId=${id}`, { key })
      return [reason, at(json, "data", "total")]
    })
  )

describe("a feed that six accounts ask for at once, over two nodes", () => {
  it("is read once, and all have it", { timeout: 120_000 }, async () => {
    assert.deepEqual(await scans(6), Array(6).fill([null, 1]))
    assert.deepEqual(asked, [200])
  })

  it("is told as failed when it fails, and asked again after 15 minutes, not before", {
    timeout: 120_000
  }, async () => {
    asked.length = 0
    isFailing = true
    clock.advanceMs(16 * 60_000)
    for (const [reason] of await scans(2)) assert.include(String(reason), "500")
    const failed = asked.length
    assert.isAtLeast(failed, 1)
    isFailing = false
    for (const [reason] of await scans(1)) assert.include(String(reason), "500")
    assert.lengthOf(asked, failed)
  })

  it("has what it had before it failed, where it says that nothing changed", { timeout: 120_000 }, async () => {
    asked.length = 0
    clock.advanceMs(16 * 60_000)
    assert.deepEqual(await scans(2), Array(2).fill([null, 1]))
    assert.deepEqual(asked, [304])
  })
})
