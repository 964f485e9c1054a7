/** What pages of an account read of growth. */
import { Data } from "@storeglass/plugin-api"
import { at, codeOf, listAt, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type Visitor, visitorOf } from "../../account/test/visitor.ts"
import { AppStats, Inbox } from "../src/dashboard/api.ts"
import { panels } from "../src/panels.ts"
import { madeProject, base as publicBase, scan } from "./support.ts"

const gateway = useTestGateway({ plugins: { stores: true, growth: true, account: true } })
const base = "/dashboard/api/growth"
const appId = "970101"
const dayOf = (daysBack: number) => new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10)

let key = ""
let accountId = ""
let visitor: Visitor
let stranger: Visitor
let first = ""
let second = ""

const project = (name: string, keywords: ReadonlyArray<string>, app = appId) => ({
  name,
  channel: "hackernews",
  keywords,
  appId: app
})

beforeAll(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
  await gateway().running.sandbox?.control.act("growth", "write", [
    { id: 1, title: "Can anyone recommend zibblecast?", text: "I need an app for zibblecast" },
    { id: 2, title: "Can anyone recommend zabblecast and zibblecast?", text: "I need an app" },
    { id: 3, title: "Can anyone recommend zubblecast?", text: "I need an app for zubblecast" }
  ])
  first = await madeProject(gateway(), key, project("One", ["zibblecast"]))
  second = await madeProject(gateway(), key, project("Two", ["zabblecast"]))
  const elsewhere = await madeProject(gateway(), key, project("Other app", ["zubblecast"], "970102"))
  for (const id of [first, second, elsewhere]) await scan(gateway(), key, id)
  visitor = await visitorOf(gateway, accountId)
  const theirs = await gateway().account({ plan: "large" })
  stranger = await visitorOf(gateway, theirs.accountId)
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by = visitor): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const before = await gateway().used(accountId)
  const answer = await by.ask(`${base}${path}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "a place was asked")
  assert.strictEqual(await gateway().used(accountId), before, "it was charged")
  return Schema.decodeUnknownSync(Data(schema))(answer.json, { onExcessProperty: "error" }).data
}
const inbox = (query = "", by = visitor) => read(Inbox, `/inbox?appId=${appId}${query}`, by)
const stats = (query = "", by = visitor) => read(AppStats, `/stats?appId=${appId}${query}`, by)
const figure = ({ figures }: AppStats, name: string) => figures.find((each) => each.name === name)?.value
const titles = ({ threads }: Inbox) => threads.map(({ title }) => title).toSorted()

describe("every route of pages", () => {
  it.each(["/inbox?appId=7", "/stats?appId=7", "/projects", "/channels"])(
    "%s is free, and for whoever is signed in alone",
    async (path) => {
      const byKey = await gateway().ask(`${base}${path}`, { key })
      assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
      await read(Schema.Unknown, path)
    }
  )

  it.each(["/projects?limit=1", "/projects?appId=970102", "/channels"])(
    "%s answers what its operation does",
    async (path) => {
      const answer = await visitor.ask(`${base}${path}`)
      const asked = await gateway().ask(`${publicBase}${path}`, { key })
      assert.deepEqual(at(answer.json, "data"), at(asked.json, "data"))
    }
  )

  it("shows another account nothing", async () => {
    assert.deepEqual(await inbox("", stranger), { projects: 0, threads: [] })
    assert.strictEqual((await stats("", stranger)).projects, 0)
    const { json } = await stranger.ask(`${base}/projects`)
    assert.deepEqual(listAt(json, "data", "items"), [])
  })

  const bounds: ReadonlyArray<readonly [path: string, code: string]> = [
    ...["inbox", "stats"].flatMap(
      (name): ReadonlyArray<readonly [string, string]> => [
        [`/${name}`, "INVALID_INPUT"],
        [`/${name}?appId=com.example.app`, "INVALID_APP_ID"],
        [`/${name}?appId=7&platform=storeb`, "INVALID_APP_ID"],
        [`/${name}?appId=7&platform=storec`, "INVALID_INPUT"],
        [`/${name}?appId=7&projectStatus=gone`, "INVALID_INPUT"],
        [`/${name}?appId=7&q=x`, "INVALID_INPUT"]
      ]
    ),
    ["/inbox?appId=7&status=open", "INVALID_INPUT"],
    ["/inbox?appId=7&urgency=high", "INVALID_INPUT"],
    ["/inbox?appId=7&limit=51", "INVALID_INPUT"],
    ["/inbox?appId=7&limit=0", "INVALID_INPUT"],
    ["/stats?appId=7&from=2999-01-01", "INVALID_INPUT"],
    ["/stats?appId=7&from=2026-02-30", "INVALID_INPUT"],
    [`/stats?appId=7&from=${dayOf(365)}`, "INVALID_INPUT"],
    ["/projects?limit=101", "INVALID_INPUT"],
    ["/channels?limit=1", "INVALID_INPUT"]
  ]
  it.each(bounds)("%s answers 400", async (path, code) => {
    const answer = await visitor.ask(`${base}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, code], answer.text)
  })
})

