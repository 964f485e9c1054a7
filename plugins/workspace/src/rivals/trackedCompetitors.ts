import { TrackedCompetitors } from "@storeglass/keywords/contract"
import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Apps } from "../apps/Apps.ts"
import { Wall } from "../Wall.ts"

const rows = rowsOf(Schema.Struct({ appId: Schema.String, name: Schema.NullOr(Schema.String) }))

/** Tells the keywords plugin, where it's enabled, whom an account compares its apps with. */
export const trackedCompetitors = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wall = yield* Wall
    const apps = yield* Apps
    const competitors = yield* Effect.serviceOption(TrackedCompetitors)
    if (Option.isNone(competitors)) return
    yield* competitors.value.register((accountId, { appId, platform }) =>
      wall.inAccount(
        accountId,
        Effect.gen(function* () {
          const app = yield* apps.byAppId(accountId, platform, appId)
          if (app === undefined) return []
          return yield* rows(sql`
            SELECT competitor_app_id AS "appId", name FROM workspace_competitors
            WHERE account_id = ${accountId}::uuid AND app = ${app.id}::uuid ORDER BY created_ms, id`)
        })
      )
    )
  })
)
