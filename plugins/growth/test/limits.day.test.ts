/** What Stack Exchange allows a day: counted over all nodes on one database without Redis, and through restarts. */
import { createServer } from "node:http"
import { adjustableClock, at, freshDatabase, listAt, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Clock, Effect, Exit, type Redacted, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { LookAgain } from "../src/jobRefs.ts"
import { madeProject, scan } from "./support.ts"

const perDay = 30
/** A tenth of the day isn't for scans. */
const forScans = 27
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const clock = adjustableClock()
const nowMs = () => clock.clock.currentTimeMillisUnsafe()

const asked: Array<{ readonly path: string; readonly atMs: number }> = []
let left: number | undefined
const vendor = createServer((request, response) => {
  asked.push({ path: request.url ?? "", atMs: nowMs() })
  response.writeHead(200, { "content-type": "application/json" })
  const question = {
    question_id: 4_711,
    title: "Can anyone recommend a daylong app?",
    body: "<p>I need an app for daylong.</p>",
    link: "https://softwarerecs.stackexchange.com/questions/4711/daylong",
    creation_date: Math.floor(nowMs() / 1_000) - 600
  }
  response.end(JSON.stringify({ items: [question], has_more: false, quota_remaining: left }))
})

const scopes = [0, 1, 2].map(() => Effect.runSync(Scope.make()))
const close = (index: number) => Effect.runPromise(Scope.close(scopes[index] ?? assert.fail(), Exit.void))
let databaseUrl: Redacted.Redacted<string>
const started = async (index: number) => {
  const address = vendor.address()
  const port = typeof address === "object" && address !== null ? address.port : assert.fail("no port")
  const stackexchange = { baseUrl: `http://127.0.0.1:${port}`, requestsPerDay: perDay }
  const node = startTestGateway({ plugins: { stores: true, growth: { stackexchange } }, databaseUrl, clock })
  return Effect.runPromise(
    node.pipe(Effect.provideService(Clock.Clock, clock.clock), Scope.provide(scopes[index] ?? assert.fail()))
  )
}
let first: TestGateway
let second: TestGateway
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve))
  databaseUrl = await Effect.runPromise(freshDatabase())
  first = await started(0)
  second = await started(1)
}, 120_000)
afterAll(async () => {
  await Promise.all(scopes.map((_, index) => close(index)))
  vendor.close()
})

/** Scans for 20 keywords, a request each; why the source was left out, or null. */
const scanned = async (gateway: TestGateway) => {
  const { key } = await gateway.account({ plan: "large" })
  const keywords = ["daylong", ...Array.from({ length: 19 }, (_, n) => `daylong${n}`)]
  const id = await madeProject(gateway, key, { name: "Day", channel: "stackexchange", keywords })
  return at(listAt(await scan(gateway, key, id), "sources")[0], "reason")
}
const usedUp = "the requests that it allows a day are used up"

describe("the requests that Stack Exchange allows a day", () => {
  it("are spent once by two nodes that scan at once, and a node that starts anew knows of them", async () => {
    const reasons = await Promise.all([scanned(first), scanned(second)])
    assert.lengthOf(asked, forScans)
    assert.include(reasons, usedUp)
    await close(1)
    second = await started(2)
    assert.strictEqual(await scanned(second), usedUp)
    clock.advanceMs(23 * hourMs + 50 * 60_000)
    assert.strictEqual(await scanned(first), usedUp)
    assert.lengthOf(asked, forScans)
  })

  it("are never more in any 24 hours, whenever they're asked, and some are left for what was found", async () => {
    for (let turn = 0; turn < 12; turn++) {
      clock.advanceMs(5 * hourMs)
      await Promise.all([scanned(first), scanned(second)])
    }
    // What was found a day ago is due.
    await first.runJob(LookAgain, {})
    assert.isNotEmpty(asked.filter(({ path }) => path.startsWith("/questions/4711")))
    assert.isAbove(asked.length, 2 * forScans)
    const times = asked.map(({ atMs }) => atMs)
    for (const from of times) {
      assert.isAtMost(times.filter((time) => time >= from && time < from + dayMs).length, perDay)
    }
  })

  it("are those that it says are left, where others ask from the same address", async () => {
    clock.advanceMs(2 * dayMs)
    left = 5
    const before = asked.length
    assert.strictEqual(await scanned(first), usedUp)
    // The answer to the first says that 25 are spent: two more, and three are kept back.
    assert.lengthOf(asked, before + 3)
  })
})
