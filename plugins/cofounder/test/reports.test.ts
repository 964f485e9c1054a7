import { assert, beforeEach, describe, it } from "@effect/vitest"
import appsPlugin from "@storeglass/apps"
import { OwnedActuals } from "@storeglass/apps/contract"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, listAt, usePluginGateway } from "@storeglass/testkit"
import workspacePlugin from "@storeglass/workspace"
import { type NewReport, SavedReports } from "@storeglass/workspace/contract"
import { Context, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Daily, Deliver, type OfApp, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { chartedIn, controlOf, keptApp, type Owner, ownerOf, ratedIn, rows, sectionOf } from "./support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: {
    stores: true,
    keywords: true,
    charts: { collectOnStart: false },
    apps: true,
    workspace: true,
    aso: true,
    "connect-ads": true,
    "connect-paywall": true,
    alerts: true,
    "connect-storeb": true,
    cofounder: true
  },
  config: { jobs: { concurrency: 0 } }
})
beforeEach(() => controlOf(gateway()).clearFaults())

const today = dayIn("UTC", Date.now())
const day = plusDays(today, -1)
const contexts = () => Context.get(gateway().running.services, PluginContexts)

/** Searches that found these apps, best first. */
const search = (
  searches: ReadonlyArray<readonly [keyword: string, day: string, apps: ReadonlyArray<string>]>,
  volume = 40
) =>
  gateway().run(
    KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        searches.map(([keyword, day, apps]) => ({
          platform: "storea",
          country: "us",
          device: "iphone",
          keyword,
          day,
          source: "test",
          depth: 200,
          resultCount: apps.length,
          reach: 1_000,
          volume,
          difficulty: 30,
          apps: apps.map((appId) => ({ appId, name: `App ${appId}`, seller: "Seller" }))
        }))
      )
    ).pipe(Effect.provideContext(contextOf(contexts(), keywordsPlugin)))
  )
const fillers = (count: number) => Array.from({ length: count }, (_, n) => `99${n}`)
const rated = (appId: string, on: string, count: number, average: number) =>
  ratedIn(gateway(), appId, on, count, average)
const charted = (on: string, apps: ReadonlyArray<string>, chart: "top-free" | "top-paid" = "top-free") =>
  chartedIn(gateway(), chart, on, apps)

let serial = 0
/** An account with an enabled webhook and an app. */
const reporting = async (plan: "free" | "growth" = "growth") => {
  const owner = await ownerOf(gateway(), { plan })
  const appId = String(800_000 + ++serial)
  await keptApp(owner, appId, { appName: `App ${appId}` })
  await owner.put({ secret: "a-secret-of-tests" })
  await owner.verifyWith("a-secret-of-tests")
  await owner.prefer("webhook")
  return { ...owner, appId }
}
/** Fails over the number of the plan `free`. */
const savedBy = ({ accountId }: Owner, count: number, more: Partial<NewReport> = {}) =>
  gateway().run(
    SavedReports.use(({ save }) =>
      Effect.forEach(Array.from({ length: count }), () =>
        save({ accountId, plan: "free", kind: "fixture.analysis", title: "One", params: {}, payload: {}, ...more })
      )
    ).pipe(Effect.provideContext(contextOf(contexts(), workspacePlugin)))
  )
