import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a store's counters said of an app in a country, once a day: the base of growth. */
export const ratingSnapshots = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE apps_rating_snapshots (
      platform text NOT NULL,
      country text NOT NULL,
      app_id text NOT NULL,
      day date NOT NULL,
      observed_at timestamptz NOT NULL,
      rating_count bigint,
      average_rating double precision,
      installs bigint,
      PRIMARY KEY (platform, country, app_id, day)
    )`
  yield* sql`CREATE INDEX apps_rating_snapshots_day ON apps_rating_snapshots (day)`
})
