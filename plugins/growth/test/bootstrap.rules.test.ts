/** What a bootstrap makes of an app: which keywords, of which kinds, of whose app, and what a refusal costs. */
import { at, codeOf, listAt, type TestAccount, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeEach, describe, it } from "vitest"
import growth from "../src/plugin.ts"
import { included, themesOf } from "../src/projects/Bootstraps.ts"
import { base, madeProject } from "./support.ts"
import { makeWorld, worldPlugins } from "./world.ts"

const world = makeWorld()
const gateway = usePluginGateway(growth, {
  plugins: { workspace: { writesPerSecond: 100_000 } },
  further: worldPlugins(world)
})
type Account = Pick<TestAccount, "accountId" | "key">
let account: Account = { accountId: "", key: "" }

beforeEach(async () => {
  Object.assign(world, makeWorld({ apps: { "1": { name: "Zenvo: Habit Streaks" } } }))
  account = await gateway().account({ plan: "large" })
})

const ask = (path: string, method = "GET", body?: object) =>
  gateway().ask(path, { method, key: account.key, ...(body === undefined ? {} : { body }) })
const bootstrap = (body: object = { appId: "1" }) =>
  ask(`${base}/projects/bootstrap`, "POST", { channel: "hackernews", ...body })
const keepApp = async (appId: string, platform = "storea") => {
  const kept = await ask("/v1/user/apps", "POST", { appId, platform, isLive: false, appName: `App ${appId}` })
  assert.strictEqual(kept.status, 200, kept.text)
  return String(at(kept.json, "data", "id"))
}
const addRival = async (id: string, competitorAppId: number, name?: string) => {
  const added = await ask(`/v1/user/apps/${id}/competitors`, "POST", {
    competitorAppId,
    ...(name === undefined ? {} : { name })
  })
  assert.strictEqual(added.status, 200, added.text)
}
const made = async (body?: object) => {
  const answer = await bootstrap(body)
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json
}
/** Keywords of a kind, in their order. */
const of = (json: unknown, kind: string) =>
  listAt(json, "data", "suggestedKeywords")
    .filter((keyword) => at(keyword, "kind") === kind)
    .map((keyword) => at(keyword, "keyword"))

