import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What each search and chart told last of apps that may be new. JSON as text: jsonb has no place for U+0000 in names. */
export const keptReleases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE charts_releases (
      platform text NOT NULL, country text NOT NULL, source text NOT NULL, read_at timestamptz NOT NULL,
      apps text NOT NULL,
      PRIMARY KEY (platform, country, source))`
})
