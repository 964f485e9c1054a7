import { Effect, Result, Schema } from "effect"
import { addDays, type Day, dayNumberOf, nextMonth } from "../days.ts"
import type { CheckOptions, HistoryCheck, HistoryStats } from "../ListHistory.ts"
import type { makeMoves } from "./moves.ts"
import { piecesOf, rowBytes } from "./moves.ts"
import { decodePlaces } from "./placesBlock.ts"
import type { makeReads } from "./reads.ts"
import { Bytes, dayOfNumber, ints, monthOfDay, rowsOf, type Sql, type Tables } from "./rows.ts"
import { readBlocks } from "./work.ts"

const levels = ["calendar", "inbox", "lists", "runs", "months", "words", "moments"] as const
const levelRows = rowsOf(
  Schema.Struct({ level: Schema.String, rows: Schema.NullOr(Schema.Finite), bytes: Schema.Finite })
)
const oldestRows = rowsOf(Schema.Struct({ oldestMs: Schema.NullOr(Schema.Finite) }))
const ownerRows = rowsOf(Schema.Struct({ id: Schema.Int }))
const boundRows = rowsOf(
  Schema.Struct({
    firstDay: Schema.NullOr(Schema.Int),
    lastDay: Schema.NullOr(Schema.Int),
    firstOwner: Schema.NullOr(Schema.Int),
    lastOwner: Schema.NullOr(Schema.Int)
  })
)
const endRows = rowsOf(Schema.Struct({ last: Schema.NullOr(Schema.Int) }))
const countRows = rowsOf(Schema.Struct({ count: Schema.Int }))
const cellRows = rowsOf(
  Schema.Struct({
    listing: Schema.Int,
    block: Schema.NullOr(Bytes),
    owner: Schema.NullOr(Schema.Int),
    day: Schema.NullOr(Schema.Int),
    place: Schema.NullOr(Schema.Int)
  })
)

/** Owners of a part; all that is kept of them is two numbers and the days of a month. */
const ownersOfPart = 2 ** 20
/** Owners whose lists of a month are read at once, and whose lists are held against their listings one by one. */
const ownersAtOnce = 200
const ownersExactly = 20
/** Listings whose blocks are read at once. */
const listingsAtOnce = 1_000
/** Owners of a part that are looked at one by one, if their places don't add up. */
const doubtfulMax = 1_000
const faultsMax = 100
const idMax = 2 ** 31 - 1

