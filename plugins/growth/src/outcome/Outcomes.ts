import { DailyFigures, ownConversions } from "@storeglass/apps/contract"
import { ChartedApps, chartTitle } from "@storeglass/charts/contract"
import { LatestRanks, searchDevices, TrackedKeywords } from "@storeglass/keywords/contract"
import { type DayWindow, isoOf, pageOf, rowsOf } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { GrowthChannels } from "../contract.ts"
import { type About, AppInbox } from "../dashboard/AppInbox.ts"
import { Projects } from "../projects/Projects.ts"
import type { Scanned } from "../projects/ProjectTable.ts"
import { outcomesCursor } from "./api.ts"
import { type AppOutcomes, type Daily, daysUsual, noClaim, type Outcome, type Outcomes as Told } from "./schema.ts"
import { chartIn, dailyIn, dailyOf, lacking, lengthOf, ranksIn, type Windows, windowsOf } from "./windows.ts"

const Row = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  url: Schema.NullOr(Schema.String),
  channel: Schema.String,
  replyUrl: Schema.String,
  repliedMs: Schema.Finite
})
type Row = typeof Row.Type
const rows = rowsOf(Row)
const numbers = rowsOf(Schema.Struct({ n: Schema.Int }))

/** So many of the account's keywords are looked at. */
const keywordsMax = 200
const repliesOnPage = 10
const dayMs = 86_400_000
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => isoOf(ms).slice(0, 10)

