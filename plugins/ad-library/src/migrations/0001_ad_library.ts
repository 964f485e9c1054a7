import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the repository told of a window, by storefront; what was ever seen; and whose turn it is. */
export const adLibrary = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE ad_library_readings (
      app_id bigint NOT NULL,
      preset text NOT NULL,
      storefront text NOT NULL,
      read_ms bigint NOT NULL,
      data_start text,
      data_end text,
      ads jsonb NOT NULL,
      PRIMARY KEY (app_id, preset, storefront)
    )`
  yield* sql`CREATE INDEX ad_library_readings_read ON ad_library_readings (read_ms)`
  yield* sql`
    CREATE TABLE ad_library_seen (
      app_id bigint NOT NULL,
      ad_id text NOT NULL,
      storefront text NOT NULL,
      first_seen_ms bigint NOT NULL,
      last_seen_ms bigint NOT NULL,
      first_impression text,
      last_impression text,
      ad jsonb NOT NULL,
      PRIMARY KEY (app_id, ad_id, storefront)
    )`
  yield* sql`CREATE INDEX ad_library_seen_last ON ad_library_seen (last_seen_ms)`
  yield* sql`
    CREATE TABLE ad_library_creatives (
      app_id bigint NOT NULL,
      url_hash bytea NOT NULL,
      url text NOT NULL,
      first_seen_ms bigint NOT NULL,
      last_seen_ms bigint NOT NULL,
      PRIMARY KEY (app_id, url_hash)
    )`
  yield* sql`CREATE INDEX ad_library_creatives_last ON ad_library_creatives (last_seen_ms)`
  yield* sql`CREATE TABLE ad_library_turns (is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one), next_at timestamptz NOT NULL)`
  yield* sql`INSERT INTO ad_library_turns (next_at) VALUES ('-infinity')`
  yield* sql`
    CREATE TABLE ad_library_checks (
      is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
      storefronts jsonb NOT NULL,
      checked_ms bigint NOT NULL
    )`
})