describe("the inbox", () => {
  it("has the threads of all projects for the app, each once, and no other app's", async () => {
    const told = await inbox()
    assert.strictEqual(told.projects, 2)
    assert.deepEqual(titles(told), [
      "Can anyone recommend zabblecast and zibblecast?",
      "Can anyone recommend zibblecast?"
    ])
    for (const { author, note, text, urgency, url } of told.threads) {
      assert.strictEqual(author, "somebody")
      assert.strictEqual(note, urgency)
      assert.match(url ?? "", /^https:/)
      assert.match(text.split("\n")[0] ?? "", /^Hacker News · by somebody · .+ · relevance \d+$/)
    }
  })

  it("has the most urgent first, and can be of one class, of one status and shorter", async () => {
    const order = ["must_reply", "should_reply", "nice_to_have", "ignore"]
    const places = (await inbox()).threads.map(({ urgency }) => order.indexOf(urgency))
    assert.deepEqual(places, places.toSorted())
    const [top] = (await inbox("&limit=1")).threads
    assert.isTrue((await inbox(`&urgency=${top?.urgency}`)).threads.every(({ urgency }) => urgency === top?.urgency))
    assert.deepEqual((await inbox("&status=replied")).threads, [])
  })

  it("leaves out what was decided on, which its status then shows", async () => {
    const [thread] = (await inbox()).threads
    const path = `${publicBase}/opportunities/${thread?.id}/review`
    await gateway().ask(path, { method: "PATCH", key, body: { decision: "approve" } })
    assert.notInclude(
      (await inbox()).threads.map(({ id }) => id),
      thread?.id
    )
    const approved = (await inbox("&status=approved")).threads
    assert.deepEqual(
      approved.map(({ id, note }) => [id, note]),
      [[thread?.id, "approved"]]
    )
    assert.strictEqual(figure(await stats(), "Precision"), 100)
    await gateway().ask(path, { method: "PATCH", key, body: { decision: "reopen" } })
  })

  it("leaves out archived projects, unless they're asked for", async () => {
    await gateway().ask(`${publicBase}/projects`, {
      method: "POST",
      key,
      body: { ...project("Two", ["zabblecast"]), status: "archived", replace: true }
    })
    assert.strictEqual((await inbox()).projects, 1)
    const archived = await inbox("&projectStatus=archived")
    assert.strictEqual(archived.projects, 1)
    assert.deepEqual(titles(archived), ["Can anyone recommend zabblecast and zibblecast?"])
    await gateway().ask(`${publicBase}/projects`, {
      method: "POST",
      key,
      body: { ...project("Two", ["zabblecast"]), status: "active", replace: true }
    })
  })

  it("of an app without projects is none", async () => {
    assert.deepEqual(await read(Inbox, "/inbox?appId=com.example.app&platform=storeb"), { projects: 0, threads: [] })
    const none = await read(AppStats, "/stats?appId=5")
    assert.deepEqual([none.projects, none.lines], [0, []])
  })
})

describe("what came of it", () => {
  it("is the sum of what its projects' stats say", async () => {
    const told = await stats()
    const each = await Promise.all(
      [first, second].map(async (id) => (await gateway().ask(`${publicBase}/projects/${id}/stats`, { key })).json)
    )
    const sum = (field: string) => each.reduce<number>((all, json) => all + Number(at(json, "data", field)), 0)
    const daily = each.flatMap((json) => listAt(json, "data", "series").map((day) => Number(at(day, "found"))))
    assert.strictEqual(figure(told, "Posts looked at"), sum("scanned"))
    assert.strictEqual(figure(told, "Threads found"), sum("found"))
    assert.strictEqual(figure(told, "Answered"), 0)
    const [found] = told.lines
    assert.lengthOf(found?.days ?? [], 30)
    assert.strictEqual(found?.days[0]?.date, told.from)
    assert.strictEqual(found?.days.at(-1)?.date, dayOf(0))
    assert.isNull(found?.days[0]?.value, "nothing was looked at then")
    assert.strictEqual(
      found?.days.reduce((all, { value }) => all + (value ?? 0), 0),
      daily.reduce((all, n) => all + n, 0)
    )
  })

  it("is of the page's days", async () => {
    const { lines } = await stats(`&from=${dayOf(6)}`)
    assert.deepEqual(
      lines.map(({ days, name }) => [name, days.length]),
      [
        ["Found", 7],
        ["Answered", 7]
      ]
    )
  })
})

describe("the panels", () => {
  it("cost nothing to look at", () => {
    const views = panels.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "view" ? [block.operation] : []))
    )
    assert.isNotEmpty(views)
    for (const operation of views) assert.match(operation, /^growthDashboard_/)
  })
})
