import { Alerts, Directory, dayIn, Entitlements, Jobs, plusDays, rowsOf } from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { newsKind, reportKind } from "../alerts.ts"
import type { CofounderConfig } from "../config.ts"
import { Channels } from "../integration/Channels.ts"
import { Events } from "../integration/Events.ts"
import { Webhooks } from "../integration/Webhooks.ts"
import { MailReport, type OfApp, type OfWeek, Report, Weekly } from "../jobRefs.ts"
import { appsFeature, appsMax } from "../limits.ts"
import { Digests } from "./Digests.ts"
import type { Facts } from "./facts.ts"
import { type Gathered, Gathering } from "./Gathering.ts"
import { ownerEmailOf, subjectOf, textOf, titleOf } from "./inWords.ts"
import { narrativesOf } from "./narratives.ts"
import { reportOf } from "./reportOf.ts"
import { type Report as Made, reportModel } from "./schema.ts"
import { Thresholds } from "./Thresholds.ts"
import { Wording } from "./Wording.ts"

const InCharts = Schema.Array(
  Schema.Struct({
    chart: Schema.Literals(["top-free", "top-paid", "top-grossing"]),
    country: Schema.String,
    genreId: Schema.NullOr(Schema.String)
  })
)
const earlierRows = rowsOf(Schema.Struct({ charts: InCharts }))
const ids = rowsOf(Schema.Struct({ id: Schema.String }))
const told = rowsOf(Schema.Struct({ kind: Schema.String }))

const digestDelayMs = 30 * 60_000
/** The Monday of the last week that is over at the end of this day. */
export const weekOver = (day: string): string => plusDays(day, -6 - (new Date(`${day}T00:00:00Z`).getUTCDay() % 7))

/** What a webhook is told of a report that isn't kept. */
const notKept = (reason: string | null) => (reason === null ? {} : { savedReport: null, reason })

