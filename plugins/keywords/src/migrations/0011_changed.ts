import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Each changed keyword once: what it is, and as `was_…` what it was. */
const changes = `(
  SELECT id, max(market_id) AS market_id, max(tracked_at) AS tracked_at, max(was_tracked_at) AS was_tracked_at,
    max(latest_day) AS latest_day, max(was_latest_day) AS was_latest_day,
    max(watchers) AS watchers, max(was_watchers) AS was_watchers, max(asked) AS asked, max(was_asked) AS was_asked
  FROM (
    SELECT id, market_id, tracked_at, NULL::timestamptz AS was_tracked_at, latest_day, NULL::date AS was_latest_day,
      watchers, NULL::int AS was_watchers, asked, NULL::int AS was_asked FROM new_rows
    UNION ALL
    SELECT id, market_id, NULL, tracked_at, NULL, latest_day, NULL, watchers, NULL, asked FROM old_rows) AS rows
  GROUP BY id) AS c`

/**
 * What a change of keywords leads to, in a time that grows with their number. A function's plans are made for the first
 * rows that it sees, so a join of the old ones with the new ones was by pairs: of 1,000 keywords a million.
 */
export const changed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE OR REPLACE FUNCTION keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM (
        SELECT id, tracked_at, latest_day, watchers, asked FROM new_rows
        EXCEPT SELECT id, tracked_at, latest_day, watchers, asked FROM old_rows) AS relevant LIMIT 1;
      IF NOT FOUND THEN RETURN NULL; END IF;
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, NULL, sum(d.tracked), sum(d.watched), 0
      FROM (
        SELECT market_id, (tracked_at IS NOT NULL)::int - (was_tracked_at IS NOT NULL)::int AS tracked,
          (tracked_at IS NOT NULL AND watchers > 0)::int
            - (was_tracked_at IS NOT NULL AND was_watchers > 0)::int AS watched
        FROM ${changes}) AS d JOIN keywords_markets m ON m.id = d.market_id
      WHERE d.tracked <> 0 OR d.watched <> 0 GROUP BY m.platform;
      INSERT INTO keywords_counts (platform, day, tracked, watched, done)
      SELECT m.platform, d.day, 0, 0, sum(d.done)
      FROM (
        SELECT market_id, moved.day, moved.done FROM ${changes} CROSS JOIN LATERAL (VALUES
          (was_latest_day, -(was_tracked_at IS NOT NULL)::int), (latest_day, (tracked_at IS NOT NULL)::int)) AS moved (day, done)
        WHERE was_latest_day IS DISTINCT FROM latest_day OR (was_tracked_at IS NULL) <> (tracked_at IS NULL)) AS d
      JOIN keywords_markets m ON m.id = d.market_id
      WHERE d.day IS NOT NULL GROUP BY m.platform, d.day HAVING sum(d.done) <> 0;
      -- Done, or no longer to be done.
      DELETE FROM keywords_due d USING ${changes}
      WHERE d.keyword_id = c.id AND (c.tracked_at IS NULL
        OR (c.was_latest_day IS DISTINCT FROM c.latest_day AND c.latest_day >= d.day));
      INSERT INTO keywords_due (keyword_id, platform, watchers, asked, day, since)
      SELECT c.id, m.platform, c.watchers, c.asked, keywords_day(c.tracked_at),
        keywords_due_since(c.tracked_at, c.latest_day)
      FROM ${changes} JOIN keywords_markets m ON m.id = c.market_id
      WHERE c.was_tracked_at IS NULL AND c.tracked_at IS NOT NULL
        AND (c.latest_day IS NULL OR c.latest_day < keywords_day(c.tracked_at))
      ON CONFLICT DO NOTHING;
      UPDATE keywords_due d SET watchers = c.watchers, asked = c.asked FROM ${changes}
      WHERE d.keyword_id = c.id AND (c.was_watchers, c.was_asked) IS DISTINCT FROM (c.watchers, c.asked);
      RETURN NULL;
    END $$`)
})
