import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * History in packed lists (see @storeglass/history), and the three tables that held it before as one more level of them:
 * keywords_old says what is still read there, a month of a market a row, and goes away with them. What is written from
 * here on comes into the new tables; what was measured before stands in their calendar at once, so that no day is taken twice.
 */
export const packed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    // First, as it waits for who writes and lets nobody begin: a node of the version before writes here no more.
    `CREATE FUNCTION keywords_is_old() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the history of keywords is no longer written to %: a node of a version before is still running, stop it or update it',
        TG_TABLE_NAME;
    END $$`,
    `CREATE TRIGGER keywords_is_old BEFORE INSERT OR UPDATE ON keywords_facts
      FOR EACH STATEMENT EXECUTE FUNCTION keywords_is_old()`,
    `CREATE TABLE keywords_history_state (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      open_slot smallint NOT NULL DEFAULT 0 CHECK (open_slot BETWEEN 0 AND 2),
      opened_ms bigint NOT NULL DEFAULT 0,
      merged_ms bigint NOT NULL DEFAULT 0,
      -- Days before it were dropped and are not taken again.
      kept_from date NOT NULL DEFAULT '1970-01-01')`,
    `INSERT INTO keywords_history_state DEFAULT VALUES`,
    `CREATE TABLE keywords_history_clock (id boolean PRIMARY KEY DEFAULT true CHECK (id), last_ms bigint NOT NULL DEFAULT 0)`,
    `INSERT INTO keywords_history_clock DEFAULT VALUES`,
    `CREATE TABLE keywords_history_calendar (
      owner_id int NOT NULL, year smallint NOT NULL, days bit(366) NOT NULL, spans smallint[] NOT NULL,
      PRIMARY KEY (owner_id, year)) WITH (fillfactor = 80)`,
    `CREATE FUNCTION keywords_history_spans(p_spans smallint[], p_new smallint[]) RETURNS smallint[] LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      n int := coalesce(array_length(p_spans, 1), 0);
      d smallint := p_new[1];
      merged smallint[] := '{}';
      placed boolean := false;
      same boolean;
    BEGIN
      -- By far the most often: the day after the last.
      IF n > 0 AND p_spans[n - 2] < d THEN
        IF p_spans[n - 1] = p_new[3] AND p_spans[n] = p_new[4] THEN
          p_spans[n - 2] := d;
          RETURN p_spans;
        END IF;
        RETURN p_spans || p_new;
      END IF;
      FOR i IN 1 .. n BY 4 LOOP
        same := p_spans[i + 2] = p_new[3] AND p_spans[i + 3] = p_new[4];
        IF placed OR p_spans[i + 1] < d THEN
          merged := merged || p_spans[i : i + 3];
        ELSIF p_spans[i] <= d THEN
          placed := true;
          IF same THEN
            merged := merged || p_spans[i : i + 3];
          ELSE
            IF p_spans[i] < d THEN
              merged := merged || ARRAY[p_spans[i], d - 1, p_spans[i + 2], p_spans[i + 3]]::smallint[];
            END IF;
            merged := merged || p_new;
            IF p_spans[i + 1] > d THEN
              merged := merged || ARRAY[d + 1, p_spans[i + 1], p_spans[i + 2], p_spans[i + 3]]::smallint[];
            END IF;
          END IF;
        ELSE
          placed := true;
          IF same THEN
            merged := merged || ARRAY[d, p_spans[i + 1], p_new[3], p_new[4]]::smallint[];
          ELSE
            merged := merged || p_new || p_spans[i : i + 3];
          END IF;
        END IF;
      END LOOP;
      RETURN CASE WHEN placed THEN merged ELSE merged || p_new END;
    END $$`,
    `CREATE TABLE keywords_history_inbox (slot smallint NOT NULL, owner_id int NOT NULL, day date NOT NULL, market_id smallint NOT NULL, source_id smallint NOT NULL,
    depth smallint NOT NULL, recorded_ms bigint NOT NULL, observed_ms bigint NOT NULL, facts bigint[] NOT NULL,
    listings int[] NOT NULL, PRIMARY KEY (owner_id, day, slot))
      PARTITION BY LIST (slot)`,
    `CREATE INDEX keywords_history_inbox_recorded ON keywords_history_inbox (recorded_ms, owner_id)`,
    `CREATE TABLE keywords_history_inbox_0 PARTITION OF keywords_history_inbox FOR VALUES IN (0)`,
    `CREATE INDEX keywords_history_inbox_0_listings ON keywords_history_inbox_0 USING gin (listings)
        WITH (fastupdate = on, gin_pending_list_limit = 256)`,
    `CREATE TABLE keywords_history_inbox_1 PARTITION OF keywords_history_inbox FOR VALUES IN (1)`,
    `CREATE INDEX keywords_history_inbox_1_listings ON keywords_history_inbox_1 USING gin (listings)
        WITH (fastupdate = on, gin_pending_list_limit = 256)`,
    `CREATE TABLE keywords_history_inbox_2 PARTITION OF keywords_history_inbox FOR VALUES IN (2)`,
    `CREATE INDEX keywords_history_inbox_2_listings ON keywords_history_inbox_2 USING gin (listings)
        WITH (fastupdate = on, gin_pending_list_limit = 256)`,
    `CREATE TABLE keywords_history_lists (owner_id int NOT NULL, day date NOT NULL, market_id smallint NOT NULL, source_id smallint NOT NULL,
    depth smallint NOT NULL, recorded_ms bigint NOT NULL, observed_ms bigint NOT NULL, facts bigint[] NOT NULL,
    listings int[] NOT NULL, PRIMARY KEY (owner_id, day, recorded_ms)) PARTITION BY RANGE (recorded_ms)`,
    `CREATE INDEX keywords_history_lists_recorded ON keywords_history_lists (recorded_ms, owner_id)`,
    `CREATE SEQUENCE keywords_history_run_ids AS int CYCLE`,
    `CREATE TABLE keywords_history_runs (
      listing_id int NOT NULL, month date NOT NULL, run int NOT NULL, part smallint NOT NULL, block bytea NOT NULL,
      PRIMARY KEY (listing_id, month, run, part))`,
    `CREATE TABLE keywords_history_months (
      listing_id int NOT NULL, month date NOT NULL, part smallint NOT NULL, block bytea NOT NULL,
      PRIMARY KEY (listing_id, month, part)) PARTITION BY RANGE (month)`,
    `CREATE TABLE keywords_history_words (
      owner_id int NOT NULL, month date NOT NULL, part smallint NOT NULL, facts bytea NOT NULL, places bytea NOT NULL,
      PRIMARY KEY (owner_id, month, part)) PARTITION BY RANGE (month)`,
    `CREATE TABLE keywords_history_moments (
      market_id smallint NOT NULL, day date NOT NULL, part smallint NOT NULL, first_ms bigint NOT NULL,
      last_ms bigint NOT NULL, block bytea NOT NULL, PRIMARY KEY (market_id, day, part))`,
    `CREATE INDEX keywords_history_moments_day ON keywords_history_moments (day, first_ms)`,
    `ALTER TABLE keywords_history_runs ALTER COLUMN block SET STORAGE EXTERNAL`,
    `ALTER TABLE keywords_history_months ALTER COLUMN block SET STORAGE EXTERNAL`,
    `ALTER TABLE keywords_history_words ALTER COLUMN facts SET STORAGE EXTERNAL`,
    `ALTER TABLE keywords_history_words ALTER COLUMN places SET STORAGE EXTERNAL`,
    `ALTER TABLE keywords_history_moments ALTER COLUMN block SET STORAGE EXTERNAL`,
    `CREATE FUNCTION keywords_history_make_month(p_month date) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      next date := (p_month + interval '1 month')::date;
      own text;
      bounds text[];
    BEGIN
      FOREACH bounds SLICE 1 IN ARRAY ARRAY[
        ['lists', ((p_month - date '1970-01-01') * 86400000::bigint)::text, ((next - date '1970-01-01') * 86400000::bigint)::text],
        ['months', p_month::text, next::text],
        ['words', p_month::text, next::text]] LOOP
        own := format('keywords_history_%s_%s', bounds[1], to_char(p_month, 'YYYYMM'));
        CONTINUE WHEN to_regclass(own) IS NOT NULL;
        EXECUTE format('CREATE TABLE %I (LIKE keywords_history_%s INCLUDING ALL)', own, bounds[1]);
        EXECUTE format('ALTER TABLE keywords_history_%s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          bounds[1], own, bounds[2], bounds[3]);
      END LOOP;
    END $$`,
    `UPDATE keywords_history_clock SET last_ms = floor(extract(epoch FROM last_at) * 1000)::bigint FROM keywords_feed`,
    // Days of an owner and year in a row that have one source and depth are a span.
    `INSERT INTO keywords_history_calendar (owner_id, year, days, spans)
      SELECT keyword_id, year, days, ARRAY(SELECT unnest(spans))
      FROM (
        SELECT keyword_id, year, bit_or(days) AS days, array_agg(span ORDER BY first) AS spans
        FROM (
          SELECT keyword_id, year, min(doy) AS first, bit_or(set_bit(0::bit(366), doy - 1, 1)) AS days,
            ARRAY[min(doy), max(doy), source_id, depth]::smallint[] AS span
          FROM (
            SELECT *, sum(begins) OVER (PARTITION BY keyword_id, year ORDER BY doy) AS run
            FROM (
              SELECT *, (lag(source_id) OVER own IS DISTINCT FROM source_id
                OR lag(depth) OVER own IS DISTINCT FROM depth)::int AS begins
              FROM (
                SELECT keyword_id, extract(year FROM day)::smallint AS year, extract(doy FROM day)::int AS doy, source_id, depth
                FROM keywords_facts) AS days
              WINDOW own AS (PARTITION BY keyword_id, year ORDER BY doy)) AS begun) AS runs
          GROUP BY keyword_id, year, run, source_id, depth) AS spans
        GROUP BY keyword_id, year) AS years`,
    // Keywords up to after_id are in the new tables too; is_moved: all of them are.
    `CREATE TABLE keywords_old (
      month date NOT NULL, market_id smallint NOT NULL, after_id int NOT NULL DEFAULT 0,
      is_moved boolean NOT NULL DEFAULT false,
      -- Why the month is kept although it was moved.
      fault text,
      PRIMARY KEY (month, market_id))`,
    `INSERT INTO keywords_old (month, market_id)
      SELECT DISTINCT date_trunc('month', day)::date, market_id FROM keywords_facts`,
    // What it read is in these tables no more.
    `DROP FUNCTION keywords_sum_up(int[])`,
    `DROP FUNCTION keywords_drop_months(date)`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
