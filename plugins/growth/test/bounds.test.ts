/** The bounds of what growth takes: the last value that's good, and the first that isn't, which is free. */
import { adjustableClock, at, codeOf, listAt, useTestGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import { base, madeProject, scan } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { stores: true, growth: true }, clock })
const dayMs = 86_400_000
const word = "boundword"

let key = ""
let accountId = ""
let projectId = ""
let opportunityId = ""
const ask = (path: string, method = "GET", body?: object) =>
  gateway().ask(`${base}${path}`, { method, key, ...(body === undefined ? {} : { body }) })
const refused = async (path: string, method = "GET", body?: object) => {
  const before = await gateway().used(accountId)
  const answer = await ask(path, method, body)
  assert.strictEqual(await gateway().used(accountId), before, "a refusal is charged")
  return [answer.status, codeOf(answer.json)]
}
beforeAll(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
  const posts = [1, 2, 3].map((n) => ({
    id: 640_000 + n,
    title: `Can anyone recommend ${word}?`,
    text: "I need an app"
  }))
  await gateway().running.sandbox?.control.act("growth", "write", posts)
  projectId = await madeProject(gateway(), key, { name: word, channel: "hackernews", keywords: [word] })
  await scan(gateway(), key, projectId)
  const { json } = await ask("/opportunities?limit=1")
  opportunityId = String(at(json, "data", "items", 0, "id"))
})

const feeds = Array.from({ length: 26 }, (_, n) => `https://blog.example.com/${n}.xml`)
const countries = "us gb de fr es it jp kr cn au ca br mx in nl se no dk fi pl tr".split(" ")
const sites = ["softwarerecs", "apple", "android", "superuser", "askubuntu", "webapps"]
const subreddits = Array.from({ length: 21 }, (_, n) => `apps${n}`)
const tags = Array.from({ length: 11 }, (_, n) => `tag${n}`)

describe("a project's filters", () => {
  it.each([
    ["rss", "feeds", feeds, 25],
    ["storea_reviews", "countries", countries, 20],
    ["stackexchange", "sites", sites, 5],
    ["reddit", "subreddits", subreddits, 20],
    ["mastodon", "tags", tags, 10]
  ] as const)("of %s: %s are taken up to the most, and not one more", async (channel, name, values, most) => {
    assert.lengthOf(values, most + 1)
    const body = { name: `Most ${name}`, channel, appId: "1234567890", keywords: [word] }
    const over = { ...body, filters: { [name]: values } }
    assert.deepEqual(await refused("/projects", "POST", over), [400, "INVALID_INPUT"])
    const answer = await ask("/projects", "POST", { ...body, filters: { [name]: values.slice(0, most) } })
    assert.strictEqual(answer.status, 201, answer.text)
  })
})

describe("a list of opportunities", () => {
  it.each([
    "limit=0",
    "limit=101",
    "limit=1.5",
    "minRelevance=-1",
    "minRelevance=101",
    `q=${"x".repeat(201)}`,
    "from=2026-11-02&to=2026-11-01",
    "sort=oldest",
    "urgency=now",
    "intent=anger",
    "status=done",
    "cursor=nothing",
    "limit=1&limit=2",
    "surprise=1"
  ])("with %s is refused, and free", async (query) => {
    assert.deepEqual(await refused(`/opportunities?${query}`), [400, "INVALID_INPUT"])
  })

  it.each([
    "limit=1",
    "limit=100",
    "minRelevance=0",
    "minRelevance=100",
    `q=${"x".repeat(200)}`,
    "from=2026-11-01&to=2026-11-01",
    ...["urgency", "newest", "relevance"].map((sort) => `sort=${sort}`)
  ])("with %s is given", async (query) => {
    assert.strictEqual((await ask(`/opportunities?${query}`)).status, 200)
  })

  it.each(["urgency", "newest", "relevance"])("by %s goes on by a cursor of its own order alone", async (sort) => {
    const { json } = await ask(`/opportunities?sort=${sort}&limit=1`)
    const cursor = String(at(json, "data", "nextCursor"))
    assert.strictEqual((await ask(`/opportunities?sort=${sort}&limit=1&cursor=${cursor}`)).status, 200)
    for (const other of ["urgency", "newest", "relevance"].filter((one) => one !== sort)) {
      assert.deepEqual(await refused(`/opportunities?sort=${other}&limit=1&cursor=${cursor}`), [400, "INVALID_INPUT"])
    }
  })
})

describe("stats", () => {
  it.each([0, 366, -1, 1.5])("of %d days are refused, and free", async (days) => {
    assert.deepEqual(await refused(`/projects/${projectId}/stats?days=${days}`), [400, "INVALID_INPUT"])
  })

  it.each([1, 365])("of %d days have a row for each", async (days) => {
    const { json } = await ask(`/projects/${projectId}/stats?days=${days}`)
    assert.lengthOf(listAt(json, "data", "series"), days)
  })
})

describe("a snooze", () => {
  const until = (days: number) => ({
    decision: "snooze",
    snoozeUntil: new Date(clock.clock.currentTimeMillisUnsafe() + days * dayMs).toISOString().slice(0, 10)
  })
  it("lasts up to 90 days, and not 91", async () => {
    const path = `/opportunities/${opportunityId}/review`
    assert.deepEqual(await refused(path, "PATCH", until(91)), [400, "INVALID_INPUT"])
    const { json } = await ask(path, "PATCH", until(90))
    assert.strictEqual(at(json, "data", "status"), "snoozed")
  })
})
