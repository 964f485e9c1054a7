/** What other plugins found and keep: the store's listing, saved analyses, competitors' ads, threads. Nobody is asked for it. */
import { randomUUID } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { dayIn } from "@storeglass/plugin-api"
import { at, listAt, sampleValues, usePluginGateway } from "@storeglass/testkit"
import workspacePlugin from "@storeglass/workspace"
import { SavedReports } from "@storeglass/workspace/contract"
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Watch } from "../../workspace/src/jobRefs.ts"
import { Deliver, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { controlOf, keptApp, type Owner, ownerOf, rows, sectionOf } from "./support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: {
    stores: true,
    keywords: true,
    workspace: true,
    aso: true,
    growth: true,
    "ad-library": true,
    cofounder: true
  },
  config: { jobs: { concurrency: 0 } }
})
const dayMs = 86_400_000
const today = dayIn("UTC", Date.now())
const startMs = Date.parse(`${today}T00:00:00Z`)

const reporting = async (appId: string) => {
  const owner = await ownerOf(gateway(), { plan: "growth" })
  await keptApp(owner, appId, { appName: "Mine" })
  await owner.put()
  await owner.prefer("webhook")
  return owner
}
/** The report of today, as it's posted, with nobody asked for anything else. */
const reportOf = async ({ accountId, received }: Owner, appId: string) => {
  const asked = controlOf(gateway()).requests({}).length
  await gateway().runJob(Report, { accountId, platform: "storea", appId, day: today })
  const [event] = await rows(
    gateway(),
    `SELECT id::text AS id FROM cofounder_events WHERE account_id = '${accountId}' AND state = 'waiting'`
  )
  await gateway().runJob(Deliver, { accountId, id: String(event?.id) })
  assert.strictEqual(
    controlOf(gateway()).requests({}).length - asked,
    1,
    "the delivery is all that was asked of anybody"
  )
  return at(JSON.parse((await received()).at(-1)?.body ?? ""), "report")
}
const again = ({ accountId }: Owner) =>
  rows(gateway(), `DELETE FROM cofounder_reports WHERE account_id = '${accountId}'`)
const evidenceIn = (report: unknown, id: string) =>
  listAt(sectionOf(report, id), "findings").map((finding) => at(finding, "evidence"))
const competitor = async (owner: Owner, appId: string, competitorAppId: string, name: string) => {
  const kept = await owner.ask("POST", `/v1/user/apps/${appId}/competitors`, { competitorAppId, name })
  assert.strictEqual(kept.status, 200, kept.text)
}

describe("the listing in the store", () => {
  it("that shows otherwise than the version the account keeps as live is told on that day, to that account", async () => {
    const listed = String((await sampleValues(gateway())).id)
    const [owner, stranger] = [await reporting(listed), await reporting(listed)]
    const version = await owner.ask("POST", `/v1/user/apps/${listed}/versions`, {
      versionName: "1.0",
      isReleased: true,
      title: "Another name"
    })
    assert.strictEqual(version.status, 200, version.text)
    for (const { accountId } of [owner, stranger]) await gateway().runJob(Watch, { accountId })
    const shown = await owner.ask("GET", `/v1/user/apps/${listed}/live`)
    const title = at(shown.json, "data", "differences", 0, "live")
    const report = await reportOf(owner, listed)
    assert.deepEqual(evidenceIn(report, "live"), [
      { rule: "live.changed", field: "title", country: "us", version: "1.0", live: title, kept: "Another name" }
    ])
    assert.deepEqual(at(sectionOf(report, "live"), "metrics"), {
      status: "different",
      checkedOn: today,
      since: today,
      version: "1.0",
      differences: 1
    })
    const theirs = sectionOf(await reportOf(stranger, listed), "live")
    assert.deepInclude(theirs, { status: "unavailable", findings: [], metrics: {} })
    assert.match(String(at(theirs, "reason")), /wasn't looked at yet/)

    // It has differed since the day before: what was told isn't told again.
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.andThen(
            sql`SELECT set_config('storeglass.account', ${owner.accountId}, true)`,
            sql`UPDATE workspace_live SET seen = jsonb_set(seen, '{us,differsMs}',
              to_jsonb((seen#>>'{us,differsMs}')::float8 - ${dayMs}::bigint)) WHERE account_id = ${owner.accountId}::uuid`
          )
        )
      )
    )
    await again(owner)
    assert.deepEqual(evidenceIn(await reportOf(owner, listed), "live"), [])
  })
})

