/** What stores told some time ago, written as the plugins keep it. */
import type { TestGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { signedUp } from "../../account/test/support.ts"

export const dayMs = 86_400_000

export interface KeptList {
  readonly daysBack: number
  readonly platform?: "storea" | "storeb"
  readonly country?: string
  readonly chart?: string
  readonly genre?: string
  readonly source?: string
  /** First rank first. */
  readonly apps: ReadonlyArray<string>
}

/** Lists of charts, and what they tell of apps. */
export const keepCharts = (
  lists: ReadonlyArray<KeptList>,
  apps: Readonly<Record<string, { readonly name: string; readonly seller?: string; readonly genreId?: string }>> = {}
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const nowMs = yield* Clock.currentTimeMillis
    for (const list of lists) {
      const { chart = "top-free", country = "us", genre = "all", platform = "storea", source = "storea.charts" } = list
      const at = new Date(nowMs - list.daysBack * dayMs).toISOString()
      const told = JSON.stringify(
        list.apps.map((id) => ({ i: id, n: apps[id]?.name, s: apps[id]?.seller ?? "Seller", g: apps[id]?.genreId }))
      )
      yield* sql`SELECT charts_partition(date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC')::date)`
      yield* sql`
        INSERT INTO charts_apps (platform, app_id, name, seller, icon_url, genre_id, genre_name, country)
        SELECT ${platform}, i, n, s, 'https://img.example/' || i, g, CASE WHEN g IS NULL THEN NULL ELSE 'Games' END, 'us'
        FROM jsonb_to_recordset(${told}::text::jsonb) AS told (i text, n text, s text, g text)
        ON CONFLICT (platform, app_id) DO NOTHING`
      yield* sql`INSERT INTO charts_sources (name) VALUES (${source}) ON CONFLICT DO NOTHING`
      yield* sql`
        INSERT INTO charts_keys (platform, country, chart, genre) VALUES (${platform}, ${country}, ${chart}, ${genre})
        ON CONFLICT DO NOTHING`
      yield* sql`
        WITH added AS (
          INSERT INTO charts_snapshots (at, chart_id, source_id, apps)
          SELECT ${at}::timestamptz, k.id, s.id, ARRAY(
            SELECT a.id FROM jsonb_array_elements_text(${JSON.stringify(list.apps)}::text::jsonb) WITH ORDINALITY AS l (app, rank)
            JOIN charts_apps a ON a.platform = ${platform} AND a.app_id = l.app ORDER BY l.rank)
          FROM charts_keys k, charts_sources s
          WHERE (k.platform, k.country, k.chart, k.genre) = (${platform}, ${country}, ${chart}, ${genre})
            AND s.name = ${source}
          ON CONFLICT DO NOTHING RETURNING chart_id, at)
        UPDATE charts_keys k SET read_at = greatest(k.read_at, added.at) FROM added WHERE k.id = added.chart_id`
    }
  })

export interface KeptCounters {
  readonly daysBack: number
  readonly average: number | null
  readonly count: number | null
  readonly installs?: number
}

/** `country` is `ww` where the store counts worldwide. */
export const keepCounters = (
  app: { readonly platform: string; readonly appId: string; readonly country: string },
  counters: ReadonlyArray<KeptCounters>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const nowMs = yield* Clock.currentTimeMillis
    for (const { average, count, daysBack, installs = null } of counters) {
      const at = new Date(nowMs - daysBack * dayMs).toISOString()
      yield* sql`
        INSERT INTO apps_rating_snapshots
          (platform, country, app_id, day, observed_at, rating_count, average_rating, installs)
        VALUES (${app.platform}, ${app.country}, ${app.appId}, ${at.slice(0, 10)}::date, ${at}::timestamptz, ${count},
          ${average}, ${installs}) ON CONFLICT DO NOTHING`
    }
  })

/** The header of a browser that somebody is signed in with, and their account. */
export const signedIn = async (gateway: () => TestGateway) => {
  const { browser } = await signedUp(gateway)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  return { browser, cookie }
}
