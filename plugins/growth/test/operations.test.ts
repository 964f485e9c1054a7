import { adjustableClock, at, codeOf, listAt, useTestGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import { base, madeProject, scan } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { stores: true, growth: true }, clock })
const dayMs = 86_400_000
const project = { name: "Habits", channel: "hackernews", keywords: ["quibblecast"] }

let key = ""
let accountId = ""
const ask = (path: string, method = "GET", body?: object, as = key) =>
  gateway().ask(`${base}${path}`, { method, key: as, ...(body === undefined ? {} : { body }) })
const refused = async (path: string, method: string, body?: object, as = key) => {
  const before = await gateway().used(accountId)
  const answer = await ask(path, method, body, as)
  assert.strictEqual(await gateway().used(accountId), before, "a refusal is charged")
  return [answer.status, codeOf(answer.json)]
}
const write = (posts: ReadonlyArray<object>) => gateway().running.sandbox?.control.act("growth", "write", posts)
const found = async (query = "", as = key) => {
  const { json, status, text } = await ask(`/opportunities${query}`, "GET", undefined, as)
  assert.strictEqual(status, 200, text)
  return listAt(json, "data", "items")
}
let serial = 1
/** An opportunity of an account, by a word that no other has. */
const one = async (as = key, given?: string) => {
  serial += 1
  const word = given ?? `quibblecast${serial}`
  await write([{ id: serial, title: `Can anyone recommend ${word}?`, text: "I need an app" }])
  const id = await madeProject(gateway(), as, { ...project, name: `Habits ${serial}`, keywords: [word] })
  await scan(gateway(), as, id)
  const [first] = await found(`?projectId=${id}&sort=newest&limit=1`, as)
  return { id: String(at(first, "id")), projectId: id }
}
const review = (id: string, body: object, as = key) => ask(`/opportunities/${id}/review`, "PATCH", body, as)
const reply = (id: string, body: object, as = key) => ask(`/opportunities/${id}/mark-replied`, "POST", body, as)

beforeAll(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
})

describe("channels", () => {
  it("are listed with their rules, and say what an operator must set", async () => {
    const { json } = await ask("/channels")
    const channels = listAt(json, "data", "channels")
    assert.deepEqual(
      channels.map((channel) => at(channel, "id")),
      [
        "hackernews",
        "rss",
        "storea_reviews",
        "storeb_reviews",
        "stackexchange",
        "lemmy",
        "mastodon",
        "reddit",
        "bluesky"
      ]
    )
    assert.isTrue(channels.every((channel) => at(channel, "available") === (at(channel, "reason") === null)))
  })
})

