import { Effect, Result, Schema } from "effect"
import { type Day, dayNumberOf, dayOf } from "../days.ts"
import type { FeedEntry, FeedQuery, Matrix, Measured, StoredFacts, StoredList, Unreadable } from "../ListHistory.ts"
import { decodeColumns } from "./columnsBlock.ts"
import { decodePlaces, type Places } from "./placesBlock.ts"
import {
  Bytes,
  dayOfNumber,
  factsOf,
  Ints,
  ints,
  monthOfDay,
  Numbers,
  numbersSql,
  rowsOf,
  type Tables,
  transposed,
  unpackFacts
} from "./rows.ts"

const NullableInt = Schema.NullOr(Schema.Int)
const matrixRows = rowsOf(
  Schema.Struct({
    month: Schema.NullOr(Schema.String),
    block: Schema.NullOr(Bytes),
    owner: NullableInt,
    day: NullableInt,
    place: NullableInt
  })
)
const listRows = rowsOf(
  Schema.Struct({
    owner: Schema.Int,
    month: Schema.NullOr(Schema.String),
    packed: Schema.NullOr(Bytes),
    places: Schema.NullOr(Bytes),
    numbers: Schema.NullOr(Numbers),
    listings: Schema.NullOr(Ints)
  })
)
const calendarRows = rowsOf(
  Schema.Struct({
    owner: Schema.Int,
    year: Schema.Int,
    /** The day of the year that `days` begin with. */
    at: Schema.Int,
    days: Schema.String,
    spans: Ints,
    keptFrom: Schema.String
  })
)
const feedRows = rowsOf(
  Schema.Struct({
    recordedMs: Schema.Finite,
    owner: NullableInt,
    day: Schema.Int,
    market: Schema.Int,
    block: Schema.NullOr(Bytes),
    keptFrom: NullableInt
  })
)

const clockRows = rowsOf(Schema.Struct({ lastMs: Schema.Finite }))

/** Of more owners than these, a listing's newest places are looked up by the listing. */
const ownersMax = 1_000
/** Rows of the moments that a page begins with; each holds up to 4,096 of a market and day. */
const feedPartsMin = 16
const lastDayMs = Date.UTC(9999, 11, 31)
/** The day of a moment that a caller gives, who may mean "of all time". */
const feedDayOf = (ms: number) => dayOf(Math.min(Math.max(0, ms), lastDayMs))

interface Month<F> {
  readonly facts: Array<StoredFacts<F>>
  readonly places: Array<Places>
  fault: string | null
}

/** The lists of a month by day; a cell holds a listing's place, and a list is the listings by their places. */
export const listsOf = <F>(
  facts: ReadonlyArray<StoredFacts<F>>,
  places: ReadonlyArray<Places>
): ReadonlyArray<StoredList<F>> | null => {
  const byDay = new Map(
    facts.map((of) => [dayNumberOf(of.day), { of, listings: new Array<number>(of.listed).fill(0) }])
  )
  let cellsFound = 0
  for (const { cells, firstSlot, ids, slots } of places)
    for (let slot = 0; slot < slots; slot++) {
      const listings = byDay.get(firstSlot + slot)?.listings
      for (let index = 0; index < ids.length; index++) {
        const place = cells[index * slots + slot] ?? 0
        if (place === 0) continue
        if (listings === undefined || place > listings.length || listings[place - 1] !== 0) return null
        listings[place - 1] = ids[index] ?? 0
        cellsFound += 1
      }
    }
  if (cellsFound !== facts.reduce((sum, { listed }) => sum + listed, 0)) return null
  return [...byDay.values()].map(({ listings, of }) => ({ ...of, listings }))
}

/**
 * Reads of all levels. Each is one statement: between two, a move might take what the first has not seen yet to where the
 * second looks no more. For the same reason they are not made for transactions that keep one snapshot.
 */
