import { addDays, type Day, nextMonth, type PackedHistory } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Equal, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { plannedRowsOf } from "../database.ts"
import type { KeywordFacts, KeywordList } from "./KeywordLists.ts"
import type { OldLists } from "./OldLists.ts"

const markRows = rowsOf(Schema.Struct({ month: Schema.String, market: Schema.Int, after: Schema.Int }))
const sizeRows = plannedRowsOf(Schema.Struct({ id: Schema.Int, size: Schema.Int }))
const monthRows = rowsOf(Schema.Struct({ month: Schema.String }))
const sumRows = plannedRowsOf(
  Schema.Struct({
    days: Schema.Finite,
    lists: Schema.Finite,
    listed: Schema.Finite,
    ranks: Schema.Finite,
    listedSum: Schema.String,
    ranksSum: Schema.String
  })
)
const idRows = plannedRowsOf(Schema.Struct({ id: Schema.Int }))
const lastRows = rowsOf(Schema.Struct({ last: Schema.NullOr(Schema.Int) }))

/** Lists in one transaction: a move's million of ranks, if they are a hundred long. */
const listsMaxDefault = 10_000
/** Keywords whose lists of a month are held against each other at once. */
const comparedAtOnce = 50
/** Keywords of a part of a check. */
const ownersOfPart = 2 ** 20

/** What was in the tables of before comes into the packed lists, a part of a month of a market after the other. */
export interface Adoption {
  /** The next part, in one transaction; gives how many lists it had, or null: nothing is left. */
  readonly step: Effect.Effect<number | null, SqlError.SqlError>
  /** Holds months of which all parts are adopted against the packed lists, and drops those that are there in full. */
  readonly settle: Effect.Effect<void, SqlError.SqlError>
  /** All of it; gives how many lists. What dies leaves nothing behind, and the next goes on. */
  readonly all: Effect.Effect<number, SqlError.SqlError>
}

/** Whether the packed lists have the same. */
const isSame = ({ listings, ...old }: KeywordList, packed: KeywordList | undefined) => {
  if (packed === undefined) return false
  const { listings: others, ...now } = packed
  return (
    Equal.equals(old, now) &&
    listings.length === others.length &&
    listings.every((listing, index) => listing === others[index])
  )
}

