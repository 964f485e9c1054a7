import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a person pinned to the overview of an account; it goes with their membership. */
export const pins = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_pins (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      person_id text NOT NULL,
      panel text NOT NULL,
      block text NOT NULL,
      app_id text NOT NULL,
      platform text NOT NULL,
      country text NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      FOREIGN KEY (account_id, person_id) REFERENCES account_memberships ON DELETE CASCADE,
      UNIQUE (account_id, person_id, panel, block, app_id, platform, country)
    )`
})
