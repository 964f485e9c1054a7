/** What an account has kept of daily reports, as it is after one was made, posted and refused. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import type { TestGateway } from "@storeglass/testkit"
import workspacePlugin from "@storeglass/workspace"
import { SavedReports } from "@storeglass/workspace/contract"
import { Context, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { Report } from "../src/report/schema.ts"

export const day = "2026-11-26"
const atMs = Date.parse("2026-11-27T06:12:00Z")

export const reportOfApp = (appId: string): Report => ({
  date: day,
  appId,
  appName: "Lens",
  platform: "storea",
  country: "us",
  headline: "3 keywords fell.",
  sections: [
    {
      id: "keywords",
      title: "Keywords",
      status: "ok",
      findings: [{ text: "3 keywords fell.", severity: "warning", evidence: { rule: "rank-drop", from: 3, to: null } }],
      metrics: {}
    },
    {
      id: "figures",
      title: "Figures",
      status: "unavailable",
      reason: "No console is connected.",
      findings: [],
      metrics: {}
    }
  ],
  rankChanges: [],
  competitorMoves: [],
  reviewsSummary: { averageRating: null, ratingCount: null, newRatings: null, reviews: null, themes: [] },
  actions: [
    { title: "Look at the new first ten", why: "3 keywords fell.", priority: 2 },
    { title: "Answer the reviews", why: "Two are new.", priority: 1 }
  ],
  provenance: { model: "report@1", madeAt: "2026-11-27T06:12:00.000Z", sources: [] }
})

export const keepReport = (gateway: TestGateway, accountId: string, appId: string) => {
  const id = uuidV7Unsafe()
  const report = reportOfApp(appId)
  const event = { event: "report.created", reportId: id, report }
  return gateway.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO cofounder_reports (account_id, platform, app_id, day, id, country, made_ms, charts, headline)
        VALUES (${accountId}::uuid, 'storea', ${appId}, ${day}::date, ${id}::uuid, 'us', ${atMs}::bigint, '[]',
          ${report.headline})`
      yield* sql`INSERT INTO cofounder_events (account_id, id, event, body, state, attempts, made_ms)
        VALUES (${accountId}::uuid, ${uuidV7Unsafe()}::uuid, 'report.created', ${JSON.stringify(event)}, 'failed', 1,
          ${atMs}::bigint)`
      const reports = yield* SavedReports
      yield* reports.save({
        accountId,
        plan: "large",
        id,
        kind: "cofounder",
        title: "Lens",
        app: { platform: "storea", appId },
        country: "us",
        model: "report@1",
        params: { date: day },
        payload: report
      })
    }).pipe(Effect.provideContext(contextOf(Context.get(gateway.running.services, PluginContexts), workspacePlugin)))
  )
}

/** A webhook to which the last delivery went wrong. */
export const failWebhook = (gateway: TestGateway, accountId: string) =>
  gateway.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (
        sql
      ) => sql`INSERT INTO cofounder_webhooks (account_id, endpoint_id, url, has_secret, enabled, test_ms, test_status,
          delivered_ms, delivered_status, error_ms, error_status, error)
        VALUES (${accountId}::uuid, ${uuidV7Unsafe()}::uuid, 'https://hooks.example/path-with-a-secret', true, true,
          ${atMs}::bigint, 204, ${atMs}::bigint, 503, ${atMs}::bigint, 503, 'out of order')`
    )
  )
