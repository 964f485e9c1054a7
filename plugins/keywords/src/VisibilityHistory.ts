import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { NullableInt, rowsOf } from "./database.ts"
import type { Day } from "./days.ts"
import { rankWeights } from "./models/visibility.ts"

const DayRow = Schema.Struct({
  day: Schema.String,
  contribution: Schema.Finite,
  rankedCount: Schema.Int,
  measuredCount: Schema.Int,
  volumeMeasured: Schema.Finite,
  volumeAll: Schema.Finite,
  latestMs: Schema.Finite
})
export type VisibilityDay = typeof DayRow.Type
const dayRows = rowsOf(DayRow)
const rankRows = rowsOf(Schema.Struct({ keyword: Schema.String, rank: Schema.Int, volume: NullableInt }))
const countRows = rowsOf(Schema.Struct({ all: Schema.Int, withoutVolume: Schema.Int }))

/** The model's weights as SQL, so that there is one table of them. */
const weightOf = (rank: string) =>
  `CASE ${rankWeights.map(({ to, weight }) => `WHEN ${rank} <= ${to} THEN ${weight}`).join(" ")} ELSE 0 END`

/** The sums that visibility is made of, read day by day. */
export class VisibilityHistory extends Context.Service<
  VisibilityHistory,
  {
    /** Oldest first; days without a snapshot of any of the keywords are absent. */
    readonly days: (
      listingId: number,
      from: Day,
      to: Day
    ) => Effect.Effect<ReadonlyArray<VisibilityDay>, SqlError.SqlError>
    /** Keywords that the listing is ranked for anywhere in the window. */
    readonly count: (
      listingId: number,
      from: Day,
      to: Day
    ) => Effect.Effect<{ readonly all: number; readonly withoutVolume: number }, SqlError.SqlError>
    readonly ranksOn: (
      listingId: number,
      day: Day
    ) => Effect.Effect<
      ReadonlyArray<{ readonly keyword: string; readonly rank: number; readonly volume: number | null }>,
      SqlError.SqlError
    >
  }
>()("@storeglass/keywords/VisibilityHistory") {
  static readonly layer = Layer.effect(
    VisibilityHistory,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seen = (listingId: number, from: Day, to: Day) => sql`
        SELECT r.day, r.keyword_id, r.rank, r.source_id FROM keywords_ranks r
        WHERE r.listing_id = ${listingId} AND r.day BETWEEN ${from}::date AND ${to}::date`

      return VisibilityHistory.of({
        days: (listingId, from, to) =>
          dayRows(sql`
            WITH seen AS MATERIALIZED (${seen(listingId, from, to)}),
            words AS MATERIALIZED (
              SELECT k.id, k.source_id, k.volume, k.first_day FROM keywords_tracked k
              WHERE k.id IN (SELECT keyword_id FROM seen) AND k.volume IS NOT NULL),
            measured AS (
              SELECT f.day, count(*)::int AS measured_count, sum(w.volume)::float8 AS volume
              FROM words w JOIN keywords_facts f ON f.keyword_id = w.id AND f.source_id = w.source_id
              WHERE f.day BETWEEN ${from}::date AND ${to}::date GROUP BY f.day),
            ranked AS (
              SELECT s.day, count(*)::int AS ranked_count,
                sum(w.volume * ${sql.literal(weightOf("s.rank"))})::float8 AS contribution
              FROM seen s JOIN words w ON w.id = s.keyword_id AND w.source_id = s.source_id GROUP BY s.day)
            SELECT m.day::text AS day, coalesce(r.contribution, 0) AS contribution,
              coalesce(r.ranked_count, 0) AS "rankedCount", m.measured_count AS "measuredCount",
              m.volume AS "volumeMeasured",
              (SELECT sum(volume)::float8 FROM words WHERE first_day <= m.day) AS "volumeAll",
              extract(epoch FROM m.day)::float8 * 1000 AS "latestMs"
            FROM measured m LEFT JOIN ranked r ON r.day = m.day ORDER BY m.day`),
        count: (listingId, from, to) =>
          Effect.map(
            countRows(sql`
              SELECT count(*)::int AS all, count(*) FILTER (WHERE volume IS NULL)::int AS "withoutVolume"
              FROM keywords_tracked
              WHERE id IN (SELECT keyword_id FROM (${seen(listingId, from, to)}) AS seen)`),
            ([row]) => row ?? { all: 0, withoutVolume: 0 }
          ),
        ranksOn: (listingId, day) =>
          rankRows(sql`
            SELECT k.term AS keyword, r.rank, k.volume
            FROM keywords_ranks r JOIN keywords_tracked k ON k.id = r.keyword_id AND k.source_id = r.source_id
            WHERE r.listing_id = ${listingId} AND r.day = ${day}::date`)
      })
    })
  )
}
