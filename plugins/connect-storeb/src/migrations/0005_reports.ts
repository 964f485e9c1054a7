import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The files that were read from accounts' buckets, and their rows. No person is in them. */
export const reports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_storeb_imports (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id uuid NOT NULL,
      bucket text NOT NULL,
      object text NOT NULL,
      generation text,
      md5 text,
      family text,
      dimension text,
      package_name text,
      month text,
      state text NOT NULL,
      rows integer NOT NULL,
      skipped integer NOT NULL,
      bad_rows jsonb NOT NULL,
      unknown_columns jsonb NOT NULL,
      reason text,
      at timestamptz NOT NULL,
      UNIQUE (account_id, bucket, object)
    )`
  // part: the file, of families that add up what several files tell; else empty.
  yield* sql`
    CREATE TABLE connect_storeb_report_rows (
      account_id uuid NOT NULL,
      package_name text NOT NULL,
      family text NOT NULL,
      dimension text NOT NULL,
      value text NOT NULL,
      day date NOT NULL,
      part text NOT NULL,
      import_id bigint NOT NULL,
      measures jsonb NOT NULL,
      PRIMARY KEY (account_id, package_name, family, dimension, day, value, part)
    )`
  yield* sql`CREATE INDEX connect_storeb_report_rows_import ON connect_storeb_report_rows (import_id)`
})
