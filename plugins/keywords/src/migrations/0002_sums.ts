import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What trending and visibility read, summed up a keyword at a time when its snapshot is written, so that neither reads
 * the facts of a whole market.
 */
export const sums = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    // On which of the last 96 days there is a snapshot of the latest one's source; the first bit is latest_day.
    `ALTER TABLE keywords_tracked ADD COLUMN measured bit(96) NOT NULL DEFAULT B'0'::bit(96)`,
    // A keyword's reach, by length of window (1 to 30 days): the maxima of the current and of the previous window when
    // today is `day`, and when it is the day after and nothing is collected yet.
    `CREATE TABLE keywords_reach (
      keyword_id int PRIMARY KEY REFERENCES keywords_tracked ON DELETE CASCADE,
      market_id smallint NOT NULL, source_id smallint NOT NULL, day date NOT NULL,
      current int[] NOT NULL, previous int[] NOT NULL, next_current int[] NOT NULL, next_previous int[] NOT NULL)`,
    `CREATE INDEX keywords_reach_market ON keywords_reach (market_id, day)`,
    `CREATE FUNCTION keywords_sum_up(p_keywords int[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO keywords_reach (keyword_id, market_id, source_id, day, current, previous, next_current, next_previous)
      SELECT k.id, k.market_id, k.source_id, k.latest_day, w.current, w.previous, w.next_current, w.next_previous
      FROM keywords_tracked k CROSS JOIN LATERAL (
        SELECT array_agg(c ORDER BY days) AS current, array_agg(p ORDER BY days) AS previous,
          array_agg(nc ORDER BY days) AS next_current, array_agg(np ORDER BY days) AS next_previous
        FROM (
          SELECT days, max(reach) FILTER (WHERE age < days) AS c,
            max(reach) FILTER (WHERE age >= days AND age < 2 * days) AS p,
            max(reach) FILTER (WHERE age < days - 1) AS nc,
            max(reach) FILTER (WHERE age >= days - 1 AND age < 2 * days - 1) AS np
          FROM generate_series(1, 30) AS days LEFT JOIN (
            SELECT k.latest_day - f.day AS age, least(f.reach, 2147483647)::int AS reach FROM keywords_facts f
            WHERE f.keyword_id = k.id AND f.source_id = k.source_id AND f.reach IS NOT NULL
              AND f.day > k.latest_day - 60 AND f.day <= k.latest_day) AS seen ON true
          GROUP BY days) AS maxima) AS w
      WHERE k.id = ANY(p_keywords) AND k.latest_day IS NOT NULL
      ORDER BY k.id
      ON CONFLICT (keyword_id) DO UPDATE SET market_id = excluded.market_id, source_id = excluded.source_id,
        day = excluded.day, current = excluded.current, previous = excluded.previous,
        next_current = excluded.next_current, next_previous = excluded.next_previous;
      UPDATE keywords_tracked k SET measured = seen.bits
      FROM (
        SELECT t.id, (
          SELECT string_agg(CASE WHEN f.day IS NULL THEN '0' ELSE '1' END, '' ORDER BY age)::bit(96)
          FROM generate_series(0, 95) AS age LEFT JOIN keywords_facts f ON f.keyword_id = t.id
            AND f.source_id = t.source_id AND f.day = t.latest_day - age) AS bits
        FROM keywords_tracked t
        WHERE t.id = ANY(p_keywords) AND t.latest_day IS NOT NULL
        ORDER BY t.id FOR UPDATE) AS seen
      WHERE k.id = seen.id;
    END $$`,
    `SELECT keywords_sum_up(array_agg(id ORDER BY id)) FROM keywords_tracked HAVING count(*) > 0`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
