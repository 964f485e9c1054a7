/**
 * The tables of a packed history, all named after it. A rank is in exactly one level of each direction:
 * - inbox: snapshots as they came, in three slots, one of which is open
 * - lists, then words: by owner; the same rows, then a block an owner and month
 * - runs, then months: by listing; a block a listing, month and flush, then a block a listing and month
 * Beside them: calendar (what was measured, and who may write), moments (the feed of what is in words).
 * These statements are a migration: they never change, others come after them.
 */
export const packedTables = (name: string): ReadonlyArray<string> => {
  const snapshot = `owner_id int NOT NULL, day date NOT NULL, market_id smallint NOT NULL, source_id smallint NOT NULL,
    depth smallint NOT NULL, recorded_ms bigint NOT NULL, observed_ms bigint NOT NULL, facts bigint[] NOT NULL,
    listings int[] NOT NULL`
  return [
    `CREATE TABLE ${name}_state (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      open_slot smallint NOT NULL DEFAULT 0 CHECK (open_slot BETWEEN 0 AND 2),
      opened_ms bigint NOT NULL DEFAULT 0,
      merged_ms bigint NOT NULL DEFAULT 0,
      -- Days before it were dropped and are not taken again.
      kept_from date NOT NULL DEFAULT '1970-01-01')`,
    `INSERT INTO ${name}_state DEFAULT VALUES`,
    // The writers of live snapshots take turns on this row, so that a moment never goes back behind a reader.
    `CREATE TABLE ${name}_clock (id boolean PRIMARY KEY DEFAULT true CHECK (id), last_ms bigint NOT NULL DEFAULT 0)`,
    `INSERT INTO ${name}_clock DEFAULT VALUES`,
    // A day has its bit from the moment it is claimed. Spans are (first day, last day, source, depth) of the year, in
    // order; a day of a span counts if it has its bit.
    `CREATE TABLE ${name}_calendar (
      owner_id int NOT NULL, year smallint NOT NULL, days bit(366) NOT NULL, spans smallint[] NOT NULL,
      PRIMARY KEY (owner_id, year)) WITH (fillfactor = 80)`,
    `CREATE FUNCTION ${name}_spans(p_spans smallint[], p_new smallint[]) RETURNS smallint[] LANGUAGE plpgsql IMMUTABLE AS $$
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
    `CREATE TABLE ${name}_inbox (slot smallint NOT NULL, ${snapshot}, PRIMARY KEY (owner_id, day, slot))
      PARTITION BY LIST (slot)`,
    `CREATE INDEX ${name}_inbox_recorded ON ${name}_inbox (recorded_ms, owner_id)`,
    ...[0, 1, 2].flatMap((slot) => [
      `CREATE TABLE ${name}_inbox_${slot} PARTITION OF ${name}_inbox FOR VALUES IN (${slot})`,
      // A short list of what is not in the index yet: who reads by listing goes through all of it.
      `CREATE INDEX ${name}_inbox_${slot}_listings ON ${name}_inbox_${slot} USING gin (listings)
        WITH (fastupdate = on, gin_pending_list_limit = 256)`
    ]),
    `CREATE TABLE ${name}_lists (${snapshot}, PRIMARY KEY (owner_id, day, recorded_ms)) PARTITION BY RANGE (recorded_ms)`,
    `CREATE INDEX ${name}_lists_recorded ON ${name}_lists (recorded_ms, owner_id)`,
    `CREATE SEQUENCE ${name}_run_ids AS int CYCLE`,
    `CREATE TABLE ${name}_runs (
      listing_id int NOT NULL, month date NOT NULL, run int NOT NULL, part smallint NOT NULL, block bytea NOT NULL,
      PRIMARY KEY (listing_id, month, run, part))`,
    `CREATE TABLE ${name}_months (
      listing_id int NOT NULL, month date NOT NULL, part smallint NOT NULL, block bytea NOT NULL,
      PRIMARY KEY (listing_id, month, part)) PARTITION BY RANGE (month)`,
    `CREATE TABLE ${name}_words (
      owner_id int NOT NULL, month date NOT NULL, part smallint NOT NULL, facts bytea NOT NULL, places bytea NOT NULL,
      PRIMARY KEY (owner_id, month, part)) PARTITION BY RANGE (month)`,
    `CREATE TABLE ${name}_moments (
      market_id smallint NOT NULL, day date NOT NULL, part smallint NOT NULL, first_ms bigint NOT NULL,
      last_ms bigint NOT NULL, block bytea NOT NULL, PRIMARY KEY (market_id, day, part))`,
    `CREATE INDEX ${name}_moments_day ON ${name}_moments (day, first_ms)`,
    // Blocks are packed already.
    ...["runs.block", "months.block", "words.facts", "words.places", "moments.block"].map((column) => {
      const [table, own] = column.split(".")
      return `ALTER TABLE ${name}_${table} ALTER COLUMN ${own} SET STORAGE EXTERNAL`
    }),
    // Attached and not made in place, so that no reader waits for it. The caller holds the lock of the moves.
    `CREATE FUNCTION ${name}_make_month(p_month date) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      next date := (p_month + interval '1 month')::date;
      own text;
      bounds text[];
    BEGIN
      FOREACH bounds SLICE 1 IN ARRAY ARRAY[
        ['lists', ((p_month - date '1970-01-01') * 86400000::bigint)::text, ((next - date '1970-01-01') * 86400000::bigint)::text],
        ['months', p_month::text, next::text],
        ['words', p_month::text, next::text]] LOOP
        own := format('${name}_%s_%s', bounds[1], to_char(p_month, 'YYYYMM'));
        CONTINUE WHEN to_regclass(own) IS NOT NULL;
        EXECUTE format('CREATE TABLE %I (LIKE ${name}_%s INCLUDING ALL)', own, bounds[1]);
        EXECUTE format('ALTER TABLE ${name}_%s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          bounds[1], own, bounds[2], bounds[3]);
      END LOOP;
    END $$`
  ]
}