describe("a project", () => {
  const wrong: ReadonlyArray<readonly [object, string]> = [
    [{ channel: "usenet" }, "INVALID_INPUT"],
    [{ filters: { feeds: ["https://example.com/feed"] } }, "INVALID_INPUT"],
    [{ keywords: [] }, "INVALID_INPUT"],
    [{ keywords: ["a"] }, "INVALID_INPUT"],
    [{ keywords: ["the"] }, "INVALID_INPUT"],
    [{ keywords: ["und"] }, "INVALID_INPUT"],
    [{ keywords: ["?!?"] }, "INVALID_INPUT"],
    [{ keywords: ["one app", "One  App"] }, "INVALID_INPUT"],
    [{ keywords: ["a b + c + d"] }, "INVALID_INPUT"],
    [{ keywords: Array.from({ length: 21 }, (_, n) => `word${n}`) }, "INVALID_INPUT"],
    [{ keywords: ["x".repeat(61)] }, "INVALID_INPUT"],
    [{ exclude: Array.from({ length: 51 }, (_, n) => `word${n}`) }, "INVALID_INPUT"],
    [{ competitors: Array.from({ length: 11 }, (_, n) => `word${n}`) }, "INVALID_INPUT"],
    [{ languages: ["eng"] }, "INVALID_INPUT"],
    [{ scanEveryHours: 2 }, "INVALID_INPUT"],
    [{ lookbackDays: 0 }, "INVALID_INPUT"],
    [{ lookbackDays: 91 }, "INVALID_INPUT"],
    [{ status: "asleep" }, "INVALID_INPUT"],
    [{ name: "" }, "INVALID_INPUT"],
    [{ name: "x".repeat(81) }, "INVALID_INPUT"],
    [{ surprise: 1 }, "INVALID_INPUT"],
    [{ appId: "x!" }, "INVALID_APP_ID"],
    [{ channel: "rss" }, "INVALID_INPUT"],
    ...[
      "ftp://example.com/feed",
      "https://user:secret@example.com/feed",
      "https://127.0.0.1/feed",
      "https://10.0.0.1/feed",
      "https://[::1]/feed",
      "https://localhost/feed",
      "https://feeds.local/feed",
      "https://www.reddit.com/r/apps/.rss"
    ].map((feed) => [{ channel: "rss", filters: { feeds: [feed] } }, "INVALID_INPUT"] as const),
    [{ channel: "storea_reviews", filters: { countries: ["xx"] } }, "INVALID_INPUT"],
    [{ channel: "stackexchange", filters: { sites: ["a b"] } }, "INVALID_INPUT"],
    // Nothing would be asked for these.
    [{ channel: "storea_reviews" }, "INVALID_INPUT"],
    [{ channel: "storea_reviews", appId: "com.example.app", platform: "storeb" }, "INVALID_INPUT"],
    [{ channel: "mastodon", keywords: ["c++"] }, "INVALID_INPUT"],
    [{ keywords: ["und"], languages: ["de"] }, "INVALID_INPUT"]
  ]
  it.each(wrong)("with %j is %s, and costs nothing", async (changes, code) => {
    assert.deepEqual(await refused("/projects", "POST", { ...project, ...changes }), [400, code])
  })

  const taken: ReadonlyArray<object> = [
    { name: "x".repeat(80) },
    { keywords: Array.from({ length: 20 }, (_, n) => `word${n}`) },
    { keywords: ["x".repeat(60)] },
    { keywords: ["go", "漢"] },
    { exclude: Array.from({ length: 50 }, (_, n) => `word${n}`) },
    { competitors: Array.from({ length: 10 }, (_, n) => `word${n}`) },
    { languages: ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "tr"] },
    { lookbackDays: 1 },
    { lookbackDays: 90 },
    { useLearned: true },
    { useLearned: false },
    ...[0, 1, 6, 24].map((scanEveryHours) => ({ scanEveryHours })),
    ...["active", "paused", "archived"].map((status) => ({ status }))
  ]
  it.each(taken.map((changes, n) => [changes, n] as const))("with %j is taken", async (changes, n) => {
    // Of another account: what is scanned by itself once the clock moves on is charged beside what other tests look at.
    const other = await gateway().account({ plan: "large" })
    const answer = await ask("/projects", "POST", { ...project, name: `Edge ${n}`, ...changes }, other.key)
    assert.strictEqual(answer.status, 201, answer.text)
  })

  it("for which its channel would ask nothing is told the field and what to send", async () => {
    const refusedWith = async (changes: object) => (await ask("/projects", "POST", { ...project, ...changes })).text
    assert.include(await refusedWith({ channel: "storea_reviews" }), "appId: ")
    const ofStoreb = { channel: "storea_reviews", appId: "com.example.app", platform: "storeb" }
    assert.include(await refusedWith(ofStoreb), "storeb_reviews")
    assert.include(await refusedWith({ channel: "mastodon", keywords: ["c++"] }), "filters.tags")
  })

  it("may look for a word that only languages it doesn't want have as a stop word", async () => {
    const body = { ...project, name: "Not German", keywords: ["und"], languages: ["en"] }
    assert.strictEqual((await ask("/projects", "POST", body)).status, 201)
  })

  it("of a channel's foreign filter is told which that channel has", async () => {
    const answer = await ask("/projects", "POST", { ...project, filters: { tags: ["x"] } })
    assert.include(answer.text, "hackernews has none")
  })

  it("is one for a channel and name, and changes by replace alone, with its history", async () => {
    const { id, projectId } = await one()
    const [{ json }] = [await ask("/projects")]
    const own = listAt(json, "data", "items").find((item) => at(item, "id") === projectId)
    const name = String(at(own, "name"))
    const again = await ask("/projects", "POST", { ...project, name })
    assert.deepEqual([again.status, codeOf(again.json)], [409, "DUPLICATE"])
    assert.include(again.text, projectId)
    const changed = await ask("/projects", "POST", {
      ...project,
      name,
      keywords: ["other thing"],
      status: "paused",
      replace: true
    })
    assert.deepEqual([at(changed.json, "data", "id"), at(changed.json, "data", "status")], [projectId, "paused"])
    assert.deepEqual(at((await found(`?projectId=${projectId}`))[0], "id"), id)
    assert.deepEqual(await refused(`/projects/${projectId}/scan`, "POST"), [409, "PROJECT_PAUSED"])
    const elsewhere = await ask("/projects", "POST", { ...project, name, channel: "lemmy" })
    assert.strictEqual(elsewhere.status, 201)
  })

  it("is refused over the plan's number, and archived ones don't count", async () => {
    const free = await gateway().account({ plan: "free" })
    const first = await ask("/projects", "POST", project, free.key)
    assert.strictEqual(first.status, 201)
    const second = await ask("/projects", "POST", { ...project, name: "Other" }, free.key)
    assert.deepEqual([second.status, codeOf(second.json)], [403, "TIER_LIMIT_EXCEEDED"])
    await ask("/projects", "POST", { ...project, status: "archived", replace: true }, free.key)
    assert.strictEqual((await ask("/projects", "POST", { ...project, name: "Other" }, free.key)).status, 201)
    const back = await ask("/projects", "POST", { ...project, replace: true }, free.key)
    assert.deepEqual([back.status, codeOf(back.json)], [403, "TIER_LIMIT_EXCEEDED"])
  })
})