const keywordsOf = async (owner: Owner, appId: string, ...keywords: ReadonlyArray<string>) => {
  const answer = await owner.ask("POST", `/v1/user/apps/${appId}/keywords`, { keywords, country: "us" })
  assert.include([200, 201], answer.status, answer.text)
}
const ofApp = ({ accountId, appId }: { readonly accountId: string; readonly appId: string }): OfApp => ({
  accountId,
  platform: "storea",
  appId,
  day
})
/** Makes the report and posts what came of it; gives what arrived. */
const run = async (owner: Owner & { readonly appId: string }) => {
  await gateway().runJob(Report, ofApp(owner))
  const events = await rows(
    gateway(),
    `SELECT id::text AS id FROM cofounder_events WHERE account_id = '${owner.accountId}' AND state = 'waiting' ORDER BY made_ms, id`
  )
  for (const { id } of events) await gateway().runJob(Deliver, { accountId: owner.accountId, id: String(id) })
  return (await owner.received())
    .filter(({ event }) => event !== "test.connection")
    .map(({ body }): unknown => JSON.parse(body))
}
const Event = Schema.Struct({
  event: Schema.Literal("report.created"),
  ownerEmail: Schema.String,
  appId: Schema.String,
  reportId: Schema.String.check(Schema.isUUID()),
  timestamp: Schema.String,
  report: Schema.Unknown
})

