import { adjustableClock, at, codeOf, listAt, sampleApp, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { afterEach, assert, beforeAll, describe, it } from "vitest"
import { Due, LookAgain, Scan } from "../src/jobRefs.ts"
import { base, madeProject, scan, scanned } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { stores: true, growth: true }, clock })
const minuteMs = 60_000
const dayMs = 86_400_000
const project = { name: "Scans", channel: "hackernews", keywords: ["plimsoll"] }

let key = ""
let accountId = ""
const control = () => gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")
const act = (name: string, input: object = {}) => control().act("growth", name, input)
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const ask = (path: string, method = "GET", body?: object) =>
  gateway().ask(`${base}${path}`, { method, key, ...(body === undefined ? {} : { body }) })
const found = async (query: string) => listAt((await ask(`/opportunities?limit=100${query}`)).json, "data", "items")
const used = () => gateway().used(accountId)
const remaining = () => gateway().remaining(accountId)
const asked = (upstream: string, after: number) => control().requests({ upstream, afterSequence: after })
const last = (upstream: string) => control().requests({ upstream }).at(-1)?.sequence ?? 0
let serial = 0
/** A project by a word that no other has, and posts with it. */
const posted = async (channel: string, count: number, changes: object = {}, more: object = {}) => {
  serial += 1
  const word = `plimsoll${serial}`
  const first = serial * 10_000
  await act(
    "write",
    Array.from({ length: count }, (_, n) => ({
      id: first + n,
      title: `Can anyone recommend ${word}?`,
      text: `I need an app for ${word}`,
      atMs: nowMs() - (n + 1) * minuteMs,
      tag: word,
      ...changes
    }))
  )
  const id = await madeProject(gateway(), key, { ...project, channel, name: word, keywords: [word], ...more })
  return { id, word, first }
}
const Titles = Schema.Array(Schema.Struct({ title: Schema.String, excerpt: Schema.String }))

beforeAll(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
})
afterEach(async () => {
  control().clearFaults()
  await act("behave", { isClosed: false, isFeedGone: false, feedText: null, backoff: 0, hasV4: false })
  assert.deepEqual(await act("violations"), [])
})