export const makeAdoption = (
  packed: PackedHistory<KeywordFacts>,
  old: OldLists,
  { listsMax = listsMaxDefault }: { readonly listsMax?: number } = {}
): Effect.Effect<Adoption, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const within = (month: Day) => sql`BETWEEN ${month}::date AND ${addDays(nextMonth(month), -1)}::date`

    const next = Effect.gen(function* () {
      const [mark] = yield* markRows(sql`
        SELECT month::text AS month, market_id AS market, after_id AS after FROM keywords_old
        WHERE NOT is_moved ORDER BY 1, 2 LIMIT 1 FOR UPDATE`)
      if (mark === undefined) return null
      const { after, market, month } = mark
      const sizes = yield* sizeRows(sql`
        SELECT keyword_id AS id, count(*)::int AS size FROM keywords_facts
        WHERE market_id = ${market} AND day ${within(month)} AND keyword_id > ${after}
        GROUP BY 1 ORDER BY 1 LIMIT ${listsMax}::int`)
      let lists = 0
      let last = after
      for (const { id, size } of sizes) {
        if (lists > 0 && lists + size > listsMax) break
        lists += size
        last = id
      }
      const isMoved = last === (sizes.at(-1)?.id ?? after) && sizes.length < listsMax
      const rows = sql`
        SELECT f.keyword_id AS owner_id, f.day, f.market_id, f.source_id, f.depth,
          round(extract(epoch FROM f.recorded_at) * 1000)::bigint AS recorded_ms, f.observed_ms::bigint AS observed_ms,
          ARRAY[f.result_count, f.reach, f.volume, f.difficulty, f.scored_by]::bigint[] AS facts, r.listings
        FROM keywords_facts f JOIN keywords_rankings r ON r.keyword_id = f.keyword_id AND r.day = f.day
        WHERE f.market_id = ${market} AND f.day ${within(month)} AND r.day ${within(month)}
          AND f.keyword_id > ${after} AND f.keyword_id <= ${last}`
      const taken = sql`
        UPDATE keywords_old SET after_id = ${last}, is_moved = ${isMoved}
        WHERE month = ${month}::date AND market_id = ${market}`
      return { rows, taken }
    })
    const step = packed.adopt(next)

    /** Why the month is not in the packed lists as it was in the tables, or null. */
    const faultIn = Effect.fnUntraced(function* (month: Day) {
      const last = addDays(nextMonth(month), -1)
      // The same numbers of what is to be read by keyword and by listing.
      const hash = (place: string) =>
        sql.literal(
          `coalesce(sum(hashint4extended(listing, hashint4extended(keyword_id, (day - date '2000-01-01') * 1000::bigint + ${place}))), 0)::text`
        )
      const [sums] = yield* sumRows(sql`
        SELECT (SELECT count(*)::float8 FROM keywords_facts WHERE day ${within(month)}) AS days,
          (SELECT count(*)::float8 FROM keywords_rankings WHERE day ${within(month)}) AS lists,
          listed.count AS listed, ranked.count AS ranks, listed.sum AS "listedSum", ranked.sum AS "ranksSum"
        FROM (SELECT count(*)::float8 AS count, ${hash("place")} AS sum
            FROM keywords_rankings CROSS JOIN unnest(listings) WITH ORDINALITY AS own (listing, place)
            WHERE day ${within(month)}) AS listed,
          (SELECT count(*)::float8 AS count, ${hash("rank")} AS sum
            FROM (SELECT listing_id AS listing, keyword_id, day, rank FROM keywords_ranks WHERE day ${within(month)}) AS own) AS ranked`)
      if (sums !== undefined && sums.days !== sums.lists) return `${sums.days} days have ${sums.lists} lists`
      if (sums !== undefined && (sums.listed !== sums.ranks || sums.listedSum !== sums.ranksSum))
        return `its lists have ${sums.listed} places, and its listings ${sums.ranks} or others`
      for (let after = 0; ; ) {
        const owners = (yield* idRows(sql`
          SELECT DISTINCT keyword_id AS id FROM keywords_facts WHERE day ${within(month)} AND keyword_id > ${after}
          ORDER BY 1 LIMIT ${comparedAtOnce}::int`)).map(({ id }) => id)
        const end = owners.at(-1)
        if (end === undefined) break
        const were = yield* old.lists(owners, month, last)
        const { lists } = yield* packed.lists(owners, month, last)
        const now = new Map(lists.map((list) => [`${list.owner}:${list.day}`, list]))
        const lost = were.find((list) => !isSame(list, now.get(`${list.owner}:${list.day}`)))
        if (lost !== undefined) return `the list of keyword ${lost.owner} on ${lost.day} is another`
        after = end
      }
      const [bounds] = yield* lastRows(sql`SELECT max(id) AS last FROM keywords_tracked`)
      const { faults } = yield* packed.check({
        ownersMax: null,
        after: { month, part: -1 },
        partsMax: Math.floor((bounds?.last ?? 0) / ownersOfPart) + 1
      })
      return faults[0] ?? null
    })

    const settle = Effect.gen(function* () {
      const months = yield* monthRows(sql`
        SELECT month::text AS month FROM keywords_old GROUP BY 1
        HAVING bool_and(is_moved) AND bool_and(fault IS NULL) ORDER BY 1`)
      for (const { month } of months) {
        yield* packed.merge
        yield* packed.fold
        const fault = yield* faultIn(month)
        if (fault === null) {
          yield* old.dropMonth(month)
          yield* Effect.logInfo(`The ranks of ${month.slice(0, 7)} are packed.`)
          continue
        }
        yield* sql`UPDATE keywords_old SET fault = ${fault} WHERE month = ${month}::date`
        yield* Effect.logError(`The ranks of ${month.slice(0, 7)} were packed and are not what they were.`, { fault })
      }
    })

    const all = Effect.gen(function* () {
      if (!(yield* old.isThere)) return 0
      let adopted = 0
      yield* settle
      for (let count = yield* step; count !== null; count = yield* step) {
        adopted += count
        yield* settle
      }
      return adopted
    })
    return { step, settle, all }
  })
