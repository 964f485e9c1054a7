/** How often sources are asked, and how long they're left alone when they ask for it. */
import { adjustableClock, at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterEach, assert, beforeAll, describe, it } from "vitest"
import { Scan } from "../src/jobRefs.ts"
import growth from "../src/plugin.ts"
import { base, madeProject } from "./support.ts"

const clock = adjustableClock()
// No workers: each attempt is this test's.
const gateway = usePluginGateway(growth, {
  // Hacker News once a minute: more than a request waits for its turn.
  plugins: {
    stores: true,
    growth: { hackernews: { baseUrl: "${sandbox.hackernews}", requestsPerMinute: 1 } }
  },
  clock,
  config: { jobs: { concurrency: 0 } }
})
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const control = () => gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")
const act = (action: string, input?: unknown) => control().act("growth", action, input)
const requests = (upstream: string, afterSequence = 0) => control().requests({ upstream, afterSequence })
let accountId = ""
let key = ""
let serial = 0
beforeAll(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
})
afterEach(async () => {
  await act("behave", { backoff: 0, retryAfter: null })
  assert.deepEqual(await act("violations"), [])
})

const begun = async (channel: string, more: object) => {
  serial += 1
  const id = await madeProject(gateway(), key, { name: `Limits ${serial}`, channel, keywords: ["app"], ...more })
  const accept = async () => {
    const { json } = await gateway().ask(`${base}/projects/${id}/scan`, { method: "POST", key })
    return String(at(json, "data", "taskRunId"))
  }
  return { id, accept, runId: await accept() }
}
/** What a job's attempt says: that it waits, or nothing. */
const attempt = (runId: string, number = 1) =>
  gateway()
    .runJob(Scan, { accountId, runId }, { attempt: number })
    .then(
      () => "done",
      () => "waits"
    )
const lastScanOf = async (id: string) => {
  const { json } = await gateway().ask(`${base}/projects?limit=100`, { key })
  return at(
    listAt(json, "data", "items").find((item) => at(item, "id") === id),
    "lastScan"
  )
}
const cooldownOf = async (channel: string) => {
  const { json } = await gateway().ask(`${base}/channels`, { key })
  return at(
    listAt(json, "data", "channels").find((row) => at(row, "id") === channel),
    "cooldownUntil"
  )
}
const restOf = (channel: string) =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.orDie(sql<{ ms: number }>`SELECT max(cooldown_ms)::float8 AS ms FROM growth_sources
        WHERE channel = ${channel}`)
    )
  )

describe("our own limit", () => {
  it("is waited for by a scan that has no turn yet, and loses no keyword", async () => {
    const { id, runId } = await begun("hackernews", { keywords: ["turn one", "turn two"] })
    assert.strictEqual(await attempt(runId), "waits")
    assert.lengthOf(requests("hackernews"), 1)
    const waiting = await lastScanOf(id)
    assert.deepEqual([at(waiting, "status"), at(waiting, "resumes")], ["running", 0])
    clock.advanceMs(61_000)
    assert.strictEqual(await attempt(runId, 2), "done")
    const told = await lastScanOf(id)
    assert.deepEqual(
      [
        at(told, "status"),
        at(told, "resumes"),
        listAt(told, "sources").map((one) => [at(one, "status"), at(one, "pages")])
      ],
      ["finished", 0, [["ok", 2]]]
    )
    // Nobody asked to be left alone.
    assert.isNull(await cooldownOf("hackernews"))
  })
})

describe("Stack Exchange", () => {
  it("is asked one by one over all scans, at most 30 times in any second", async () => {
    const words = Array.from({ length: 20 }, (_, n) => `spacing${n}`)
    const scans = [
      await begun("stackexchange", { keywords: words.map((word) => `${word} a`) }),
      await begun("stackexchange", { keywords: words.map((word) => `${word} b`) }),
      await begun("stackexchange", { keywords: words.map((word) => `${word} c`) })
    ]
    const told = await Promise.all(scans.map(({ runId }) => attempt(runId)))
    assert.deepEqual(told, ["done", "done", "done"])
    const times = requests("stackexchange").map(({ atMs }) => atMs)
    assert.lengthOf(times, 60)
    for (const [n, time] of times.entries()) {
      const later = times[n + 30]
      if (later !== undefined) assert.isAtLeast(later - time, 1_000)
    }
  })

  it.each([1, 20, 299])(
    "is left alone for the %i seconds of its backoff by all, and asked once they're over",
    async (seconds) => {
      await act("behave", { backoff: seconds })
      const first = await begun("stackexchange", { keywords: ["backoff one"] })
      const second = await begun("stackexchange", { keywords: ["backoff two"] })
      assert.strictEqual(await attempt(first.runId), "done")
      const before = requests("stackexchange").at(-1)?.sequence ?? 0
      const until = Date.parse(String(await cooldownOf("stackexchange")))
      // From the answer on, and not from the question.
      assert.isAtMost(until, nowMs() + seconds * 1_000)
      clock.advanceMs(until - nowMs() - 500)
      assert.strictEqual(await attempt(second.runId), "waits")
      assert.lengthOf(requests("stackexchange", before), 0)
      clock.advanceMs(501)
      assert.strictEqual(await attempt(second.runId, 2), "done")
      assert.lengthOf(requests("stackexchange", before), 1)
      assert.strictEqual(at(await lastScanOf(second.id), "status"), "finished")
    }
  )
})

describe("Retry-After", () => {
  const busy = async () => ({ filters: { feeds: [`${await act("feeds")}/busy.xml`] } })
  const date = (ms: number) => new Date(ms).toUTCString()

  it.each([
    ["seconds", () => "7200", 7_200],
    ["seconds below its ten minutes", () => "90", 90],
    ["an HTTP date", () => date(nowMs() + 5_400_000), 5_400]
  ])("as %s is kept to the second", async (_, header, seconds) => {
    // What the last case shut opens again.
    clock.advanceMs(3 * 3_600_000)
    await act("behave", { retryAfter: header() })
    const { accept, id, runId } = await begun("rss", await busy())
    const beganMs = nowMs()
    await attempt(runId)
    assert.strictEqual(at(await lastScanOf(id), "status"), "failed")
    const until = (await restOf("rss"))[0]?.ms ?? assert.fail("the feed doesn't rest")
    // One feed of somebody's says nothing of all feeds.
    assert.isNull(await cooldownOf("rss"))
    assert.isAtLeast(until, beganMs + seconds * 1_000 - 1_000)
    assert.isAtMost(until, nowMs() + seconds * 1_000 + 1_000)
    await act("behave", { retryAfter: null })
    const before = requests("feeds").at(-1)?.sequence ?? 0
    clock.advanceMs(until - nowMs() - 1_000)
    const again = await accept()
    assert.strictEqual(await attempt(again), "waits")
    assert.lengthOf(requests("feeds", before), 0)
    clock.advanceMs(1_001)
    assert.strictEqual(await attempt(again, 2), "done")
    // A feed isn't read twice in 15 minutes either.
    assert.lengthOf(requests("feeds", before), seconds < 900 ? 0 : 1)
  })
})