describe("a scan", () => {
  it.each(["hackernews", "stackexchange", "lemmy", "mastodon", "reddit", "bluesky"])(
    "of %s keeps each thread once, with its author and its address, over several pages",
    async (channel) => {
      const { id } = await posted(channel, 130)
      const told = await scan(gateway(), key, id)
      assert.deepEqual(
        [at(told, "status"), at(told, "found"), at(told, "creditsCharged")],
        ["finished", 130, 5],
        JSON.stringify(told)
      )
      const items = await found(`&projectId=${id}`)
      const { json } = await ask(`/opportunities?projectId=${id}&limit=1`)
      assert.deepEqual([items.length, at(json, "data", "total")], [100, 130])
      assert.strictEqual(new Set(items.map((item) => at(item, "url"))).size, 100)
      assert.isTrue(items.every((item) => at(item, "author") !== null && at(item, "intent") === "recommendation"))
    }
  )

  it("of a Lemmy instance is by version 4 of its API where it has it, known anew each day, and by version 3 elsewhere", async () => {
    const pathsOf = async (ofPost: object) => {
      const { id, word, first } = await posted("lemmy", 60)
      const comment = { isComment: true, title: "", text: `Can anyone recommend an app for ${word}?`, atMs: nowMs() }
      await act("write", { id: first + 900, ...comment, ...ofPost })
      const before = last("lemmy")
      const told = await scan(gateway(), key, id)
      assert.deepEqual([at(told, "status"), at(told, "found")], ["finished", 61], JSON.stringify(told))
      const items = await found(`&projectId=${id}`)
      const kinds = items.map((item) => [at(item, "kind"), at(item, "engagement"), at(item, "url")])
      const paths = asked("lemmy", before).map(({ path }) => path)
      return {
        kinds: kinds
          .toSorted()
          .slice(0, 2)
          .map(([kind, engagement]) => [kind, engagement]),
        paths
      }
    }
    const more = { points: 7, replies: 3 }
    const old = await pathsOf(more)
    assert.deepEqual([...new Set(old.paths.slice(-3))], ["/api/v3/search"])
    await act("behave", { hasV4: true })
    clock.advanceMs(25 * 60 * minuteMs)
    const now = await pathsOf(more)
    assert.deepEqual([...new Set(now.paths)], ["/api/v4/search"])
    assert.deepEqual(now.kinds, old.kinds)
    await act("behave", { hasV4: false })
    const back = await pathsOf(more)
    assert.deepEqual(back.paths.slice(0, 2), ["/api/v4/search", "/api/v3/search"])
  })

  it.each(["reddit", "bluesky"])("of %s goes on with a new token where its own has ended", async (channel) => {
    const { id, word, first } = await posted(channel, 1)
    await scan(gateway(), key, id)
    await act("expire")
    clock.advanceMs(16 * minuteMs)
    await act("write", { id: first + 1, title: `Is ${word} good?`, text: `I need an app for ${word}`, atMs: nowMs() })
    const told = await scan(gateway(), key, id)
    assert.deepEqual([at(told, "status"), at(told, "found")], ["finished", 1], JSON.stringify(told))
  })

  it("keeps what it matches itself, not all that an index takes for a hit", async () => {
    const { id, word, first } = await posted("hackernews", 1)
    await act("write", { id: first + 500, title: `${word}ish things`, text: "an app?", atMs: nowMs() - minuteMs })
    const told = await scan(gateway(), key, id)
    assert.deepEqual([at(told, "scanned"), at(told, "found")], [2, 1])
  })

  it("is one however often it's asked at once, and is paid once", async () => {
    const { id } = await posted("hackernews", 3)
    const before = await used()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(`/projects/${id}/scan`, "POST")))
    assert.isTrue(answers.every(({ status }) => status === 200))
    assert.strictEqual(new Set(answers.map(({ json }) => at(json, "data", "taskRunId"))).size, 1)
    assert.deepEqual(
      answers
        .map(({ headers }) => Number(headers.get("x-credit-cost")))
        .toSorted((a, b) => b - a)
        .slice(0, 2),
      [5, 0]
    )
    const told = await scan(gateway(), key, id)
    assert.strictEqual(at(told, "status"), "finished")
    assert.strictEqual((await used()) - before, 5)
  })

  it("is one where its schedule comes due while it's asked for 50 times", async () => {
    const { id } = await posted("hackernews", 2)
    const before = await used()
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => ask(`/projects/${id}/scan`, "POST"))),
      gateway().runJob(Due, { accountId, projectId: id })
    ])
    const told = await scan(gateway(), key, id)
    assert.strictEqual(new Set(answers.map(({ json }) => at(json, "data", "taskRunId"))).size, 1)
    assert.deepEqual([at(told, "status"), at(told, "found"), (await used()) - before], ["finished", 2, 5])
  })

  it("that ended less than 15 minutes ago is fresh and free, and a later one finds what is new", async () => {
    const { id, word, first } = await posted("hackernews", 2)
    await scan(gateway(), key, id)
    const before = await used()
    const fresh = await ask(`/projects/${id}/scan`, "POST")
    assert.deepEqual([at(fresh.json, "data", "status"), await used()], ["fresh", before])
    clock.advanceMs(16 * minuteMs)
    await act("write", { id: first + 50, title: `Alternative to ${word}`, text: "anything", atMs: nowMs() - minuteMs })
    const told = await scan(gateway(), key, id)
    assert.deepEqual([at(told, "found"), at(told, "updated"), (await used()) - before], [1, 2, 5])
  })

  it("again updates engagement and text, and leaves the decision", async () => {
    const { id, word, first } = await posted("hackernews", 1)
    await scan(gateway(), key, id)
    const [before] = await found(`&projectId=${id}`)
    await ask(`/opportunities/${at(before, "id")}/review`, "PATCH", { decision: "approve", note: "mine" })
    clock.advanceMs(16 * minuteMs)
    await act("edit", { id: first, text: `Is ${word} still alive? I need an app` })
    await scan(gateway(), key, id)
    const after = await found(`&projectId=${id}`)
    assert.strictEqual(after.length, 1)
    assert.deepEqual([at(after[0], "id"), at(after[0], "status")], [at(before, "id"), "approved"])
    assert.include(String(at(after[0], "excerpt")), "still alive")
  })

  it("has the new text of what was edited, whichever project finds it, and of what isn't a match any more", async () => {
    const { id, word, first } = await posted("hackernews", 1)
    await act("write", {
      ...{ id: first + 1, isComment: true, text: `Can anyone recommend an app for ${word}? my old words` },
      atMs: nowMs() - minuteMs
    })
    await scan(gateway(), key, id)
    const other = await madeProject(gateway(), key, { ...project, name: `${word} edited`, keywords: [`need ${word}`] })
    await scan(gateway(), key, other)
    clock.advanceMs(16 * minuteMs)
    await act("edit", { id: first, text: `I need an app for ${word}, and say so otherwise now` })
    await scan(gateway(), key, other)
    const [row] = await found(`&projectId=${other}`)
    assert.include(String(at(row, "excerpt")), "otherwise now")
    await act("edit", { id: first + 1, text: `${word}x is what I meant` })
    await scan(gateway(), key, id)
    const lapsed = (await found(`&projectId=${id}`)).find((item) => at(item, "kind") === "comment")
    assert.deepEqual(
      [at(lapsed, "excerpt"), at(lapsed, "relevanceScore"), at(lapsed, "urgency"), at(lapsed, "matched")],
      [`${word}x is what I meant`, 0, "ignore", []]
    )
    const [best] = (await found(`&projectId=${id}`)).filter((item) => at(item, "kind") === "post")
    assert.include(String(at(best, "excerpt")), "otherwise now")
  })

  it("reads all that was written in one second, over several pages", async () => {
    const { id } = await posted("hackernews", 250, { atMs: nowMs() - minuteMs })
    const told = await scan(gateway(), key, id)
    assert.deepEqual([at(told, "status"), at(told, "found")], ["finished", 250])
  })

  it("of a place that has tags asks for each side of a keyword with +, and matches both", async () => {
    const { id, word } = await posted("mastodon", 2)
    const both = { ...project, channel: "mastodon", name: `${word} both`, keywords: [`${word} + app`] }
    const told = await scan(gateway(), key, await madeProject(gateway(), key, both))
    assert.deepEqual([at(told, "scanned"), at(told, "found"), typeof id], [2, 2, "string"])
  })

  it("of two projects that find one thread keeps one row, with the better score", async () => {
    const { id, word } = await posted("hackernews", 1)
    await scan(gateway(), key, id)
    const other = await madeProject(gateway(), key, { ...project, name: `${word} again`, keywords: [`need ${word}`] })
    await scan(gateway(), key, other)
    const [row, ...more] = await found(`&projectId=${other}`)
    assert.deepEqual([listAt(row, "projectIds").length, at(row, "projectId"), more.length], [2, id, 0])
  })

  it("drops excluded words and other languages", async () => {
    const { id, word, first } = await posted("hackernews", 1, {}, { exclude: ["coupon"], languages: ["de"] })
    await act("write", {
      id: first + 1,
      title: `Kennt jemand ${word}? Ich suche eine App`,
      text: "für den Alltag",
      atMs: nowMs() - minuteMs
    })
    await act("write", {
      id: first + 2,
      title: `Kennt jemand ${word}? Ich habe einen Coupon`,
      text: "für den Alltag",
      atMs: nowMs() - minuteMs
    })
    const told = await scan(gateway(), key, id)
    assert.deepEqual([at(told, "scanned"), at(told, "found")], [3, 1])
  })

  it("is free where no source can be read, and says why", async () => {
    const { id } = await posted("mastodon", 1)
    await act("behave", { isClosed: true })
    const [before, left] = [await used(), await remaining()]
    const told = await scan(gateway(), key, id)
    assert.deepEqual(
      [at(told, "status"), at(told, "creditsCharged"), await used(), await remaining()],
      ["failed", 0, before, left]
    )
    assert.include(String(at(listAt(told, "sources")[0], "reason")), "closed")
    const shown = async () => {
      const { json } = await ask("/channels")
      const mastodon = listAt(json, "data", "channels").find((channel) => at(channel, "id") === "mastodon")
      return [at(mastodon, "available"), at(mastodon, "reason") === null]
    }
    assert.deepEqual(await shown(), [false, false])
    await act("behave", { isClosed: false })
    await scan(gateway(), key, id)
    assert.deepEqual(await shown(), [true, true])
  })

  it.each(["429", "500", "reset", "html", "truncated", "malformed"] as const)(
    "of a source that fails by %s is failed with a reason, never finished and empty",
    async (kind) => {
      const { id } = await posted("lemmy", 1)
      control().fail({ kind, upstream: "lemmy" })
      const told = await scan(gateway(), key, id)
      control().clearFaults()
      assert.deepEqual([at(told, "status"), at(told, "found"), at(told, "creditsCharged")], ["failed", 0, 0])
      assert.isNotEmpty(String(at(listAt(told, "sources")[0], "reason")))
      // What the breaker and the cool-down keep shut opens again.
      clock.advanceMs(10 * minuteMs)
    }
  )

  it("keeps a pause that a source asks for, and then goes on", async () => {
    const { id } = await posted("stackexchange", 1)
    await act("behave", { backoff: 20 })
    await ask(`/projects/${id}/scan`, "POST")
    const two = await posted("stackexchange", 1)
    const accepted = await ask(`/projects/${two.id}/scan`, "POST")
    const runId = String(at(accepted.json, "data", "taskRunId"))
    assert.deepEqual(await act("violations"), [])
    clock.advanceMs(21_000)
    // Its own job may be at it already.
    await gateway()
      .runJob(Scan, { accountId, runId }, { attempt: 2 })
      .catch(() => undefined)
    assert.strictEqual(at(await scanned(gateway(), key, two.id), "status"), "finished")
  })

  it("by schedule costs the same, and is skipped where the credits don't suffice", async () => {
    const poor = await gateway().account({ plan: "indie" })
    const id = await madeProject(gateway(), poor.key, { ...project, name: "Scheduled", scanEveryHours: 6 })
    await gateway().drain(poor.accountId, "general", 4)
    await gateway().runJob(Due, { accountId: poor.accountId, projectId: id })
    const { json } = await gateway().ask(`${base}/projects`, { key: poor.key })
    assert.strictEqual(at(listAt(json, "data", "items")[0], "lastScan", "status"), "skipped")
    assert.strictEqual(await gateway().remaining(poor.accountId), 4)
  })

  it("of another account is not there", async () => {
    const { id } = await posted("hackernews", 1)
    const other = await gateway().account({ plan: "large" })
    const answer = await gateway().ask(`${base}/projects/${id}/scan`, { method: "POST", key: other.key })
    assert.deepEqual([answer.status, codeOf(answer.json)], [404, "NOT_FOUND"])
  })
})