describe("saved analyses", () => {
  it("are compared with those before them: the score and the fixes, opportunities that appeared, competitors' listings", async () => {
    const { id } = await sampleValues(gateway())
    const appId = String(id)
    const [owner, stranger] = [await reporting(appId), await reporting(appId)]
    const answers = new Map<string, unknown>()
    for (const [kind, path] of [
      ["aso.audit", "audit"],
      ["aso.opportunities", "opportunities"],
      ["aso.competitors", "competitor-report"]
    ] as const) {
      const answer = await owner.ask("GET", `/v1/aso/apps/${appId}/${path}?country=us&save=true`)
      assert.strictEqual(answer.status, 200, answer.text)
      answers.set(kind, at(answer.json, "data"))
    }
    const first = await reportOf(owner, appId)
    // The forms in which they are saved are those that are read.
    assert.strictEqual(at(sectionOf(first, "listing"), "metrics", "score"), at(answers.get("aso.audit"), "score"))
    assert.strictEqual(
      at(sectionOf(first, "opportunities"), "metrics", "opportunities"),
      at(answers.get("aso.opportunities"), "total")
    )
    for (const section of ["opportunities", "competitor-listings"]) {
      assert.strictEqual(at(sectionOf(first, section), "status"), "partial", section)
      assert.deepEqual(evidenceIn(first, section), [])
    }
    const saved = await owner.ask("GET", "/v1/user/reports?limit=100")
    const ids = listAt(saved.json, "data", "items").flatMap((item) =>
      String(at(item, "kind")).startsWith("aso.") ? [at(item, "id")] : []
    )
    assert.lengthOf(ids, 3)
    await owner.ask("DELETE", "/v1/user/reports", { ids })

    const opportunity = (keyword: string, opportunityScore: number | null) => ({
      keyword,
      opportunityScore,
      volumeScore: 60,
      difficulty: 25,
      currentRank: null
    })
    const opportunities = (total: number, ...all: ReadonlyArray<ReturnType<typeof opportunity>>) => ({
      total,
      opportunities: all
    })
    const fixes = (score: number, ...all: ReadonlyArray<string>) => ({
      score,
      quickWins: all.map((fix) => ({ id: fix, action: `Do ${fix}.`, expectedPoints: 2 })),
      highImpact: [],
      strategic: []
    })
    const listings = (title: string | null, second: string | null, version: string | null) => ({
      metadata: {
        competitors: [{ appId: 7, is: { name: "Rival", title: { text: title }, second: { text: second } } }]
      },
      updates: { competitors: [{ appId: 7, is: { version } }] }
    })
    const save = (kind: string, payload: unknown, more: object = {}) =>
      gateway().run(
        SavedReports.use((reports) =>
          reports.save({
            accountId: owner.accountId,
            plan: "growth",
            kind,
            title: kind,
            app: { platform: "storea", appId },
            country: "us",
            params: {},
            payload,
            ...more
          })
        ).pipe(
          Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), workspacePlugin))
        )
      )
    await save("aso.audit", fixes(70, "one"))
    await save("aso.opportunities", opportunities(3, opportunity("old", 80), opportunity("older", 55)))
    await save("aso.competitors", listings("Rival", "Track habits", null))
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.andThen(
            sql`SELECT set_config('storeglass.account', ${owner.accountId}, true)`,
            sql`UPDATE workspace_reports SET created_ms = created_ms - ${dayMs}::bigint WHERE kind LIKE 'aso.%'`
          )
        )
      )
    )
    // Other questions: of another country, in another language, and a later page.
    await save("aso.audit", fixes(10), { country: "de" })
    await save("aso.opportunities", opportunities(9, opportunity("elsewhere", 99)), { params: { cursor: "x" } })
    await save("aso.audit", fixes(64, "one", "two"))
    await save(
      "aso.opportunities",
      opportunities(
        5,
        opportunity("old", 82),
        opportunity("new", 72.25),
        opportunity("low", 54),
        opportunity("none", null)
      )
    )
    await save("aso.competitors", listings("Rival: Habits", "Track habits", "2.0"))
    await again(owner)
    const report = await reportOf(owner, appId)
    assert.deepEqual(
      evidenceIn(report, "listing").map((evidence) => [
        at(evidence, "rule"),
        at(evidence, "fix") ?? at(evidence, "to")
      ]),
      [
        ["listing.fell", 64],
        ["listing.fix", "two"]
      ]
    )
    // What is worth less than the last of the page before may have been on the next one.
    assert.deepEqual(evidenceIn(report, "opportunities"), [
      {
        rule: "opportunities.appeared",
        keyword: "new",
        points: 72.3,
        rank: null,
        volume: 60,
        difficulty: 25,
        threshold: 50
      }
    ])
    assert.deepEqual(evidenceIn(report, "competitor-listings"), [
      {
        rule: "competitor-listings.changed",
        appId: "7",
        name: "Rival",
        what: "title",
        from: "Rival",
        to: "Rival: Habits"
      }
    ])
    const theirs = await reportOf(stranger, appId)
    for (const section of ["listing", "opportunities", "competitor-listings"]) {
      assert.strictEqual(at(sectionOf(theirs, section), "status"), "unavailable", section)
    }
  })
})

