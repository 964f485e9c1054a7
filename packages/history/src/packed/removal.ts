import { Effect, Result, Schema } from "effect"
import { type Day, dayOf } from "../days.ts"
import { decodeColumns } from "./columnsBlock.ts"
import type { makeMoves } from "./moves.ts"
import { type OwnBlock, sorted, withoutIds } from "./packing.ts"
import { decodePlaces, encodePlaces } from "./placesBlock.ts"
import { Bytes, Ints, ints, monthOfDay, rowsOf, type Tables, transposed, unpackFacts } from "./rows.ts"

const goneRows = rowsOf(
  Schema.Struct({ market: Schema.Int, recordedMs: Schema.Finite, day: Schema.String, listings: Ints })
)
const wordRows = rowsOf(Schema.Struct({ owner: Schema.Int, month: Schema.String, facts: Bytes, places: Bytes }))
const blockRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    month: Schema.String,
    run: Schema.NullOr(Schema.Int),
    part: Schema.Int,
    block: Bytes
  })
)
const momentRows = rowsOf(Schema.Struct({ market: Schema.Int, day: Schema.String, part: Schema.Int, block: Bytes }))
const nameRows = rowsOf(Schema.Struct({ name: Schema.String }))

/** Taking owners and months out of a history. */
export const makeRemoval = <F>(tables: Tables<F>, moves: ReturnType<typeof makeMoves<F>>) => {
  const { of, series, sql } = tables

  const forgetIn = Effect.fnUntraced(function* (
    month: Day,
    listings: ReadonlySet<number> | null,
    gone: ReadonlySet<number>
  ) {
    const own = listings === null ? sql`true` : sql`listing_id = ANY(${ints(listings)}::int[])`
    const rows = yield* blockRows(
      sql`
      SELECT listing_id AS id, month::text AS month, NULL::int AS run, part::int AS part, block FROM ${of("months")}
      WHERE month = ${month}::date AND ${own}
      UNION ALL SELECT listing_id, month::text, run, part::int, block FROM ${of("runs")}
      WHERE month = ${month}::date AND ${own}`.unprepared
    )
    for (const [run, level] of Map.groupBy(rows, ({ run }) => run)) {
      const { places, readable } = sorted(level)
      const changed: Array<OwnBlock> = []
      const touched: Array<(typeof readable)[number]> = []
      for (const [index, row] of readable.entries()) {
        const before = places[index]
        if (before === undefined || !before.ids.some((id) => gone.has(id))) continue
        touched.push(row)
        const left = withoutIds(before, gone)
        if (left !== null) for (const block of encodePlaces(left)) changed.push({ ...row, block })
      }
      const table = run === null ? "months" : "runs"
      yield* sql`
        DELETE FROM ${of(table)} USING unnest(${ints(touched.map(({ id }) => id))}::int[],
          ${ints(touched.map(({ part }) => part))}::smallint[]) AS old (i, p)
        WHERE listing_id = i AND month = ${month}::date AND part = p AND ${run === null ? sql`true` : sql`run = ${run}`}`
      yield* moves.writeBlocks(table, run, changed)
    }
  })

  const forget = Effect.fn("PackedHistory.forget")(function* (owners: ReadonlyArray<number>) {
    if (owners.length === 0) return
    const own = sql`owner_id = ANY(${ints(owners)}::int[])`
    const gone = new Set(owners)
    yield* moves.move(
      Effect.gen(function* () {
        // Waits for who has claimed a day of theirs and not committed yet: what follows then sees his rows.
        yield* sql`DELETE FROM ${of("calendar")} WHERE ${own}`
        const months = new Map<Day, Set<number> | null>()
        const moments = new Set<string>()
        const listed = (month: Day, listings: Iterable<number>) => {
          const known = months.get(month)
          if (known === null) return
          const all = known ?? new Set<number>()
          for (const listing of listings) all.add(listing)
          months.set(month, all)
        }
        const momentOf = (market: number, recordedMs: number) => moments.add(`${market}:${dayOf(recordedMs)}`)
        for (const level of ["inbox", "lists"] as const)
          for (const { day, listings, market, recordedMs } of yield* goneRows(sql`
            DELETE FROM ${of(level)} WHERE ${own} RETURNING market_id::int AS market, recorded_ms::float8 AS "recordedMs",
              day::text AS day, listings`)) {
            listed(monthOfDay(day), listings)
            momentOf(market, recordedMs)
          }
        let isPartial = false
        for (const { facts, month, owner, places } of yield* wordRows(sql`
          DELETE FROM ${of("words")} WHERE ${own} RETURNING owner_id AS owner, month::text AS month, facts, places`)) {
          const decoded = decodePlaces(places)
          const days = unpackFacts(owner, facts, series)
          // Who was in it is not known: everybody of the month is looked at.
          if (Result.isFailure(decoded)) months.set(month, null)
          else listed(month, decoded.success.ids)
          if (Result.isFailure(days)) isPartial = true
          else for (const day of days.success) momentOf(day.market, day.recordedMs)
        }
        for (const [month, listings] of months) yield* forgetIn(month, listings, gone)
        const feed = Map.groupBy(
          yield* momentRows(sql`
            SELECT market_id::int AS market, day::text AS day, part::int AS part, block FROM ${of("moments")}
            ORDER BY market_id, day`),
          ({ day, market }) => `${market}:${day}`
        )
        for (const [key, rows] of feed) {
          const [first] = rows
          if (first === undefined || !(isPartial || moments.has(key))) continue
          const broken = new Set<number>()
          const left: Array<readonly [number, number, number]> = []
          for (const { block, part } of rows) {
            const columns = decodeColumns("moments", block)
            if (Result.isFailure(columns)) broken.add(part)
            else
              for (const [recordedMs, owner, day] of transposed(columns.success))
                if (recordedMs != null && owner != null && day != null && !gone.has(owner))
                  left.push([recordedMs, owner, day])
          }
          yield* moves.replaceMoments(first.market, first.day, broken, left)
        }
      })
    )
  })

  const drop = Effect.fn("PackedHistory.drop")(function* (before: Day) {
    const month = monthOfDay(before)
    const suffix = month.replaceAll("-", "").slice(0, 6)
    yield* moves.move(
      Effect.gen(function* () {
        // Dropping waits for all who read; who reads after it must not wait long behind it.
        yield* sql`SET LOCAL lock_timeout = '5s'`
        yield* sql`UPDATE ${of("state")} SET kept_from = greatest(kept_from, ${month}::date)`
        const partitions = yield* nameRows(sql`
          SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent IN (${`${series.name}_months`}::regclass, ${`${series.name}_words`}::regclass)
            AND right(c.relname, 6) < ${suffix} ORDER BY 1`)
        for (const { name } of partitions) yield* sql`DROP TABLE ${sql(name)}`
        yield* sql`DELETE FROM ${of("runs")} WHERE month < ${month}::date`
        yield* sql`DELETE FROM ${of("lists")} WHERE day < ${month}::date`
        yield* sql`DELETE FROM ${of("inbox")} WHERE day < ${month}::date`
        // No list is recorded before its day.
        yield* sql`DELETE FROM ${of("moments")} WHERE day < ${month}::date`
        yield* sql`DELETE FROM ${of("calendar")} WHERE year < ${Number(month.slice(0, 4))}::int`
      })
    )
  })

  return { forget, drop }
}
