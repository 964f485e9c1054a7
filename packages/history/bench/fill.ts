/** Invented lists in the inbox, made by the database itself, so that moves have something to move. */
import { type Day, dayNumberOf, type Series, startMsOf } from "@storeglass/history"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const series: Series<{ readonly reach: number | null }> = {
  name: "bench",
  keepDays: 400,
  facts: { pack: ({ reach }) => [reach], unpack: ([reach = null]) => ({ reach }) }
}
export interface Fill {
  readonly owners: number
  /** Listings in a list. */
  readonly places: number
  readonly listings: number
}

/**
 * A day of all owners in the open slot, and claimed. Few listings are in many lists, as in a store; from day to day
 * neighbours swap their places, and every third owner's list changes slowly.
 */
export const fillDay = ({ listings, owners, places }: Fill, day: Day) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const age = dayNumberOf(day)
    const bit = dayNumberOf(day) - dayNumberOf(`${day.slice(0, 4)}-01-01`)
    yield* sql`
      INSERT INTO bench_calendar AS known (owner_id, year, days, spans)
      SELECT o, ${Number(day.slice(0, 4))}::smallint, set_bit(0::bit(366), ${bit}::int, 1),
        ARRAY[${bit + 1}::int, ${bit + 1}::int, 1, 100]::smallint[] FROM generate_series(1, ${owners}::int) AS o
      ON CONFLICT (owner_id, year) DO UPDATE SET days = known.days | excluded.days,
        spans = bench_spans(known.spans, excluded.spans)`
    yield* sql`
      INSERT INTO bench_inbox (slot, owner_id, day, market_id, source_id, depth, recorded_ms, observed_ms, facts, listings)
      SELECT (SELECT open_slot FROM bench_state), o, ${day}::date, 1 + o % 5, 1, 100, ${startMsOf(day)}::bigint + o,
        ${startMsOf(day)}::bigint + o, ARRAY[o + ${age}::int]::bigint[], own.listings
      FROM generate_series(1, ${owners}::int) AS o CROSS JOIN LATERAL (
        SELECT array_agg(listing ORDER BY first) AS listings FROM (
          SELECT listing, min(place) AS first FROM (
            SELECT place, 1 + floor(${listings}::int * power(
              (hashint4extended(o, (place # (hashint4(o * 131 + ${age}::int * 7 + place / 2) & 1)) + ${age}::int / 9 * (o % 3))
                & 1048575) / 1048576.0, 3))::int AS listing
            FROM generate_series(1, ${places}::int) AS place) AS drawn
          GROUP BY listing) AS once) AS own`
  })
