import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { listColumns, type makeMoves, piecesOf, rowBytes } from "./moves.ts"
import { rowsOf, type Sql, type Tables } from "./rows.ts"

const monthRows = rowsOf(Schema.Struct({ month: Schema.String }))

/** Lists of an older store that come into a history as they were recorded. */
export interface Adopted {
  /**
   * A select of the columns of lists (`owner_id`, `day`, `market_id`, `source_id`, `depth`, `recorded_ms`, `observed_ms`,
   * `facts`, `listings`). Their days are claimed in the calendar already, and none of them is in the history.
   */
  readonly rows: Statement.Fragment
  /** Notes that they were taken, so that they aren't again. */
  readonly taken: Sql<unknown>
}

export const makeAdoption = <F>({ of, sql }: Tables<F>, moves: ReturnType<typeof makeMoves<F>>) => {
  /** Takes what `next` gives as a move of its own: in one transaction with it, and while no other move is at work. */
  const adopt = Effect.fn("PackedHistory.adopt")((next: Sql<Adopted | null>) =>
    moves.withPacker((packer) =>
      moves.move(
        Effect.gen(function* () {
          const given = yield* next
          if (given === null) return null
          const recorded = sql.literal("date '1970-01-01' + (recorded_ms / 86400000)::int")
          const months = yield* monthRows(
            sql`SELECT DISTINCT date_trunc('month', own.day)::date::text AS month
              FROM (SELECT unnest(ARRAY[day, ${recorded}]) AS day FROM (${given.rows}) AS given) AS own`.unprepared
          )
          yield* moves.makeMonths(months.map(({ month }) => month))
          const columns = sql.literal(listColumns)
          const found = yield* moves.piecesIn(sql`
            WITH given AS MATERIALIZED (${given.rows}),
            kept AS (INSERT INTO ${of("lists")} (${columns}) SELECT ${columns} FROM given)
            ${sql.literal(piecesOf({ lists: `SELECT ${rowBytes.lists} AS row FROM given` }))}`)
          const count = found.count("lists")
          if (count > 0) yield* moves.writeRun(packer, found.rows("lists"))
          yield* given.taken
          yield* moves.rest(count)
          return count
        })
      )
    )
  )
  return { adopt }
}