describe("the report of a day", () => {
  it("tells what moved, from what was collected alone, is posted once and kept with the saved reports", async () => {
    const owner = await reporting()
    const { appId } = owner
    const rival = `7${appId}`
    await keywordsOf(owner, appId, "habit one", "habit two", "habit three")
    const kept = await owner.ask("POST", `/v1/user/apps/${appId}/competitors`, {
      competitorAppId: rival,
      name: "Rival"
    })
    assert.strictEqual(kept.status, 200, kept.text)
    const before = plusDays(day, -1)
    await search([
      ["habit one", before, [...fillers(11), appId, rival]],
      ["habit one", day, [appId, ...fillers(3), rival]],
      ["habit two", before, [rival, appId]],
      ["habit two", day, [rival, appId]],
      ["habit three", before, [appId, rival]],
      ["habit three", day, [rival, ...fillers(30), appId]]
    ])
    await rated(appId, plusDays(day, -7), 1_000, 4.5)
    await rated(appId, day, 1_100, 4.2)
    await charted(before, ["1", "2"])
    await charted(day, ["1", appId])
    await gateway().run(
      OwnedActuals.use(({ record }) =>
        record(
          owner.accountId,
          Array.from({ length: 8 }, (_, n) => ({
            platform: "storea",
            appId,
            country: "us",
            day: plusDays(day, -n),
            units: n === 0 ? 200 : 100,
            proceeds: n === 0 ? 30 : 60,
            currency: "USD"
          }))
        )
      ).pipe(Effect.provideContext(contextOf(contexts(), appsPlugin)))
    )
    const audit = (score: number, ...ids: ReadonlyArray<string>) => ({
      score,
      quickWins: ids.map((id) => ({ id, action: `Do ${id}.`, expectedPoints: 2 })),
      highImpact: [],
      strategic: []
    })
    const kind = { kind: "aso.audit", app: { platform: "storea", appId }, country: "us" } as const
    await savedBy(owner, 1, { ...kind, payload: audit(70, "one") })
    await savedBy(owner, 1, { ...kind, payload: audit(64, "one", "two") })
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.andThen(
            sql`SELECT set_config('storeglass.account', ${owner.accountId}, true)`,
            sql`UPDATE workspace_reports SET created_ms = created_ms - 86400000 WHERE kind = 'aso.audit' AND app_id = ${appId}`
          )
        )
      )
    )
    const asked = controlOf(gateway()).requests({}).length
    const [first, ...others] = await run(owner)
    const sent = Schema.decodeUnknownSync(Event)(first)
    assert.strictEqual(sent.appId, appId)
    assert.include(sent.ownerEmail, "@")
    const { report } = sent
    const rulesOf = (id: string) =>
      listAt(sectionOf(report, id), "findings").map((finding) => at(finding, "evidence", "rule"))
    assert.deepInclude(report, { date: day, appId, platform: "storea", country: "us", appName: `App ${appId}` })
    assert.deepEqual(rulesOf("keywords"), ["keywords.top-10-left", "keywords.top-10-entered"])
    assert.deepEqual(rulesOf("charts"), ["charts.entered"])
    assert.deepEqual(rulesOf("ratings"), ["ratings.fell"])
    assert.deepEqual(rulesOf("listing"), ["listing.fell", "listing.fix"])
    assert.deepEqual(rulesOf("competitors"), ["competitors.passed"])
    assert.deepEqual(rulesOf("figures"), ["figures.installs", "figures.proceeds"])
    assert.strictEqual(at(sectionOf(report, "visibility"), "status"), "ok")
    assert.deepEqual(
      listAt(report, "sections").map((section) => at(section, "status")),
      [
        ...["ok", "ok", "ok", "ok", "unavailable"],
        // The listing: in the store, its audit, opportunities; competitors, their listings and ads.
        ...["unavailable", "ok", "unavailable", "ok", "unavailable", "unavailable"],
        ...["unavailable", "ok", "unavailable", "unavailable", "unavailable", "ok"]
      ]
    )
    assert.deepEqual(at(report, "reviewsSummary"), {
      averageRating: 4.2,
      ratingCount: 1_100,
      newRatings: 100,
      reviews: null,
      themes: []
    })
    assert.deepEqual(at(report, "revenue"), { day, installs: 200, proceeds: { USD: 30 } })
    assert.deepEqual(
      listAt(report, "rankChanges").map((change) => [at(change, "keyword"), at(change, "from"), at(change, "to")]),
      [
        ["habit one", 12, 1],
        ["habit three", 1, 32]
      ]
    )
    assert.lengthOf(listAt(report, "actions"), 3)
    // Beside it: the rating fell by .3 on 100 new ratings.
    assert.deepEqual(
      others.map((event) => at(event, "event")),
      ["app.rating_drop"]
    )
    assert.strictEqual(
      controlOf(gateway()).requests({}).length - asked,
      2,
      "the two deliveries are all that was asked of anybody"
    )

    const listed = await owner.ask("GET", "/v1/user/reports?kind=cofounder")
    const [saved] = listAt(listed.json, "data", "items")
    assert.deepInclude(saved, { id: sent.reportId, kind: "cofounder", model: "report@1" })
    const whole = await owner.ask("GET", `/v1/user/reports?id=${sent.reportId}`)
    assert.include(whole.text, String(at(report, "headline")).slice(0, 30))

    // A second run of the day, as after a crash, leaves nothing more.
    await rows(gateway(), `UPDATE cofounder_told SET day = '2020-01-01' WHERE account_id = '${owner.accountId}'`)
    assert.lengthOf(await run(owner), 2)
    assert.lengthOf(listAt((await owner.ask("GET", "/v1/user/reports?kind=cofounder")).json, "data", "items"), 1)
  })

  it("is made where nothing was collected, and says of each section why", async () => {
    const owner = await reporting()
    const [event] = await run(owner)
    const report = at(event, "report")
    assert.strictEqual(at(report, "headline"), "Nothing was measured that day; each section says why.")
    for (const section of listAt(report, "sections")) {
      if (at(section, "id") === "alerts") continue
      assert.strictEqual(at(section, "status"), "unavailable")
      assert.isAbove(String(at(section, "reason")).length, 20)
    }
  })

  it("is made once for an app and day by nodes that run it at the same time", async () => {
    const owner = await reporting()
    await Promise.all(Array.from({ length: 6 }, () => gateway().runJob(Report, ofApp(owner))))
    assert.lengthOf(await run(owner), 1)
    const made = await rows(gateway(), `SELECT 1 FROM cofounder_reports WHERE account_id = '${owner.accountId}'`)
    assert.lengthOf(made, 1)
  })

  it("tells at once of a chart that the app has left, and once a week", async () => {
    const owner = await reporting()
    const { appId } = owner
    const key = (on: string) => Array.from({ length: 3 }, (_, n) => `${on}${n}`.replaceAll("-", ""))
    // A chart of its own: another test's lists must not be among these.
    const chart = (on: string, apps: ReadonlyArray<string>) => charted(on, apps, "top-paid")
    const before = plusDays(day, -1)
    await chart(plusDays(day, -2), [appId, ...key(before)])
    await chart(before, [appId, ...key(before)])
    await gateway().runJob(Report, { ...ofApp(owner), day: before })
    await chart(day, key(day))
    const events = await run(owner)
    const left = events.find((event) => at(event, "event") === "app.left_chart")
    assert.include(String(at(left, "summary")), "top-paid in US")
    const report = events.map((event) => at(event, "report")).find((each) => at(each, "date") === day)
    assert.deepEqual(
      listAt(sectionOf(report, "charts"), "findings").map((finding) => at(finding, "evidence", "rule")),
      ["charts.left"]
    )
  })

  it("tells what the day's reviews of a connected console complain of, and of nobody else's", async () => {
    const [owner, stranger] = [await reporting(), await reporting()]
    const packageName = `com.example.app${serial}`
    await keptApp(owner, packageName, { platform: "storeb", appName: "Mine" })
    await keptApp(stranger, packageName, { platform: "storeb", appName: "Theirs" })
    const write = (accountId: string, id: string, on: string, rating: number, body: string) =>
      rows(
        gateway(),
        `INSERT INTO connect_storeb_reviews (account_id, package_name, review_id, star_rating, body, language, modified_at,
          first_seen_at, last_seen_at)
         VALUES ('${accountId}', '${packageName}', '${id}', ${rating}, '${body}', 'en', '${on}T12:00:00Z', now(), now())`
      )
    for (let n = 0; n < 4; n++)
      await write(owner.accountId, `a${n}`, day, 1, "It crashes all the time, crash after crash")
    await write(owner.accountId, "b", day, 5, "Great")
    await write(owner.accountId, "c", plusDays(day, -1), 1, "It crashes")
    const reportOf = async (of: Owner) => {
      const app = { ...of, appId: packageName }
      await gateway().runJob(Report, { ...ofApp(app), platform: "storeb" })
      const sent = await run(app)
      return sent.map((event) => at(event, "report")).find((report) => at(report, "appId") === packageName)
    }
    const report = await reportOf(owner)
    const section = sectionOf(report, "reviews")
    assert.deepEqual(at(section, "metrics"), { reviews: 5, averageRating: 1.8 })
    const [finding] = listAt(section, "findings")
    assert.deepInclude(at(finding, "evidence"), { rule: "reviews.complaint", mentions: 4, reviews: 5 })
    assert.deepInclude(at(report, "reviewsSummary"), { reviews: 5 })
    assert.strictEqual(at(sectionOf(await reportOf(stranger), "reviews"), "status"), "unavailable")
  })

  it("tells what the account's own paywall brought, as it's kept, and how many alerts it had; of nobody else's", async () => {
    const [owner, stranger] = [await reporting(), await reporting()]
    await keptApp(stranger, owner.appId, { appName: "Theirs" })
    const actuals = Array.from({ length: 8 }, (_, n) => ({
      platform: "storea" as const,
      appId: owner.appId,
      country: "us",
      day: plusDays(day, -n),
      units: null,
      proceeds: n === 0 ? 90 : 30,
      currency: "USD"
    }))
    await gateway().run(
      OwnedActuals.use(({ record }) => record(owner.accountId, actuals, "paywall")).pipe(
        Effect.provideContext(contextOf(contexts(), appsPlugin))
      )
    )
    await rows(
      gateway(),
      `INSERT INTO alerts_queue (account_id, id, kind, label, key, title, body, state, created_ms, day)
        SELECT '${owner.accountId}', gen_random_uuid(), 'workspace.ranks-moved', 'Ranks moved', 'k' || at, 'Moved', 'It moved.', 'sent',
          ${Date.parse(`${day}T12:00:00Z`)} - 86400000 * days, '${day}'
        FROM unnest(ARRAY[0, 0, 1]) WITH ORDINALITY AS of (days, at)`
    )
    const [event] = await run(owner)
    const report = at(event, "report")
    assert.deepEqual(at(report, "revenue"), { day, installs: null, proceeds: { USD: 90 } })
    const [finding] = listAt(sectionOf(report, "paywall"), "findings")
    assert.deepInclude(at(finding, "evidence"), { rule: "paywall.proceeds", now: 90, mean: 30, percent: 200 })
    assert.deepEqual(at(sectionOf(report, "alerts"), "metrics"), { alerts: 2, "Ranks moved": 2 })
    assert.strictEqual(at(sectionOf(report, "figures"), "status"), "unavailable")
    const events = await run({ ...stranger, appId: owner.appId })
    const theirs = events.map((each) => at(each, "report")).find((each) => at(each, "appId") === owner.appId)
    assert.strictEqual(at(sectionOf(theirs, "paywall"), "status"), "unavailable")
    assert.match(String(at(sectionOf(theirs, "paywall"), "reason")), /^Nothing is kept of the app's last days/)
    assert.deepEqual(at(sectionOf(theirs, "alerts"), "metrics"), { alerts: 0 })
  })

  it("tells what the account's own search ads cost, as they were copied, and of nobody else's", async () => {
    const [owner, stranger] = [await reporting(), await reporting()]
    await keptApp(stranger, owner.appId, { appName: "Theirs" })
    const copied = async (accountId: string) => {
      await rows(
        gateway(),
        `INSERT INTO connect_ads_campaigns (account_id, campaign_id, app_id, name) VALUES
          ('${accountId}', '1', '${owner.appId}', 'Brand'), ('${accountId}', '2', '${owner.appId}', 'Rest'),
          ('${accountId}', '3', '1', 'Of another app')`
      )
      for (let n = 0; n < 8; n++) {
        const on = plusDays(day, -n)
        await rows(
          gateway(),
          `INSERT INTO connect_ads_days (account_id, day, state, at) VALUES ('${accountId}', '${on}', 'measured', now())`
        )
        // On one day nothing ran: that cost nothing.
        if (n === 3) continue
        await rows(
          gateway(),
          `INSERT INTO connect_ads_spend (account_id, day, campaign_id, currency, spend, installs) VALUES
            ('${accountId}', '${on}', '1', 'USD', ${n === 0 ? 90 : 30}, 4), ('${accountId}', '${on}', '2', 'USD', 12.5, 2),
            ('${accountId}', '${on}', '3', 'USD', 1000, 50)`
        )
      }
    }
    await copied(owner.accountId)
    const [event] = await run(owner)
    const report = at(event, "report")
    assert.deepEqual(at(report, "ads"), { day, spend: { USD: 102.5 }, installs: 6 })
    const [finding] = listAt(sectionOf(report, "ads"), "findings")
    // Six days of 42.5 and one of nothing.
    assert.deepInclude(at(finding, "evidence"), { rule: "ads.spend", now: 102.5, mean: 36.43, percent: 181 })
    const events = await run({ ...stranger, appId: owner.appId })
    const theirs = events.map((each) => at(each, "report")).find((each) => at(each, "appId") === owner.appId)
    assert.strictEqual(at(sectionOf(theirs, "ads"), "status"), "unavailable")
    assert.isUndefined(at(theirs, "ads"))
  })

  it("doesn't tell a cost that isn't known of all of the day's ads", async () => {
    const owner = await reporting()
    const { accountId, appId } = owner
    await rows(
      gateway(),
      `INSERT INTO connect_ads_campaigns (account_id, campaign_id, app_id, name) VALUES ('${accountId}', '1', '${appId}', 'A'),
        ('${accountId}', '2', '${appId}', 'B')`
    )
    await rows(
      gateway(),
      `INSERT INTO connect_ads_days (account_id, day, state, at) VALUES ('${accountId}', '${day}', 'measured', now())`
    )
    await rows(
      gateway(),
      `INSERT INTO connect_ads_spend (account_id, day, campaign_id, currency, spend, installs) VALUES
        ('${accountId}', '${day}', '1', 'USD', 90, 4), ('${accountId}', '${day}', '2', 'USD', NULL, NULL)`
    )
    const [event] = await run(owner)
    const section = sectionOf(at(event, "report"), "ads")
    assert.deepEqual([at(section, "status"), at(section, "metrics")], ["partial", { day, installs: null }])
  })

  it("is posted though the plan has no room for another saved report, and says so", async () => {
    const owner = await reporting("free")
    await savedBy(owner, 50)
    const [posted, ...more] = await run(owner)
    assert.deepEqual([at(posted, "savedReport"), more], [null, []])
    assert.match(String(at(posted, "reason")), /the plan's number of saved reports is reached/)
    assert.lengthOf(listAt((await owner.ask("GET", "/v1/user/reports?kind=cofounder")).json, "data", "items"), 0)
  })

  it("takes the place of the app's oldest one, so that daily reports never use up what the plan can keep", async () => {
    const owner = await reporting("free")
    await savedBy(owner, 32, { kind: "cofounder", app: { platform: "storea", appId: owner.appId } })
    await savedBy(owner, 18)
    assert.lengthOf(await run(owner), 1)
    const listed = async (kind: string) =>
      listAt((await owner.ask("GET", `/v1/user/reports?kind=${kind}&limit=100`)).json, "data", "items").length
    assert.deepEqual([await listed("cofounder"), await listed("fixture.analysis")], [30, 18])
    await savedBy(owner, 2)
  })
})