describe("a decision", () => {
  const words = { approve: "approved", dismiss: "dismissed", snooze: "snoozed", reopen: "pending" } as const
  const decisions = ["approve", "dismiss", "snooze", "reopen"] as const
  const body = (decision: keyof typeof words) => ({
    decision,
    ...(decision === "snooze"
      ? { snoozeUntil: new Date(clock.clock.currentTimeMillisUnsafe() + 10 * dayMs).toISOString().slice(0, 10) }
      : {})
  })

  it("leads from each state to each other, in every order, and the same again is the same answer", async () => {
    const { id } = await one()
    for (const first of decisions) {
      for (const second of decisions) {
        await review(id, body(first))
        const answer = await review(id, body(second))
        assert.strictEqual(at(answer.json, "data", "status"), words[second], `${first}, ${second}`)
        const again = await review(id, body(second))
        assert.strictEqual(again.text, answer.text)
      }
    }
  })

  it.each([
    [{ decision: "maybe" }],
    [{ decision: "approve", reason: "spam" }],
    [{ decision: "dismiss", reason: "boring" }],
    [{ decision: "snooze" }],
    [{ decision: "snooze", snoozeUntil: "2020-01-01" }],
    [{ decision: "snooze", snoozeUntil: "2099-01-01" }],
    [{ decision: "snooze", snoozeUntil: "2026-02-31" }],
    [{ decision: "approve", snoozeUntil: "2026-12-01" }],
    [{ decision: "approve", note: "x".repeat(501) }],
    [{}]
  ])("as %j is refused, and costs nothing", async (given) => {
    const { id } = await one()
    assert.deepEqual(await refused(`/opportunities/${id}/review`, "PATCH", given), [400, "INVALID_INPUT"])
  })

  it("to snooze ends by itself", async () => {
    const { id, projectId } = await one()
    await review(id, body("snooze"))
    assert.isEmpty(await found(`?projectId=${projectId}&status=pending`))
    clock.advanceMs(11 * dayMs)
    assert.deepEqual(
      (await found(`?projectId=${projectId}&status=pending`)).map((item) => at(item, "id")),
      [id]
    )
  })

  it("is closed once it's replied, whatever it was before", async () => {
    for (const decision of decisions) {
      const { id } = await one()
      await review(id, body(decision))
      const done = await reply(id, { replyUrl: "https://news.ycombinator.com/item?id=9" })
      assert.deepEqual(
        [done.status, at(done.json, "data", "status"), listAt(done.json, "data", "warnings")],
        [200, "replied", []]
      )
      for (const next of decisions) {
        assert.deepEqual(await refused(`/opportunities/${id}/review`, "PATCH", body(next)), [409, "ALREADY_REPLIED"])
      }
    }
  })
})

