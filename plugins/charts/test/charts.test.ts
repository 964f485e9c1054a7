import { describePlugin } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { signedUp } from "../../account/test/support.ts"

const appId = "1000001"

/** Two lists of a chart with the app in both, which pages draw. */
const keepLists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const nowMs = yield* Clock.currentTimeMillis
  for (const [daysBack, ahead] of [
    [2, 2],
    [0, 1]
  ] as const) {
    const atMs = nowMs - daysBack * 86_400_000
    yield* sql`SELECT charts_partition(date_trunc('month', to_timestamp(${atMs}::float8 / 1000))::date)`
    yield* sql`
      WITH chart AS (
        INSERT INTO charts_keys (platform, country, chart, genre) VALUES ('storea', 'us', 'top-free', 'all')
        ON CONFLICT (platform, country, chart, genre) DO UPDATE SET chart = excluded.chart RETURNING id),
      source AS (
        INSERT INTO charts_sources (name) VALUES ('test') ON CONFLICT (name) DO UPDATE SET name = excluded.name
        RETURNING id),
      app AS (
        INSERT INTO charts_apps (platform, app_id) VALUES ('storea', ${appId})
        ON CONFLICT (platform, app_id) DO UPDATE SET app_id = excluded.app_id RETURNING id)
      INSERT INTO charts_snapshots (at, chart_id, source_id, apps)
      SELECT to_timestamp(${atMs}::float8 / 1000), chart.id, source.id,
        array_fill(0, ARRAY[${ahead}::int]) || app.id || array_fill(0, ARRAY[3 - ${ahead}::int])
      FROM chart, source, app`
  }
})

describePlugin("charts", {
  plugins: { stores: true, charts: true, account: true },
  values: { genreId: "6014" },
  prepare: async (gateway, _, operationId) => {
    if (operationId !== "chartsDashboard_positions") return {}
    await gateway.run(keepLists)
    const { browser } = await signedUp(() => gateway)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    return { [operationId]: { values: { appId }, headers: { cookie } } }
  }
})
