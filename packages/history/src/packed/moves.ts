import { Clock, Effect, Predicate, Result, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { type Day, dayMs, dayNumberOf, dayOf, monthOf, startMsOf } from "../days.ts"
import type { StoredList, Upkeep } from "../ListHistory.ts"
import { insertRows } from "./append.ts"
import { decodeColumns, encodeColumns, rowsMax } from "./columnsBlock.ts"
import { freeParts, invert, mergePlaces, type OwnBlock, placesOf, sorted } from "./packing.ts"
import { decodePlaces, encodePlaces, type Places } from "./placesBlock.ts"
import {
  Bytes,
  factsOf,
  Ints,
  ints,
  monthOfDay,
  moveLock,
  Numbers,
  numbersOf,
  numbersSql,
  rowsOf,
  type Sql,
  type Tables,
  transposed,
  unpackFacts
} from "./rows.ts"

export interface MoveOptions {
  /** Lists stay rows for so long, and 14 days more. */
  readonly feedDays?: number
  readonly mergeEveryDays?: number
  /** The open slot is flushed when it holds so many lists, or when its day is over. */
  readonly slotListsMax?: number
  /** Ranks in one transaction of a move. */
  readonly ranksMax?: number
  /** After so many rows a move rests, so that who waits for the database's log gets his turn. */
  readonly pace?: { readonly rows: number; readonly restMs: number } | undefined
}

/** Days before a list that a change of ranks may look back to. */
const lookbackDays = 14
const slots = [0, 1, 2] as const
/** Blocks that are sent at once. */
const blocksAtOnce = 2_000
/** A rank in a block takes a byte and more. */
const bytesOfRank = 2

const listRows = rowsOf(Schema.Struct({ owner: Schema.Int, numbers: Numbers, listings: Ints }))
const blockRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    month: Schema.String,
    run: Schema.NullOr(Schema.Int),
    part: Schema.Int,
    block: Bytes
  })
)
const wordRows = rowsOf(
  Schema.Struct({ owner: Schema.Int, month: Schema.String, part: Schema.Int, facts: Bytes, places: Bytes })
)
const momentRows = rowsOf(Schema.Struct({ market: Schema.Int, day: Schema.String, part: Schema.Int, block: Bytes }))
const sizeRows = rowsOf(Schema.Struct({ id: Schema.Int, size: Schema.Finite }))
const idRows = rowsOf(Schema.Struct({ id: Schema.Int }))
const nameRows = rowsOf(Schema.Struct({ name: Schema.String }))
const stateRows = rowsOf(
  Schema.Struct({ slot: Schema.Int, openedMs: Schema.Finite, mergedMs: Schema.Finite, isFull: Schema.Boolean })
)

/** PostgreSQL's lock_not_available. */
const isLocked = ({ reason }: SqlError.SqlError) =>
  Predicate.hasProperty(reason.cause, "code") && reason.cause.code === "55P03"

/** One after another in one value, and where each begins: a block then takes its own size and no text of it. */
const joined = (blocks: ReadonlyArray<Uint8Array>) => {
  let at = 1
  const starts = blocks.map((block) => {
    const start = at
    at += block.length
    return start
  })
  return { all: Buffer.concat(blocks), starts: ints(starts), lengths: ints(blocks.map(({ length }) => length)) }
}

