/** What somebody sees of growth who starts the gateway for the first time. */
import { makeDemoCalls } from "@storeglass/gateway"
import { at, listAt, until, useTestGateway } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import { assert, describe, it } from "vitest"
import { base } from "./support.ts"

const gateway = useTestGateway({ plugins: { stores: true, apps: true, keywords: true, workspace: true, growth: true } })
const keyless = ["hackernews", "lemmy", "mastodon", "rss", "stackexchange", "storea_reviews", "storeb_reviews"]

describe("the demo account", () => {
  it("has a project for each place that needs no key, scanned, with finds of 30 days", {
    timeout: 120_000
  }, async () => {
    const { key } = await gateway().account({ plan: "large" })
    const failed = await Effect.runPromise(makeDemoCalls(gateway().running, Redacted.make(key), { fill: true }))
    assert.deepEqual(failed, [])
    const read = Effect.promise(async () => {
      const { json } = await gateway().ask(`${base}/projects?limit=100`, { key })
      return listAt(json, "data", "items")
    })
    const projects = await gateway().run(
      until(["growth_runs"], read, (items) =>
        items.every((item) => at(item, "lastScan") !== null && at(item, "lastScan", "finishedAt") !== null)
      )
    )
    assert.deepEqual(projects.map((item) => at(item, "channel")).toSorted(), keyless)
    for (const project of projects) {
      assert.strictEqual(at(project, "lastScan", "status"), "finished", JSON.stringify(project))
      assert.isAbove(
        Number(at(project, "lastScan", "found")) + Number(at(project, "lastScan", "updated")),
        0,
        JSON.stringify(project)
      )
    }
    // Again, as at a second start: nothing is made or scanned twice.
    assert.deepEqual(await Effect.runPromise(makeDemoCalls(gateway().running, Redacted.make(key), { fill: true })), [])
    assert.lengthOf(await gateway().run(read), keyless.length)
  })
})
