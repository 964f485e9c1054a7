/** What threads have in common: the same for the same threads, adding up, and nothing of a stranger kept past its erasure. */
import { adjustableClock, at, codeOf, controlOf, listAt, random, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeEach, describe, it } from "vitest"
import { visitor } from "../../account/test/visitor.ts"
import { quoteOf, type Said, type Topic, topicSteps, unsaidOf } from "../src/insight/topics.ts"
import { LookAgain } from "../src/jobRefs.ts"
import growth from "../src/plugin.ts"
import { Upkeep } from "../src/upkeep/Upkeep.ts"
import { base, madeProject, scan } from "./support.ts"
import { makeWorld, worldPlugins } from "./world.ts"

let serial = 0
const said = (excerpt: string, more: Partial<Said> = {}): Said => {
  serial += 1
  return {
    id: `id${String(serial).padStart(5, "0")}`,
    title: "",
    excerpt,
    author: `writer${serial}`,
    language: "en",
    intent: "question",
    score: 50,
    publishedMs: serial,
    ...more
  }
}
/** All steps at once. */
const topics = (
  given: ReadonlyArray<Said>,
  keywords: ReadonlyArray<string> = [],
  names: ReadonlyArray<string> = []
): ReadonlyArray<Topic<Said>> => {
  const steps = topicSteps(given, unsaidOf({ keywords, names }, given), 10)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
const shape = (given: ReturnType<typeof topics>) => given.map(({ threads, topic }) => [topic, threads.length])

describe("topics", () => {
  const export3 = [
    "Can it export CSV files?",
    "I need an app to export csv",
    "Which one exports csv reports for taxes?"
  ].map((text) => said(text))
  const dark2 = ["Is there a dark mode?", "Looking for dark mode and reports"].map((text) => said(text))

  it("are what most threads share, as most write it, each thread in one of them", () => {
    assert.deepEqual(shape(topics([...export3, ...dark2, said("Nothing like these")])), [
      ["export csv", 3],
      ["dark mode", 2]
    ])
  })

  it("have words that asking is done with in none of them, nor stop words, names or authors", () => {
    const asked = [
      "Can anyone recommend Strivo or something similar?",
      "Which alternatives does anyone recommend to Strivo"
    ]
    assert.deepEqual(
      topics(
        asked.map((text) => said(text)),
        [],
        ["Strivo"]
      ),
      []
    )
    const greeted = ["Thanks wimpletree for this", "As wimpletree wrote above", "@wimpletree here"]
    assert.notInclude(
      JSON.stringify(
        topics(greeted.map((text, n) => said(text, n === 2 ? { author: "@wimpletree@place.social" } : {})))
      ),
      '"topic":"wimpletree"'
    )
  })

  it("need two people: what one wrote five times is none", () => {
    const spam = Array.from({ length: 5 }, () => said("Buy golden turnips", { author: "spammer" }))
    assert.deepEqual(topics(spam), [])
    assert.deepEqual(shape(topics([...spam, said("golden turnips?")])), [["golden turnips", 6]])
    assert.strictEqual(topics([...spam, said("golden turnips?")])[0]?.authors, 2)
  })

  it("are named by a project's keywords only where nothing else names them", () => {
    const given = ["habit tracker with widgets", "habit tracker, and widgets?", "a habit tracker", "any habit tracker"]
    assert.deepEqual(
      shape(
        topics(
          given.map((text) => said(text)),
          ["habit tracker"]
        )
      ),
      [
        ["habit tracker", 2],
        ["widgets", 2]
      ]
    )
  })

  it("of one word in two languages are one", () => {
    const given = [
      ...["Which app has widgets for me?", "I would like to see widgets"].map((text) => said(text)),
      ...["Ich suche eine App mit Widgets", "Welche App hat Widgets für mich"].map((text) =>
        said(text, { language: "de" })
      )
    ]
    assert.deepEqual(shape(topics(given)), [["widgets", 4]])
  })

  it("are found in scripts without spaces too", () => {
    const given = ["家計簿アプリのおすすめ", "家計簿を探しています"].map((text) => said(text, { language: "ja" }))
    assert.isNotEmpty(topics(given))
  })

  it("are the same in any order, and no thread is in two", () => {
    const roll = random(7)
    const words = "sync backup widget offline budget calendar export import theme family share watch".split(" ")
    const given = Array.from({ length: 200 }, () =>
      said(Array.from({ length: 4 }, () => words[roll(words.length)]).join(" "))
    )
    const found = topics(given)
    const ids = found.flatMap(({ threads }) => threads.map(({ id }) => id))
    assert.strictEqual(new Set(ids).size, ids.length)
    assert.deepEqual(topics(given.toReversed()), found)
    for (const { authors, threads } of found) assert.isTrue(authors >= 2 && threads.length >= authors)
  })

  it("quote the sentence that has them, at most 240 characters, or what a thread begins with", () => {
    const long = `It rains. I want to export CSV ${"very ".repeat(80)}much. Bye.`
    const quote = quoteOf({ title: "Hello", excerpt: long, language: "en" }, "export csv") ?? ""
    assert.isTrue(quote.startsWith("I want to export CSV very") && [...quote].length <= 240, quote)
    assert.strictEqual(quoteOf({ title: "Hello", excerpt: "Edited away", language: "en" }, "export csv"), "Hello")
    assert.isNull(quoteOf({ title: "", excerpt: "", language: "en" }, "export csv"))
  })
})

const clock = adjustableClock()
const world = makeWorld({ apps: { "1": { name: "Zorvexa" }, "2": { name: "Strivo" } } })
const gateway = usePluginGateway(growth, {
  plugins: { growth: true, workspace: { writesPerSecond: 100_000 }, account: true },
  further: worldPlugins(world),
  clock
})
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const hourMs = 3_600_000
let key = ""
let accountId = ""
let postId = 700_000

beforeEach(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
})
const ask = (path: string, as = key) => gateway().ask(`${base}${path}`, { key: as })
const write = async (
  posts: ReadonlyArray<{
    readonly title: string
    readonly author?: string
    readonly tag?: string
    readonly text?: string
  }>
) => {
  const written = posts.map((post) => {
    postId += 1
    return { id: postId, text: "", author: `stranger${postId}`, atMs: nowMs() - 10 * 60_000, ...post }
  })
  await controlOf(gateway()).act("growth", "write", written)
  return written
}
/** A project over posts with a word of their own. */
const projectWith = async (word: string, posts: Parameters<typeof write>[0], more: object = {}) => {
  const written = await write(posts)
  const id = await madeProject(gateway(), key, { name: word, channel: "hackernews", keywords: [word], ...more })
  await scan(gateway(), key, id)
  return { id, written }
}
const asking = (word: string, rival = "Strivo") => [
  { title: `Can anyone recommend ${word} to export csv files?` },
  { title: `Does ${word} export csv?` },
  { title: `Which ${word} has dark mode?` },
  { title: `Is there a ${word} with dark mode?` },
  { title: `The ${rival} app keeps crashing on startup beside my ${word}` },
  { title: `The ${rival} app crashes on startup since the ${word} update` }
]
const insightOf = async (id: string, query = "") => {
  const { json, status, text } = await ask(`/projects/${id}/insight${query}`)
  assert.strictEqual(status, 200, text)
  return at(json, "data")
}
const names = (list: ReadonlyArray<unknown>) => list.map((one) => [at(one, "topic"), at(one, "threads")])

