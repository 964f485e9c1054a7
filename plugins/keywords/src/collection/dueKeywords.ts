import { type Day, dayOf } from "@storeglass/history"
import { type Param, rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const progress = rowsOf(Schema.Struct({ day: Schema.String, upto: Schema.NullOr(Schema.Int) }))
const lasts = rowsOf(Schema.Struct({ last: Schema.NullOr(Schema.Int) }))
/** Keywords are looked through a part at a time, each in a transaction of its own. */
const partSize = 50_000

/** Keeps the table of what is due, of which triggers know all but that a day has begun. */
export const makeDueKeywords = Effect.map(SqlClient.SqlClient, (sql) => {
  const complete = new Map<Param.Platform, Day>()

  /** Looks through the next part of what a day makes due; whether that was the last. */
  const fillPart = (platform: Param.Platform, day: Day) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`INSERT INTO keywords_due_days (platform, day, upto) VALUES (${platform}, ${day}::date, 0)
          ON CONFLICT (platform) DO UPDATE SET day = excluded.day, upto = 0 WHERE keywords_due_days.day < excluded.day`
        // Who waits here for another node goes on where that ended. Its day is the one that counts: clocks differ.
        const [begun] = yield* progress(
          sql`SELECT day::text AS day, upto FROM keywords_due_days WHERE platform = ${platform} FOR UPDATE`
        )
        const from = begun?.upto ?? null
        if (begun === undefined || from === null) return true
        const [part] = yield* lasts(sql`
          SELECT max(id) AS last FROM (
            SELECT id FROM keywords_tracked WHERE id > ${from}::int ORDER BY id LIMIT ${partSize}::int) AS part`)
        const last = part?.last ?? null
        if (last !== null) {
          // What an earlier day left over stays due since then.
          yield* sql`
            INSERT INTO keywords_due (keyword_id, platform, watchers, asked, day, since)
            SELECT id, ${platform}, watchers, asked, ${begun.day}::date, keywords_due_since(tracked_at, latest_day)
            FROM keywords_tracked
            WHERE id > ${from}::int AND id <= ${last}::int AND tracked_at IS NOT NULL
              AND (latest_day IS NULL OR latest_day < ${begun.day}::date)
              AND market_id IN (SELECT id FROM keywords_markets WHERE platform = ${platform})
            ORDER BY id
            ON CONFLICT (keyword_id) DO UPDATE SET day = excluded.day WHERE keywords_due.day < excluded.day`
        }
        yield* sql`UPDATE keywords_due_days SET upto = ${last}::int WHERE platform = ${platform}`
        return last === null
      })
    )

  /** Has what this day makes due in the table; once a day that takes time. */
  const fill = Effect.fn("DueKeywords.fill")(function* (
    platform: Param.Platform,
    nowMs: number
  ): Effect.fn.Return<void, SqlError.SqlError> {
    const day = dayOf(nowMs)
    if ((complete.get(platform) ?? "") >= day) return
    while (!(yield* fillPart(platform, day)));
    complete.set(platform, day)
  })

  /** Adds the changes of counts up, so that few are left to add. */
  const addUp = sql`
    WITH changes AS (DELETE FROM keywords_counts RETURNING *)
    INSERT INTO keywords_counts (platform, day, tracked, watched, done)
    SELECT platform, day, sum(tracked), sum(watched), sum(done) FROM changes GROUP BY platform, day
    HAVING sum(tracked) <> 0 OR sum(watched) <> 0 OR sum(done) <> 0`.pipe(
    Effect.asVoid,
    Effect.withSpan("DueKeywords.addUp")
  )

  return { fill, addUp }
})
