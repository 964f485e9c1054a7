import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AppRow, Apps } from "./apps/Apps.ts"
import { CurrentVersions, type KeptApp, KeptVersions, LiveListings, SavedReports, Workspace } from "./contract.ts"
import { Reports } from "./reports/Reports.ts"
import { relationships } from "./schema.ts"
import { Versions } from "./versions/Versions.ts"
import { Wall } from "./Wall.ts"
import { Watches } from "./watch/Watches.ts"

const NullOrText = Schema.NullOr(Schema.String)
const appRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    platform: Schema.Literals(["storea", "storeb"]),
    appId: Schema.String,
    country: Schema.String,
    appName: NullOrText,
    isLive: Schema.Boolean
  })
)
const competitorRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    appId: Schema.String,
    name: NullOrText,
    relationship: Schema.Literals(relationships)
  })
)
const keywordRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    keyword: Schema.String,
    country: Schema.String,
    device: Schema.String,
    language: NullOrText
  })
)
const accountRows = rowsOf(Schema.Struct({ accountId: Schema.String }))

const limitDefault = 500
const first = "00000000-0000-0000-0000-000000000000"
const keptOf = ({ appId, appName, country, id, isLive, platform }: AppRow): KeptApp => ({
  id,
  platform,
  appId,
  country,
  appName,
  isLive
})

const workspace = Layer.effect(
  Workspace,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wall = yield* Wall
    const apps = yield* Apps
    return Workspace.of({
      apps: (accountId, { after = first, limit = limitDefault } = {}) =>
        wall.inAccount(
          accountId,
          appRows(sql`
            SELECT id, platform, app_id AS "appId", country, app_name AS "appName", is_live AS "isLive"
            FROM workspace_apps WHERE account_id = ${accountId}::uuid AND id > ${after}::uuid
            ORDER BY id LIMIT ${limit}::int`)
        ),
      app: (accountId, platform, appId) =>
        Effect.map(wall.inAccount(accountId, apps.byAppId(accountId, platform, appId)), (row) =>
          row === undefined ? undefined : keptOf(row)
        ),
      competitors: (accountId, app, { after = first, limit = limitDefault } = {}) =>
        wall.inAccount(
          accountId,
          competitorRows(sql`
            SELECT id, competitor_app_id AS "appId", name, relationship FROM workspace_competitors
            WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid AND id > ${after}::uuid
            ORDER BY id LIMIT ${limit}::int`)
        ),
      keywords: (accountId, app, { after = first, limit = limitDefault } = {}) =>
        wall.inAccount(
          accountId,
          keywordRows(sql`
            SELECT id, keyword, country, device, language FROM workspace_keywords
            WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid AND id > ${after}::uuid
            ORDER BY id LIMIT ${limit}::int`)
        ),
      accounts: ({ after = first, limit = limitDefault } = {}) =>
        Effect.map(
          accountRows(sql`
            SELECT account_id AS "accountId" FROM workspace_owners WHERE account_id > ${after}::uuid
            ORDER BY account_id LIMIT ${limit}::int`),
          (rows) => rows.map(({ accountId }) => accountId)
        )
    })
  })
)

const currentVersions = Layer.effect(
  CurrentVersions,
  Effect.map(Versions, ({ current }) => CurrentVersions.of({ of: current }))
)

const keptVersions = Layer.effect(
  KeptVersions,
  Effect.map(Versions, ({ kept }) => KeptVersions.of({ of: kept }))
)

const savedReports = Layer.effect(
  SavedReports,
  Effect.map(Reports, ({ newest, pin, read, save }) =>
    SavedReports.of({ save, read, pin, list: (accountId, filter = {}) => newest(accountId, filter) })
  )
)

const liveListings = Layer.effect(
  LiveListings,
  Effect.map(Watches, ({ told }) => LiveListings.of({ of: told }))
)

/** What other plugins may use. */
export const offered = Layer.mergeAll(workspace, currentVersions, keptVersions, liveListings, savedReports)
