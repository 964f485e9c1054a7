import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Rows of a reading one by one, in the order in which they are listed, and beside a reading what it adds to a summary:
 * an answer reads the page that it lists and no more. What was kept in the old form is at most 12 hours old and is read again.
 */
export const adLibraryRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM ad_library_readings`
  yield* sql`
    ALTER TABLE ad_library_readings
      DROP COLUMN ads,
      ADD COLUMN part jsonb NOT NULL,
      ADD COLUMN creatives bigint[] NOT NULL`
  yield* sql`
    CREATE TABLE ad_library_rows (
      app_id bigint NOT NULL,
      preset text NOT NULL,
      storefront text COLLATE "C" NOT NULL,
      ad_id text COLLATE "C" NOT NULL,
      last_impression text COLLATE "C" NOT NULL,
      ad jsonb NOT NULL,
      PRIMARY KEY (app_id, preset, storefront, ad_id)
    )`
  yield* sql`
    CREATE INDEX ad_library_rows_order
      ON ad_library_rows (app_id, preset, last_impression DESC, ad_id, storefront)`
})
