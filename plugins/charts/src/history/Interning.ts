/** The small numbers that stand for charts, sources and apps in the history. */
import { makeInterning } from "@storeglass/history"
import type { Param } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowOf } from "../chartKey.ts"
import type { ChartKey, ListedApp } from "../contract.ts"

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
const json = Schema.encodeSync(Schema.fromJsonString(Schema.Unknown))

/** The apps of a list. */
export interface Listed {
  readonly platform: Param.Platform
  readonly country: string
  readonly apps: ReadonlyArray<ListedApp>
}
type Told = Omit<Known, "id">

const details = ["name", "seller", "iconUrl", "genreId", "genreName"] as const
/** Names from this country win, since they are read the most. */
const preferredCountry = "us"

const isBetter = (app: ListedApp, country: string, kept: Told): boolean =>
  (kept.country === null || kept.country === country || country === preferredCountry) &&
  details.some((detail) => app[detail] !== null && app[detail] !== kept[detail])

const merged = (app: ListedApp, country: string, kept: Told | undefined): Told => ({
  appId: app.appId,
  name: app.name ?? kept?.name ?? null,
  seller: app.seller ?? kept?.seller ?? null,
  iconUrl: app.iconUrl ?? kept?.iconUrl ?? null,
  genreId: app.genreId ?? kept?.genreId ?? null,
  genreName: app.genreName ?? kept?.genreName ?? null,
  country: app.name === null ? (kept?.country ?? null) : country
})

export const makeChartInterning = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const charts = yield* makeInterning({ table: "charts_keys", columns: ["platform", "country", "chart", "genre"] })
  const sources = yield* makeInterning({ table: "charts_sources", columns: ["name"] })
  const known = new Map<string, Known>()

  const chartIds = (keys: ReadonlyArray<ChartKey>) =>
    charts.ensure(
      keys.map((key) => {
        const { chart, country, genre, platform } = rowOf(key)
        return [platform, country, chart, genre]
      })
    )
  const sourceId = (name: string) => sources.ensureOne([name])

  const load = Effect.fnUntraced(function* (platform: Param.Platform, appIds: ReadonlyArray<string>) {
    const rows = yield* sql`
      SELECT id, app_id AS "appId", name, seller, icon_url AS "iconUrl", genre_id AS "genreId",
        genre_name AS "genreName", country
      FROM charts_apps
      WHERE platform = ${platform} AND app_id IN (SELECT jsonb_array_elements_text(${json(appIds)}::text::jsonb))`
    const found = yield* Effect.orDie(decodeApps(rows))
    for (const row of found) known.set(`${platform}:${row.appId}`, row)
    return found
  })

  const write = Effect.fnUntraced(function* (platform: Param.Platform, told: ReadonlyArray<Told>) {
    // In one order everywhere, so that two writers wait for each other and do not lock up.
    yield* sql`
      INSERT INTO charts_apps AS kept (platform, app_id, name, seller, icon_url, genre_id, genre_name, country)
      SELECT ${platform}, "appId", name, seller, "iconUrl", "genreId", "genreName", country
      FROM jsonb_to_recordset(${json(told)}::text::jsonb) AS told (
        "appId" text, name text, seller text, "iconUrl" text, "genreId" text, "genreName" text, country text)
      ORDER BY "appId"
      ON CONFLICT (platform, app_id) DO UPDATE SET
        name = coalesce(EXCLUDED.name, kept.name), seller = coalesce(EXCLUDED.seller, kept.seller),
        icon_url = coalesce(EXCLUDED.icon_url, kept.icon_url), genre_id = coalesce(EXCLUDED.genre_id, kept.genre_id),
        genre_name = coalesce(EXCLUDED.genre_name, kept.genre_name), country = coalesce(EXCLUDED.country, kept.country)`
  })

  /** Numbers of all apps of the lists; what they tell that is new is written down. */
  const internOf = Effect.fnUntraced(function* (platform: Param.Platform, lists: ReadonlyArray<Listed>) {
    // By itself, since others may forget what all know meanwhile.
    const mine = new Map<string, Known>()
    const unseen = new Set<string>()
    for (const { appId } of lists.flatMap(({ apps }) => apps)) {
      const kept = known.get(`${platform}:${appId}`)
      if (kept === undefined) unseen.add(appId)
      else mine.set(appId, kept)
    }
    if (unseen.size > 0) for (const row of yield* load(platform, [...unseen])) mine.set(row.appId, row)
    const news = new Map<string, Told>()
    for (const { apps, country } of lists) {
      for (const app of apps) {
        const kept = news.get(app.appId) ?? mine.get(app.appId)
        if (kept === undefined || isBetter(app, country, kept)) news.set(app.appId, merged(app, country, kept))
      }
    }
    if (news.size > 0) {
      yield* write(platform, [...news.values()])
      for (const row of yield* load(platform, [...news.keys()])) mine.set(row.appId, row)
    }
    return mine
  })

  const internApps = Effect.fnUntraced(function* (lists: ReadonlyArray<Listed>) {
    if (known.size > keptMax) known.clear()
    const numbers = new Map<Param.Platform, ReadonlyMap<string, Known>>()
    for (const platform of new Set(lists.map((list) => list.platform))) {
      numbers.set(
        platform,
        yield* internOf(
          platform,
          lists.filter((list) => list.platform === platform)
        )
      )
    }
    return (platform: Param.Platform, appId: string) => present(numbers.get(platform)?.get(appId), appId).id
  })

  return { chartIds, sourceId, internApps }
})

const present = <A>(found: A | undefined, name: string): A => {
  if (found === undefined) throw new Error(`${name} was written and is not there`)
  return found
}