describe("an answer", () => {
  it("is the same again, another with replace alone, and warns of another host", async () => {
    const { id } = await one()
    const first = await reply(id, { replyUrl: "https://example.com/answer" })
    assert.deepEqual(at(listAt(first.json, "data", "warnings")[0], "code"), "OTHER_HOST")
    assert.strictEqual((await reply(id, { replyUrl: "https://example.com/answer" })).text, first.text)
    const other = { replyUrl: "https://news.ycombinator.com/item?id=10" }
    assert.deepEqual(await refused(`/opportunities/${id}/mark-replied`, "POST", other), [409, "ALREADY_REPLIED"])
    const replaced = await reply(id, { ...other, replace: true })
    assert.deepEqual([replaced.status, at(replaced.json, "data", "replyUrl")], [200, other.replyUrl])
  })

  it.each([
    "http://example.com/a",
    "https://",
    "https://user:pw@example.com/",
    `https://example.com/${"x".repeat(2_048)}`,
    "javascript:alert(1)"
  ])("at %j is refused, and costs nothing", async (replyUrl) => {
    const { id } = await one()
    assert.deepEqual(await refused(`/opportunities/${id}/mark-replied`, "POST", { replyUrl }), [400, "INVALID_INPUT"])
  })

  it("before its thread was published, or still to come, is refused, and costs nothing", async () => {
    const { id, projectId } = await one()
    const [first] = await found(`?projectId=${projectId}`)
    const publishedMs = Date.parse(String(at(first, "publishedAt")))
    const replyUrl = "https://example.com/answer"
    const answeredAt = (ms: number) => ({ replyUrl, repliedAt: new Date(ms).toISOString() })
    for (const ms of [publishedMs - 1_000, clock.clock.currentTimeMillisUnsafe() + 3_600_000]) {
      const answer = await refused(`/opportunities/${id}/mark-replied`, "POST", answeredAt(ms))
      assert.deepEqual(answer, [400, "INVALID_INPUT"])
    }
    assert.strictEqual((await reply(id, answeredAt(publishedMs))).status, 200)
  })
})

describe("two accounts that found the same thread", () => {
  it("see nothing of each other over any id", async () => {
    const mine = await one(key, "wobblewick")
    const other = await gateway().account({ plan: "large" })
    const theirs = await one(other.key, "wobblewick")
    const calls: ReadonlyArray<readonly [string, string, object?]> = [
      [`/projects/${mine.projectId}/scan`, "POST"],
      [`/projects/${mine.projectId}/stats`, "GET"],
      [`/opportunities/${mine.id}/review`, "PATCH", { decision: "approve" }],
      [`/opportunities/${mine.id}/mark-replied`, "POST", { replyUrl: "https://example.com/x" }]
    ]
    for (const [path, method, given] of calls) {
      const crossing = await ask(path, method, given, other.key)
      const nowhere = await ask(path.replace(/[0-9a-f]{8}-/, "00000000-"), method, given, other.key)
      assert.deepEqual([crossing.status, crossing.json], [404, nowhere.json], path)
    }
    assert.isEmpty(await found(`?projectId=${mine.projectId}`, other.key))
    const all = await found("?limit=100", other.key)
    assert.isTrue(all.every((item) => listAt(item, "projectIds").every((id) => id === theirs.projectId)))
    await review(mine.id, { decision: "dismiss" })
    assert.isTrue((await found("?limit=100", other.key)).every((item) => at(item, "status") === "pending"))
  })
})