describe("keywords of a bootstrap", () => {
  it("have the app's name up to its first separator, and the whole of it", async () => {
    assert.deepEqual(of(await made(), "brand"), ["Zenvo", "Zenvo: Habit Streaks"])
  })

  it("have competitors' names, as they're kept or as the store tells them, and who looks for another or compares", async () => {
    world.apps["3"] = { name: "Plodder: To-do Lists" }
    const id = await keepApp("1")
    await addRival(id, 2, "Strivo - Habits")
    await addRival(id, 3)
    const json = await made()
    assert.deepEqual(of(json, "competitor"), ["Strivo", "Plodder"])
    assert.deepEqual(of(json, "alternative"), [
      "alternative to Strivo",
      "Strivo vs",
      "alternative to Plodder",
      "Plodder vs"
    ])
    assert.deepEqual(listAt(json, "data", "project", "competitors"), ["Strivo", "Plodder"])
  })

  it("give names of everyday words a second word, unless they have one that says it's an app", async () => {
    world.apps["1"] = { name: "Notes" }
    const id = await keepApp("1")
    await addRival(id, 2, "Focus")
    await addRival(id, 3, "Focus App")
    await addRival(id, 4, "Focusmatey")
    const json = await made()
    assert.deepEqual(of(json, "brand"), ["Notes app"])
    assert.deepEqual(of(json, "competitor"), ["Focus app", "Focusmatey"])
  })

  it("have labels of the app's clusters and their top terms, and what its listing says only where there are none", async () => {
    world.subtitle = "Streaks for weekly chores"
    world.clusters = [
      { label: "habit tracker", terms: ["habit tracker", "habit app free"] },
      { label: "daily routine", terms: ["morning routine", "routine planner"] }
    ]
    assert.deepEqual(of(await made(), "topic"), ["habit tracker", "daily routine", "morning routine"])
    world.clusters = []
    const topics = of(await made({ appId: "1", channel: "lemmy" }), "topic")
    assert.deepEqual(topics, ["habit streaks", "streaks weekly chores"])
  })

  it("have what reviews of 1 or 2 stars complain of, as phrases of which there are two at least", async () => {
    world.reviews = [
      { rating: 1, title: "Bad", text: "The login screen freezes every morning." },
      { rating: 2, title: "Meh", text: "Login screen again. Sync works." },
      { rating: 1, title: "Sync broke", text: "No refund. Refund request ignored." },
      { rating: 4, title: "Fine", text: "Widget colours are pretty." },
      { rating: 5, title: "Fine", text: "Widget colours!" }
    ]
    assert.deepEqual(of(await made(), "problem"), ["login screen"])
  })

  it("are 12 included at most, of each kind some, and these are the project's", async () => {
    const id = await keepApp("1")
    const rivals = ["Strivo", "Plodder", "Quibbla", "Zornic", "Vexel"]
    for (const [at, name] of rivals.entries()) await addRival(id, at + 2, name)
    world.clusters = Array.from({ length: 8 }, (_, n) => ({ label: `topic number${n}`, terms: [`term number${n}`] }))
    world.reviews = Array.from({ length: 2 }, () => ({ rating: 1, text: "login screen freezes, battery drains fast" }))
    const json = await made()
    const all = listAt(json, "data", "suggestedKeywords")
    const chosen = all.filter((one) => at(one, "included") === true)
    assert.strictEqual(chosen.length, 12)
    assert.isAbove(all.length, 12)
    assert.isAtMost(all.length, 30)
    for (const kind of ["brand", "competitor", "alternative", "topic", "problem"]) {
      assert.isTrue(
        chosen.some((one) => at(one, "kind") === kind),
        kind
      )
    }
    assert.deepEqual(
      listAt(json, "data", "project", "keywords"),
      chosen.map((one) => at(one, "keyword"))
    )
  })

  it("are such that the same project can be sent again as it is", async () => {
    world.apps["1"] = { name: "Calm + Sleep + Rest: Zenvo" }
    world.clusters = [{ label: "sleep + rest + calm", terms: [] }]
    const project = at(await made(), "data", "project")
    const [name, keywords] = [at(project, "name"), listAt(project, "keywords")]
    assert.includeMembers([...keywords], ["Calm Sleep Rest: Zenvo", "sleep rest calm"])
    const again = await ask(`${base}/projects`, "POST", {
      ...{ name, channel: "hackernews", keywords, replace: true },
      competitors: listAt(project, "competitors")
    })
    assert.strictEqual(again.status, 201, again.text)
    assert.strictEqual(at(again.json, "data", "id"), at(project, "id"))
  })
})

describe("the pure rules", () => {
  it("take a pair of words for a theme only within a sentence, once a review, and without stop words", () => {
    assert.deepEqual(themesOf(["Crashes. Login broken", "crashes login", "Crashes, login"]), [])
    assert.deepEqual(themesOf(["battery drain battery drain", "nothing"]), [])
    assert.deepEqual(themesOf(["It drains the battery", "drains the battery"]), [])
    assert.deepEqual(themesOf(["Battery drain!", "what a battery drain"]), [{ phrase: "battery drain", reviews: 2 }])
  })

  it("leave out what no project may have: more than 60 characters, signs alone, stop words, the same twice", () => {
    const kind = "topic" as const
    const reason = "test"
    const given = ["x".repeat(61), "?!", "the", "Habit  tracker", "habit tracker", "a"]
    assert.deepEqual(
      included(given.map((keyword) => ({ keyword, kind, reason }))).map(({ keyword }) => keyword),
      ["Habit tracker"]
    )
  })
})

describe("the app of a bootstrap", () => {
  it("is the only one of the workspace where none is named", async () => {
    await keepApp("1")
    assert.strictEqual(at(await made({}), "data", "project", "appId"), "1")
  })

  it("is the only one of the store that is named, however many the other has", async () => {
    for (const n of [1, 2, 3]) await keepApp(`com.example.app${n}`, "storeb")
    await keepApp("1")
    assert.strictEqual(at(await made({ platform: "storea" }), "data", "project", "appId"), "1")
  })

  it("must be named where the workspace has none or several, for free", async () => {
    const none = await bootstrap({})
    assert.deepEqual([none.status, codeOf(none.json)], [400, "INVALID_INPUT"])
    assert.include(none.text, "appId: is required, as your workspace has no app")
    await keepApp("1")
    await keepApp("com.example.app1", "storeb")
    const several = await bootstrap({})
    assert.deepEqual([several.status, codeOf(several.json)], [400, "INVALID_INPUT"])
    assert.include(several.text, "several apps")
    assert.strictEqual(await gateway().used(account.accountId), 0)
  })

  it("is never another account's", async () => {
    await keepApp("1")
    const id = at(await made({}), "data", "project", "id")
    account = await gateway().account({ plan: "large" })
    assert.strictEqual((await bootstrap({})).status, 400)
    assert.notStrictEqual(at(await made(), "data", "project", "id"), id)
  })
})