describe("an insight", () => {
  it("has what is asked for and what is complained of by competitor, with quotes, and adds up", async () => {
    const { id } = await projectWith("quobble", asking("quobble"), { competitors: ["Strivo"] })
    const insight = await insightOf(id)
    assert.deepEqual(names(listAt(insight, "asked", "topics")), [
      ["dark mode", 2],
      ["export csv", 2]
    ])
    const [rival] = listAt(insight, "competitors")
    assert.deepEqual([at(rival, "name"), at(rival, "threads")], ["Strivo", 2])
    assert.deepEqual(names(listAt(rival, "topics")), [["crashes", 2]])
    const quote = listAt(insight, "asked", "topics", 1, "quotes")[0]
    assert.include(String(at(quote, "text")), "export csv")
    assert.match(String(at(quote, "author")), /^stranger/)
    assert.match(String(at(quote, "url")), /^https:\/\/news\.ycombinator\.com\/item/)
    assert.strictEqual(at(insight, "looked"), 6)
    assert.isTrue(at(insight, "isComplete"))
    const sum = Number(at(insight, "notAsking")) + Number(at(insight, "complaining"))
    assert.strictEqual(sum + Number(at(insight, "asked", "threads")), 6)
    assert.strictEqual(at(insight, "to"), new Date(nowMs()).toISOString().slice(0, 10))
    assert.isEmpty(listAt(await insightOf(id, "?quotes=0"), "asked", "topics", 0, "quotes"))
    assert.lengthOf(listAt(await insightOf(id, "?topics=1"), "asked", "topics"), 1)
  })

  it("costs 1, and nothing where no thread is", async () => {
    const { id } = await projectWith("quibble", asking("quibble"))
    const before = await gateway().used(accountId)
    await insightOf(id)
    assert.strictEqual((await gateway().used(accountId)) - before, 1)
    const empty = await madeProject(gateway(), key, { name: "none", channel: "lemmy", keywords: ["zzyzx road"] })
    const insight = await insightOf(empty)
    assert.deepEqual([at(insight, "looked"), at(insight, "asked", "topics")], [0, []])
    assert.strictEqual((await gateway().used(accountId)) - before, 1)
  })

  it("leaves out what was dismissed, and what was published before its days", async () => {
    const { id } = await projectWith("quabble", asking("quabble"))
    const [first] = listAt((await ask(`/opportunities?projectId=${id}&limit=1`)).json, "data", "items")
    const body = { decision: "dismiss", reason: "spam" }
    await gateway().ask(`${base}/opportunities/${at(first, "id")}/review`, { method: "PATCH", key, body })
    assert.strictEqual(at(await insightOf(id), "looked"), 5)
    clock.advanceMs(49 * hourMs)
    assert.strictEqual(at(await insightOf(id, "?days=2"), "looked"), 0)
    assert.strictEqual(at(await insightOf(id, "?days=4"), "looked"), 5)
  })

  it.each(["days=0", "days=366", "topics=0", "topics=21", "quotes=6", "quotes=-1", "save=yes", "other=1"])(
    "with %s is refused, for free",
    async (query) => {
      const id = await madeProject(gateway(), key, { name: "any", channel: "lemmy", keywords: ["zzyzx road"] })
      const answer = await ask(`/projects/${id}/insight?${query}`)
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
      assert.strictEqual(await gateway().used(accountId), 0)
    }
  )

  it("of another account's project is none", async () => {
    const { id } = await projectWith("quebble", asking("quebble"))
    const other = await gateway().account({ plan: "large" })
    assert.strictEqual((await ask(`/projects/${id}/insight`, other.key)).status, 404)
    assert.strictEqual((await ask("/projects/nonsense/insight")).status, 404)
  })

  it("tells a competitor's reviews from those of the app, by name", async () => {
    const review = (at: number, text: string, rating = 1) => ({
      id: String(at),
      rating,
      title: "",
      text,
      author: `reviewer${at}`
    })
    const written = ["Login screen freezes", "The login screen again", "Too slow"].map((text, n) => review(n, text))
    world.reviews = [...written, review(4, "I cannot be without the screen", 5)].map((one) => ({
      ...one,
      date: new Date(nowMs() - hourMs).toISOString()
    }))
    const kept = await gateway().ask("/v1/user/apps", {
      ...{ method: "POST", key },
      body: { appId: "1", isLive: false, appName: "Zorvexa" }
    })
    await gateway().ask(`/v1/user/apps/${at(kept.json, "data", "id")}/competitors`, {
      ...{ method: "POST", key },
      body: { competitorAppId: 2, name: "Strivo: Habits" }
    })
    const id = await madeProject(gateway(), key, {
      ...{ name: "Theirs", channel: "storea_reviews", keywords: ["screen"], appId: "2", competitors: [] }
    })
    await scan(gateway(), key, id)
    const own = await insightOf(id)
    assert.deepEqual([at(own, "asked", "threads"), at(own, "notAsking"), at(own, "competitors")], [3, 1, []])
    const of = await madeProject(gateway(), key, {
      ...{ name: "Ours", channel: "storea_reviews", keywords: ["screen"], appId: "1" }
    })
    await scan(gateway(), key, of)
    // The store of the test has the same reviews for both apps, so the ones found before are the other app's.
    const [rival] = listAt(await insightOf(of), "competitors")
    assert.deepEqual([at(rival, "name"), at(rival, "threads")], ["Strivo", 3])
    assert.deepEqual(names(listAt(rival, "topics")), [["login screen", 2]])
  })
})

