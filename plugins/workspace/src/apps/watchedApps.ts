import { WatchedApps } from "@storeglass/apps/contract"
import { Param, rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Wall } from "../Wall.ts"

const rows = rowsOf(
  Schema.Struct({
    platform: Schema.Literals(Param.platforms),
    appId: Schema.String,
    country: Schema.String,
    name: Schema.NullOr(Schema.String),
    iconUrl: Schema.NullOr(Schema.String),
    developer: Schema.NullOr(Schema.String)
  })
)
/** More than anybody's page shows. */
const appsMax = 200

/** Tells the apps plugin, where it's enabled, which apps an account keeps. */
export const watchedApps = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wall = yield* Wall
    const watched = yield* Effect.serviceOption(WatchedApps)
    if (Option.isNone(watched)) return
    yield* watched.value.register({
      reason: "workspace",
      of: (accountId) =>
        wall.inAccount(
          accountId,
          rows(sql`
            SELECT platform, app_id AS "appId", country, app_name AS name, app_icon_url AS "iconUrl",
              developer_name AS developer
            FROM workspace_apps WHERE account_id = ${accountId}::uuid ORDER BY created_ms, id LIMIT ${appsMax}::int`)
        )
    })
  })
)
