/** What pages of an account read of AI visibility. */
import { Data } from "@storeglass/plugin-api"
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Visitor, visitorOf } from "../../account/test/visitor.ts"
import { RecentAnswers } from "../src/dashboard/api.ts"
import { markedExcerpt, plainOf } from "../src/dashboard/marked.ts"
import { panels } from "../src/panels.ts"
import { startProvider } from "./provider.ts"
import { type Actor, at, dataOf, groundedSettingsOf, listOf, newActorOf } from "./support.ts"

const provider = await startProvider()
afterAll(() => provider.stop())
const gateway = useTestGateway({
  plugins: { stores: true, account: true, "ai-visibility": groundedSettingsOf(provider) }
})

const base = "/dashboard/api/ai-visibility"
const names = ["overview", "trend", "intents", "competitors", "sources", "settings", "answers"] as const
const dayOf = (daysBack: number) => new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10)

const appId = "970001"
let own: Actor
let visitor: Visitor
let stranger: Visitor
let onFreePlan: Visitor

beforeAll(async () => {
  provider.says(({ prompt, slug }) =>
    prompt.includes("question 2")
      ? { text: "I'd go for **Snap Master**, or for Photo Studio Kids." }
      : prompt.includes("question 3")
        ? { refusal: true, text: "I can't help with that." }
        : {
            text: "1. [**Photo Studio**](https://example.com) is great [1].\n2. **Snap Master** is fine.",
            sources: slug === "model_d" ? [{ url: "https://reviews.example.com/a", title: "Reviews" }] : []
          }
  )
  own = await newActorOf(gateway(), appId, { models: ["model_a", "model_d"], plan: "small", prompts: 3 })
  await own.scan()
  visitor = await visitorOf(gateway, own.accountId)
  stranger = await visitorOf(gateway, (await gateway().account({ plan: "small" })).accountId)
  onFreePlan = await visitorOf(gateway, (await gateway().account({ plan: "free" })).accountId)
})

