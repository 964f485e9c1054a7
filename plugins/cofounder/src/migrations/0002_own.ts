import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What accounts choose for themselves: thresholds of their apps, a digest of the week, and what is sent once more. */
export const own = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Somebody wants it sent once more, also where it was received.
  yield* sql`ALTER TABLE cofounder_events ADD COLUMN again boolean NOT NULL DEFAULT false`
  yield* sql`ALTER TABLE cofounder_webhooks ADD COLUMN weekly boolean NOT NULL DEFAULT false`
  yield* sql`
    CREATE TABLE cofounder_thresholds (
      account_id uuid NOT NULL,
      platform text NOT NULL,
      app_id text NOT NULL,
      name text NOT NULL,
      value double precision NOT NULL,
      PRIMARY KEY (account_id, platform, app_id, name)
    )`
  // One for an app and week, which is named by its Monday.
  yield* sql`
    CREATE TABLE cofounder_digests (
      account_id uuid NOT NULL,
      platform text NOT NULL,
      app_id text NOT NULL,
      week date NOT NULL,
      id uuid NOT NULL,
      made_ms bigint NOT NULL,
      PRIMARY KEY (account_id, platform, app_id, week)
    )`
  yield* sql`CREATE INDEX cofounder_digests_week ON cofounder_digests (week)`
})