/** One number of a place; those of an owner are added up. */
const mixed = (day: number, listing: number, place: number): number => {
  let hash = Math.imul(day, 0x9e3779b1) ^ Math.imul(listing, 0x85ebca6b) ^ Math.imul(place, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** What must be the same both ways, by owner. */
class Sums {
  readonly first: number
  /** Bit 31 is the first day of the month. */
  readonly days = new Int32Array(ownersOfPart)
  readonly ranks = new Int32Array(ownersOfPart)
  readonly hashes = new Int32Array(ownersOfPart)
  private readonly firstDay: number
  constructor(first: number, firstDay: number) {
    this.first = first
    this.firstDay = firstDay
  }
  measures(owner: number, day: number): boolean {
    const at = owner - this.first
    const bit = day - this.firstDay
    return at >= 0 && at < ownersOfPart && bit >= 0 && bit < 31 && ((this.days[at] ?? 0) & (1 << (31 - bit))) !== 0
  }
  forget(owner: number, day: number): void {
    const at = owner - this.first
    this.days[at] = (this.days[at] ?? 0) & ~(1 << (31 - (day - this.firstDay)))
  }
  add(owner: number, day: number, listing: number, place: number, sign: 1 | -1): void {
    if (!this.measures(owner, day)) return
    const at = owner - this.first
    this.ranks[at] = (this.ranks[at] ?? 0) + sign
    this.hashes[at] = ((this.hashes[at] ?? 0) + sign * mixed(day, listing, place)) | 0
  }
  doubtful(): ReadonlyArray<number> {
    const found: Array<number> = []
    for (let at = 0; at < ownersOfPart; at++)
      if (this.ranks[at] !== 0 || this.hashes[at] !== 0) found.push(this.first + at)
    return found
  }
}

/** Looks at a history as a whole. */
export const makeCheck = <F>(
  { of, series, sql }: Tables<F>,
  reads: ReturnType<typeof makeReads<F>>,
  { rest, taken }: ReturnType<typeof makeMoves<F>>
) => {
  const stats: Sql<HistoryStats> = Effect.gen(function* () {
    const found = yield* levelRows(
      sql.unsafe(
        levels
          .map(
            (level) => `
      SELECT '${level}' AS level, CASE WHEN min(c.reltuples) < 0 THEN NULL ELSE sum(c.reltuples)::float8 END AS rows,
        coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
      FROM pg_class c WHERE c.relkind = 'r' AND (c.oid = '${series.name}_${level}'::regclass
        OR c.oid IN (SELECT relid FROM pg_partition_tree('${series.name}_${level}')))`
          )
          .join(" UNION ALL ")
      )
    )
    const [oldest] = yield* oldestRows(sql`SELECT min(recorded_ms)::float8 AS "oldestMs" FROM ${of("inbox")}`)
    return { levels: found, oldestUnmovedMs: oldest?.oldestMs ?? null }
  })

  const lastDayOf = (month: Day) => addDays(nextMonth(month), -1)

  /** The days of a part that are measured and in blocks by listing, as one statement sees them. */
  const settled = Effect.fnUntraced(function* (month: Day, part: number) {
    const firstDay = dayNumberOf(month)
    const sums = new Sums(part * ownersOfPart, firstDay)
    const bit = firstDay - dayNumberOf(`${month.slice(0, 4)}-01-01`)
    const length = dayNumberOf(nextMonth(month)) - firstDay
    const own = `owner_id >= ${sums.first} AND owner_id < ${sums.first + ownersOfPart}`
    const found = yield* taken(
      piecesOf({
        calendar: `SELECT int4send(owner_id) || int4send(substring(days FROM ${bit + 1} FOR ${length})::bit(32)::int) AS row
          FROM ${series.name}_calendar WHERE ${own} AND year = ${Number(month.slice(0, 4))}`,
        inbox: `SELECT int4send(owner_id) || int4send(day - date '1970-01-01') AS row
          FROM ${series.name}_inbox WHERE ${own} AND day BETWEEN '${month}' AND '${lastDayOf(month)}'`
      }),
      []
    )
    const pairs = function* (level: string) {
      for (const { buffer, byteOffset, length } of found.rows(level)) {
        const view = new DataView(buffer, byteOffset, length)
        for (let at = 0; at < length; at += 8) yield [view.getInt32(at), view.getInt32(at + 4)] as const
      }
    }
    for (const [owner, days] of pairs("calendar")) sums.days[owner - sums.first] = days
    for (const [owner, day] of pairs("inbox")) sums.forget(owner, day)
    return sums
  })

  /** Takes the places by listing of a month off the sums, a range of listings after the other. */
  const takeOff = Effect.fnUntraced(function* (month: Day, sums: Sums, note: (fault: string) => void) {
    for (let after = 0; after < idMax; ) {
      const [end] = yield* endRows(sql`
        SELECT max(listing_id) AS last FROM (
          (SELECT listing_id FROM ${of("months")} WHERE month = ${month}::date AND listing_id > ${after}
            ORDER BY listing_id LIMIT ${listingsAtOnce}::int)
          UNION (SELECT listing_id FROM ${of("runs")} WHERE month = ${month}::date AND listing_id > ${after}
            ORDER BY listing_id LIMIT ${listingsAtOnce}::int)
          ORDER BY listing_id LIMIT ${listingsAtOnce}::int) AS next`)
      // What comes behind the last of them comes after what is settled.
      if (end?.last == null) return
      const own = `month = '${month}' AND listing_id > $1 AND listing_id <= $2`
      const found = yield* taken(
        piecesOf({
          months: `SELECT ${rowBytes.months} AS row FROM ${series.name}_months WHERE ${own}`,
          runs: `SELECT ${rowBytes.runs} AS row FROM ${series.name}_runs WHERE ${own}`
        }),
        [after, end.last]
      )
      for (const { block, id } of readBlocks([...found.rows("months"), ...found.rows("runs")])) {
        const decoded = decodePlaces(block)
        if (Result.isFailure(decoded)) {
          note(`listing ${id}, ${month.slice(0, 7)}: ${decoded.failure}`)
          continue
        }
        const { cells, firstSlot, ids, slots } = decoded.success
        for (let index = 0; index < ids.length; index++)
          for (let slot = 0; slot < slots; slot++) {
            const place = cells[index * slots + slot] ?? 0
            if (place > 0) sums.add(ids[index] ?? 0, firstSlot + slot, id, place, -1)
          }
      }
      yield* rest(listingsAtOnce)
      after = end.last
    }
  })

  const measuredDays = Effect.fnUntraced(function* (owners: ReadonlyArray<number>, month: Day) {
    const days = new Set<string>()
    for (const [owner, own] of yield* reads.measured(owners, month, lastDayOf(month)))
      for (const [index, at] of own.entries()) if (at !== null) days.add(`${owner}:${addDays(month, index)}`)
    return days
  })

  /** Holds the calendar of some owners against their lists of a month. */
  const calendarOf = Effect.fnUntraced(function* (
    owners: ReadonlyArray<number>,
    month: Day,
    note: (fault: string) => void
  ) {
    // A day that is claimed has its list; a list has its day. Those that come meanwhile are in the later look alone.
    const before = yield* measuredDays(owners, month)
    const { lists, unreadable } = yield* reads.lists(owners, month, lastDayOf(month))
    const after = yield* measuredDays(owners, month)
    const lost = new Set(unreadable.map(({ id }) => id))
    for (const { id, reason } of unreadable) note(`owner ${id}, ${month.slice(0, 7)}: ${reason}`)
    const listed = new Set<string>()
    for (const { day, owner } of lists) {
      const own = `${owner}:${day}`
      if (listed.has(own)) note(`owner and day ${own}: two lists`)
      listed.add(own)
    }
    for (const day of before)
      if (!listed.has(day) && !lost.has(Number(day.split(":")[0]))) note(`owner and day ${day}: measured, and no list`)
    for (const day of listed) if (!after.has(day)) note(`owner and day ${day}: a list, and not measured`)
    return { lists, listed, lost }
  })

  /** What some listings say of some owners and a month, by owner and day; a place that is there twice is a fault. */
  const cellsOf = Effect.fnUntraced(function* (
    listings: ReadonlyArray<number>,
    owners: ReadonlySet<number>,
    month: Day,
    note: (fault: string) => void
  ) {
    const cells = new Map<number, Map<string, number>>()
    const unreadable = new Set<number>()
    const put = (listing: number, owner: number, day: number, place: number) => {
      if (!owners.has(owner)) return
      const own = cells.get(listing) ?? new Map<string, number>()
      cells.set(listing, own)
      const key = `${owner}:${dayOfNumber(day)}`
      if (own.has(key)) note(`owner and day ${key}: listing ${listing} is there twice by listing`)
      own.set(key, place)
    }
    const wanted = ints(listings)
    for (const { block, day, listing, owner, place } of yield* cellRows(sql`
      SELECT listing_id AS listing, block, NULL::int AS owner, NULL::int AS day, NULL::int AS place
      FROM ${of("months")} WHERE month = ${month}::date AND listing_id = ANY(${wanted}::int[])
      UNION ALL SELECT listing_id, block, NULL, NULL, NULL
      FROM ${of("runs")} WHERE month = ${month}::date AND listing_id = ANY(${wanted}::int[])
      UNION ALL SELECT listing, NULL, owner_id, day - date '1970-01-01', place::int
      FROM ${of("inbox")} CROSS JOIN unnest(listings) WITH ORDINALITY AS own (listing, place)
      WHERE owner_id = ANY(${ints(owners)}::int[]) AND day BETWEEN ${month}::date AND ${lastDayOf(month)}::date
        AND listing = ANY(${wanted}::int[])`)) {
      if (block === null) {
        if (owner !== null && day !== null && place !== null) put(listing, owner, day, place)
        continue
      }
      const decoded = decodePlaces(block)
      if (Result.isFailure(decoded)) {
        unreadable.add(listing)
        note(`listing ${listing}, ${month.slice(0, 7)}: ${decoded.failure}`)
        continue
      }
      const { cells: places, firstSlot, ids, slots } = decoded.success
      for (let index = 0; index < ids.length; index++)
        if (owners.has(ids[index] ?? 0))
          for (let slot = 0; slot < slots; slot++) {
            const place = places[index * slots + slot] ?? 0
            if (place > 0) put(listing, ids[index] ?? 0, firstSlot + slot, place)
          }
    }
    return { cells, unreadable }
  })

  /** Holds the lists of a few owners and a month against what their listings say, one by one. */
  const exactly = Effect.fnUntraced(function* (
    owners: ReadonlyArray<number>,
    month: Day,
    note: (fault: string) => void
  ) {
    const { listed, lists } = yield* calendarOf(owners, month, note)
    const wanted = new Map<number, Map<string, number>>()
    for (const { day, listings, owner } of lists)
      for (const [index, listing] of listings.entries()) {
        const own = wanted.get(listing) ?? new Map()
        own.set(`${owner}:${day}`, index + 1)
        wanted.set(listing, own)
      }
    const all = [...wanted.keys()].sort((a, b) => a - b)
    for (let at = 0; at < all.length; at += listingsAtOnce) {
      const some = all.slice(at, at + listingsAtOnce)
      const { cells, unreadable } = yield* cellsOf(some, new Set(owners), month, note)
      for (const listing of some) {
        const found = cells.get(listing)
        const own = wanted.get(listing)
        if (!unreadable.has(listing))
          for (const [day, place] of own ?? [])
            if (found?.get(day) !== place)
              note(`owner and day ${day}: listing ${listing} at ${place} in the list, and not by listing`)
        for (const day of found?.keys() ?? [])
          if (listed.has(day) && own?.has(day) !== true)
            note(`owner and day ${day}: listing ${listing} by listing, and not in the list`)
      }
      yield* rest(some.length)
    }
    return lists
  })

  /** Owners of a part in the order of their ids. */
  const ownersAfter = (after: number, last: number) =>
    ownerRows(sql`
      SELECT DISTINCT owner_id AS id FROM ${of("calendar")} WHERE owner_id > ${after} AND owner_id <= ${last}
      ORDER BY 1 LIMIT ${ownersAtOnce}::int`)

  const checkPart = Effect.fnUntraced(function* (month: Day, part: number, note: (fault: string) => void) {
    const counted = { lists: 0, ranks: 0 }
    const sums = yield* settled(month, part)
    const last = sums.first + ownersOfPart - 1
    for (let after = sums.first - 1; ; ) {
      const owners = (yield* ownersAfter(after, last)).map(({ id }) => id)
      const end = owners.at(-1)
      if (end === undefined) break
      const { lists, lost } = yield* calendarOf(owners, month, note)
      for (const { day, listings, owner } of lists) {
        const number = dayNumberOf(day)
        for (const [index, listing] of listings.entries()) sums.add(owner, number, listing, index + 1, 1)
        counted.lists += 1
        counted.ranks += listings.length
      }
      // What its lists were can't be told; that they can't be read was.
      for (const owner of lost) sums.days[owner - sums.first] = 0
      yield* rest(lists.length)
      after = end
    }
    yield* takeOff(month, sums, note)
    const doubtful = sums.doubtful()
    for (let at = 0; at < Math.min(doubtful.length, doubtfulMax); at += ownersExactly)
      yield* exactly(doubtful.slice(at, at + ownersExactly), month, note)
    if (doubtful.length > doubtfulMax)
      note(`${month.slice(0, 7)}: places of ${doubtful.length} owners don't add up; ${doubtfulMax} of them are named`)
    return counted
  })

  const check = Effect.fn("PackedHistory.check")(function* ({ after, ownersMax, partsMax }: CheckOptions) {
    const faults = new Set<string>()
    const note = (fault: string) => {
      if (faults.size < faultsMax) faults.add(fault)
    }
    const counted = { owners: 0, lists: 0, ranks: 0 }
    const [bounds] = yield* boundRows(sql`
      SELECT greatest(make_date(min(year)::int, 1, 1), (SELECT kept_from FROM ${of("state")})) - date '1970-01-01' AS "firstDay",
        make_date(max(year)::int, 12, 31) - date '1970-01-01' AS "lastDay",
        min(owner_id) AS "firstOwner", max(owner_id) AS "lastOwner" FROM ${of("calendar")}`)
    if (bounds?.firstDay == null || bounds.lastDay === null || bounds.firstOwner === null || bounds.lastOwner === null)
      return { ...counted, faults: [], next: null } satisfies HistoryCheck
    const lastMonth = monthOfDay(dayOfNumber(bounds.lastDay))
    const firstMonth = monthOfDay(dayOfNumber(bounds.firstDay))

    if (ownersMax !== null) {
      // Spread over the ids, found by the index.
      const sample = yield* ownerRows(sql`
        SELECT DISTINCT (SELECT owner_id FROM ${of("calendar")} WHERE owner_id >= at ORDER BY owner_id LIMIT 1) AS id
        FROM (SELECT ${bounds.firstOwner}::bigint + (${bounds.lastOwner}::bigint - ${bounds.firstOwner}::bigint) * n / ${Math.max(1, ownersMax - 1)}::int AS at
          FROM generate_series(0, ${ownersMax - 1}::int) AS n) AS points ORDER BY 1`)
      for (let at = 0; at < sample.length; at += ownersExactly) {
        const owners = sample.slice(at, at + ownersExactly).map(({ id }) => id)
        for (let month = firstMonth; month <= lastMonth; month = nextMonth(month)) {
          const lists = yield* exactly(owners, month, note)
          counted.lists += lists.length
          counted.ranks += lists.reduce((sum, { listed }) => sum + listed, 0)
        }
        counted.owners += owners.length
      }
      return { ...counted, faults: [...faults], next: null } satisfies HistoryCheck
    }

    const firstPart = Math.floor(bounds.firstOwner / ownersOfPart)
    const lastPart = Math.floor(bounds.lastOwner / ownersOfPart)
    let parts = 0
    for (let month = after?.month ?? firstMonth; month <= lastMonth; month = nextMonth(month))
      for (let part = month === after?.month ? after.part + 1 : firstPart; part <= lastPart; part++) {
        const { lists, ranks } = yield* checkPart(month, part, note)
        counted.lists += lists
        counted.ranks += ranks
        parts += 1
        const isLast = month === lastMonth && part === lastPart
        if (parts === partsMax && !isLast)
          return { ...counted, faults: [...faults], next: { month, part } } satisfies HistoryCheck
      }
    const [owners] = yield* countRows(sql`SELECT count(DISTINCT owner_id)::int AS count FROM ${of("calendar")}`)
    return { ...counted, owners: owners?.count ?? 0, faults: [...faults], next: null } satisfies HistoryCheck
  })
  return { stats, check }
}
