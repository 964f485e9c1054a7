import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Keywords, and what a search for them gave day by day. History is in three tables partitioned by month:
 * - keywords_facts: one row a keyword and day
 * - keywords_rankings: the whole list of that row as an array of listings, 4 bytes a rank, for reading by keyword
 * - keywords_ranks: one row a rank, read by listing from its primary key alone; the heap is never touched
 * A listing is an app in one market (platform, country, device), so that a listing's ranks lie together.
 */
export const keywords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE keywords_markets (
      id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      platform text NOT NULL, country text NOT NULL, device text NOT NULL,
      UNIQUE (platform, country, device))`,
    `CREATE TABLE keywords_sources (
      id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE)`,
    `CREATE TABLE keywords_tracked (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      market_id smallint NOT NULL REFERENCES keywords_markets,
      term text NOT NULL,
      asked int NOT NULL DEFAULT 0,
      asked_at timestamptz,
      -- Null: known, and not collected.
      tracked_at timestamptz,
      watchers int NOT NULL DEFAULT 0,
      claimed_until timestamptz,
      -- Failures of a day; those of an earlier one are forgiven.
      attempts smallint NOT NULL DEFAULT 0, attempts_day date,
      retry_at timestamptz,
      last_failure text,
      first_day date,
      -- The latest snapshot.
      latest_day date, latest_ms float8, source_id smallint, depth smallint, result_count int, reach bigint,
      volume smallint, difficulty smallint,
      -- How the store completes the term; with a day and without a length, not at all.
      prefix_length smallint, prefix_position smallint, prefix_day date,
      UNIQUE (market_id, term))`,
    `CREATE INDEX keywords_tracked_queue ON keywords_tracked (market_id, watchers DESC, asked DESC, id)
      INCLUDE (latest_day) WHERE tracked_at IS NOT NULL`,
    `CREATE TABLE keywords_watchers (
      account_id uuid NOT NULL, keyword_id int NOT NULL REFERENCES keywords_tracked ON DELETE CASCADE,
      since timestamptz NOT NULL, PRIMARY KEY (account_id, keyword_id))`,
    `CREATE INDEX keywords_watchers_keyword ON keywords_watchers (keyword_id)`,
    `CREATE TABLE keywords_listings (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      market_id smallint NOT NULL REFERENCES keywords_markets, app_id text NOT NULL,
      name text NOT NULL, seller text NOT NULL, discovered_day date,
      UNIQUE (market_id, app_id))`,
    `CREATE INDEX keywords_listings_app ON keywords_listings (app_id)`,
    `CREATE TABLE keywords_facts (
      recorded_at timestamptz NOT NULL, observed_ms float8 NOT NULL, reach bigint,
      keyword_id int NOT NULL, day date NOT NULL, result_count int NOT NULL,
      market_id smallint NOT NULL, source_id smallint NOT NULL, depth smallint NOT NULL,
      volume smallint, difficulty smallint,
      PRIMARY KEY (keyword_id, day) INCLUDE (source_id, depth)
    ) PARTITION BY RANGE (day)`,
    `CREATE INDEX keywords_facts_market ON keywords_facts (market_id, day) INCLUDE (keyword_id, source_id, reach)`,
    `CREATE INDEX keywords_facts_recorded ON keywords_facts (recorded_at, keyword_id)`,
    `CREATE TABLE keywords_rankings (
      keyword_id int NOT NULL, day date NOT NULL, listings int[] NOT NULL,
      PRIMARY KEY (keyword_id, day)
    ) PARTITION BY RANGE (day)`,
    `CREATE TABLE keywords_ranks (
      listing_id int NOT NULL, day date NOT NULL, keyword_id int NOT NULL,
      rank smallint NOT NULL, source_id smallint NOT NULL,
      PRIMARY KEY (listing_id, day, keyword_id) INCLUDE (rank, source_id)
    ) PARTITION BY RANGE (day)`,
    // The writers of live snapshots take turns on this row, so that recorded_at never goes back behind a reader.
    `CREATE TABLE keywords_feed (id boolean PRIMARY KEY DEFAULT true CHECK (id), last_at timestamptz NOT NULL)`,
    `INSERT INTO keywords_feed (last_at) VALUES ('epoch')`,
    `CREATE TABLE keywords_seeded (seed text NOT NULL, day date NOT NULL, PRIMARY KEY (seed, day))`,
    `CREATE FUNCTION keywords_make_month(p_day date) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      first date := date_trunc('month', p_day)::date;
      next date := (date_trunc('month', p_day) + interval '1 month')::date;
      suffix text := to_char(p_day, 'YYYYMM');
      parent text;
    BEGIN
      IF to_regclass('keywords_ranks_' || suffix) IS NOT NULL THEN RETURN false; END IF;
      PERFORM pg_advisory_xact_lock(7263548104);
      IF to_regclass('keywords_ranks_' || suffix) IS NOT NULL THEN RETURN false; END IF;
      FOREACH parent IN ARRAY ARRAY['keywords_facts', 'keywords_rankings', 'keywords_ranks'] LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          parent || '_' || suffix, parent, first, next);
        -- Rows are only ever added: vacuum soon, so that reading by index alone stays possible.
        EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_scale_factor = 0.02)', parent || '_' || suffix);
      END LOOP;
      RETURN true;
    END $$`,
    `CREATE FUNCTION keywords_drop_months(p_before date) RETURNS int LANGUAGE plpgsql AS $$
    DECLARE
      found record;
      dropped int := 0;
    BEGIN
      PERFORM pg_advisory_xact_lock(7263548104);
      PERFORM set_config('lock_timeout', '5s', true);
      FOR found IN
        SELECT child.relname AS name FROM pg_inherits
        JOIN pg_class child ON child.oid = inhrelid
        WHERE inhparent IN ('keywords_facts'::regclass, 'keywords_rankings'::regclass, 'keywords_ranks'::regclass)
          AND to_date(substring(child.relname FROM '_(\\d{6})$'), 'YYYYMM') + interval '1 month' <= p_before
      LOOP
        EXECUTE format('DROP TABLE %I', found.name);
        dropped := dropped + 1;
      END LOOP;
      RETURN dropped;
    END $$`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