const make = (config: CofounderConfig) =>
  Effect.gen(function* () {
    const { notify } = yield* Alerts
    const channels = yield* Channels
    const directory = yield* Directory
    const entitlements = yield* Entitlements
    const events = yield* Events
    const digests = yield* Digests
    const gathering = yield* Gathering
    const jobs = yield* Jobs
    const saved = yield* Effect.serviceOption(SavedReports)
    const sql = yield* SqlClient.SqlClient
    const thresholds = yield* Thresholds
    const webhooks = yield* Webhooks
    const wording = yield* Wording
    const withSql = Effect.provideService(SqlClient.SqlClient, sql)

    const unkept = (accountId: string, reason: string) => Effect.as(webhooks.noteFailure(accountId, reason), reason)

    /** Why it isn't kept; null: it is, or nothing keeps reports here. */
    const keep = (accountId: string, plan: string, id: string, report: Made) =>
      Option.isNone(saved)
        ? Effect.succeed(null)
        : saved.value
            .save({
              accountId,
              plan,
              id,
              kind: "cofounder",
              title: titleOf(report),
              app: { platform: report.platform, appId: report.appId },
              country: report.country,
              model: reportModel,
              params: { date: report.date },
              payload: report,
              keptMax: config.savedPerApp
            })
            .pipe(
              Effect.as(null),
              Effect.catchTags({
                TIER_LIMIT_EXCEEDED: () =>
                  unkept(
                    accountId,
                    "the plan's number of saved reports is reached, so the daily report was posted but not kept; delete some"
                  ),
                ReportTooLarge: ({ bytes }) =>
                  unkept(
                    accountId,
                    `the daily report has ${bytes} bytes, and 1 MiB is kept of one, so it was posted but not kept`
                  ),
                ReportIdTaken: Effect.die
              })
            )

    /** Those of a week ago or never told. */
    const freshOf = Effect.fnUntraced(function* (
      { accountId, appId, day, platform }: OfApp,
      facts: Facts,
      settings: CofounderConfig
    ) {
      const found = narrativesOf(facts, settings)
      const fresh = []
      for (const narrative of found) {
        const [row] = yield* told(sql`
          INSERT INTO cofounder_told AS t (account_id, platform, app_id, kind, day)
          VALUES (${accountId}::uuid, ${platform}, ${appId}, ${narrative.event}, ${day}::date)
          ON CONFLICT (account_id, platform, app_id, kind) DO UPDATE SET day = excluded.day
            WHERE t.day <= excluded.day - 7
          RETURNING kind`)
        if (row !== undefined) fresh.push(narrative)
      }
      return fresh
    })

    /** All that a report leaves, or nothing of it. */
    const finish = Effect.fnUntraced(function* (
      of: OfApp,
      who: { readonly email: string; readonly plan: string },
      report: Made,
      { charts, facts }: Gathered,
      settings: CofounderConfig
    ) {
      const { accountId, appId, day, platform } = of
      yield* webhooks.lock(accountId)
      const isPosted = (yield* webhooks.find(accountId))?.enabled === true
      const others = new Set((yield* channels.of(accountId)).map(({ name }) => name))
      if (!isPosted && others.size === 0) return
      const id = uuidV7Unsafe()
      const nowMs = yield* Clock.currentTimeMillis
      const [made] = yield* ids(sql`
        INSERT INTO cofounder_reports (account_id, platform, app_id, day, id, country, made_ms, charts, headline)
        VALUES (${accountId}::uuid, ${platform}, ${appId}, ${day}::date, ${id}::uuid, ${report.country}, ${nowMs}::bigint,
          ${JSON.stringify(charts)}::text::jsonb, ${report.headline})
        ON CONFLICT DO NOTHING RETURNING id::text AS id`)
      if (made === undefined) return
      const reason = yield* keep(accountId, who.plan, id, report)
      const fresh = yield* freshOf(of, facts, settings)
      if (isPosted) {
        yield* events.add(accountId, "report.created", {
          ownerEmail: who.email,
          appId,
          reportId: id,
          report,
          ...notKept(reason)
        })
        for (const { event, summary } of fresh) yield* events.add(accountId, event, { summary })
      }
      if (others.has("email")) yield* jobs.enqueue(MailReport, { accountId, id }, { key: id }).pipe(withSql)
      if (others.has("alerts")) {
        yield* notify(accountId, { kind: reportKind, title: subjectOf(report), text: textOf(report), key: id })
        for (const { event, summary } of fresh) {
          yield* notify(accountId, { kind: newsKind, title: summary, text: "", key: `${id} ${event}` })
        }
        yield* channels.note(accountId, "alerts", null)
      }
    }, sql.withTransaction)

    return {
      /** Has a report made of each of an account's apps, as many as its plan has: of the last day that is over. */
      begin: Effect.fn("Reports.begin")(function* (accountId: string) {
        const webhook = yield* webhooks.find(accountId)
        const plan = yield* directory.plan(accountId)
        const isPosted = webhook?.enabled === true
        if ((!isPosted && (yield* channels.of(accountId)).length === 0) || plan === undefined) return
        const most = Math.min(entitlements.limit(plan, appsFeature) ?? appsMax, appsMax)
        const nowMs = yield* Clock.currentTimeMillis
        const day = plusDays(dayIn("UTC", nowMs), -1)
        for (const { appId, platform } of yield* gathering.apps(accountId, most)) {
          const of: OfApp = { accountId, platform, appId, day }
          yield* jobs.enqueue(Report, of, { key: `${accountId}/${platform}/${appId}/${day}` }).pipe(withSql)
          if (!isPosted || !webhook.weekly) continue
          const ofWeek: OfWeek = { accountId, platform, appId, week: weekOver(day) }
          yield* jobs
            .enqueue(Weekly, ofWeek, {
              key: `${accountId}/${platform}/${appId}/week/${ofWeek.week}`,
              // Once the report of its last day is made.
              runAtMs: nowMs + digestDelayMs
            })
            .pipe(withSql)
        }
      }),
      /** Makes the report of an app and day, keeps it, and has it posted: once, whatever becomes of this node. */
      make: Effect.fn("Reports.make")(function* (of: OfApp) {
        const { accountId, appId, day, platform } = of
        const [there] =
          yield* ids(sql`SELECT id::text AS id FROM cofounder_reports WHERE account_id = ${accountId}::uuid
          AND platform = ${platform} AND app_id = ${appId} AND day = ${day}::date`)
        if (there !== undefined) return
        const account = yield* directory.account(accountId)
        if (account === undefined) return
        const [earlier] =
          yield* earlierRows(sql`SELECT charts FROM cofounder_reports WHERE account_id = ${accountId}::uuid
          AND platform = ${platform} AND app_id = ${appId} AND day < ${day}::date ORDER BY day DESC LIMIT 1`)
        const gathered = yield* gathering.of(accountId, of, earlier?.charts ?? [])
        if (gathered === undefined) return
        const settings = yield* thresholds.configOf(accountId, of)
        const report = yield* wording.of(reportOf(gathered.facts, settings))
        const email = ownerEmailOf(account)
        yield* finish(of, { email, plan: account.plan }, report, gathered, settings)
      }),
      /** Notes that a report couldn't be made, and whether it's tried again. */
      failed: ({ accountId, appId, day }: OfApp, isLast: boolean) =>
        webhooks.noteFailure(
          accountId,
          isLast
            ? `the report of ${appId} for ${day} failed again and again, and wasn't made`
            : `the report of ${appId} for ${day} couldn't be made this time; it's tried again within the day`
        ),
      /** Forgets what's older than it's kept, and what events said once they're settled for a month. */
      prune: Effect.fn("Reports.prune")(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const today = dayIn("UTC", nowMs)
        yield* sql`DELETE FROM cofounder_reports WHERE day < ${plusDays(today, -config.keptDays)}::date`
        yield* sql`DELETE FROM cofounder_events WHERE made_ms < ${nowMs - 30 * 86_400_000}::bigint`
        yield* digests.prune(plusDays(today, -config.keptDays))
        yield* sql`DELETE FROM cofounder_told WHERE day < ${plusDays(today, -30)}::date`
      })
    }
  })

/** Daily reports of accounts' apps. */
export class Reports extends Context.Service<Reports, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/cofounder/Reports"
) {
  static readonly layer = (config: CofounderConfig) => Layer.effect(this, make(config))
}
