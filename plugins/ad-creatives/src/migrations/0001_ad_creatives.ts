import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const adCreatives = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE ad_creatives_jobs (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      status text NOT NULL,
      stage text,
      mode text NOT NULL,
      brief json NOT NULL,
      listing jsonb NOT NULL,
      written jsonb,
      image_tries int NOT NULL DEFAULT 0,
      image_answers int NOT NULL DEFAULT 0,
      scene bytea,
      drawn jsonb,
      warnings jsonb NOT NULL DEFAULT '[]',
      sealed_key text,
      hold uuid NOT NULL,
      bucket text NOT NULL,
      credits int NOT NULL,
      placed jsonb,
      file_id text,
      error_code text,
      error_message text,
      created_ms bigint NOT NULL,
      updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id)
    )`
  // Scenes are PNG: they don't shrink.
  yield* sql`ALTER TABLE ad_creatives_jobs ALTER COLUMN scene SET STORAGE EXTERNAL`
  yield* sql`CREATE INDEX ad_creatives_jobs_open ON ad_creatives_jobs (account_id, created_ms)
    WHERE status IN ('queued', 'processing')`
  yield* sql`CREATE INDEX ad_creatives_jobs_files ON ad_creatives_jobs (account_id, file_id) WHERE file_id IS NOT NULL`
  yield* sql`CREATE INDEX ad_creatives_jobs_age ON ad_creatives_jobs (created_ms)`
})
