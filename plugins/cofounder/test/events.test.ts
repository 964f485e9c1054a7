/** Rare events beside the reports: each comes out of a run, and at most once a week for an app. */
import { assert, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import { Deliver, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { chartedIn, keptApp, type Owner, ownerOf, ratedIn, rows, sectionOf } from "./support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: {
    stores: true,
    keywords: true,
    charts: { collectOnStart: false },
    apps: true,
    workspace: true,
    cofounder: true
  },
  config: { jobs: { concurrency: 0 } }
})
const contexts = () => Context.get(gateway().running.services, PluginContexts)
const first = plusDays(dayIn("UTC", Date.now()), -9)
const [before, second, sixth, seventh] = [-1, 1, 6, 7].map((days) => plusDays(first, days))
const [app, other, rival] = ["820001", "820002", "820003"]
const keywords = ["habit one", "habit two", "habit three"]

/** Where the rival stands for each keyword. */
const searched = (ranks: Readonly<Record<string, number>>) =>
  gateway().run(
    KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        Object.entries(ranks).flatMap(([day, rank]) =>
          keywords.map((keyword) => ({
            platform: "storea" as const,
            country: "us",
            device: "iphone",
            keyword,
            day,
            source: "test",
            depth: 200,
            resultCount: 60,
            reach: 1_000,
            volume: 40,
            difficulty: 30,
            apps: Array.from({ length: 60 }, (_, n) => {
              const appId = n + 1 === rank ? rival : n === 59 ? app : String(990_000 + n)
              return { appId: String(appId), name: `App ${appId}`, seller: "Seller" }
            })
          }))
        )
      )
    ).pipe(Effect.provideContext(contextOf(contexts(), keywordsPlugin)))
  )
const charted = (chart: "top-free" | "top-paid" | "top-grossing", day: string, apps: ReadonlyArray<string>) =>
  chartedIn(gateway(), chart, day, apps)
const rated = (appId: string, on: string, count: number, average: number) =>
  ratedIn(gateway(), appId, on, count, average)
/** Makes an app's report of a day; gives it, and the events that were posted beside it. */
const run = async ({ accountId, received }: Owner, appId: string, day: string) => {
  const known = (await received()).length
  await gateway().runJob(Report, { accountId, platform: "storea", appId, day })
  const waiting = await rows(
    gateway(),
    `SELECT id::text AS id FROM cofounder_events WHERE account_id = '${accountId}' AND state = 'waiting' ORDER BY made_ms, id`
  )
  for (const { id } of waiting) await gateway().runJob(Deliver, { accountId, id: String(id) })
  const posted = (await received()).slice(known).map(({ body }): unknown => JSON.parse(body))
  const report = posted.find((each) => at(each, "event") === "report.created")
  const rules = ["competitors", "ratings", "charts"].flatMap((id) =>
    listAt(sectionOf(at(report, "report"), id), "findings").map((finding) => at(finding, "evidence", "rule"))
  )
  const events = posted.filter((each) => each !== report)
  return { rules, events, kinds: events.map((each) => String(at(each, "event"))).toSorted() }
}
const all = ["app.left_chart", "app.rating_drop", "competitor.major_move"]

describe("a big move of a competitor, a fall of the rating and a chart that was left", () => {
  it("are posted beside the day's report, not again the day after, and again a week later; each app has its own", async () => {
    if (before === undefined || second === undefined || sixth === undefined || seventh === undefined)
      return assert.fail()
    if (app === undefined || other === undefined) return assert.fail()
    const owner = await ownerOf(gateway(), { plan: "growth" })
    await keptApp(owner, app, { appName: "Lens" })
    await keptApp(owner, other, { appName: "Focus" })
    const kept = await owner.ask("POST", `/v1/user/apps/${app}/competitors`, { competitorAppId: rival, name: "Rival" })
    assert.strictEqual(kept.status, 200, kept.text)
    const words = await owner.ask("POST", `/v1/user/apps/${app}/keywords`, { keywords, country: "us" })
    assert.include([200, 201], words.status, words.text)
    await owner.put()
    await owner.prefer("webhook")
    await searched({ [before]: 40, [first]: 5, [second]: 40, [sixth]: 40, [seventh]: 5 })
    for (const [appId, day, count, average] of [
      [app, plusDays(first, -7), 1_000, 4.6],
      [app, plusDays(second, -7), 1_000, 4.6],
      [app, first, 1_100, 4.3],
      [app, second, 1_110, 4.3],
      [app, seventh, 1_200, 4],
      [other, plusDays(second, -7), 1_000, 4.6],
      [other, second, 1_100, 4.3]
    ] as const) {
      await rated(appId, day, count, average)
    }

    await charted("top-paid", before, [app])
    assert.deepEqual((await run(owner, app, before)).kinds, [])
    await charted("top-paid", first, ["1"])
    await charted("top-grossing", first, [app])
    const told = await run(owner, app, first)
    assert.deepEqual(told.kinds, all)
    const summaryOf = (event: string) =>
      String(
        at(
          told.events.find((each) => at(each, "event") === event),
          "summary"
        )
      )
    assert.match(summaryOf("competitor.major_move"), /^Rival moved by 20 ranks, or into the top 10, for at least 3 /)
    assert.strictEqual(summaryOf("app.rating_drop"), "The average rating of Lens fell from 4.60 to 4.30 within a week.")
    assert.strictEqual(summaryOf("app.left_chart"), "Lens left the chart top-paid in US.")

    // All of it happens again.
    await charted("top-grossing", second, ["1"])
    const again = await run(owner, app, second)
    assert.includeMembers(again.rules, ["competitors.major-move", "ratings.fell", "charts.left"])
    assert.deepEqual(again.kinds, [])
    assert.deepEqual((await run(owner, other, second)).kinds, ["app.rating_drop"], "of another app")

    await charted("top-free", sixth, [app])
    assert.deepEqual((await run(owner, app, sixth)).kinds, [])
    await charted("top-free", seventh, ["1"])
    assert.deepEqual((await run(owner, app, seventh)).kinds, all)
  })
})