describe("a store that gives nothing", () => {
  it.each([
    ["unlisted", { appId: "999" }, {}, 404, "APP_NOT_FOUND"],
    ["away", { appId: "1" }, { app: "failed" }, 502, undefined],
    ["busy", { appId: "1" }, { app: "rate_limited" }, 503, undefined],
    ["late", { appId: "1" }, { app: "timeout" }, 504, undefined]
  ] as const)("as it's %s makes no project and costs nothing", async (_, body, fails, status, code) => {
    world.fails = fails
    const answer = await bootstrap(body)
    assert.strictEqual(answer.status, status, answer.text)
    if (code !== undefined) assert.strictEqual(codeOf(answer.json), code)
    assert.strictEqual(await gateway().used(account.accountId), 0)
    assert.deepEqual(listAt((await ask(`${base}/projects`)).json, "data", "items"), [])
  })

  it("but reviews or a page leaves those out", async () => {
    world.fails = { reviews: "failed", page: "failed" }
    const json = await made()
    assert.deepEqual([of(json, "problem"), of(json, "brand")[0]], [[], "Zenvo"])
    assert.strictEqual(await gateway().used(account.accountId), 5)
  })
})

describe("a bootstrap again", () => {
  it("for the same channel and app gives the project as its owner left it, for free", async () => {
    const first = await made()
    const id = at(first, "data", "project", "id")
    const changed = await ask(`${base}/projects`, "POST", {
      ...{ name: "Zenvo", channel: "hackernews", appId: "1", keywords: ["zenvo streaks"], exclude: ["coupon"] },
      ...{ lookbackDays: 7, status: "paused", replace: true }
    })
    assert.strictEqual(at(changed.json, "data", "id"), id, changed.text)
    world.apps["1"] = { name: "Renamed" }
    const again = await made()
    const shown = ({ updatedAt: _, ...project }: Record<string, unknown>) => project
    assert.deepEqual(at(again, "data", "existing"), true)
    assert.deepEqual(shown(Object(at(again, "data", "project"))), shown(Object(at(changed.json, "data"))))
    assert.deepEqual(at(again, "data", "suggestedKeywords"), at(first, "data", "suggestedKeywords"))
    assert.strictEqual(await gateway().used(account.accountId), 5)
  })

  it("for another channel or app makes another, for its price", async () => {
    world.apps["2"] = { name: "Zenvo" }
    const ids = new Set(
      [await made(), await made({ appId: "1", channel: "lemmy" }), await made({ appId: "2" })].map((json) =>
        at(json, "data", "project", "id")
      )
    )
    assert.deepEqual([ids.size, await gateway().used(account.accountId)], [3, 15])
  })

  it("asked twenty times at once makes one project", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => made()))
    assert.strictEqual(new Set(answers.map((json) => at(json, "data", "project", "id"))).size, 1)
    assert.strictEqual(answers.filter((json) => at(json, "data", "existing") === false).length, 1)
    assert.strictEqual(await gateway().used(account.accountId), 5)
  })
})

describe("a filter by a channel", () => {
  it.each(["opportunities", "projects"])("that nobody knows is refused by %s, naming those there are", async (list) => {
    const answer = await ask(`${base}/${list}?channel=usenet`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
    assert.include(answer.text, "hackernews, rss")
    assert.strictEqual((await ask(`${base}/${list}?channel=lemmy`)).status, 200)
  })

  it("whose plugin is gone shows what the account's projects on it found, and is unknown to others", async () => {
    const id = await madeProject(gateway(), account.key, { name: "Old", channel: "hackernews", keywords: ["zenvo"] })
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE growth_projects SET channel = 'usenet' WHERE id = ${id}::uuid`
      )
    )
    for (const list of ["opportunities", "projects"]) {
      assert.strictEqual((await ask(`${base}/${list}?channel=usenet`)).status, 200)
    }
    account = await gateway().account({ plan: "large" })
    assert.strictEqual((await ask(`${base}/opportunities?channel=usenet`)).status, 400)
  })
})
