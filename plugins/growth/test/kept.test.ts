/** What becomes of a row: it's kept up to date while it's found, and goes when it's too old. */
import { adjustableClock, at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { type GrowthChannel, GrowthChannels, type Post } from "../src/contract.ts"
import { Prune } from "../src/jobRefs.ts"
import growth from "../src/plugin.ts"
import { base, madeProject, scan } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(growth, {
  plugins: { stores: true, growth: { keepDays: 60 } },
  clock
})
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A place that has what a test puts there. */
let there: ReadonlyArray<Post> = []
const place: GrowthChannel = {
  id: "place",
  name: "Place",
  requiresCredentials: false,
  unavailable: null,
  filters: [],
  limits: "None.",
  rules: { text: "Place: none.", url: "https://place.example.org", checkedOn: "2026-11-20" },
  halfLifeMs: dayMs,
  overlapMs: 90 * dayMs,
  restsTogether: true,
  plan: ({ keywords }, sinceMs) => keywords.map((query) => ({ source: "place", query, sinceMs: sinceMs("place") })),
  page: () => Effect.sync(() => ({ posts: there, next: null }))
}
/** One whose pages take seven minutes each. */
const slowPages: Array<string> = []
const slow: GrowthChannel = {
  ...place,
  id: "slow",
  page: (_, cursor) =>
    Effect.sync(() => {
      slowPages.push(cursor ?? "first")
      clock.advanceMs(7 * minuteMs)
      const page = Number(cursor ?? 0)
      return { posts: [postOf(100 + page)], next: page < 4 ? String(page + 1) : null }
    })
}
const postOf = (n: number, more: Partial<Post> = {}): Post => ({
  key: `https://place.example.org/${n}`,
  kind: "post",
  title: "Can anyone recommend a keptword app?",
  text: "",
  isHtml: false,
  url: `https://place.example.org/${n}`,
  author: null,
  publishedMs: nowMs() - n * minuteMs,
  points: 1,
  replies: 0,
  language: null,
  link: null,
  open: "open",
  nativeId: null,
  ...more
})
const started = async () => {
  await gateway().run(GrowthChannels.use((channels) => channels.register(place)))
  const { accountId, key } = await gateway().account({ plan: "large" })
  const body = { name: "Kept", channel: "place", keywords: ["keptword"], lookbackDays: 90 }
  const id = await madeProject(gateway(), key, body)
  return {
    accountId,
    scan: async () => {
      // What is scanned again within 15 minutes is fresh.
      clock.advanceMs(16 * minuteMs)
      const told = await scan(gateway(), key, id)
      assert.strictEqual(at(told, "status"), "finished")
    },
    items: async () => {
      const { json } = await gateway().ask(`${base}/opportunities?sort=newest`, { key })
      return listAt(json, "data", "items")
    },
    review: (one: unknown, decision: object) =>
      gateway().ask(`${base}/opportunities/${at(one, "id")}/review`, { method: "PATCH", key, body: decision })
  }
}

describe("a thread that is found again", () => {
  it("has the engagement and the state that it has now, and the decision that was made", async () => {
    const own = await started()
    const post = postOf(1)
    there = [post]
    await own.scan()
    const [first] = await own.items()
    assert.deepEqual(at(first, "engagement"), { points: 1, replies: 0 })
    assert.strictEqual(at(first, "urgency"), "must_reply")
    assert.strictEqual((await own.review(first, { decision: "approve" })).status, 200)
    there = [{ ...post, points: 40, replies: 7, open: "closed" }]
    await own.scan()
    const again = await own.items()
    assert.lengthOf(again, 1)
    assert.deepEqual(at(again[0], "engagement"), { points: 40, replies: 7 })
    // Nobody can answer there any more.
    assert.strictEqual(at(again[0], "urgency"), "ignore")
    assert.deepEqual([at(again[0], "id"), at(again[0], "status")], [at(first, "id"), "approved"])
  })
})

describe("threads about one link", () => {
  it("are grouped by sameLink, however the link is written, and others aren't", async () => {
    const own = await started()
    there = [
      postOf(1, { link: "https://www.example.com/news?id=1&utm_source=feed#top" }),
      postOf(2, { link: "https://example.com/news/?id=1" }),
      postOf(3, { link: "https://example.com/news?id=2" }),
      postOf(4)
    ]
    await own.scan()
    const [one, two, three, none] = (await own.items()).map((item) => at(item, "sameLink"))
    assert.isString(one)
    assert.strictEqual(two, one)
    assert.isString(three)
    assert.notStrictEqual(three, one)
    assert.isNull(none)
  })
})

describe("a thread that was found so long ago", () => {
  it("goes with its finds after keepDays, and a younger one stays", async () => {
    const own = await started()
    there = [postOf(1)]
    await own.scan()
    clock.advanceMs(2 * dayMs)
    there = [postOf(2)]
    await own.scan()
    assert.lengthOf(await own.items(), 2)
    const [, older] = await own.items()
    clock.advanceMs(58 * dayMs)
    await gateway().runJob(Prune, {})
    const left = await own.items()
    assert.lengthOf(left, 1)
    assert.notStrictEqual(at(left[0], "id"), at(older, "id"))
    const finds = await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.orDie(sql`SELECT 1 FROM growth_finds WHERE account_id = ${own.accountId}::uuid`)
      )
    )
    assert.lengthOf(finds, 1)
  })
})

describe("a scan of more than 20 minutes", () => {
  it("is partial, with what it read, and the next goes on where it stopped", async () => {
    await gateway().run(GrowthChannels.use((channels) => channels.register(slow)))
    const { key } = await gateway().account({ plan: "large" })
    const body = { name: "Slow", channel: "slow", keywords: ["keptword"], lookbackDays: 90 }
    const id = await madeProject(gateway(), key, body)
    const first = await scan(gateway(), key, id)
    assert.deepEqual([at(first, "status"), at(first, "found")], ["partial", 3])
    assert.deepEqual(slowPages, ["first", "1", "2"])
    clock.advanceMs(16 * minuteMs)
    await scan(gateway(), key, id)
    assert.deepEqual(slowPages.slice(3, 5), ["3", "4"])
  })
})
