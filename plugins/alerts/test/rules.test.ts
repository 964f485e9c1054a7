/** Rules of accounts' own: by keyword, country, threshold and weekday. */
import { assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { Data, dayIn, plusDays } from "@storeglass/plugin-api"
import { adjustableClock, codeOf, usePluginGateway, useTestGateway } from "@storeglass/testkit"
import { Context, Effect, Schema } from "effect"
import { type Visitor, visitorOf } from "../../account/test/visitor.ts"
import { OwnRules } from "../src/dashboard/api.ts"
import { LookAtRules } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { movedBy, weekdays } from "../src/rules/Rules.ts"
import { bot, rows } from "./support.ts"

const base = "/dashboard/api/alerts/rules"
const clock = adjustableClock()
const gateway = useTestGateway({
  plugins: {
    alerts: { bot: { ...bot, polling: false } },
    account: true,
    stores: true,
    keywords: true,
    workspace: { rankAlertsFrom: 0 }
  },
  config: { jobs: { lanes: { "alerts.messages": 0 } } },
  clock
})
const nowMs = () => Effect.runSync(clock.clock.currentTimeMillis)
const today = () => dayIn("UTC", nowMs())
const appId = "700001"

let member: Visitor
let viewer: Visitor
let stranger: Visitor
let accountId = ""

beforeAll(async () => {
  const account = await gateway().account()
  accountId = account.accountId
  member = await visitorOf(gateway, accountId, "member")
  viewer = await visitorOf(gateway, accountId, "viewer")
  stranger = await visitorOf(gateway, (await gateway().account()).accountId, "owner")
  const post = (path: string, body: object) => gateway().ask(path, { method: "POST", key: account.key, body })
  const kept = await post("/v1/user/apps", { platform: "storea", appId, country: "us", appName: "Lens" })
  assert.strictEqual(kept.status, 200, kept.text)
  for (const country of ["us", "de"]) {
    const answer = await post(`/v1/user/apps/${appId}/keywords`, { keywords: ["photo editor", "camera"], country })
    assert.include([200, 201], answer.status, answer.text)
  }
})
beforeEach(() => rows(gateway(), "TRUNCATE alerts_rules, alerts_queue"))

const change = (method: string, body?: object, path = "", by = member) =>
  by.ask(`${base}${path}`, { method, ...(body === undefined ? {} : { body }) })
const listed = async (by = viewer) => {
  const answer = await by.ask(base)
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(Data(OwnRules))(answer.json, { onExcessProperty: "error" }).data.rules
}
const add = async (rule: object = {}) => {
  const answer = await change("POST", { appId, platform: "storea", atLeast: 10, ...rule })
  assert.strictEqual(answer.status, 200, answer.text)
  return (await listed()).at(-1)?.id ?? assert.fail("no rule")
}
/** Ranks of the app on the two days before today. */
const ranked = (ranks: ReadonlyArray<readonly [keyword: string, country: string, from: number, to: number]>) =>
  gateway().run(
    KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        ranks.flatMap(([keyword, country, from, to]) =>
          [from, to].map((rank, index) => ({
            platform: "storea",
            country,
            device: "iphone",
            keyword,
            day: plusDays(today(), index - 2),
            source: "test",
            depth: 200,
            resultCount: 100,
            reach: 1_000,
            volume: 40,
            difficulty: 30,
            apps: Array.from({ length: 100 }, (_, n) => {
              const id = n + 1 === rank ? appId : String(1_000 + n)
              return { appId: id, name: `App ${id}`, seller: "Seller" }
            })
          }))
        )
      )
    ).pipe(Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), keywordsPlugin)))
  )
const told = async () => {
  await gateway().runJob(LookAtRules, {})
  return rows(
    gateway(),
    "SELECT account_id::text AS account, kind, title, body FROM alerts_queue ORDER BY created_ms, id"
  )
}

