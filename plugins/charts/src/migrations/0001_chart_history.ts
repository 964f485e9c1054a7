import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Lists as arrays of interned apps, one row a reading: 5 bytes a position, where a row a position takes 80.
 * `charts_partition` makes the partition of a month; two nodes may ask for it at once.
 */
export const chartHistory = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE charts_sources (
      id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE)`,
    `CREATE TABLE charts_keys (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      platform text NOT NULL, country text NOT NULL, chart text NOT NULL, genre text NOT NULL,
      read_at timestamptz, planned_at timestamptz, asked_at timestamptz,
      UNIQUE (platform, country, chart, genre))`,
    `CREATE TABLE charts_apps (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      platform text NOT NULL, app_id text NOT NULL,
      name text, seller text, icon_url text, genre_id text, genre_name text, country text,
      UNIQUE (platform, app_id))`,
    `CREATE TABLE charts_snapshots (
      at timestamptz NOT NULL, chart_id int NOT NULL, leader int GENERATED ALWAYS AS (apps[1]) STORED,
      source_id smallint NOT NULL, apps int[] NOT NULL,
      PRIMARY KEY (chart_id, at) INCLUDE (leader, source_id)
    ) PARTITION BY RANGE (at)`,
    `CREATE TABLE charts_seeded (seed text NOT NULL, day date NOT NULL, PRIMARY KEY (seed, day))`,
    `CREATE FUNCTION charts_partition(p_month date) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE name text := 'charts_snapshots_' || to_char(p_month, 'YYYYMM');
    BEGIN
      IF to_regclass(name) IS NOT NULL THEN RETURN false; END IF;
      PERFORM pg_advisory_xact_lock(7263548103);
      IF to_regclass(name) IS NOT NULL THEN RETURN false; END IF;
      EXECUTE format('CREATE TABLE %I PARTITION OF charts_snapshots FOR VALUES FROM (%L) TO (%L)', name,
        (p_month::timestamp AT TIME ZONE 'UTC'), ((p_month + interval '1 month')::timestamp AT TIME ZONE 'UTC'));
      RETURN true;
    END $$`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