const texts = Schema.Array(Schema.Struct({ text: Schema.String }))
const savedText = async () => {
  const rows = await gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT payload::text AS text FROM workspace_reports`)
  )
  return JSON.stringify(Schema.decodeUnknownSync(texts)(rows))
}

describe("a saved insight", () => {
  const saved = async (word: string, channel = "hackernews") => {
    const posts = asking(word).map((post) => ({ ...post, text: post.title, tag: word }))
    const { id, written } = await projectWith(word, posts, { channel, competitors: ["Strivo"] })
    const insight = await insightOf(id, "?save=true")
    return { report: String(at(insight, "savedReport", "id")), insight, written }
  }
  const quotes = (insight: unknown) =>
    [
      ...listAt(insight, "asked", "topics"),
      ...listAt(insight, "competitors").flatMap((one) => listAt(one, "topics"))
    ].flatMap((topic) => listAt(topic, "quotes"))
  const read = async (report: string, as = key) => {
    const answer = await ask(`/insights/${report}`, as)
    assert.strictEqual(answer.status, 200, answer.text)
    return at(answer.json, "data")
  }

  it.each(["hackernews", "mastodon"])(
    "from %s has no text, author or naming address, and shows them for free",
    {
      timeout: 60_000
    },
    async (channel) => {
      const { insight, report } = await saved(`frobble${channel}`, channel)
      assert.isNotEmpty(quotes(insight))
      const before = await gateway().used(accountId)
      assert.deepEqual(quotes(await read(report)), quotes(insight))
      assert.strictEqual(await gateway().used(accountId), before)
      const kept = (await gateway().ask(`/v1/user/reports?id=${report}`, { key })).text
      for (const quote of quotes(insight)) {
        assert.include(kept, String(at(quote, "opportunityId")))
        assert.notInclude(kept, String(at(quote, "author")))
        assert.notInclude(kept, String(at(quote, "text")))
        assert.strictEqual(kept.includes(String(at(quote, "url"))), channel === "hackernews")
      }
      const other = await gateway().account({ plan: "large" })
      assert.strictEqual((await ask(`/insights/${report}`, other.key)).status, 404)
    }
  )

  it("quotes nothing that was deleted at its source, nor who is forgotten", { timeout: 60_000 }, async () => {
    const { report, written } = await saved("frabble")
    const [deleted, forgotten] = written
    await controlOf(gateway()).act("growth", "delete", { id: deleted?.id })
    await gateway().run(Upkeep.use((upkeep) => Effect.orDie(upkeep.forget("hackernews", forgotten?.author ?? ""))))
    clock.advanceMs(25 * hourMs)
    await gateway().runJob(LookAgain, {})
    const shown = JSON.stringify(await read(report))
    for (const gone of [deleted?.author ?? "-", deleted?.title ?? "-", forgotten?.author ?? "-"]) {
      assert.notInclude(shown, gone)
      assert.notInclude(await savedText(), gone)
    }
    assert.include(shown, String(forgotten?.title))
    const missing = quotes(await read(report)).filter((quote) => at(quote, "text") === null)
    assert.deepEqual(
      missing.map((quote) => [at(quote, "author"), at(quote, "url")]),
      [[null, null]]
    )
  })

  it("needs a key that may write, and is refused before anything is charged", async () => {
    const id = await madeProject(gateway(), key, { name: "any", channel: "lemmy", keywords: ["zzyzx road"] })
    const reader = await gateway().account({ plan: "large", scopes: ["read"] })
    const answer = await ask(`/projects/${id}/insight?save=true`, reader.key)
    assert.deepEqual([answer.status, codeOf(answer.json)], [403, "FORBIDDEN"])
    assert.strictEqual(await gateway().used(reader.accountId), 0)
  })

  it("is no other report, and none that isn't there", async () => {
    for (const id of ["nonsense", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"]) {
      assert.strictEqual((await ask(`/insights/${id}`)).status, 404)
    }
  })
})

describe("an app's page", () => {
  it("has the same over all projects of the app, without a key and for free", async () => {
    const { join, ask: page } = await visitor(gateway)
    await join(accountId, "member")
    await projectWith("flobble", asking("flobble", "Plodderix"), { appId: "1", competitors: ["Plodderix"] })
    const before = await gateway().used(accountId)
    const { json, status, text } = await page("/dashboard/api/growth/insight?appId=1&platform=storea")
    assert.strictEqual(status, 200, text)
    assert.deepEqual(names(listAt(json, "data", "topics")), [
      ["dark mode", 2],
      ["export csv", 2]
    ])
    assert.lengthOf(listAt(json, "data", "quotes"), 4)
    const [complaint] = listAt(json, "data", "complaints")
    assert.deepEqual([at(complaint, "name"), at(complaint, "threads")], ["Plodderix: crashes", "2×"])
    assert.strictEqual(await gateway().used(accountId), before)
  })
})
