import { Effect, Result, Schema } from "effect"
import { type Day, dayNumberOf, dayOf } from "../days.ts"
import { type makeMoves, piecesOf, rowBytes } from "./moves.ts"
import type { Packer } from "./Packer.ts"
import { decodePlaces } from "./placesBlock.ts"
import { Bytes, Ints, ints, monthOfDay, rowsOf, type Tables, unpackFacts } from "./rows.ts"

const listedRows = rowsOf(Schema.Struct({ month: Schema.Int, listings: Ints }))
const wordRows = rowsOf(Schema.Struct({ owner: Schema.Int, month: Schema.String, facts: Bytes, places: Bytes }))
const sizeRows = rowsOf(Schema.Struct({ id: Schema.Int, days: Schema.Int }))
const nameRows = rowsOf(Schema.Struct({ name: Schema.String }))
const lastRows = rowsOf(Schema.Struct({ last: Schema.NullOr(Schema.Int) }))
const dayRows = rowsOf(Schema.Struct({ market: Schema.Int, day: Schema.Int }))

/** Ranks of a day, as a guess of how much an owner has. */
const ranksOfDay = 100
/** Owners that have no day in the calendar have next to nothing. */
const unknownAtOnce = 1_000
/** Listings, or days of the feed, whose blocks are looked at by one statement. */
const listingsAtOnce = 1_000
const daysAtOnce = 100
const idMax = 2 ** 31 - 1