const read = async (name: string, by = visitor, query = `?appId=${appId}`) => {
  const calls = provider.calls.length
  gateway().running.sandbox?.control.clearRequests()
  const answer = await by.ask(`${base}/${name}${query}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(provider.calls.length, calls, "an assistant was asked")
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "a store was asked")
  return dataOf(answer)
}
const decoded = async (query?: string, by = visitor) =>
  Schema.decodeUnknownSync(Data(RecentAnswers))(
    { data: await read("answers", by, query) },
    { onExcessProperty: "error" }
  ).data

describe("every route of pages", () => {
  it.each(names)("%s costs nothing and asks nobody", async (name) => {
    const before = await own.used()
    await read(name)
    assert.strictEqual(await own.used(), before)
    assert.strictEqual(await gateway().used(own.accountId), 0)
  })

  it.each(names)("%s is for whoever is signed in alone", async (name) => {
    const byKey = await gateway().ask(`${base}/${name}?appId=${appId}`, { key: own.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })

  it.each(names)("%s is refused to a plan without it", async (name) => {
    const answer = await onFreePlan.ask(`${base}/${name}?appId=${appId}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [403, "TIER_LIMIT_EXCEEDED"])
  })

  it.each(["overview", "trend", "intents", "competitors", "sources"])(
    "%s answers what its operation does",
    async (name) => {
      assert.deepEqual(await read(name), await own.done("GET", `/${name}`))
    }
  )

  it("settings are those of the operation, but for the credit that it cost", async () => {
    const shown = await read("settings")
    assert.deepEqual(at(shown, "settings"), at(await own.done("GET", "/settings"), "settings"))
  })

  it("show another account nothing", async () => {
    for (const name of ["overview", "answers"]) {
      const answer = await stranger.ask(`${base}/${name}?appId=${appId}`)
      assert.deepEqual([answer.status, codeOf(answer.json)], [404, "NOT_FOUND"])
    }
    for (const name of ["trend", "intents", "competitors", "sources"]) {
      assert.deepEqual(await read(name, stranger), [])
    }
    assert.isNull(at(await read("settings", stranger), "settings"))
  })

  it.each(["trend", "competitors", "sources"])("%s are of the page's days", async (name) => {
    assert.isNotEmpty(listOf(await read(name, visitor, `?appId=${appId}&from=${dayOf(0)}&to=${dayOf(0)}`)))
    assert.deepEqual(await read(name, visitor, `?appId=${appId}&from=${dayOf(9)}&to=${dayOf(3)}`), [])
  })

  const bounds: ReadonlyArray<readonly [path: string, code: string]> = [
    ...names.flatMap(
      (name): ReadonlyArray<readonly [string, string]> => [
        [`/${name}`, "INVALID_INPUT"],
        [`/${name}?appId=com.example.app`, "INVALID_APP_ID"],
        [`/${name}?appId=7&country=zz`, "INVALID_COUNTRY"],
        [`/${name}?appId=7&windowDays=3`, "INVALID_INPUT"]
      ]
    ),
    ...["trend", "competitors", "sources"].flatMap(
      (name): ReadonlyArray<readonly [string, string]> => [
        [`/${name}?appId=7&from=2026-02-30`, "INVALID_INPUT"],
        [`/${name}?appId=7&from=2999-01-01`, "INVALID_INPUT"],
        [`/${name}?appId=7&from=${dayOf(90)}`, "INVALID_INPUT"],
        [`/${name}?appId=7&from=${dayOf(1)}&to=${dayOf(2)}`, "INVALID_INPUT"]
      ]
    ),
    ["/overview?appId=7&model=gpt", "INVALID_INPUT"],
    ["/answers?appId=7&model=gpt", "INVALID_INPUT"],
    ["/answers?appId=7&limit=51", "INVALID_INPUT"],
    ["/answers?appId=7&limit=0", "INVALID_INPUT"]
  ]
  it.each(bounds)("%s answers 400", async (path, code) => {
    const answer = await visitor.ask(`${base}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, code], answer.text)
  })
})

describe("recent answers", () => {
  it("have the app's mention marked, and no other's", async () => {
    const { answers, named } = await decoded()
    assert.lengthOf(answers, 6)
    assert.strictEqual(named, 2)
    const ofModel = (slug: string) => answers.filter(({ modelSlug }) => modelSlug === slug)
    for (const slug of ["model_a", "model_d"]) {
      const byQuestion = (n: number) => ofModel(slug).find(({ prompt }) => prompt.includes(`question ${n}`))
      const first = byQuestion(1)
      assert.deepEqual([first?.standing, first?.position], ["named", 1])
      assert.strictEqual(
        first?.text,
        `${slug}, ${dayOf(0)}, place 1:\n1. **Photo Studio** is great [1].\n2. Snap Master is fine.`
      )
      const second = byQuestion(2)
      assert.strictEqual(second?.standing, "not_named")
      assert.notInclude(second?.text ?? "**", "**")
      assert.notInclude(byQuestion(3)?.text ?? "**", "**")
    }
  })

  it("tell what declined", async () => {
    const { answers } = await decoded(`?appId=${appId}&model=model_a`)
    assert.strictEqual(answers.find(({ prompt }) => prompt.includes("question 3"))?.standing, "refusal")
  })

  it("are of one assistant or all, the newest first, at most `limit`", async () => {
    const { answers } = await decoded(`?appId=${appId}&model=model_d`)
    assert.deepEqual([...new Set(answers.map(({ modelSlug }) => modelSlug))], ["model_d"])
    const times = answers.map(({ fetchedAt }) => fetchedAt)
    assert.deepEqual(times, times.toSorted().toReversed())
    assert.lengthOf((await decoded(`?appId=${appId}&limit=2`)).answers, 2)
  })

  it("are none of an app that was set up and never scanned", async () => {
    const quiet = await newActorOf(gateway(), "970002", { prompts: 1 })
    const by = await visitorOf(gateway, quiet.accountId)
    assert.deepEqual(await decoded("?appId=970002", by), { answers: [], named: 0 })
  })
})

describe("an excerpt", () => {
  it("is plain text", () => {
    assert.strictEqual(
      plainOf("# Top\n\n> **A** and [B](https://b.example/x_(y)) `c`\n\n| App | Why |\n|---|:--|\n| A | good |"),
      "Top\nA and B c\n| App | Why |\n| A | good |"
    )
  })

  it.each([
    ["Snapchat isn't Snap.", "Snap", [], "Snapchat isn't **Snap**."],
    ["Snap's filters, snaps and SNAP", "Snap", [], "**Snap**'s filters, **snap**s and **SNAP**"],
    [
      "Photo Studio Kids, then photo  studio.",
      "Photo Studio",
      ["Photo Studio Kids"],
      "Photo Studio Kids, then **photo studio**."
    ],
    ["「写真スタジオ」は人気です", "写真スタジオ", [], "「**写真スタジオ**」は人気です"],
    ["C++ (the app) wins", "C++ (the app)", [], "**C++ (the app)** wins"],
    ["Nothing of it", "Snap", [], "Nothing of it"]
  ] as const)("of %j marks %s", (answer, name, others, marked) => {
    assert.strictEqual(markedExcerpt(answer, { name, others }, 600), marked)
  })

  it("is around the first mention, whole words alone, and never cuts a sign of two units", () => {
    const long = `${"word ".repeat(400)}Snap ${"wörd ".repeat(400)}`
    const excerpt = markedExcerpt(long, { name: "Snap" }, 300)
    assert.match(excerpt, /^…word .* \*\*Snap\*\* .* wörd…$/)
    assert.isAtMost(excerpt.length, 320)
    const signs = markedExcerpt("😀".repeat(2_000), { name: undefined }, 301)
    assert.isTrue(signs.isWellFormed())
    assert.isAtMost(signs.length, 320)
  })

  it("of whatever an assistant writes ends soon", () => {
    for (const odd of ["[", "![", "(", "|--", "**", "_", "> ", "[a](", "`"]) {
      const startMs = performance.now()
      markedExcerpt(odd.repeat(20_000), { name: odd, others: [`${odd}x`] }, 600)
      assert.isBelow(performance.now() - startMs, 2_000, odd)
    }
  })
})

describe("the panel", () => {
  it("costs nothing to look at", () => {
    const views = panels
      .filter(({ id }) => id === "ai-visibility")
      .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "view" ? [block.operation] : [])))
    assert.isNotEmpty(views)
    for (const operation of views) assert.match(operation, /^aiVisibilityDashboard_/)
  })
})
