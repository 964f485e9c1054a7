import { adjustableClock, at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect, Option } from "effect"
import { assert, describe, it } from "vitest"
import growth from "../src/plugin.ts"
import { Work } from "../src/scans/Work.ts"
import { base, madeProject } from "./support.ts"

const clock = adjustableClock()
// No workers: this test takes runs over itself.
const gateway = usePluginGateway(growth, {
  plugins: { stores: true, growth: true },
  clock,
  config: { jobs: { concurrency: 0 } }
})
const posts = 320
const keywords = ["takeoverone", "takeovertwo", "takeoverthree"]

const scannedBy = async (attempt: (accountId: string, runId: string) => Promise<boolean>) => {
  const { accountId, key } = await gateway().account({ plan: "large" })
  const id = await madeProject(gateway(), key, { name: "Takeover", channel: "hackernews", keywords })
  const accepted = await gateway().ask(`${base}/projects/${id}/scan`, { method: "POST", key })
  const runId = String(at(accepted.json, "data", "taskRunId"))
  while (!(await attempt(accountId, runId)));
  const { json } = await gateway().ask(`${base}/projects`, { key })
  const run = at(listAt(json, "data", "items")[0], "lastScan")
  const keys: Array<unknown> = []
  let cursor: unknown = ""
  while (cursor !== null) {
    const page = await gateway().ask(
      `${base}/opportunities?limit=100&sort=newest${cursor === "" ? "" : `&cursor=${cursor}`}`,
      { key }
    )
    keys.push(...listAt(page.json, "data", "items").map((item) => `${at(item, "url")} ${at(item, "relevanceScore")}`))
    cursor = at(page.json, "data", "nextCursor")
  }
  return { run, keys, used: (await gateway().used(accountId)) - Math.ceil(keys.length / 100) }
}

describe("a scan that is interrupted again and again, and taken over each time", () => {
  it("ends as one that never was: each page's threads once, the same counts, 5 credits", {
    timeout: 300_000
  }, async () => {
    const nowMs = clock.clock.currentTimeMillisUnsafe()
    await gateway().running.sandbox?.control.act(
      "growth",
      "write",
      Array.from({ length: posts }, (_, n) => ({
        id: 700_000 + n,
        title: keywords.join(" "),
        text: "Can anyone recommend an app?",
        atMs: nowMs - (n + 1) * 60_000
      }))
    )
    const naive = await scannedBy(async (accountId, runId) => {
      await gateway().run(Work.use((work) => work.run(accountId, runId, 1)))
      return true
    })
    assert.deepEqual([naive.keys.length, at(naive.run, "status"), naive.used], [posts, "finished", 5])
    let cuts = 0
    const cut = await scannedBy(async (accountId, runId) => {
      cuts += 1
      // From before the first statement to within and behind a page, further each time.
      const done = await gateway().run(
        Work.use((work) => work.run(accountId, runId, cuts)).pipe(Effect.timeoutOption((cuts * 13) % 170))
      )
      return Option.isSome(done)
    })
    assert.isAbove(cuts, 1)
    assert.deepEqual(cut.keys, naive.keys)
    for (const field of ["status", "scanned", "found", "updated", "creditsCharged"]) {
      assert.deepEqual(at(cut.run, field), at(naive.run, field), field)
    }
    assert.strictEqual(cut.used, 5)
  })
})