describe("a day's run", () => {
  const waiting = async (accountId: string) =>
    (
      await rows(
        gateway(),
        `SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'cofounder.report' AND key LIKE '%${accountId}%'`
      )
    ).length

  it("has a report made of each live app, as many as the plan has", async () => {
    const owner = await ownerOf(gateway(), { plan: "indie" })
    for (let n = 0; n < 5; n++) await keptApp(owner, `55500${n}`, { appName: "Mine", isLive: n !== 1 })
    await owner.put()
    await owner.prefer("webhook")
    await gateway().runJob(Daily, { accountId: owner.accountId })
    assert.strictEqual(await waiting(owner.accountId), 3)
    await gateway().runJob(Daily, { accountId: owner.accountId })
    assert.strictEqual(await waiting(owner.accountId), 3)
  })

  it("makes nothing for an account whose webhook is switched off, and delivers nothing of what was under way", async () => {
    const owner = await reporting()
    await owner.prefer()
    await gateway().runJob(Daily, { accountId: owner.accountId })
    assert.strictEqual(await waiting(owner.accountId), 0)
    assert.deepEqual(await run(owner), [])
  })

  it("is due between the hours of the settings", async () => {
    const owner = await reporting()
    const [schedule] = await rows(
      gateway(),
      `SELECT extract(hour FROM to_timestamp(next_ms / 1000.0) AT TIME ZONE 'UTC')::int AS hour FROM core_schedules WHERE account_id = '${owner.accountId}'`
    )
    assert.isAtLeast(Number(schedule?.hour), 4)
    assert.isBelow(Number(schedule?.hour), 10)
  })

  it("tells nobody of another account's apps, reports and deliveries", async () => {
    const [owner, stranger] = [await reporting(), await reporting()]
    await run(owner)
    const [event] = await run(stranger)
    assert.notInclude(JSON.stringify(event), owner.appId)
    const listed = await stranger.ask("GET", "/v1/user/reports?kind=cofounder")
    assert.notInclude(listed.text, owner.appId)
    const [report] = listAt((await owner.ask("GET", "/v1/user/reports?kind=cofounder")).json, "data", "items")
    const other = await stranger.ask("GET", `/v1/user/reports?id=${String(at(report, "id"))}`)
    assert.notInclude(other.text, owner.appId)
  })
})