describe("a list of opportunities", () => {
  it("comes page by page, each in exactly one, by each order, and costs nothing where it's empty", async () => {
    for (const sort of ["urgency", "newest", "relevance"]) {
      const whole = (await found(`?sort=${sort}&limit=100`)).map((item) => at(item, "id"))
      const paged: Array<unknown> = []
      let cursor: unknown = ""
      while (cursor !== null) {
        const { json } = await ask(`/opportunities?sort=${sort}&limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`)
        paged.push(...listAt(json, "data", "items").map((item) => at(item, "id")))
        cursor = at(json, "data", "nextCursor")
      }
      assert.deepEqual(paged, whole, sort)
    }
    const before = await gateway().used(accountId)
    assert.isEmpty(await found("?q=nothing%20has%20this"))
    assert.strictEqual(await gateway().used(accountId), before)
  })

  it("has of each urgency what each row says", async () => {
    for (const urgency of ["must_reply", "should_reply", "nice_to_have", "ignore"]) {
      for (const item of await found(`?urgency=${urgency}&limit=100`)) assert.strictEqual(at(item, "urgency"), urgency)
    }
  })
})

describe("stats", () => {
  it("count what was found, answered and right", async () => {
    const { id, projectId } = await one()
    await reply(id, { replyUrl: "https://news.ycombinator.com/item?id=11" })
    const { json } = await ask(`/projects/${projectId}/stats?days=7`)
    const data = at(json, "data")
    const all = await found(`?projectId=${projectId}&limit=100`)
    assert.deepEqual(
      [at(data, "scans"), at(data, "found"), at(data, "replied"), at(data, "precision"), listAt(data, "series").length],
      [1, all.length, 1, 1, 7]
    )
    assert.strictEqual(at(data, "byStatus", "replied"), 1)
  })

  it("tell the median of hours to an answer, and count what was dismissed against what was right", async () => {
    const word = "quibblemedian"
    const hourMs = 3_600_000
    const atMs = clock.clock.currentTimeMillisUnsafe() - 12 * hourMs
    await write(
      [1, 2, 3, 4].map((n) => ({ id: 9_000 + n, title: `Can anyone recommend ${word}?`, text: "an app", atMs }))
    )
    const projectId = await madeProject(gateway(), key, { ...project, name: word, keywords: [word] })
    await scan(gateway(), key, projectId)
    const [first, second, third, fourth] = (await found(`?projectId=${projectId}`)).map((item) =>
      String(at(item, "id"))
    )
    for (const [id, hours] of [
      [first, 2],
      [second, 3],
      [third, 10]
    ] as const) {
      const repliedAt = new Date(Math.floor(atMs / 1_000) * 1_000 + hours * hourMs).toISOString()
      const answer = await reply(id ?? "", { replyUrl: `https://news.ycombinator.com/item?id=${id}`, repliedAt })
      assert.strictEqual(answer.status, 200, answer.text)
    }
    await review(fourth ?? "", { decision: "dismiss", reason: "not_relevant" })
    const { json } = await ask(`/projects/${projectId}/stats?days=7`)
    const told = ["medianHoursToReply", "precision", "replyRate", "byStatus"].map((name) => at(json, "data", name))
    assert.deepEqual(told, [3, 0.75, 0.75, { dismissed: 1, replied: 3 }])
  })

  it("of a project that found nothing are null and not 0 where nothing was measured", async () => {
    const id = await madeProject(gateway(), key, { ...project, name: "Nothing", keywords: ["zzyzx"] })
    const { json } = await ask(`/projects/${id}/stats`)
    assert.deepEqual(
      [at(json, "data", "replyRate"), at(json, "data", "medianHoursToReply"), at(json, "data", "precision")],
      [null, null, null]
    )
  })
})