type Subject = Pick<Scanned, "id" | "appId" | "country" | "platform">

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const stores = yield* AppStores
  const channels = yield* GrowthChannels
  const projects = yield* Projects
  const inbox = yield* AppInbox
  const conversions = yield* ownConversions
  const figures = yield* Effect.serviceOption(DailyFigures)
  const charts = yield* Effect.serviceOption(ChartedApps)
  const tracked = yield* Effect.serviceOption(TrackedKeywords)
  const ranks = yield* Effect.serviceOption(LatestRanks)

  const replied = (
    accountId: string,
    projectId: string,
    limit: number,
    after: { readonly ms: number; readonly id: string } | undefined
  ) =>
    rows(sql`
      SELECT o.id, o.title, o.url, o.channel, o.reply_url AS "replyUrl", f.replied_ms::float8 AS "repliedMs"
      FROM growth_finds f JOIN growth_opportunities o ON o.account_id = f.account_id AND o.id = f.opportunity_id
        AND o.reply_url IS NOT NULL
      WHERE f.account_id = ${accountId}::uuid AND f.project_id = ${projectId}::uuid AND f.replied_ms IS NOT NULL
        AND (${after?.ms ?? null}::bigint IS NULL OR (f.replied_ms, f.opportunity_id)
          < (${after?.ms ?? null}::bigint, ${after?.id ?? null}::uuid))
      ORDER BY f.replied_ms DESC, f.opportunity_id DESC LIMIT ${limit}::int`)

  /** Answers of the account's for the app in these days, but for one. */
  const othersIn = Effect.fnUntraced(function* (
    accountId: string,
    { appId, id, platform }: Subject,
    opportunityId: string,
    { from, to }: DayWindow
  ) {
    const [row] = yield* numbers(sql`
      SELECT count(DISTINCT f.opportunity_id)::int AS n FROM growth_finds f
      WHERE f.account_id = ${accountId}::uuid AND f.opportunity_id <> ${opportunityId}::uuid
        AND f.replied_ms >= ${startOf(from)}::bigint AND f.replied_ms < ${startOf(to) + dayMs}::bigint
        AND f.project_id IN (SELECT p.id FROM growth_projects p WHERE p.account_id = ${accountId}::uuid
          AND (p.id = ${id}::uuid OR (p.platform = ${platform} AND p.app_id = ${appId})))`)
    return row?.n ?? 0
  })

  /** The account's keywords where the project is. */
  const keywordsOf = Effect.fnUntraced(function* (accountId: string, { appId, country, platform }: Subject) {
    if (appId === null || Option.isNone(tracked)) return []
    const [device] = searchDevices(yield* Effect.orDie(stores.get(platform)))
    const own = yield* tracked.value.list(accountId, { platform, country, limit: keywordsMax })
    return own.filter((one) => one.device === device)
  })

  const besides = Effect.fnUntraced(function* (
    accountId: string,
    { appId, country, platform }: Subject,
    keywords: Effect.Success<ReturnType<typeof keywordsOf>>,
    windows: Windows
  ) {
    const none = lacking(appId === null ? "no_app" : windows.after === null ? "too_early" : "not_measured")
    const { after, before } = windows
    const noRanks = { ...lackingRanks, status: none.status }
    if (appId === null || after === null) {
      return { storeVisits: none, downloads: none, keywordRanks: noRanks, chartRank: { ...none, chart: null } }
    }
    const app = { platform, appId }
    const days = { from: before.from, to: after.to }
    const console = conversions[platform]
    const viewsIn = (window: DayWindow) =>
      Option.isNone(console)
        ? Effect.succeed(null)
        : Effect.map(console.value.within({ accountId, appId, country, ...window }), (told) =>
            told === null ? null : { sum: told.pageViews, days: told.days }
          )
    const storeVisits: Daily = dailyOf(windows, yield* viewsIn(before), yield* viewsIn(after))
    const owned = Option.isNone(figures) ? [] : yield* figures.value.owned(accountId, app, days)
    const downloads: Daily = dailyIn(
      windows,
      owned.map(({ day, units }) => ({ day, value: units }))
    )
    const searched = Option.isNone(ranks) || keywords.length === 0 ? [] : yield* ranks.value.within(app, keywords, days)
    const held = Option.isNone(charts) ? [] : yield* charts.value.within({ ...app, country }, days)
    const store = yield* Effect.orDie(stores.get(platform))
    const [best] = held
      .map(({ days, key }) => ({ ...chartIn(windows, days), chart: chartTitle(store.genres, key) }))
      .filter(({ status }) => status === "measured")
      .toSorted((a, b) => Math.min(a.before ?? 0, a.after ?? 0) - Math.min(b.before ?? 0, b.after ?? 0))
    return {
      storeVisits,
      downloads,
      keywordRanks: ranksIn(windows, searched),
      chartRank: best ?? { ...none, chart: null }
    }
  })

  const outcomeOf = Effect.fnUntraced(function* (
    accountId: string,
    project: Subject,
    keywords: Effect.Success<ReturnType<typeof keywordsOf>>,
    { id, repliedMs, ...row }: Row,
    days: number
  ) {
    const today = dayOf(yield* Clock.currentTimeMillis)
    const day = dayOf(repliedMs)
    const windows = windowsOf(day, days, today)
    const told = (window: DayWindow) => ({ ...window, days: lengthOf(window) })
    const last = windows.after?.to ?? day
    const outcome: Outcome = {
      opportunityId: id,
      ...row,
      repliedAt: isoOf(repliedMs),
      before: told(windows.before),
      after: windows.after === null ? null : told(windows.after),
      isOver: windows.isOver,
      otherReplies: yield* othersIn(accountId, project, id, { from: windows.before.from, to: last }),
      ...(yield* besides(accountId, project, keywords, windows))
    }
    return outcome
  })

  return {
    /** What was measured around each answer of a project, the last one first. Nobody is asked. */
    of: Effect.fn("Outcomes.of")(function* (
      accountId: string,
      id: string,
      {
        cursor,
        days,
        limit
      }: {
        readonly days: number
        readonly limit: number
        readonly cursor?: { readonly ms: number; readonly id: string }
      }
    ) {
      const project = yield* projects.find(accountId, id)
      const [count] = yield* numbers(sql`SELECT count(*)::int AS n FROM growth_finds
        WHERE account_id = ${accountId}::uuid AND project_id = ${project.id}::uuid AND replied_ms IS NOT NULL`)
      const page = pageOf(yield* replied(accountId, project.id, limit + 1, cursor), {
        limit,
        cursor: outcomesCursor,
        positionOf: ({ id, repliedMs }) => ({ ms: repliedMs, id })
      })
      const keywords = page.items.length === 0 ? [] : yield* keywordsOf(accountId, project)
      const answer: Told = {
        items: yield* Effect.forEach(page.items, (row) => outcomeOf(accountId, project, keywords, row, days)),
        nextCursor: page.nextCursor,
        total: count?.n ?? 0,
        windowDays: days,
        country: project.country,
        note: noClaim,
        provenance: { source: "stored", asOf: isoOf(yield* Clock.currentTimeMillis), status: "measured" }
      }
      return answer
    }),

    /** The same for the newest answers for an app, as its page shows them. */
    ofApp: Effect.fn("Outcomes.ofApp")(function* (accountId: string, about: About) {
      const own = yield* inbox.projectsOf(accountId, about)
      const names = new Map((yield* channels.all).map(({ id, name }) => [id, name]))
      const found = new Map<string, { readonly row: Row; readonly projectId: string }>()
      for (const { id } of own) {
        for (const row of yield* replied(accountId, id, repliesOnPage, undefined)) {
          found.set(row.id, { row, projectId: id })
        }
      }
      const newest = [...found.values()]
        .toSorted((a, b) => b.row.repliedMs - a.row.repliedMs || (a.row.id < b.row.id ? 1 : -1))
        .slice(0, repliesOnPage)
      const outcomes: Array<Outcome> = []
      for (const [projectId, of] of Map.groupBy(newest, (one) => one.projectId)) {
        const project = yield* Effect.catchTag(projects.find(accountId, projectId), "NOT_FOUND", () => Effect.undefined)
        // One that was deleted meanwhile has none.
        if (project === undefined) continue
        const keywords = yield* keywordsOf(accountId, project)
        for (const { row } of of) outcomes.push(yield* outcomeOf(accountId, project, keywords, row, daysUsual))
      }
      const between = ({ after, before }: { readonly before: number | null; readonly after: number | null }) =>
        before === null || after === null ? null : `${before} → ${after}`
      const answer: AppOutcomes = {
        projects: own.length,
        replies: outcomes.toSorted(lastFirst).map((one) => ({
          title: one.title === "" ? one.replyUrl : one.title,
          day: one.repliedAt.slice(0, 10),
          channel: names.get(one.channel) ?? one.channel,
          daysAfter: one.after?.days ?? 0,
          visits: between(one.storeVisits),
          downloads: between(one.downloads),
          ranks: between(one.keywordRanks),
          chart: between(one.chartRank),
          other: one.otherReplies
        }))
      }
      return answer
    })
  }
})

const lastFirst = (a: Outcome, b: Outcome) => (a.repliedAt < b.repliedAt ? 1 : a.repliedAt > b.repliedAt ? -1 : 0)
const lackingRanks = { status: "not_measured", keywords: 0, before: null, after: null, better: 0, worse: 0 } as const

/** What was measured before and after answers. */
export class Outcomes extends Context.Service<Outcomes, Effect.Success<typeof make>>()("@storeglass/growth/Outcomes") {
  static readonly layer = Layer.effect(Outcomes, make)
}
