/** The small numbers that stand for charts, sources and apps in the history. */
import type { Param } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { keyText, rowOf } from "./chartKey.ts"
import type { ChartKey, ListedApp } from "./contract.ts"

/** Apps kept in memory; the table has the rest. */
const keptMax = 20_000

const AppRow = Schema.Struct({
  id: Schema.Int,
  appId: Schema.String,
  name: Schema.NullOr(Schema.String),
  seller: Schema.NullOr(Schema.String),
  iconUrl: Schema.NullOr(Schema.String),
  genreId: Schema.NullOr(Schema.String),
  genreName: Schema.NullOr(Schema.String),
  /** Where its name was read: names differ between countries, and must not flicker. */
  country: Schema.NullOr(Schema.String)
})
type Known = typeof AppRow.Type
const decodeApps = Schema.decodeUnknownEffect(Schema.Array(AppRow))
const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.Int, text: Schema.String })))
const json = Schema.encodeSync(Schema.fromJsonString(Schema.Unknown))

const details = ["name", "seller", "iconUrl", "genreId", "genreName"] as const
const differs = (app: ListedApp, kept: Known) =>
  details.some((detail) => app[detail] !== null && app[detail] !== kept[detail])

/** Names from this country win, since they are read the most. */
const preferredCountry = "us"

export const makeInterning = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const charts = new Map<string, number>()
  const sources = new Map<string, number>()
  const known = new Map<string, Known>()

  const chartIds = Effect.fnUntraced(function* (keys: ReadonlyArray<ChartKey>) {
    const missing = keys.filter((key) => !charts.has(keyText(key)))
    if (missing.length > 0) {
      const rows = yield* sql`
        WITH asked AS (
          SELECT DISTINCT platform, country, chart, genre
          FROM jsonb_to_recordset(${json(missing.map(rowOf))}::text::jsonb)
            AS asked (platform text, country text, chart text, genre text)
        ), added AS (
          INSERT INTO charts_keys (platform, country, chart, genre)
          SELECT * FROM asked ORDER BY 1, 2, 3, 4
          ON CONFLICT (platform, country, chart, genre) DO UPDATE SET chart = EXCLUDED.chart
          RETURNING id, platform, country, chart, genre
        )
        SELECT id, platform || ':' || country || ':' || chart || ':' || genre AS text FROM added`
      for (const { id, text } of yield* Effect.orDie(decodeIds(rows))) charts.set(text, id)
    }
    return keys.map((key) => present(charts, keyText(key)))
  })

  const sourceId = Effect.fnUntraced(function* (name: string) {
    const kept = sources.get(name)
    if (kept !== undefined) return kept
    const rows = yield* sql`
      INSERT INTO charts_sources (name) VALUES (${name})
      ON CONFLICT (name) DO UPDATE SET name = EXCLUDED.name RETURNING id::int AS id, name AS text`
    for (const { id, text } of yield* Effect.orDie(decodeIds(rows))) sources.set(text, id)
    return present(sources, name)
  })

  /** Reads those that are not in memory. */
  const load = Effect.fnUntraced(function* (platform: Param.Platform, appIds: ReadonlyArray<string>) {
    const rows = yield* sql`
      SELECT id, app_id AS "appId", name, seller, icon_url AS "iconUrl", genre_id AS "genreId",
        genre_name AS "genreName", country
      FROM charts_apps
      WHERE platform = ${platform} AND app_id IN (SELECT jsonb_array_elements_text(${json(appIds)}::text::jsonb))`
    for (const row of yield* Effect.orDie(decodeApps(rows))) {
      known.set(`${platform}:${row.appId}`, row)
    }
  })

  const write = Effect.fnUntraced(function* (
    platform: Param.Platform,
    apps: ReadonlyArray<ListedApp>,
    country: string
  ) {
    // In one order everywhere, so that two writers wait for each other and do not lock up.
    yield* sql`
      INSERT INTO charts_apps AS kept (platform, app_id, name, seller, icon_url, genre_id, genre_name, country)
      SELECT ${platform}, "appId", name, seller, "iconUrl", "genreId", "genreName",
        CASE WHEN name IS NULL THEN NULL ELSE ${country}::text END
      FROM jsonb_to_recordset(${json(apps)}::text::jsonb) AS told (
        "appId" text, name text, seller text, "iconUrl" text, "genreId" text, "genreName" text)
      ORDER BY "appId"
      ON CONFLICT (platform, app_id) DO UPDATE SET
        name = coalesce(EXCLUDED.name, kept.name), seller = coalesce(EXCLUDED.seller, kept.seller),
        icon_url = coalesce(EXCLUDED.icon_url, kept.icon_url), genre_id = coalesce(EXCLUDED.genre_id, kept.genre_id),
        genre_name = coalesce(EXCLUDED.genre_name, kept.genre_name), country = coalesce(EXCLUDED.country, kept.country)`
  })

  /** Numbers of apps by their ids; writes down what is new about them. */
  const internApps = Effect.fnUntraced(function* (
    platform: Param.Platform,
    country: string,
    apps: ReadonlyArray<ListedApp>
  ) {
    if (known.size > keptMax) known.clear()
    const keyOf = ({ appId }: { readonly appId: string }) => `${platform}:${appId}`
    const unseen = apps.filter((app) => !known.has(keyOf(app)))
    if (unseen.length > 0)
      yield* load(
        platform,
        unseen.map(({ appId }) => appId)
      )
    const news = apps.filter((app) => {
      const kept = known.get(keyOf(app))
      if (kept === undefined) return true
      const preferred = kept.country === null || kept.country === country || country === preferredCountry
      return preferred && differs(app, kept)
    })
    if (news.length > 0) {
      yield* write(platform, news, country)
      yield* load(
        platform,
        news.map(({ appId }) => appId)
      )
    }
    return new Map(apps.map((app) => [app.appId, present(known, keyOf(app)).id]))
  })

  return { chartIds, sourceId, internApps }
})

const present = <A>(kept: ReadonlyMap<string, A>, key: string): A => {
  const found = kept.get(key)
  if (found === undefined) throw new Error(`${key} was written and is not there`)
  return found
}