describe("a rule", () => {
  it("is kept for its account, listed in words, and deleted", async () => {
    const id = await add({ keyword: " Photo  Editor ", country: "DE", weekdays: ["sun", "mon"] })
    assert.deepEqual(await listed(), [
      {
        id,
        platform: "storea",
        appId,
        keyword: "photo editor",
        country: "de",
        atLeast: 10,
        weekdays: ["mon", "sun"],
        title: `${appId} (storea)`,
        text: "“photo editor”, in DE, by 10 or more, on mon, sun"
      }
    ])
    assert.strictEqual((await change("DELETE", undefined, `/${id}`)).status, 200)
    assert.deepEqual(await listed(), [])
  })

  it("is seen and deleted by nobody else", async () => {
    const id = await add()
    assert.deepEqual(await listed(stranger), [])
    const answers = await Promise.all([
      change("DELETE", undefined, `/${id}`, stranger),
      change("DELETE", undefined, `/00000000-0000-4000-8000-000000000000`, stranger)
    ])
    assert.deepEqual(
      answers.map(({ json, status }) => [status, codeOf(json)]),
      [
        [404, "NOT_FOUND"],
        [404, "NOT_FOUND"]
      ]
    )
    const theirs = await change("POST", { appId, platform: "storea", atLeast: 10 }, "", stranger)
    assert.deepEqual([theirs.status, codeOf(theirs.json)], [404, "NOT_FOUND"])
    assert.strictEqual((await change("DELETE", undefined, `/${id}`, viewer)).status, 403)
    assert.strictEqual((await change("POST", { appId, platform: "storea", atLeast: 10 }, "", viewer)).status, 403)
    assert.lengthOf(await listed(), 1)
  })

  it.each([
    [{ appId: "1" }, 404, "NOT_FOUND"],
    [{ platform: "storeb" }, 404, "NOT_FOUND"],
    [{ atLeast: 0 }, 400, "INVALID_INPUT"],
    [{ atLeast: 101 }, 400, "INVALID_INPUT"],
    [{ atLeast: 1.5 }, 400, "INVALID_INPUT"],
    [{ country: "xx" }, 400, "INVALID_COUNTRY"],
    [{ weekdays: [] }, 400, "INVALID_INPUT"],
    [{ weekdays: ["someday"] }, 400, "INVALID_INPUT"],
    [{ keyword: "" }, 400, "INVALID_INPUT"],
    [{ more: 1 }, 400, "INVALID_INPUT"]
  ] as const)("that is %j is refused with %i %s", async (rule, status, code) => {
    const answer = await change("POST", { appId, platform: "storea", atLeast: 10, ...rule })
    assert.deepEqual([answer.status, codeOf(answer.json)], [status, code], answer.text)
  })

  it("is one of 50 at most, also where they're added at once", async () => {
    await rows(
      gateway(),
      `INSERT INTO alerts_rules SELECT '${accountId}', gen_random_uuid(), 'storea', '${appId}', NULL, NULL, 5, '{mon}', n
        FROM generate_series(1, 47) n`
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => change("POST", { appId, platform: "storea", atLeast: 10 }))
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 400, 400, 400])
  })
})

describe("what rules find", () => {
  it("is told once a day for each: its keyword, its country, from its threshold on", async () => {
    await ranked([
      ["photo editor", "us", 12, 31],
      ["photo editor", "de", 8, 14],
      ["camera", "us", 40, 20],
      // Of somebody else's.
      ["filters", "us", 3, 60]
    ])
    await add({ keyword: "photo editor", country: "us", atLeast: 19 })
    await add({ keyword: "photo editor", atLeast: 5 })
    await add({ atLeast: 20 })
    await add({ country: "de", atLeast: 7 })
    const first = await told()
    const day = plusDays(today(), -1)
    assert.deepEqual(
      first.map(({ body, title }) => [title, String(body).split("\n").slice(1)]),
      [
        ["Lens: a rank moved", ["photo editor (us, iphone): 12 → 31"]],
        ["Lens: 2 ranks moved", ["photo editor (us, iphone): 12 → 31", "photo editor (de, iphone): 8 → 14"]],
        ["Lens: a rank moved", ["camera (us, iphone): 40 → 20"]]
      ]
    )
    assert.isTrue(first.every(({ account, kind }) => account === accountId && kind === "alerts.rule"))
    assert.match(String(first[0]?.body), new RegExp(`^On ${day}, by your rule \\(“photo editor”, in US, by 19 or more`))
    assert.deepEqual(await told(), first)
  })

  it("is told on its weekdays alone", async () => {
    await ranked([["camera", "us", 40, 20]])
    const now = weekdays[(new Date(nowMs()).getUTCDay() + 6) % 7]
    await add({ weekdays: weekdays.filter((day) => day !== now) })
    assert.deepEqual(await told(), [])
    await add({ weekdays: [now] })
    assert.lengthOf(await told(), 1)
  })

  it("is nothing where nothing moved, or nothing was measured", async () => {
    await rows(gateway(), "SELECT 1")
    await add({ country: "fr" })
    assert.deepEqual(await told(), [])
  })

  it.each([
    [12, 31, 19],
    [31, 12, 19],
    [5, 5, 0],
    [null, 90, 11],
    [90, null, 11],
    [null, null, 0],
    [150, null, 0]
  ] as const)("counts a move from %s to %s as %i", (from, to, moved) => {
    assert.strictEqual(movedBy({ from, to }), moved)
  })
})

describe("a gateway without keywords", () => {
  const bare = usePluginGateway(plugin, { plugins: { account: true, alerts: { bot: { ...bot, polling: false } } } })
  it("says that there is nothing to make rules about", async () => {
    const by = await visitorOf(bare, (await bare().account()).accountId, "member")
    const { json } = await by.ask(base)
    assert.deepInclude(Schema.decodeUnknownSync(Data(OwnRules))(json).data, { state: "not_available", rules: [] })
    const answer = await by.ask(base, { method: "POST", body: { appId, platform: "storea", atLeast: 10 } })
    assert.deepEqual([answer.status, codeOf(answer.json)], [409, "RULES_UNAVAILABLE"])
  })
})
