/** Invented history in the real tables, made by the database itself. */

import { addDays, type Day, dayMs, dayNumberOf, startMsOf } from "@storeglass/history"
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
 * One day, in the open slot and claimed. The app at a place of a list is fixed but for swaps of neighbours that differ from
 * day to day, and a slow drift by which apps come in at the end and fall out; few apps are in many lists, as in a store.
 */
export const makeDay = ({ days, ranks, today }: Size, back: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const day = addDays(today, -back)
    const age = days - back
    const bit = dayNumberOf(day) - dayNumberOf(`${day.slice(0, 4)}-01-01`)
    yield* sql`
      INSERT INTO keywords_history_calendar AS known (owner_id, year, days, spans)
      SELECT id, ${Number(day.slice(0, 4))}::smallint, set_bit(0::bit(366), ${bit}::int, 1),
        ARRAY[${bit + 1}::int, ${bit + 1}::int, 1, 100]::smallint[] FROM keywords_tracked
      ON CONFLICT (owner_id, year) DO UPDATE SET days = known.days | excluded.days,
        spans = keywords_history_spans(known.spans, excluded.spans)`
    yield* sql`
      INSERT INTO keywords_history_inbox (slot, owner_id, day, market_id, source_id, depth, recorded_ms, observed_ms, facts, listings)
      SELECT (SELECT open_slot FROM keywords_history_state), k.id, ${day}::date, k.market_id, 1, 100,
        ${startMsOf(day)}::bigint + k.id, ${startMsOf(day)}::bigint,
        ARRAY[200, 1000 + (hashint4(k.id * 17 + ${age}::int / 5) & 65535), k.volume, k.difficulty, 2]::bigint[], own.listings
      FROM keywords_tracked k
      JOIN (SELECT market_id, min(id) AS id, count(*)::int AS count FROM keywords_listings GROUP BY 1) base
        ON base.market_id = k.market_id
      CROSS JOIN LATERAL (
        SELECT array_agg(listing ORDER BY first) AS listings FROM (
          SELECT listing, min(rank) AS first FROM (
            SELECT rank, base.id + floor(base.count * power(
              (hashint4extended(k.id, ((rank - 1) # ((hashint4(k.id * 131 + ${age}::int * 7 + rank / 2) & 1))) + ${age}::int / 9 * (k.id % 3)) & 1048575)
                / 1048576.0, 2))::int AS listing
            FROM generate_series(1, ${ranks}::int) AS rank) AS drawn
          GROUP BY listing) AS once) AS own`
    yield* sql`UPDATE keywords_history_clock SET last_ms = greatest(last_ms, ${startMsOf(day) + dayMs - 1000}::bigint)`
  })