describe("what is gone at its source", () => {
  it.each(["hackernews", "stackexchange", "lemmy", "mastodon", "reddit", "bluesky"])(
    "on %s loses its text within a day, stays dismissed, and doesn't come back",
    async (channel) => {
      const { id, first } = await posted(channel, 2)
      await scan(gateway(), key, id)
      await act("delete", { id: first })
      clock.advanceMs(24 * 60 * minuteMs)
      await gateway().runJob(LookAgain, {})
      await scan(gateway(), key, id)
      const items = await found(`&projectId=${id}`)
      const gone = items.filter((item) => at(item, "decision", "reason") === "gone")
      assert.strictEqual(items.length, 2)
      assert.deepEqual(
        gone.map((item) => [at(item, "title"), at(item, "excerpt"), at(item, "author"), at(item, "status")]),
        [["", "", null, "dismissed"]]
      )
      const answer = await ask(`/opportunities/${at(gone[0], "id")}/review`, "PATCH", { decision: "reopen" })
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
    },
    // What all tests before found is looked at too.
    300_000
  )
})

describe("a feed", () => {
  const address = async (path: string) => `${await act("feeds")}${path}`
  const scanOf = async (path: string, keywords = ["app"]) => {
    serial += 1
    const id = await madeProject(gateway(), key, {
      ...project,
      channel: "rss",
      name: `Feed ${serial}`,
      keywords: keywords.map((word) => `${word} recommend`),
      filters: { feeds: [await address(path)] }
    })
    return { id, told: await scan(gateway(), key, id) }
  }

  it.each(["/blog.xml", "/news.atom", "/feed.json", "/dates.xml", "/moved.xml"])("%s is read", async (path) => {
    const { id, told } = await scanOf(path)
    assert.deepEqual(
      [at(told, "status"), at(listAt(told, "sources")[0], "reason")],
      ["finished", null],
      JSON.stringify(told)
    )
    const items = Schema.decodeUnknownSync(Titles)(await found(`&projectId=${id}`))
    assert.isTrue(items.every(({ excerpt }) => !/[<>]/.test(excerpt)))
  })

  it.each([
    ["/private.xml", "another host"],
    ["/bomb.xml", "DTD"],
    ["/page.html", "neither"],
    ["/nowhere.xml", "404"]
  ])("%s is refused with a reason", async (path, reason) => {
    const { told } = await scanOf(path)
    assert.strictEqual(at(told, "status"), "failed")
    assert.include(String(at(listAt(told, "sources")[0], "reason")), reason)
  })

  it("has entries without a date sink from when they were found, however often they're read", async () => {
    clock.advanceMs(16 * minuteMs)
    await act("behave", {
      feedText: `<rss version="2.0"><channel><title>x</title><item><link>https://blog.example.org/undated</link>
        <title>Can anyone recommend an app for undatedword?</title></item></channel></rss>`
    })
    const { id } = await scanOf("/blog.xml", ["undatedword"])
    const [before] = await found(`&projectId=${id}`)
    clock.advanceMs(16 * minuteMs)
    await scan(gateway(), key, id)
    const [after] = await found(`&projectId=${id}`)
    assert.deepEqual(
      [at(after, "publishedAt"), at(after, "urgencyUntil")],
      [at(before, "publishedAt"), at(before, "urgencyUntil")]
    )
    assert.isNotNull(at(after, "urgencyUntil"))
    await act("behave", { feedText: null })
  })

  it("is read once in 15 minutes, whoever asks, and then by its ETag", async () => {
    clock.advanceMs(16 * minuteMs)
    // As it is now: nobody writes anything while it's looked at.
    await act("behave", { feedText: await (await fetch(await address("/blog.xml"))).text() })
    const before = last("feeds")
    await scanOf("/blog.xml")
    await scanOf("/blog.xml", ["other"])
    assert.strictEqual(asked("feeds", before).length, 1)
    clock.advanceMs(16 * minuteMs)
    await scanOf("/blog.xml", ["third"])
    assert.deepEqual(
      asked("feeds", before)
        .map(({ status }) => status)
        .at(-1),
      304
    )
  })

  it("that ended isn't asked for again", async () => {
    clock.advanceMs(16 * minuteMs)
    await act("behave", { isFeedGone: true })
    const { told } = await scanOf("/blog.xml")
    assert.include(String(at(listAt(told, "sources")[0], "reason")), "410")
    const before = last("feeds")
    clock.advanceMs(dayMs)
    await scanOf("/blog.xml")
    assert.isEmpty(asked("feeds", before))
  })
})

