import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const used = rowsOf(Schema.Struct({ aiVisibilityApps: Schema.Int }))

/** What an account uses of what its plan limits; the other features are limits of a request. */
export const featuresUsed = () =>
  Effect.fn("AiVisibility.featuresUsed")(function* (accountId: string) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* used(sql`SELECT count(DISTINCT app_id)::int AS "aiVisibilityApps"
      FROM ai_visibility_settings WHERE account_id = ${accountId}::uuid`)
    return row ?? {}
  })
