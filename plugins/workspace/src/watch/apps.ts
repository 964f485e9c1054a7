import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Wall } from "../Wall.ts"

const first = "00000000-0000-0000-0000-000000000000"

const App = Schema.Struct({
  id: Schema.String,
  platform: Schema.Literals(["storea", "storeb"]),
  appId: Schema.String,
  country: Schema.String,
  name: Schema.NullOr(Schema.String)
})
export type LookedAt = typeof App.Type
const appRows = rowsOf(App)

/** An account's live apps, `atOnce` at a time: those behind `after`, and behind which there may be more. */
export const lookedAt = Effect.fnUntraced(function* (atOnce: number, { withKeywords = false } = {}) {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  return (accountId: string, after: string = first) =>
    Effect.map(
      wall.inAccount(
        accountId,
        appRows(sql`
          SELECT id, platform, app_id AS "appId", country, app_name AS name FROM workspace_apps
          WHERE account_id = ${accountId}::uuid AND id > ${after}::uuid AND is_live
            AND ${withKeywords ? sql`keywords > 0` : sql`true`}
          ORDER BY id LIMIT ${atOnce}::int`)
      ),
      (apps) => ({ apps, next: apps.length < atOnce ? undefined : apps.at(-1)?.id })
    )
})
