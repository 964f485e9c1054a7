import { isoOf, pageOf, rowsOf } from "@storeglass/plugin-api"
import { trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AppRow, Apps, fillable } from "../apps/Apps.ts"
import { viewsMax } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import { Reports } from "../reports/Reports.ts"
import { relationships } from "../schema.ts"
import { Views } from "../views/Views.ts"
import { Wall } from "../Wall.ts"
import { fileBytesMax, whole } from "./exported.ts"
import { type Exported, exportFormat, type MovedApp, type MovedReport } from "./schema.ts"

const NullOrText = Schema.NullOr(Schema.String)
const rivalRows = rowsOf(
  Schema.Struct({
    app: Schema.String,
    appId: Schema.String,
    name: NullOrText,
    relationship: Schema.Literals(relationships)
  })
)
const keywordRows = rowsOf(
  Schema.Struct({
    app: Schema.String,
    keyword: Schema.String,
    country: Schema.String,
    device: Schema.String,
    language: NullOrText,
    tags: Schema.Array(Schema.String)
  })
)
const versionRows = rowsOf(
  Schema.Struct({
    app: Schema.String,
    versionName: Schema.String,
    language: Schema.String,
    title: NullOrText,
    subtitle: NullOrText,
    description: NullOrText,
    keywords: NullOrText,
    shortDescription: NullOrText,
    promotionalText: NullOrText,
    whatsNew: NullOrText,
    notes: NullOrText,
    releasedMs: Schema.NullOr(Schema.Finite),
    isArchived: Schema.Boolean
  })
)

type Present<A> = { [K in keyof A]?: NonNullable<A[K]> }
/** Without what isn't there: in an export, an absent field is none. */
const present = <A extends object>(given: A): Present<A> => {
  const found: Present<A> = {}
  for (const name in given) {
    const value = given[name]
    if (value !== null && value !== undefined) found[name] = value
  }
  return found
}

const fieldsOf = (app: AppRow) => {
  const { appIconUrl, appName, bundleId, category, description, developerName, deviceFamily, notes, subtitle } = app
  return present({
    appName,
    appIconUrl,
    developerName,
    bundleId,
    subtitle,
    description,
    category,
    deviceFamily,
    notes,
    languages: app.languages.length === 0 ? null : app.languages,
    tags: app.tags.length === 0 ? null : app.tags
  })
}

const pageRows = 100
const decodeCursor = (text: string) => Effect.orDie(Schema.decodeEffect(byMoment)(text))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const apps = yield* Apps
  const reports = yield* Reports
  const views = yield* Views

  /** Saved reports as they're exported: beside the apps, since they stay when these go. */
  const reportsPage = Effect.fn("Exports.reportsPage")(function* (
    accountId: string,
    asked: { readonly limit: number; readonly cursor?: Moment }
  ) {
    const { items, nextCursor, total } = yield* wall.inAccount(accountId, reports.exported(accountId, asked))
    const answer: Exported = {
      format: exportFormat,
      exportedAt: isoOf(yield* Clock.currentTimeMillis),
      total,
      nextCursor,
      items: [],
      reports: items.map(
        ({ appId, bytes: _, country, createdMs, isCut, isPinned, model, platform, ...row }): MovedReport => ({
          ...row,
          ...present({ platform, appId, country, model }),
          ...(isCut ? { isCut } : {}),
          ...(isPinned ? { isPinned } : {}),
          createdAt: isoOf(createdMs)
        })
      )
    }
    return answer
  })

  const page = Effect.fn("Exports.page")(function* (
    accountId: string,
    { cursor, limit }: { readonly limit: number; readonly cursor?: Moment }
  ) {
    return yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const { rows, total } = yield* apps.page(accountId, { limit, ...(cursor === undefined ? {} : { cursor }) })
        const { items, nextCursor } = pageOf(rows, { limit, cursor: byMoment, positionOf })
        const ids = JSON.stringify(items.map(({ id }) => id))
        const asked = sql`account_id = ${accountId}::uuid
          AND app IN (SELECT jsonb_array_elements_text(${ids}::text::jsonb)::uuid)`
        const rivals = yield* rivalRows(sql`
          SELECT app, competitor_app_id AS "appId", CASE WHEN is_name_given THEN name END AS name, relationship
          FROM workspace_competitors WHERE ${asked} ORDER BY created_ms, id`)
        const words = yield* keywordRows(sql`
          SELECT app, typed AS keyword, country, device, language, tags FROM workspace_keywords WHERE ${asked}
          ORDER BY created_ms, id`)
        const versions = yield* versionRows(sql`
          SELECT app, version_name AS "versionName", language, title, subtitle, description, keywords,
            short_description AS "shortDescription", promotional_text AS "promotionalText", whats_new AS "whatsNew",
            notes, released_ms::float8 AS "releasedMs", is_archived AS "isArchived"
          FROM workspace_versions WHERE ${asked} ORDER BY created_ms, id`)
        const rivalsOf = Map.groupBy(rivals, ({ app }) => app)
        const wordsOf = Map.groupBy(words, ({ app }) => app)
        const versionsOf = Map.groupBy(versions, ({ app }) => app)
        const saved = cursor === undefined ? (yield* views.page(accountId, { limit: viewsMax })).rows : []
        const answer: Exported = {
          format: exportFormat,
          exportedAt: isoOf(yield* Clock.currentTimeMillis),
          total,
          nextCursor,
          ...(cursor === undefined
            ? { views: saved.map(({ createdMs: _, id: __, updatedMs: ___, ...view }) => view) }
            : {}),
          items: items.map((app): MovedApp => {
            const fields = fieldsOf(app)
            return {
              appId: trackIdOf(app.platform, app.appId),
              platform: app.platform,
              country: app.country,
              isLive: app.isLive,
              ...fields,
              filled: fillable.filter((name) => name in fields && !app.given.includes(name)),
              competitors: (rivalsOf.get(app.id) ?? []).map(({ app: _, appId, name, ...row }) => ({
                competitorAppId: trackIdOf(app.platform, appId),
                ...present({ name }),
                ...row
              })),
              keywords: (wordsOf.get(app.id) ?? []).map(({ app: _, language, tags, ...row }) => ({
                ...row,
                ...present({ language, tags: tags.length === 0 ? null : tags })
              })),
              versions: (versionsOf.get(app.id) ?? []).map(({ app: _, isArchived, releasedMs, ...row }) => {
                const { language, versionName, ...texts } = row
                return {
                  versionName,
                  language,
                  ...present(texts),
                  ...(releasedMs === null ? {} : { isReleased: true, releasedAt: isoOf(releasedMs), force: true }),
                  ...(isArchived ? { isArchived } : {})
                }
              })
            }
          })
        }
        return answer
      })
    )
  })

  /** All of it in one that can be imported again, as a file has it. */
  const all = Effect.fn("Exports.whole")(function* (accountId: string) {
    const { all } = yield* whole(fileBytesMax, ({ cursor, part }) =>
      Effect.flatMap(
        cursor === undefined ? Effect.succeed({}) : Effect.map(decodeCursor(cursor), (cursor) => ({ cursor })),
        (from) => {
          const asked = { limit: pageRows, ...from }
          return part === "reports" ? reportsPage(accountId, asked) : page(accountId, asked)
        }
      )
    )
    return all
  })

  return { page, reportsPage, whole: all }
})

/** What an account keeps, to be taken elsewhere: apps with their competitors, keywords and versions. */
export class Exports extends Context.Service<Exports, Effect.Success<typeof make>>()("@storeglass/workspace/Exports") {
  static readonly layer = Layer.effect(Exports, make)
}