/** Taking owners and months out of a history. */
export const makeRemoval = <F>(tables: Tables<F>, moves: ReturnType<typeof makeMoves<F>>) => {
  const { of, series, sql } = tables
  const table = (level: string) => `${series.name}_${level}`

  /** Takes owners out of blocks of one month, those of some listings. */
  const takeOut = Effect.fnUntraced(function* (
    packer: Packer,
    month: number,
    where: string,
    values: ReadonlyArray<unknown>,
    gone: ReadonlyArray<number>
  ) {
    for (const level of ["months", "runs"] as const) {
      const found = yield* moves.taken(
        piecesOf({
          [level]: `SELECT ${rowBytes[level]} AS row FROM ${table(level)} WHERE month = date '1970-01-01' + $1::int AND ${where}`
        }),
        [month, ...values]
      )
      // A piece after the other, so that no more than one is decoded at a time.
      for (const blocks of found.rows(level)) {
        const worked = yield* packer.run({ kind: "without", blocks: [blocks], gone })
        yield* moves.deleteBlocks(level, worked.replaced)
        yield* moves.writeBlocks(level, worked.blocks)
      }
    }
  })

  const takeOutOfAll = Effect.fnUntraced(function* (packer: Packer, month: number, gone: ReadonlyArray<number>) {
    for (let after = 0; after < idMax; ) {
      const [end] = yield* lastRows(sql`
        SELECT max(listing_id) AS last FROM (
          (SELECT listing_id FROM ${of("months")} WHERE month = date '1970-01-01' + ${month}::int AND listing_id > ${after}
            ORDER BY listing_id LIMIT ${listingsAtOnce}::int)
          UNION (SELECT listing_id FROM ${of("runs")} WHERE month = date '1970-01-01' + ${month}::int AND listing_id > ${after}
            ORDER BY listing_id LIMIT ${listingsAtOnce}::int)
          ORDER BY listing_id LIMIT ${listingsAtOnce}::int) AS next`)
      if (end?.last == null) return
      yield* takeOut(packer, month, "listing_id > $2::int AND listing_id <= $3::int", [after, end.last], gone)
      after = end.last
    }
  })

  const takeOutOfFeed = Effect.fnUntraced(function* (
    packer: Packer,
    days: ReadonlyArray<{ readonly market: number; readonly day: number }>,
    gone: ReadonlyArray<number>
  ) {
    for (let from = 0; from < days.length; from += daysAtOnce) {
      const some = days.slice(from, from + daysAtOnce)
      const found = yield* moves.taken(
        piecesOf({
          moments: `SELECT ${rowBytes.moments} AS row FROM ${table("moments")}
            JOIN unnest($1::int[], $2::int[]) AS own (i, d) ON market_id = i AND day = date '1970-01-01' + d`
        }),
        [ints(some.map(({ market }) => market)), ints(some.map(({ day }) => day))]
      )
      for (const moments of found.rows("moments")) {
        const worked = yield* packer.run({ kind: "forget", moments: [moments], gone })
        yield* moves.writeMoments(worked.moments, worked.replacedMoments)
        yield* moves.rest(daysAtOnce)
      }
    }
  })

  const forgetSome = (packer: Packer, owners: ReadonlyArray<number>) =>
    moves.move(
      Effect.gen(function* () {
        const own = sql`owner_id = ANY(${ints(owners)}::int[])`
        // Waits for who has claimed a day of theirs and not committed yet: what follows then sees his rows.
        yield* sql`DELETE FROM ${of("calendar")} WHERE ${own}`
        // Listings of a month; null: who was in it isn't known, and all of the month are looked at.
        const months = new Map<number, Set<number> | null>()
        const listed = (month: number, listings: Iterable<number>) => {
          const known = months.get(month)
          if (known === null) return
          const all = known ?? new Set<number>()
          for (const listing of listings) all.add(listing)
          months.set(month, all)
        }
        yield* sql`DELETE FROM ${of("inbox")} WHERE ${own}`
        for (const { listings, month } of yield* listedRows(sql`
          WITH gone AS (DELETE FROM ${of("lists")} WHERE ${own} RETURNING day, listings)
          SELECT date_trunc('month', day)::date - date '1970-01-01' AS month, array_agg(DISTINCT listing) AS listings
          FROM gone CROSS JOIN unnest(listings) AS listing GROUP BY 1`))
          listed(month, listings)
        const moments = new Map<string, { readonly market: number; readonly day: number }>()
        let isPartial = false
        for (const owner of owners) {
          const words = yield* wordRows(sql`
            DELETE FROM ${of("words")} WHERE owner_id = ${owner}
            RETURNING owner_id AS owner, month::text AS month, facts, places`)
          for (const { facts, month, places } of words) {
            const decoded = decodePlaces(places)
            const days = unpackFacts(owner, facts, series)
            if (Result.isFailure(decoded)) months.set(dayNumberOf(month), null)
            else listed(dayNumberOf(month), decoded.success.ids)
            if (Result.isFailure(days)) isPartial = true
            else
              for (const { market, recordedMs } of days.success) {
                const day = dayNumberOf(dayOf(recordedMs))
                moments.set(`${market}:${day}`, { market, day })
              }
          }
          yield* moves.rest(words.length)
        }
        for (const [month, listings] of months) {
          if (listings === null) {
            yield* takeOutOfAll(packer, month, owners)
            continue
          }
          const all = [...listings].sort((a, b) => a - b)
          for (let from = 0; from < all.length; from += listingsAtOnce)
            yield* takeOut(
              packer,
              month,
              "listing_id = ANY($2::int[])",
              [ints(all.slice(from, from + listingsAtOnce))],
              owners
            )
        }
        const days = isPartial
          ? yield* dayRows(
              sql`SELECT DISTINCT market_id::int AS market, day - date '1970-01-01' AS day FROM ${of("moments")}`
            )
          : [...moments.values()]
        yield* takeOutOfFeed(packer, days, owners)
      })
    )

  /** So many at a time that a transaction keeps within its bounds; those without a day come last. */
  const groupsOf = Effect.fnUntraced(function* (owners: ReadonlyArray<number>) {
    const sizes = yield* sizeRows(sql`
      SELECT owner_id AS id, sum(bit_count(days))::int AS days FROM ${of("calendar")}
      WHERE owner_id = ANY(${ints(owners)}::int[]) GROUP BY 1 ORDER BY 1`)
    const groups: Array<Array<number>> = []
    let left = 0
    for (const { days, id } of sizes) {
      const ranks = days * ranksOfDay
      if (ranks > left || groups.length === 0) {
        groups.push([])
        left = moves.ranksMax
      }
      left -= ranks
      groups.at(-1)?.push(id)
    }
    const known = new Set(sizes.map(({ id }) => id))
    const others = owners.filter((owner) => !known.has(owner))
    for (let from = 0; from < others.length; from += unknownAtOnce)
      groups.push(others.slice(from, from + unknownAtOnce))
    return groups
  })

  const forget = Effect.fn("PackedHistory.forget")((owners: ReadonlyArray<number>) =>
    moves.withPacker(
      Effect.fnUntraced(function* (packer) {
        for (const group of yield* groupsOf(owners)) yield* forgetSome(packer, group)
      })
    )
  )

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
