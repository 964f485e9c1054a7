import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Of which app of a store an application of the copy is. */
export const storeApps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_paywall_apps (
      account_id uuid NOT NULL,
      application_id text NOT NULL,
      platform text NOT NULL,
      app_id text NOT NULL,
      PRIMARY KEY (account_id, application_id)
    )`
})