export const makeReads = <F>(tables: Tables<F>) => {
  const { of, series, sql } = tables

  const matrix = Effect.fn("PackedHistory.matrix")(function* (
    listing: number,
    from: Day,
    to: Day,
    owners?: ReadonlyArray<number>
  ) {
    const wanted = owners === undefined ? undefined : new Set(owners)
    const within = sql`day BETWEEN ${from}::date AND ${to}::date`
    const holds = sql`listings @> ARRAY[${listing}::int]`
    // OFFSET 0 has few owners looked up by themselves: a listing may be in lists of thousands of others.
    const inbox =
      owners === undefined || owners.length > ownersMax
        ? sql`${of("inbox")} WHERE ${holds} AND ${within}`
        : sql`(SELECT owner_id, day, listings FROM ${of("inbox")}
            WHERE owner_id = ANY(${ints(owners)}::int[]) AND ${within} OFFSET 0) AS own WHERE ${holds}`
    const rows = yield* matrixRows(sql`
      SELECT month::text AS month, block, NULL::int AS owner, NULL::int AS day, NULL::int AS place FROM ${of("months")}
      WHERE listing_id = ${listing} AND month BETWEEN ${monthOfDay(from)}::date AND ${to}::date
      UNION ALL SELECT month::text, block, NULL, NULL, NULL FROM ${of("runs")}
      WHERE listing_id = ${listing} AND month BETWEEN ${monthOfDay(from)}::date AND ${to}::date
      UNION ALL SELECT NULL, NULL, owner_id, day - date '1970-01-01', array_position(listings, ${listing}::int)
      FROM ${inbox}`)
    const first = dayNumberOf(from)
    const days = Math.max(0, dayNumberOf(to) - first + 1)
    const places = new Map<number, Uint16Array>()
    const rowOf = (owner: number) => {
      const known = places.get(owner)
      if (known !== undefined) return known
      const made = new Uint16Array(days)
      places.set(owner, made)
      return made
    }
    const unreadable: Array<Unreadable> = []
    for (const { block, day, month, owner, place } of rows) {
      if (block === null) {
        if (owner !== null && day !== null && place !== null && wanted?.has(owner) !== false)
          rowOf(owner)[day - first] = place
        continue
      }
      const decoded = decodePlaces(block)
      if (Result.isFailure(decoded)) {
        unreadable.push({ id: listing, month: month ?? from, reason: decoded.failure })
        continue
      }
      const { cells, firstSlot, ids, slots } = decoded.success
      const low = Math.max(0, first - firstSlot)
      const high = Math.min(slots, first + days - firstSlot)
      for (let index = 0; index < ids.length; index++) {
        if (wanted?.has(ids[index] ?? 0) === false) continue
        let row: Uint16Array | undefined
        for (let slot = low; slot < high; slot++) {
          const cell = cells[index * slots + slot] ?? 0
          if (cell === 0) continue
          row ??= rowOf(ids[index] ?? 0)
          row[firstSlot + slot - first] = cell
        }
      }
    }
    return { first: from, days, places, unreadable } satisfies Matrix
  })

  const measured = Effect.fn("PackedHistory.measured")(function* (owners: ReadonlyArray<number>, from: Day, to: Day) {
    const first = dayNumberOf(from)
    const length = Math.max(0, dayNumberOf(to) - first + 1)
    const found: Map<number, Array<{ readonly source: number; readonly depth: number } | null>> = new Map(
      owners.map((owner) => [owner, new Array<null>(length).fill(null)])
    )
    const rows = yield* calendarRows(sql`
      SELECT owner_id AS owner, year, at, substring(days FROM at FOR greatest(0, upto - at + 1))::text AS days, spans,
        (SELECT kept_from::text FROM ${of("state")}) AS "keptFrom"
      FROM ${of("calendar")} CROSS JOIN LATERAL (
        SELECT greatest(1, ${from}::date - make_date(year::int, 1, 1) + 1) AS at,
          least(366, ${to}::date - make_date(year::int, 1, 1) + 1) AS upto) AS within
      WHERE owner_id = ANY(${ints(owners)}::int[])
        AND year BETWEEN ${Number(from.slice(0, 4))}::int AND ${Number(to.slice(0, 4))}::int`)
    for (const { at: start, days, keptFrom, owner, spans, year } of rows) {
      const own = found.get(owner)
      const before = dayNumberOf(`${year}-01-01`) - 1
      const low = Math.max(first, dayNumberOf(keptFrom))
      for (let at = 0; at < spans.length && own !== undefined; at += 4) {
        const [begin = 0, end = 0, source = 0, depth = 0] = spans.slice(at, at + 4)
        const last = Math.min(before + end, first + length - 1)
        for (let day = Math.max(before + begin, low); day <= last; day++)
          if (days[day - before - start] === "1") own[day - first] = { source, depth }
      }
    }
    return found satisfies Measured
  })

  const rowsBetween = (owners: ReadonlyArray<number>, from: Day, to: Day, withListings: boolean) => {
    const numbers = sql.literal(numbersSql)
    const listings = sql.literal(withListings ? "listings" : "NULL::int[]")
    const within = sql`owner_id = ANY(${ints(owners)}::int[]) AND day BETWEEN ${from}::date AND ${to}::date`
    return listRows(sql`
      SELECT owner_id AS owner, month::text AS month, facts AS packed,
        ${sql.literal(withListings ? "places" : "NULL::bytea AS places")}, NULL::float8[] AS numbers, NULL::int[] AS listings
      FROM ${of("words")}
      WHERE owner_id = ANY(${ints(owners)}::int[]) AND month BETWEEN ${monthOfDay(from)}::date AND ${to}::date
      UNION ALL SELECT owner_id, NULL, NULL, NULL, ${numbers}, ${listings} FROM ${of("lists")} WHERE ${within}
      UNION ALL SELECT owner_id, NULL, NULL, NULL, ${numbers}, ${listings} FROM ${of("inbox")} WHERE ${within}`)
  }

  const read = Effect.fnUntraced(function* (owners: ReadonlyArray<number>, from: Day, to: Day, withListings: boolean) {
    const lists: Array<StoredList<F>> = []
    const months = new Map<string, Month<F> & { readonly owner: number; readonly month: Day }>()
    for (const { listings, month, numbers, owner, packed, places } of yield* rowsBetween(
      owners,
      from,
      to,
      withListings
    )) {
      if (numbers !== null) {
        const row = factsOf(owner, numbers, series)
        if (row !== null) lists.push({ ...row, listings: listings ?? [] })
        continue
      }
      if (packed === null || month === null) continue
      const key = `${owner}:${month}`
      const own = months.get(key) ?? { owner, month, facts: [], places: [], fault: null }
      months.set(key, own)
      const facts = unpackFacts(owner, packed, series)
      if (Result.isFailure(facts)) own.fault = facts.failure
      else own.facts.push(...facts.success)
      if (places === null) continue
      const decoded = decodePlaces(places)
      if (Result.isFailure(decoded)) own.fault = decoded.failure
      else own.places.push(decoded.success)
    }
    const unreadable: Array<Unreadable> = []
    for (const { facts, fault, month, owner, places } of months.values()) {
      const whole =
        fault !== null ? null : withListings ? listsOf(facts, places) : facts.map((of) => ({ ...of, listings: [] }))
      if (whole === null)
        unreadable.push({ id: owner, month, reason: fault ?? "its places are not those of its facts" })
      else lists.push(...whole.filter(({ day }) => day >= from && day <= to))
    }
    return { lists: lists.toSorted((a, b) => a.owner - b.owner || (a.day < b.day ? -1 : 1)), unreadable }
  })

  const lists = Effect.fn("PackedHistory.lists")((owners: ReadonlyArray<number>, from: Day, to: Day) =>
    read(owners, from, to, true)
  )
  const facts = Effect.fn("PackedHistory.facts")((owners: ReadonlyArray<number>, from: Day, to: Day) =>
    Effect.map(read(owners, from, to, false), ({ lists, unreadable }) => ({
      facts: lists.map(({ listings: _, ...rest }) => rest),
      unreadable
    }))
  )

  const page = Effect.fnUntraced(function* ({ after, limit, markets, untilMs }: FeedQuery, partsMax: number) {
    const market = sql`(${markets === undefined}::boolean OR market_id = ANY(${ints(markets ?? [])}::smallint[]))`
    const rows = (level: string) => sql`
      (SELECT recorded_ms::float8 AS "recordedMs", owner_id AS owner, day - date '1970-01-01' AS day,
        market_id::int AS market, NULL::bytea AS block, NULL::int AS "keptFrom" FROM ${of(level)}
      WHERE (recorded_ms, owner_id) > (${after.recordedMs}::bigint, ${after.owner}::int)
        AND recorded_ms <= ${untilMs}::bigint AND ${market}
      ORDER BY recorded_ms, owner_id LIMIT ${limit}::int)`
    const found = yield* feedRows(
      sql`${rows("inbox")} UNION ALL ${rows("lists")} UNION ALL (
        SELECT first_ms::float8, NULL, day - date '1970-01-01', market_id::int, block,
          (SELECT kept_from - date '1970-01-01' FROM ${of("state")})
        FROM ${of("moments")}
        WHERE day BETWEEN ${feedDayOf(after.recordedMs)}::date AND ${feedDayOf(untilMs)}::date
          AND last_ms >= ${after.recordedMs}::bigint AND first_ms <= ${untilMs}::bigint AND ${market}
        ORDER BY day, first_ms LIMIT ${partsMax + 1}::int)`.unprepared
    )
    const entries: Array<FeedEntry> = []
    const unreadable: Array<Unreadable> = []
    const parts = found.filter(({ block }) => block !== null).toSorted((a, b) => a.recordedMs - b.recordedMs)
    // What comes after the last part that was read may lie in one that was not.
    const horizonMs = parts.length > partsMax ? (parts.at(-1)?.recordedMs ?? 0) : Number.POSITIVE_INFINITY
    const add = (entry: FeedEntry) => {
      const { owner, recordedMs } = entry
      const isAfter = recordedMs > after.recordedMs || (recordedMs === after.recordedMs && owner > after.owner)
      if (isAfter && recordedMs <= untilMs && recordedMs < horizonMs) entries.push(entry)
    }
    for (const { block, day, keptFrom, market, owner, recordedMs } of found) {
      if (owner !== null) add({ recordedMs, owner, day: dayOfNumber(day), market })
      if (block === null) continue
      const columns = decodeColumns("moments", block)
      if (Result.isFailure(columns)) {
        unreadable.push({ id: market, month: monthOfDay(dayOfNumber(day)), reason: columns.failure })
        continue
      }
      for (const [momentMs, of, ofDay] of transposed(columns.success))
        if (momentMs != null && of != null && ofDay != null && ofDay >= (keptFrom ?? 0))
          add({ recordedMs: momentMs, owner: of, day: dayOfNumber(ofDay), market })
    }
    const inOrder = entries.toSorted((a, b) => a.recordedMs - b.recordedMs || a.owner - b.owner).slice(0, limit)
    return { entries: inOrder, unreadable, isWhole: inOrder.length === limit || horizonMs === Number.POSITIVE_INFINITY }
  })

  const feed = Effect.fn("PackedHistory.feed")(function* (query: FeedQuery) {
    for (let partsMax = feedPartsMin; ; partsMax *= 4) {
      const { isWhole, ...found } = yield* page(query, partsMax)
      if (isWhole) return found
    }
  })

  const settledMs = Effect.map(
    clockRows(sql`SELECT last_ms::float8 AS "lastMs" FROM ${of("clock")}`),
    ([clock]) => clock?.lastMs ?? 0
  )

  return { matrix, measured, lists, facts, settledMs, feed }
}
