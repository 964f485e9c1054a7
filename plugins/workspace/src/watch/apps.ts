import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Wall } from "../Wall.ts"

const appsAtOnce = 100
const first = "00000000-0000-0000-0000-000000000000"

const App = Schema.Struct({
  id: Schema.String,
  platform: Schema.Literals(["storea", "storeb"]),
  appId: Schema.String,
  name: Schema.NullOr(Schema.String)
})
export type LookedAt = typeof App.Type
const appRows = rowsOf(App)

/** An account's live apps with keywords, so many at once: those behind `after`, and behind which there may be more. */
export const lookedAt = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  return (accountId: string, after: string = first) =>
    Effect.map(
      wall.inAccount(
        accountId,
        appRows(sql`
          SELECT id, platform, app_id AS "appId", app_name AS name FROM workspace_apps
          WHERE account_id = ${accountId}::uuid AND id > ${after}::uuid AND is_live AND keywords > 0
          ORDER BY id LIMIT ${appsAtOnce}::int`)
      ),
      (apps) => ({ apps, next: apps.length < appsAtOnce ? undefined : apps.at(-1)?.id })
    )
})
