import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Notes how many lists a seeded day had. And makes partitions by two at once without a failure: what is seen of the
 * catalog after the lock may still be from before it.
 */
export const seededLists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE charts_seeded ADD COLUMN lists int NOT NULL DEFAULT 1`
  yield* sql.unsafe(`
    CREATE OR REPLACE FUNCTION charts_partition(p_month date) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE name text := 'charts_snapshots_' || to_char(p_month, 'YYYYMM');
    BEGIN
      IF to_regclass(name) IS NOT NULL THEN RETURN false; END IF;
      PERFORM pg_advisory_xact_lock(7263548103);
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF charts_snapshots FOR VALUES FROM (%L) TO (%L)', name,
        (p_month::timestamp AT TIME ZONE 'UTC'), ((p_month + interval '1 month')::timestamp AT TIME ZONE 'UTC'));
      RETURN true;
    END $$`)
})