describe("reviews", () => {
  it("of an app are found by their stars, answered ones sink, and have no address on storea", async () => {
    const appId = await sampleApp(gateway())
    const id = await madeProject(gateway(), key, {
      ...project,
      channel: "storea_reviews",
      name: "Reviews",
      appId,
      lookbackDays: 90,
      filters: { countries: ["us"] }
    })
    const told = await scan(gateway(), key, id)
    assert.strictEqual(at(told, "status"), "finished", JSON.stringify(told))
    const items = await found(`&projectId=${id}`)
    assert.isNotEmpty(items)
    assert.isTrue(items.every((item) => at(item, "kind") === "review" && at(item, "url") === null))
  })
})

describe("competitors' reviews", () => {
  it("are read of the apps that the store shows under their names, and sink by a quarter's weight", async () => {
    const appId = await sampleApp(gateway())
    const made = await ask("/projects/bootstrap", "POST", { channel: "stackexchange", appId })
    const name = String(at(made.json, "data", "project", "name"))
    const id = await madeProject(gateway(), key, {
      ...{ ...project, channel: "storea_reviews", name: "Theirs", keywords: ["app"], competitors: [name] },
      lookbackDays: 90
    })
    const told = await scan(gateway(), key, id)
    assert.strictEqual(at(told, "status"), "finished", JSON.stringify(told))
    assert.isNotEmpty(await found(`&projectId=${id}`))
    // A name that no app has gives nothing to read, and that is said.
    const none = await madeProject(gateway(), key, {
      ...{ ...project, channel: "storea_reviews", name: "Nobody's", competitors: ["zzqx vwyk"] }
    })
    const before = await used()
    const failed = await scan(gateway(), key, none)
    assert.deepEqual([at(failed, "status"), at(failed, "creditsCharged"), await used()], ["failed", 0, before])
    assert.include(String(at(listAt(failed, "sources")[0], "reason")), "appId")
  })
})

