import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What is still to be collected on a day, as a table of its own, and how many keywords are collected, as changes that
 * are added up: a claim and a count no longer read all that is done. Triggers keep both, whoever writes a keyword.
 *
 * Nothing that changes daily is in an index of keywords_tracked from here on. Its columns claimed_until, attempts,
 * attempts_day, retry_at and last_failure are no longer written.
 */
export const due = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE keywords_due (
      keyword_id int PRIMARY KEY,
      platform text NOT NULL, watchers int NOT NULL, asked int NOT NULL,
      -- For which day it's due, and since when it has been.
      day date NOT NULL, since timestamptz NOT NULL,
      claimed_until timestamptz,
      -- Failures of a day; those of an earlier one are forgiven.
      attempts smallint NOT NULL DEFAULT 0, attempts_day date,
      retry_at timestamptz,
      last_failure text
    ) WITH (fillfactor = 80)`,
    `CREATE INDEX keywords_due_order ON keywords_due (platform, watchers DESC, asked DESC, keyword_id)`,
    `CREATE INDEX keywords_due_since ON keywords_due (platform, since)`,
    `CREATE INDEX keywords_due_failed ON keywords_due (platform, attempts_day, attempts) WHERE attempts > 0`,
    // How far the keywords that a day makes due are put in; without upto, all of them are.
    `CREATE TABLE keywords_due_days (platform text PRIMARY KEY, day date NOT NULL, upto int)`,
    // Added up by who reads. What is done is of a day; the rest has none.
    `CREATE TABLE keywords_counts (
      platform text NOT NULL, day date, tracked int NOT NULL, watched int NOT NULL, done int NOT NULL)`,
    `CREATE FUNCTION keywords_day(p_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
      RETURN (p_at AT TIME ZONE 'UTC')::date`,
    `CREATE FUNCTION keywords_due_since(p_tracked_at timestamptz, p_latest_day date) RETURNS timestamptz
      LANGUAGE sql IMMUTABLE RETURN greatest(p_tracked_at, (p_latest_day + 1)::timestamp AT TIME ZONE 'UTC')`,
    `CREATE FUNCTION keywords_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, NULL, count(*), count(*) FILTER (WHERE n.watchers > 0), 0
      FROM new_rows n JOIN keywords_markets m ON m.id = n.market_id
      WHERE n.tracked_at IS NOT NULL GROUP BY m.platform;
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, n.latest_day, 0, 0, count(*)
      FROM new_rows n JOIN keywords_markets m ON m.id = n.market_id
      WHERE n.tracked_at IS NOT NULL AND n.latest_day IS NOT NULL GROUP BY m.platform, n.latest_day;
      INSERT INTO keywords_due (keyword_id, platform, watchers, asked, day, since)
      SELECT n.id, m.platform, n.watchers, n.asked, keywords_day(n.tracked_at),
        keywords_due_since(n.tracked_at, n.latest_day)
      FROM new_rows n JOIN keywords_markets m ON m.id = n.market_id
      WHERE n.tracked_at IS NOT NULL AND (n.latest_day IS NULL OR n.latest_day < keywords_day(n.tracked_at))
      ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`,
    `CREATE FUNCTION keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, NULL, sum(c.tracked), sum(c.watched), 0
      FROM (
        SELECT n.market_id, (n.tracked_at IS NOT NULL)::int - (o.tracked_at IS NOT NULL)::int AS tracked,
          (n.tracked_at IS NOT NULL AND n.watchers > 0)::int - (o.tracked_at IS NOT NULL AND o.watchers > 0)::int AS watched
        FROM old_rows o JOIN new_rows n ON n.id = o.id) AS c JOIN keywords_markets m ON m.id = c.market_id
      WHERE c.tracked <> 0 OR c.watched <> 0 GROUP BY m.platform;
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, c.day, 0, 0, sum(c.done)
      FROM (
        SELECT n.market_id, moved.day, moved.done FROM old_rows o JOIN new_rows n ON n.id = o.id
        CROSS JOIN LATERAL (VALUES
          (o.latest_day, -(o.tracked_at IS NOT NULL)::int), (n.latest_day, (n.tracked_at IS NOT NULL)::int)) AS moved (day, done)
        WHERE o.latest_day IS DISTINCT FROM n.latest_day OR (o.tracked_at IS NULL) <> (n.tracked_at IS NULL)) AS c
      JOIN keywords_markets m ON m.id = c.market_id
      WHERE c.day IS NOT NULL GROUP BY m.platform, c.day HAVING sum(c.done) <> 0;
      -- Done, or no longer to be done.
      DELETE FROM keywords_due d USING old_rows o JOIN new_rows n ON n.id = o.id
      WHERE d.keyword_id = n.id AND (n.tracked_at IS NULL
        OR (o.latest_day IS DISTINCT FROM n.latest_day AND n.latest_day >= d.day));
      INSERT INTO keywords_due (keyword_id, platform, watchers, asked, day, since)
      SELECT n.id, m.platform, n.watchers, n.asked, keywords_day(n.tracked_at),
        keywords_due_since(n.tracked_at, n.latest_day)
      FROM old_rows o JOIN new_rows n ON n.id = o.id JOIN keywords_markets m ON m.id = n.market_id
      WHERE o.tracked_at IS NULL AND n.tracked_at IS NOT NULL
        AND (n.latest_day IS NULL OR n.latest_day < keywords_day(n.tracked_at))
      ON CONFLICT DO NOTHING;
      UPDATE keywords_due d SET watchers = n.watchers, asked = n.asked
      FROM old_rows o JOIN new_rows n ON n.id = o.id
      WHERE d.keyword_id = n.id AND (o.watchers, o.asked) IS DISTINCT FROM (n.watchers, n.asked);
      RETURN NULL;
    END $$`,
    `CREATE FUNCTION keywords_removed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, NULL, -count(*), -count(*) FILTER (WHERE o.watchers > 0), 0
      FROM old_rows o JOIN keywords_markets m ON m.id = o.market_id
      WHERE o.tracked_at IS NOT NULL GROUP BY m.platform;
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, o.latest_day, 0, 0, -count(*)
      FROM old_rows o JOIN keywords_markets m ON m.id = o.market_id
      WHERE o.tracked_at IS NOT NULL AND o.latest_day IS NOT NULL GROUP BY m.platform, o.latest_day;
      DELETE FROM keywords_due d USING old_rows o WHERE d.keyword_id = o.id;
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER keywords_added AFTER INSERT ON keywords_tracked
      REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keywords_added()`,
    `CREATE TRIGGER keywords_changed AFTER UPDATE ON keywords_tracked
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keywords_changed()`,
    `CREATE TRIGGER keywords_removed AFTER DELETE ON keywords_tracked
      REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keywords_removed()`,
    `INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, NULL, count(*), count(*) FILTER (WHERE k.watchers > 0), 0
      FROM keywords_tracked k JOIN keywords_markets m ON m.id = k.market_id
      WHERE k.tracked_at IS NOT NULL GROUP BY m.platform`,
    `INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, k.latest_day, 0, 0, count(*)
      FROM keywords_tracked k JOIN keywords_markets m ON m.id = k.market_id
      WHERE k.tracked_at IS NOT NULL AND k.latest_day IS NOT NULL GROUP BY m.platform, k.latest_day`,
    `DROP INDEX keywords_tracked_queue`,
    // Room beside a row for its next state, which then needs no entry in any index.
    `ALTER TABLE keywords_tracked SET (fillfactor = 70)`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