describe("competitors' ads", () => {
  it("that began or stopped are told on the day on which that was noted, to accounts that compete with them by then", async () => {
    const [owner, stranger] = [await reporting("860001"), await reporting("860001")]
    for (const [n, name] of ["Began", "Stopped", "Silent", "Unread", "Before"].entries()) {
      await competitor(owner, "860001", String(870_001 + n), name)
      await competitor(stranger, "860001", String(870_001 + n), name)
    }
    const none = sectionOf(await reportOf(stranger, "860001"), "competitor-ads")
    assert.deepInclude(none, { status: "unavailable", findings: [] })
    const moves = (appId: number, onMs: number, ...kinds: ReadonlyArray<string>) =>
      rows(
        gateway(),
        `INSERT INTO ad_library_moves (app_id, seen_ms, data_end, moves) VALUES (${appId}, ${onMs}, '2026-11-19',
          '${JSON.stringify(kinds.map((kind) => ({ kind, values: kind === "started" ? ["de", "fr"] : [] })))}')`
      )
    await rows(
      gateway(),
      `INSERT INTO ad_library_watchers (account_id, app_id, is_own, since_ms, synced_ms)
        SELECT '${owner.accountId}', 870000 + n, false, CASE n WHEN 5 THEN ${startMs + 2_000} ELSE 0 END, 0 FROM generate_series(1, 5) n`
    )
    await rows(
      gateway(),
      `INSERT INTO ad_library_watched (app_id, due_ms, read_ms, is_active)
        SELECT 870000 + n, 0, CASE WHEN n <> 4 THEN ${startMs} END, CASE WHEN n <> 4 THEN n IN (1, 5) END FROM generate_series(1, 5) n`
    )
    await moves(870_001, startMs + 1_000, "started", "country")
    await moves(870_002, startMs + 1_000, "stopped")
    await moves(870_003, startMs - 1, "started")
    await moves(870_005, startMs + 1_000, "started")
    await moves(870_099, startMs + 1_000, "started")
    const report = await reportOf(owner, "860001")
    const noted = { dataEndDate: "2026-11-19" }
    assert.deepEqual(evidenceIn(report, "competitor-ads"), [
      { rule: "competitor-ads.began", appId: "870001", name: "Began", ...noted, storefronts: 2, where: "de, fr" },
      { rule: "competitor-ads.stopped", appId: "870002", name: "Stopped", ...noted }
    ])
    const section = sectionOf(report, "competitor-ads")
    assert.deepInclude(section, {
      status: "partial",
      reason: "The ads of 4 of 5 competitors were read.",
      metrics: { competitors: 4, advertising: 2, began: 1, stopped: 1 }
    })
  })
})

