/** Invented history in the real tables, made by the database itself. */

import { addDays, type Day } from "@storeglass/history"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export interface Size {
  readonly keywords: number
  readonly days: number
  readonly ranks: number
  readonly today: Day
}

/** Keywords of five countries, the first with the most; ten apps for each keyword, some of them in many lists. */
const countries = ["us", "gb", "de", "jp", "br"] as const
export const shareOf = [0.4, 0.2, 0.15, 0.15, 0.1] as const

export const makeKeywords = ({ days, keywords, today }: Size) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO keywords_sources (name) VALUES ('storea.catalog')`
    let made = 0
    for (const [index, country] of countries.entries()) {
      const own = Math.round(keywords * (shareOf[index] ?? 0))
      yield* sql`INSERT INTO keywords_markets (platform, country, device) VALUES ('storea', ${country}, 'iphone')`
      yield* sql`
        INSERT INTO keywords_tracked (market_id, term, tracked_at, watchers, first_day, latest_day, latest_ms, source_id,
          depth, result_count, reach, volume, difficulty)
        SELECT ${index + 1}, 'keyword ' || ${country}::text || ' ' || n, now(), n % 3, ${addDays(today, 1 - days)}::date,
          ${today}::date, extract(epoch FROM now()) * 1000, 1, 100, 200, 1000 + n, 5 + (hashint4(n) & 63), 10 + (hashint4(n + 7) & 63)
        FROM generate_series(1, ${own}::int) AS n`
      yield* sql`
        INSERT INTO keywords_listings (market_id, app_id, name, seller)
        SELECT ${index + 1}, (1000000 + n)::text, 'App ' || n, 'Seller ' || n % 1000
        FROM generate_series(1, ${own * 10}::int) AS n`
      made += own
    }
    return made
  })

/**
 * One day. The app at a place of a list is fixed but for swaps of neighbours that differ from day to day, and a slow
 * drift by which apps come in at the end and fall out; few apps are in many lists, as in a store.
 */
export const makeDay = ({ days, ranks, today }: Size, back: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const day = addDays(today, -back)
    const age = days - back
    yield* sql`SELECT keywords_make_month(${day}::date)`
    const lists = sql`
      SELECT k.id AS keyword_id, k.market_id, r.rank,
        base.id + floor(base.count * power(
          (hashint4extended(k.id, ((r.rank - 1) # ((hashint4(k.id * 131 + ${age}::int * 7 + r.rank / 2) & 1))) + ${age}::int / 9 * (k.id % 3)) & 1048575)
            / 1048576.0, 2))::int AS listing_id
      FROM keywords_tracked k
      JOIN (SELECT market_id, min(id) AS id, count(*)::int AS count FROM keywords_listings GROUP BY 1) base
        ON base.market_id = k.market_id
      CROSS JOIN generate_series(1, ${ranks}::int) AS r (rank)`
    yield* sql`
      INSERT INTO keywords_ranks (listing_id, day, keyword_id, rank, source_id)
      SELECT listing_id, ${day}::date, keyword_id, min(rank)::smallint, 1 FROM (${lists}) AS made
      GROUP BY listing_id, keyword_id ORDER BY listing_id, keyword_id`
    yield* sql`
      INSERT INTO keywords_rankings (keyword_id, day, listings)
      SELECT keyword_id, ${day}::date, array_agg(listing_id ORDER BY rank) FROM (${lists}) AS made GROUP BY keyword_id`
    yield* sql`
      INSERT INTO keywords_facts (recorded_at, observed_ms, reach, keyword_id, day, result_count, market_id, source_id, depth, volume, difficulty)
      SELECT ${day}::date + k.id * interval '1 millisecond', extract(epoch FROM ${day}::date) * 1000,
        1000 + (hashint4(k.id * 17 + ${age}::int / 5) & 65535), k.id, ${day}::date, 200, k.market_id, 1, 100, k.volume, k.difficulty
      FROM keywords_tracked k`
    yield* sql`UPDATE keywords_feed SET last_at = greatest(last_at, ${day}::date + interval '1 day' - interval '1 second')`
  })
