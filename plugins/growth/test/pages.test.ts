import { adjustableClock, at, useTestGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import { base, madeProject, scan } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { stores: true, growth: true }, clock })
const minuteMs = 60_000
const project = { name: "Pages", channel: "hackernews", keywords: ["plimsoll"] }

let key = ""
const control = () => gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")
const write = (posts: ReadonlyArray<object>) => control().act("growth", "write", posts)
const nowMs = () => clock.clock.currentTimeMillisUnsafe()

beforeAll(async () => {
  ;({ key } = await gateway().account({ plan: "large" }))
})

describe("a long scan", () => {
  it("of Hacker News goes past the 1,000 hits that a query gives", async () => {
    await write(
      Array.from({ length: 1_250 }, (_, n) => ({
        id: 10_000 + n,
        title: "Can anyone recommend plimsoll?",
        text: "I need an app",
        atMs: nowMs() - (n + 1) * minuteMs
      }))
    )
    const id = await madeProject(gateway(), key, project)
    assert.strictEqual(at(await scan(gateway(), key, id), "found"), 1_250)
  })

  it("that meets 200 pages is partial, and the next goes on from there without asking twice", async () => {
    const keywords = Array.from({ length: 20 }, (_, n) => `pagewise${n}x`)
    // An index takes all of them for hits of each keyword; one in 50 is.
    const isOne = (n: number) => n % 50 === 0
    await write(
      Array.from({ length: 1_150 }, (_, n) => ({
        id: 900_000 + n,
        title: keywords.join(isOne(n) ? " " : ""),
        text: "recommend an app",
        atMs: nowMs() - (n + 1) * minuteMs
      }))
    )
    const id = await madeProject(gateway(), key, { ...project, name: "Large", keywords })
    const first = await scan(gateway(), key, id)
    assert.deepEqual([at(first, "status"), at(first, "requests")], ["partial", 200])
    const before = control().requests({ upstream: "hackernews" }).at(-1)?.sequence ?? 0
    const second = await scan(gateway(), key, id)
    assert.strictEqual(at(second, "status"), "finished")
    const { json } = await gateway().ask(`${base}/opportunities?projectId=${id}&limit=1`, { key })
    assert.strictEqual(at(json, "data", "total"), 23)
    const addresses = control()
      .requests({ upstream: "hackernews", afterSequence: before })
      .map(({ query }) => JSON.stringify(query))
    assert.strictEqual(new Set(addresses).size, addresses.length)
  })
})