describe("threads to answer", () => {
  it("are those that the app's own projects found that day, and no other app's or account's", async () => {
    const [owner, stranger] = [await reporting("865001"), await reporting("865001")]
    const none = sectionOf(await reportOf(stranger, "865001"), "growth")
    assert.match(String(at(none, "reason")), /^No growth project/)
    const project = async ({ accountId }: Owner, appId: string, status = "active") => {
      const id = randomUUID()
      await rows(
        gateway(),
        `INSERT INTO growth_projects (account_id, id, name, channel, app_id, platform, country, keywords, exclude, competitors,
          languages, filters, scan_every_hours, lookback_days, status, created_ms, updated_ms)
         VALUES ('${accountId}', '${id}', '${id}', 'hackernews', '${appId}', 'storea', 'us', '["habit"]', '[]', '[]', '[]', '{}',
          0, 30, '${status}', 0, 0)`
      )
      return { accountId, id }
    }
    const found = async (
      { accountId, id }: Awaited<ReturnType<typeof project>>,
      atMs: number,
      { alsoBy, isFresh = false }: { readonly isFresh?: boolean; readonly alsoBy?: string } = {}
    ) => {
      const thread = randomUUID()
      const mustMs = isFresh ? Date.now() + dayMs : 0
      await rows(
        gateway(),
        `INSERT INTO growth_opportunities (account_id, id, key, channel, source, kind, title, excerpt, published_ms, found_ms,
          project_id, score, scored, must_ms, should_ms, nice_ms, status)
         VALUES ('${accountId}', '${thread}', '${thread}', 'hackernews', 'x', 'post', 'T', 'E', ${atMs}, ${atMs}, '${id}', 50, '{}',
          ${mustMs}, ${mustMs}, ${mustMs}, 'pending')`
      )
      for (const by of [id, ...(alsoBy === undefined ? [] : [alsoBy])]) {
        await rows(
          gateway(),
          `INSERT INTO growth_finds (account_id, opportunity_id, project_id, found_ms, own_score, scored, excerpt, own_must_ms,
            own_should_ms, own_nice_ms, score, must_ms, should_ms, nice_ms, status, published_ms, channel)
           VALUES ('${accountId}', '${thread}', '${by}', ${atMs}, 50, '{}', 'E', ${mustMs}, ${mustMs}, ${mustMs}, 50, ${mustMs},
            ${mustMs}, ${mustMs}, 'pending', ${atMs}, 'hackernews')`
        )
      }
    }
    const scanned = ({ accountId, id }: Awaited<ReturnType<typeof project>>, posts: number) =>
      rows(
        gateway(),
        `INSERT INTO growth_days (account_id, project_id, day, scanned, found) VALUES ('${accountId}', '${id}', '${today}', ${posts}, 0)`
      )
    const [own, second, otherApp, archived] = [
      await project(owner, "865001"),
      await project(owner, "865001"),
      await project(owner, "865002"),
      await project(owner, "865001", "archived")
    ]
    const theirs = await project(stranger, "865001")
    await scanned(own, 40)
    await scanned(second, 2)
    await scanned(otherApp, 500)
    await found(own, startMs + 1_000, { isFresh: true, alsoBy: second.id })
    await found(own, startMs + 2_000)
    await found(own, startMs - 1)
    await found(otherApp, startMs + 1_000, { isFresh: true })
    await found(archived, startMs + 1_000)
    await found(theirs, startMs + 1_000)
    const report = await reportOf(owner, "865001")
    assert.deepEqual(evidenceIn(report, "growth"), [{ rule: "growth.found", found: 2, mustReply: 1 }])
    assert.deepEqual(at(sectionOf(report, "growth"), "metrics"), {
      scanned: 42,
      found: 2,
      mustReply: 1,
      replied: 0,
      pending: 3
    })
  })
})

describe("a day on which no project looked", () => {
  it("isn't one on which there was nothing to find", async () => {
    const owner = await reporting("866001")
    await rows(
      gateway(),
      `INSERT INTO growth_projects (account_id, id, name, channel, app_id, platform, country, keywords, exclude, competitors,
        languages, filters, scan_every_hours, lookback_days, status, created_ms, updated_ms)
       VALUES ('${owner.accountId}', '${randomUUID()}', 'x', 'hackernews', '866001', 'storea', 'us', '["habit"]', '[]', '[]', '[]',
        '{}', 0, 30, 'active', 0, 0)`
    )
    const section = sectionOf(await reportOf(owner, "866001"), "growth")
    assert.deepInclude(section, {
      status: "unavailable",
      reason: "No project of the app looked at any post that day.",
      metrics: {}
    })
  })
})
