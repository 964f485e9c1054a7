import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Which creative a kept row is of, and what is watched for whom. What was read before is at most 12 hours old and is read
 * again, with its creatives.
 */
export const adLibraryWatch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM ad_library_rows`
  yield* sql`DELETE FROM ad_library_readings`
  yield* sql`ALTER TABLE ad_library_rows ADD COLUMN creative text COLLATE "C", ADD COLUMN product_page text`
  yield* sql`
    CREATE TABLE ad_library_sellers (
      developer_id bigint NOT NULL,
      preset text NOT NULL,
      storefront text NOT NULL,
      read_ms bigint NOT NULL,
      data_start text,
      data_end text,
      apps jsonb NOT NULL,
      PRIMARY KEY (developer_id, preset, storefront)
    )`
  yield* sql`CREATE INDEX ad_library_sellers_read ON ad_library_sellers (read_ms)`
  yield* sql`
    CREATE TABLE ad_library_watchers (
      account_id uuid NOT NULL,
      app_id bigint NOT NULL,
      is_own boolean NOT NULL,
      name text,
      since_ms bigint NOT NULL,
      synced_ms bigint NOT NULL,
      PRIMARY KEY (account_id, app_id)
    )`
  yield* sql`CREATE INDEX ad_library_watchers_app ON ad_library_watchers (app_id)`
  yield* sql`CREATE INDEX ad_library_watchers_synced ON ad_library_watchers (synced_ms)`
  yield* sql`
    CREATE TABLE ad_library_watched (
      app_id bigint PRIMARY KEY,
      due_ms bigint NOT NULL,
      read_ms bigint,
      is_active boolean
    )`
  yield* sql`CREATE INDEX ad_library_watched_due ON ad_library_watched (due_ms)`
  yield* sql`
    CREATE TABLE ad_library_known (
      app_id bigint NOT NULL,
      kind text NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (app_id, kind, value)
    )`
  yield* sql`
    CREATE TABLE ad_library_moves (
      app_id bigint NOT NULL,
      seen_ms bigint NOT NULL,
      data_end text,
      moves jsonb NOT NULL,
      PRIMARY KEY (app_id, seen_ms)
    )`
  yield* sql`CREATE INDEX ad_library_moves_seen ON ad_library_moves (seen_ms)`
})