/** The moves between the levels. Each is one transaction, so that a rank is in one level; what dies leaves nothing. */
export const makeMoves = <F>(tables: Tables<F>, options: MoveOptions = {}) => {
  const { of, series, sql } = tables
  const { feedDays = 31, mergeEveryDays = 7, pace, ranksMax = 1_000_000, slotListsMax = 250_000 } = options
  let unrested = 0
  const rest = (rows: number) =>
    Effect.suspend(() => {
      unrested += rows
      // A turn for everything else on this thread, in any case.
      if (pace === undefined || unrested < pace.rows) return Effect.yieldNow
      unrested = 0
      return Effect.sleep(pace.restMs)
    })

  const move = <A>(work: Sql<A>): Sql<A> => sql.withTransaction(Effect.andThen(moveLock(tables), work))
  const makeMonths = (months: Iterable<Day>) =>
    Effect.forEach(new Set(months), (month) => sql`SELECT ${of("make_month")}(${month}::date)`, { discard: true })

  const writeBlocks = Effect.fnUntraced(function* (
    level: "runs" | "months",
    run: number | null,
    blocks: Iterable<OwnBlock>
  ) {
    let batch: Array<OwnBlock> = []
    const send = Effect.fnUntraced(function* () {
      const { all, lengths, starts } = joined(batch.map(({ block }) => block))
      yield* sql`
        INSERT INTO ${of(level)} (listing_id, month, ${sql.literal(run === null ? "" : "run, ")}part, block)
        SELECT i, m, ${sql.literal(run === null ? "" : `${run}, `)}p, substring(${all}::bytea FROM s FOR n)
        FROM unnest(${ints(batch.map(({ id }) => id))}::int[], ${`{${batch.map(({ month }) => month).join(",")}}`}::date[],
          ${ints(batch.map(({ part }) => part))}::smallint[], ${starts}::int[], ${lengths}::int[]) AS given (i, m, p, s, n)`
      yield* rest(batch.length)
      batch = []
    })
    let sent = 0
    for (const block of blocks) {
      batch.push(block)
      sent += 1
      if (batch.length === blocksAtOnce) yield* send()
    }
    if (batch.length > 0) yield* send()
    return sent
  })

  const flushSome = (slot: number, market: number) =>
    move(
      Effect.gen(function* () {
        const taken = yield* listRows(
          sql`
          WITH taken AS (
            SELECT owner_id AS o, day AS d FROM (
              SELECT owner_id, day,
                sum(cardinality(listings) + 1) OVER (ORDER BY owner_id, day) - cardinality(listings) - 1 AS before
              FROM ${of("inbox")} WHERE slot = ${slot} AND market_id = ${market}) AS rows
            WHERE before < ${ranksMax}::int)
          DELETE FROM ${of("inbox")} USING taken WHERE slot = ${slot} AND owner_id = o AND day = d
          RETURNING owner_id AS owner, ${sql.literal(numbersSql)} AS numbers, listings`.unprepared
        )
        if (taken.length === 0) return 0
        const lists = listsFrom(taken)
        yield* makeMonths(lists.flatMap(({ day, recordedMs }) => [monthOfDay(day), monthOf(recordedMs)]))
        const [run] = yield* idRows(sql`SELECT nextval(${`${series.name}_run_ids`}::regclass)::int AS id`)
        yield* writeBlocks("runs", run?.id ?? 0, invert(lists))
        for (let from = 0; from < lists.length; from += blocksAtOnce) {
          const some = lists.slice(from, from + blocksAtOnce)
          yield* insertRows(
            tables,
            "lists",
            null,
            some.map((list) => ({ ...list, facts: series.facts.pack(list.facts) }))
          )
          yield* rest(some.length)
        }
        return lists.length
      })
    )
  const listsFrom = (
    rows: ReadonlyArray<{ owner: number; numbers: ReadonlyArray<number | null>; listings: ReadonlyArray<number> }>
  ) =>
    rows.flatMap(({ listings, numbers, owner }): ReadonlyArray<StoredList<F>> => {
      const facts = factsOf(owner, numbers, series)
      return facts === null ? [] : [{ ...facts, listings }]
    })

  /** Truncates a slot under a lock that lets nobody in, after a look that it is empty: a slow writer may still have filled it. */
  const clear = (slot: number) => {
    const table = of(`inbox_${slot}`)
    return sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql`SET LOCAL lock_timeout = '500ms'`
          yield* sql`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`
          const left = yield* sql`SELECT FROM ${table} LIMIT 1`
          if (left.length === 0) yield* sql`TRUNCATE ${table}`
        })
      )
      .pipe(Effect.catchIf(isLocked, () => Effect.void))
  }

  /** Opens the next slot and moves what lies in the others into runs and lists. */
  const flush = Effect.fn("PackedHistory.flush")(function* ({ rotate = true }: { readonly rotate?: boolean } = {}) {
    const nowMs = yield* Clock.currentTimeMillis
    const [state] = yield* idRows(
      rotate
        ? sql`UPDATE ${of("state")} SET open_slot = (open_slot + 1) % 3, opened_ms = ${nowMs}::bigint
            RETURNING open_slot::int AS id`
        : sql`SELECT open_slot::int AS id FROM ${of("state")}`
    )
    let flushed = 0
    for (const slot of slots) {
      if (slot === state?.id) continue
      let found = 0
      const markets = yield* idRows(
        sql`SELECT DISTINCT market_id::int AS id FROM ${of("inbox")} WHERE slot = ${slot} ORDER BY 1`
      )
      for (const { id } of markets)
        for (let some = yield* flushSome(slot, id); some > 0; some = yield* flushSome(slot, id)) found += some
      if (found > 0) yield* clear(slot)
      flushed += found
    }
    return flushed
  })

  /** Ids after one, up to which the sizes stay within what a transaction may move. */
  const rangeOf = (rows: ReadonlyArray<{ readonly id: number; readonly size: number }>, sizeMax: number) => {
    let size = 0
    let last: number | undefined
    for (const row of rows) {
      size += row.size
      if (last !== undefined && size > sizeMax) break
      last = row.id
    }
    return last
  }

  const mergeSome = (after: number, last: number) =>
    move(
      Effect.gen(function* () {
        const rows = yield* blockRows(
          sql`
          WITH gone AS (
            DELETE FROM ${of("runs")} WHERE listing_id > ${after} AND listing_id <= ${last}
            RETURNING listing_id, month, run, part, block)
          SELECT listing_id AS id, month::text AS month, run, part::int AS part, block FROM gone
          UNION ALL SELECT listing_id, month::text, NULL, part::int, block FROM ${of("months")}
          WHERE listing_id > ${after} AND listing_id <= ${last} AND (listing_id, month) IN (SELECT listing_id, month FROM gone)
          ORDER BY 1, 2, 3 NULLS FIRST, 4`.unprepared
        )
        if (rows.length === 0) return 0
        const merged: Array<OwnBlock> = []
        const replaced: Array<{ readonly id: number; readonly month: Day; readonly part: number }> = []
        for (const own of Map.groupBy(rows, ({ id, month }) => `${id}:${month}`).values()) {
          const { broken, places, readable } = sorted(own)
          const [first] = own
          const all = mergePlaces(places)
          if (first === undefined) continue
          // What can't be read stays as it is, in its level: another way may still mend it.
          for (const { block, id, month, part, run } of broken)
            if (run !== null)
              yield* sql`INSERT INTO ${of("runs")} (listing_id, month, run, part, block)
                VALUES (${id}, ${month}::date, ${run}, ${part}, ${block})`
          replaced.push(...readable.filter(({ run }) => run === null))
          if (all === null) continue
          const parts = freeParts(new Set(broken.filter(({ run }) => run === null).map(({ part }) => part)))
          for (const block of encodePlaces(all))
            merged.push({ id: first.id, month: first.month, part: parts.next().value, block })
        }
        yield* sql`
          DELETE FROM ${of("months")} USING unnest(${ints(replaced.map(({ id }) => id))}::int[],
            ${`{${replaced.map(({ month }) => month).join(",")}}`}::date[], ${ints(replaced.map(({ part }) => part))}::smallint[])
            AS old (i, m, p)
          WHERE listing_id = i AND month = m AND part = p`
        return yield* writeBlocks("months", null, merged)
      })
    )

  /** Moves all runs into months. */
  const merge = Effect.fn("PackedHistory.merge")(function* () {
    const sizeMax = ranksMax * bytesOfRank
    let merged = 0
    for (let after = 0; ; ) {
      const sizes = yield* sizeRows(
        sql`SELECT listing_id AS id, sum(octet_length(block))::float8 AS size FROM ${of("runs")}
          WHERE listing_id > ${after} GROUP BY 1 ORDER BY 1 LIMIT 20000`.unprepared
      )
      const last = rangeOf(sizes, sizeMax)
      if (last === undefined) break
      merged += yield* mergeSome(after, last)
      after = last
    }
    yield* sql`UPDATE ${of("state")} SET merged_ms = ${yield* Clock.currentTimeMillis}::bigint`
    return merged
  })

  interface Moment {
    readonly market: number
    readonly recordedMs: number
    readonly owner: number
    readonly day: Day
  }

  /** Adds entries to the feed of what is no row any more. */
  const addMoments = Effect.fnUntraced(function* (entries: ReadonlyArray<Moment>) {
    const days = Map.groupBy(entries, ({ market, recordedMs }) => `${market}:${dayOf(recordedMs)}`)
    for (const own of days.values()) {
      const [first] = own
      if (first === undefined) continue
      const day = dayOf(first.recordedMs)
      const stored = yield* momentRows(sql`
        SELECT market_id::int AS market, day::text AS day, part::int AS part, block FROM ${of("moments")}
        WHERE market_id = ${first.market} AND day = ${day}::date ORDER BY part`)
      const taken = new Set<number>()
      const all: Array<readonly [recordedMs: number, owner: number, day: number]> = own.map((entry) => [
        entry.recordedMs,
        entry.owner,
        dayNumberOf(entry.day)
      ])
      for (const { block, part } of stored) {
        const columns = decodeColumns("moments", block)
        if (Result.isFailure(columns)) taken.add(part)
        else
          for (const [recordedMs, owner, ofDay] of transposed(columns.success))
            if (recordedMs != null && owner != null && ofDay != null) all.push([recordedMs, owner, ofDay])
      }
      yield* replaceMoments(first.market, day, taken, all)
    }
  })

  const replaceMoments = Effect.fnUntraced(function* (
    market: number,
    day: Day,
    kept: ReadonlySet<number>,
    entries: ReadonlyArray<readonly [recordedMs: number, owner: number, day: number]>
  ) {
    yield* sql`DELETE FROM ${of("moments")} WHERE market_id = ${market} AND day = ${day}::date
      AND NOT part = ANY(${ints(kept)}::smallint[])`
    const inOrder = entries.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
    const parts = freeParts(kept)
    for (let from = 0; from < inOrder.length; from += rowsMax) {
      const some = inOrder.slice(from, from + rowsMax)
      yield* sql`
        INSERT INTO ${of("moments")} (market_id, day, part, first_ms, last_ms, block)
        VALUES (${market}, ${day}::date, ${parts.next().value}, ${some[0]?.[0] ?? 0}::bigint,
          ${some.at(-1)?.[0] ?? 0}::bigint, ${encodeColumns("moments", some.length, transposed(some))})`
    }
  })

  const writeWords = Effect.fnUntraced(function* (
    words: ReadonlyArray<{
      readonly owner: number
      readonly month: Day
      readonly part: number
      readonly facts: Buffer
      readonly places: Buffer
    }>
  ) {
    for (let from = 0; from < words.length; from += blocksAtOnce) {
      const some = words.slice(from, from + blocksAtOnce)
      const facts = joined(some.map((word) => word.facts))
      const places = joined(some.map((word) => word.places))
      yield* sql`
        INSERT INTO ${of("words")} (owner_id, month, part, facts, places)
        SELECT o, m, p, substring(${facts.all}::bytea FROM fs FOR fn), substring(${places.all}::bytea FROM ps FOR pn)
        FROM unnest(${ints(some.map(({ owner }) => owner))}::int[], ${`{${some.map(({ month }) => month).join(",")}}`}::date[],
          ${ints(some.map(({ part }) => part))}::smallint[], ${facts.starts}::int[], ${facts.lengths}::int[],
          ${places.starts}::int[], ${places.lengths}::int[]) AS given (o, m, p, fs, fn, ps, pn)`
      yield* rest(some.length)
    }
  })

  const foldSome = (after: number, last: number, beforeMs: number) =>
    move(
      Effect.gen(function* () {
        const taken = listsFrom(
          yield* listRows(
            sql`
            DELETE FROM ${of("lists")} WHERE owner_id > ${after} AND owner_id <= ${last} AND recorded_ms < ${beforeMs}::bigint
            RETURNING owner_id AS owner, ${sql.literal(numbersSql)} AS numbers, listings`.unprepared
          )
        )
        if (taken.length === 0) return 0
        yield* makeMonths(taken.map(({ day }) => monthOfDay(day)))
        const months = Map.groupBy(taken, ({ day, owner }) => `${owner}:${monthOfDay(day)}`)
        const keys = [...months.values()].flatMap(([first]) =>
          first === undefined ? [] : [{ owner: first.owner, month: monthOfDay(first.day) }]
        )
        const stored = yield* wordRows(
          sql`
          SELECT owner_id AS owner, month::text AS month, part::int AS part, facts, places FROM ${of("words")}
          JOIN unnest(${ints(keys.map(({ owner }) => owner))}::int[], ${`{${keys.map(({ month }) => month).join(",")}}`}::date[])
            AS own (o, m) ON owner_id = o AND month = m`.unprepared
        )
        const known = Map.groupBy(stored, ({ month, owner }) => `${owner}:${month}`)
        const words: Array<{ owner: number; month: Day; part: number; facts: Buffer; places: Buffer }> = []
        const replaced: Array<{ owner: number; month: Day; part: number }> = []
        for (const { month, owner } of keys) {
          const key = `${owner}:${month}`
          const own = months.get(key) ?? []
          const facts = new Map(own.map((list) => [list.day, numbersOf(list, series)]))
          const cells: Array<Places> = []
          const kept = new Set<number>()
          for (const row of known.get(key) ?? []) {
            const before = unpackFacts(owner, row.facts, series)
            const places = decodePlaces(row.places)
            // As in a merge: what can't be read stays.
            if (Result.isFailure(before) || Result.isFailure(places)) {
              kept.add(row.part)
              continue
            }
            for (const day of before.success) facts.set(day.day, numbersOf(day, series))
            cells.push(places.success)
            replaced.push(row)
          }
          const fresh = placesOf(
            own.flatMap(({ day, listings }) =>
              listings.map((id, index) => ({ id, slot: dayNumberOf(day), place: index + 1 }))
            )
          )
          const all = mergePlaces(fresh === null ? cells : [...cells, fresh])
          const blocks = encodePlaces(
            all ?? { firstSlot: dayNumberOf(month), slots: 1, ids: new Uint32Array(0), cells: new Uint16Array(0) }
          )
          const rows = [...facts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, numbers]) => numbers)
          const parts = freeParts(kept)
          for (const [index, places] of blocks.entries())
            words.push({
              owner,
              month,
              part: parts.next().value,
              // The days stand in the first part.
              facts:
                index === 0 ? encodeColumns("facts", rows.length, transposed(rows)) : encodeColumns("facts", 0, []),
              places
            })
        }
        yield* sql`
          DELETE FROM ${of("words")} USING unnest(${ints(replaced.map(({ owner }) => owner))}::int[],
            ${`{${replaced.map(({ month }) => month).join(",")}}`}::date[], ${ints(replaced.map(({ part }) => part))}::smallint[])
            AS old (o, m, p)
          WHERE owner_id = o AND month = m AND part = p`
        yield* writeWords(words)
        yield* addMoments(taken)
        return taken.length
      })
    )

  /** Months of rows that have all become words. */
  const dropEmpty = Effect.fnUntraced(function* (beforeMs: number) {
    const parent = `${series.name}_lists`
    const months = yield* nameRows(sql`
      SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ${parent}::regclass AND right(c.relname, 6) < ${monthOf(beforeMs).replaceAll("-", "").slice(0, 6)}
      ORDER BY 1`)
    for (const { name } of months)
      yield* move(
        Effect.gen(function* () {
          yield* sql`SET LOCAL lock_timeout = '500ms'`
          yield* sql`LOCK TABLE ${sql(name)} IN ACCESS EXCLUSIVE MODE`
          const left = yield* sql`SELECT FROM ${sql(name)} LIMIT 1`
          if (left.length === 0) yield* sql`DROP TABLE ${sql(name)}`
        })
      ).pipe(Effect.catchIf(isLocked, () => Effect.void))
  })

  /** Moves lists that are old enough into words, and their moments into the feed of those. */
  const fold = Effect.fn("PackedHistory.fold")(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const beforeMs = startMsOf(dayOf(nowMs)) - (feedDays + lookbackDays) * dayMs
    let folded = 0
    for (let after = 0; ; ) {
      const sizes = yield* sizeRows(
        sql`SELECT owner_id AS id, sum(cardinality(listings) + 1)::float8 AS size FROM ${of("lists")}
          WHERE recorded_ms < ${beforeMs}::bigint AND owner_id > ${after} GROUP BY 1 ORDER BY 1 LIMIT 20000`.unprepared
      )
      const last = rangeOf(sizes, ranksMax)
      if (last === undefined) break
      folded += yield* foldSome(after, last, beforeMs)
      after = last
    }
    if (folded > 0) yield* dropEmpty(beforeMs)
    return folded
  })

  const upkeep: Sql<Upkeep> = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const [state] = yield* stateRows(sql`
      SELECT open_slot::int AS slot, opened_ms::float8 AS "openedMs", merged_ms::float8 AS "mergedMs",
        (SELECT count(*) FROM (SELECT FROM ${of("inbox")} WHERE slot = open_slot LIMIT ${slotListsMax}::int) AS held)
          >= ${slotListsMax}::int AS "isFull"
      FROM ${of("state")}`)
    const isOver = dayOf(state?.openedMs ?? 0) < dayOf(nowMs)
    const flushedLists = yield* flush({ rotate: isOver || state?.isFull === true })
    const isDue = nowMs - (state?.mergedMs ?? 0) >= mergeEveryDays * dayMs
    const mergedBlocks = isDue ? yield* merge() : 0
    const foldedLists = yield* fold()
    return { flushedLists, mergedBlocks, foldedLists }
  })

  return { flush, merge, fold, upkeep, move, replaceMoments, writeBlocks }
}