describe("a bootstrap", () => {
  it("makes a project once for a channel and app, and the same again for free", async () => {
    const appId = await sampleApp(gateway())
    const before = await used()
    const first = await ask("/projects/bootstrap", "POST", { channel: "lemmy", appId })
    assert.strictEqual(first.status, 201, first.text)
    const keywords = listAt(first.json, "data", "suggestedKeywords")
    const included = keywords
      .filter((keyword) => at(keyword, "included") === true)
      .map((keyword) => at(keyword, "keyword"))
    assert.deepEqual(listAt(first.json, "data", "project", "keywords"), included)
    assert.isTrue(included.length >= 1 && included.length <= 12)
    assert.deepEqual([at(first.json, "data", "existing"), (await used()) - before], [false, 5])
    const again = await ask("/projects/bootstrap", "POST", { channel: "lemmy", appId })
    assert.deepEqual(
      [at(again.json, "data", "existing"), at(again.json, "data", "project", "id"), (await used()) - before],
      [true, at(first.json, "data", "project", "id"), 5]
    )
    assert.isNull(at(first.json, "data", "project", "lastScan"))
  })

  it.each([
    [{ channel: "lemmy" }, 400, "INVALID_INPUT"],
    [{ channel: "lemmy", appId: "999999999999" }, 404, "APP_NOT_FOUND"],
    [{ channel: "lemmy", appId: "x!" }, 400, "INVALID_APP_ID"],
    [{ channel: "lemmy", appId: "1", country: "zz" }, 400, "INVALID_COUNTRY"],
    [{ channel: "rss", appId: "1" }, 400, "INVALID_INPUT"],
    [{ channel: "nowhere", appId: "1" }, 400, "INVALID_INPUT"]
  ])("of %j is %i %s, and costs nothing", async (body, status, code) => {
    const before = await used()
    const answer = await ask("/projects/bootstrap", "POST", body)
    assert.deepEqual([answer.status, codeOf(answer.json), await used()], [status, code, before])
  })
})

describe("a channel without its credentials", () => {
  const bare = useTestGateway({
    plugins: { stores: true, growth: { reddit: undefined, bluesky: undefined } }
  })
  it("is unavailable, and a project on it refused with the setting to make", async () => {
    const account = await bare().account({ plan: "large" })
    for (const channel of ["reddit", "bluesky"]) {
      const answer = await bare().ask(`${base}/projects`, {
        method: "POST",
        key: account.key,
        body: { ...project, channel }
      })
      assert.deepEqual([answer.status, codeOf(answer.json)], [409, "CHANNEL_NOT_AVAILABLE"])
      assert.include(answer.text, `plugins.growth.${channel}`)
    }
  })
})
