import { Clock, Effect, Predicate, Schema, type Scope } from "effect"
import type { SqlError, Statement } from "effect/sql"
import { type Day, dayMs, dayOf, monthOf, startMsOf } from "../days.ts"
import type { Upkeep } from "../ListHistory.ts"
import { makePacker, type Packer } from "./Packer.ts"
import { defaultPace, makePace, type Pace } from "./pace.ts"
import { Bytes, dayOfNumber, moveLock, numbersSql, rowsOf, type Sql, type Tables } from "./rows.ts"
import type { Batch, Keys, MomentBatch, WordBatch } from "./work.ts"

export interface MoveOptions {
  /** Lists stay rows for so long, and 14 days more. */
  readonly feedDays?: number
  readonly mergeEveryDays?: number
  /** The open slot is flushed when it holds so many lists, or when its day is over. */
  readonly slotListsMax?: number
  /** Ranks in one transaction of a move. */
  readonly ranksMax?: number
  /** Default: 200 ms after each 20,000 rows. Null: moves don't rest. */
  readonly pace?: Pace | null | undefined
  /** Blocks of so many bytes are worked out in a thread of their own; less than that isn't worth it. */
  readonly inlineBytesMax?: number
}

/** Days before a list that a change of ranks may look back to. */
const lookbackDays = 14
const slots = [0, 1, 2] as const
/** A rank in a block takes a byte and more. */
const bytesOfRank = 2
/** Rows come in pieces of about so much: a value that is larger is held in one piece by the client. */
const pieceBytes = 1_000_000
/** Rows of the feed that are smaller are put together with what comes to their day. */
const smallMomentBytes = 2_048

const pieceRows = rowsOf(Schema.Struct({ level: Schema.String, rows: Bytes, count: Schema.Int }))
const sizeRows = rowsOf(Schema.Struct({ id: Schema.Int, size: Schema.Finite }))
const idRows = rowsOf(Schema.Struct({ id: Schema.Int }))
const nameRows = rowsOf(Schema.Struct({ name: Schema.String }))
const monthRows = rowsOf(Schema.Struct({ month: Schema.String }))
const stateRows = rowsOf(
  Schema.Struct({ slot: Schema.Int, openedMs: Schema.Finite, mergedMs: Schema.Finite, isFull: Schema.Boolean })
)

/** PostgreSQL's lock_not_available. */
const isLocked = ({ reason }: SqlError.SqlError) =>
  Predicate.hasProperty(reason.cause, "code") && reason.cause.code === "55P03"

const dayNumber = (column: string) => `int4send(${column} - date '1970-01-01')`
const sized = (column: string) => `int4send(octet_length(${column})) || ${column}`
export const listColumns = "owner_id, day, market_id, source_id, depth, recorded_ms, observed_ms, facts, listings"
/** Rows as `work.ts` reads them. */
export const rowBytes = {
  lists: `int4send(owner_id) || array_send(${numbersSql}) || array_send(listings)`,
  runs: `int4send(listing_id) || ${dayNumber("month")} || int4send(run) || int4send(part) || ${sized("block")}`,
  months: `int4send(listing_id) || ${dayNumber("month")} || int4send(-1) || int4send(part) || ${sized("block")}`,
  words: `int4send(owner_id) || ${dayNumber("month")} || int4send(part) || ${sized("facts")} || ${sized("places")}`,
  moments: `int4send(market_id) || ${dayNumber("day")} || int4send(part) || ${sized("block")}`
} as const

/** Reads rows as bytes, in pieces; each level's rows are a select of one column `row`. */
export const piecesOf = (levels: Readonly<Record<string, string>>): string =>
  Object.entries(levels)
    .map(
      ([level, rows]) => `
      SELECT '${level}' AS level, string_agg(row, ''::bytea) AS rows, count(*)::int AS count FROM (
        SELECT row, sum(octet_length(row)) OVER (ROWS UNBOUNDED PRECEDING) / ${pieceBytes} AS piece FROM (${rows} OFFSET 0) AS own
      ) AS pieces GROUP BY piece`
    )
    .join(" UNION ALL ")

/** The moves between the levels. Each is one transaction, so that a rank is in one level; what dies leaves nothing. */
export const makeMoves = <F>(tables: Tables<F>, options: MoveOptions = {}) => {
  const { of, series, sql } = tables
  const { feedDays = 31, inlineBytesMax, mergeEveryDays = 7, ranksMax = 1_000_000, slotListsMax = 250_000 } = options
  const rest = makePace(options.pace === undefined ? defaultPace : options.pace)
  const table = (level: string) => `${series.name}_${level}`

  const withPacker = <A>(work: (packer: Packer) => Effect.Effect<A, SqlError.SqlError, Scope.Scope>): Sql<A> =>
    Effect.scoped(Effect.flatMap(makePacker(inlineBytesMax), work))
  const move = <A>(work: Sql<A>): Sql<A> =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* moveLock(tables)
        // While it waited, another may have made or dropped a month, of which a connection only hears when it locks a table.
        yield* sql`SELECT FROM ${of("state")}`
        return yield* work
      })
    )
  const makeMonths = (months: Iterable<Day>) =>
    Effect.forEach(new Set(months), (month) => sql`SELECT ${of("make_month")}(${month}::date)`, { discard: true })

  /** Pieces of rows by their level. */
  const piecesIn = (statement: Statement.Statement<object>) =>
    Effect.map(pieceRows(statement.unprepared), (pieces) => {
      const rowsOfLevel = (wanted: string) => pieces.flatMap(({ level, rows }) => (level === wanted ? [rows] : []))
      const count = (wanted: string) =>
        pieces.reduce((sum, { count, level }) => (level === wanted ? sum + count : sum), 0)
      return { rows: rowsOfLevel, count }
    })
  const taken = (statement: string, values: ReadonlyArray<unknown>) => piecesIn(sql.unsafe(statement, values))

  const writeBlocks = Effect.fnUntraced(function* (
    level: "runs" | "months",
    batches: ReadonlyArray<Batch>,
    /** Default: the run of each. */
    run?: number
  ) {
    let sent = 0
    for (const { bytes, count, ids, lengths, months, parts, runs, starts } of batches) {
      yield* sql`
        INSERT INTO ${of(level)} (listing_id, month, ${sql.literal(level === "runs" ? "run, " : "")}part, block)
        SELECT i, date '1970-01-01' + m, ${level === "runs" ? sql`coalesce(${run ?? null}::int, r), ` : sql``}p,
          substring(${bytes}::bytea FROM s FOR n)
        FROM unnest(${ids}::int[], ${months}::int[], ${runs}::int[], ${parts}::smallint[], ${starts}::int[], ${lengths}::int[])
          AS given (i, m, r, p, s, n)`
      sent += count
      yield* rest(count)
    }
    return sent
  })
  const deleteBlocks = (level: "runs" | "months", { ids, months, parts, runs }: Keys) =>
    ids === "{}"
      ? Effect.void
      : sql`
          DELETE FROM ${of(level)}
          USING unnest(${ids}::int[], ${months}::int[], ${runs}::int[], ${parts}::smallint[]) AS old (i, m, r, p)
          WHERE listing_id = i AND month = date '1970-01-01' + m AND part = p
            ${sql.literal(level === "runs" ? "AND run = r" : "")}`

  const writeMoments = Effect.fnUntraced(function* (batches: ReadonlyArray<MomentBatch>, replaced: Keys) {
    if (replaced.ids !== "{}")
      yield* sql`
        DELETE FROM ${of("moments")}
        USING unnest(${replaced.ids}::int[], ${replaced.months}::int[], ${replaced.parts}::smallint[]) AS old (i, d, p)
        WHERE market_id = i AND day = date '1970-01-01' + d AND part = p`
    for (const { bytes, firstMs, ids, lastMs, lengths, months, parts, starts } of batches)
      yield* sql`
        INSERT INTO ${of("moments")} (market_id, day, part, first_ms, last_ms, block)
        SELECT i, date '1970-01-01' + d, p, f, l, substring(${bytes}::bytea FROM s FOR n)
        FROM unnest(${ids}::int[], ${months}::int[], ${parts}::smallint[], ${firstMs}::bigint[], ${lastMs}::bigint[],
          ${starts}::int[], ${lengths}::int[]) AS given (i, d, p, f, l, s, n)`
  })

  /** What lists say of each listing, as a run of its own. */
  const writeRun = Effect.fnUntraced(function* (packer: Packer, lists: ReadonlyArray<Uint8Array>) {
    const [run] = yield* idRows(sql`SELECT nextval(${`${series.name}_run_ids`}::regclass)::int AS id`)
    const { blocks } = yield* packer.run({ kind: "invert", lists })
    yield* writeBlocks("runs", blocks, run?.id ?? 0)
  })

  const flushSome = (packer: Packer, slot: number, market: number, months: ReadonlyArray<Day>) =>
    move(
      Effect.gen(function* () {
        yield* makeMonths(months)
        // A row of a month that has come meanwhile waits for the next flush.
        const found = yield* taken(
          `
          WITH taken AS (
            SELECT owner_id AS o, day AS d FROM (
              SELECT owner_id, day,
                sum(cardinality(listings) + 1) OVER (ORDER BY owner_id, day) - cardinality(listings) - 1 AS before
              FROM ${table("inbox")} WHERE slot = $1 AND market_id = $2
                AND date_trunc('month', day)::date = ANY($4::date[])
                AND date_trunc('month', date '1970-01-01' + (recorded_ms / 86400000)::int)::date = ANY($4::date[])) AS rows
            WHERE before < $3::int),
          gone AS (
            DELETE FROM ${table("inbox")} USING taken WHERE slot = $1 AND owner_id = o AND day = d RETURNING ${listColumns}),
          kept AS (INSERT INTO ${table("lists")} (${listColumns}) SELECT ${listColumns} FROM gone)
          ${piecesOf({ lists: `SELECT ${rowBytes.lists} AS row FROM gone` })}`,
          [slot, market, ranksMax, `{${months.join(",")}}`]
        )
        const count = found.count("lists")
        if (count === 0) return 0
        yield* writeRun(packer, found.rows("lists"))
        yield* rest(count)
        return count
      })
    )

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
    return yield* withPacker(
      Effect.fnUntraced(function* (packer) {
        let flushed = 0
        for (const slot of slots) {
          if (slot === state?.id) continue
          let found = 0
          const markets = yield* idRows(
            sql`SELECT DISTINCT market_id::int AS id FROM ${of("inbox")} WHERE slot = ${slot} ORDER BY 1`
          )
          for (const { id } of markets) {
            const months = yield* monthRows(sql`
              SELECT DISTINCT date_trunc('month', day)::date::text AS month FROM ${of("inbox")}
              WHERE slot = ${slot} AND market_id = ${id}
              UNION SELECT DISTINCT date_trunc('month', date '1970-01-01' + (recorded_ms / 86400000)::int)::date::text
              FROM ${of("inbox")} WHERE slot = ${slot} AND market_id = ${id}`)
            const some = flushSome(
              packer,
              slot,
              id,
              months.map(({ month }) => month)
            )
            for (let count = yield* some; count > 0; count = yield* some) found += count
          }
          if (found > 0) yield* clear(slot)
          flushed += found
        }
        return flushed
      })
    )
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

  const mergeSome = (packer: Packer, after: number, last: number) =>
    move(
      Effect.gen(function* () {
        const own = "listing_id > $1 AND listing_id <= $2"
        const found = yield* taken(
          `
          WITH gone AS (DELETE FROM ${table("runs")} WHERE ${own} RETURNING listing_id, month, run, part, block)
          ${piecesOf({
            runs: `SELECT ${rowBytes.runs} AS row FROM gone`,
            months: `SELECT ${rowBytes.months} AS row FROM ${table("months")}
              WHERE ${own} AND (listing_id, month) IN (SELECT listing_id, month FROM gone)`
          })}`,
          [after, last]
        )
        if (found.count("runs") === 0) return 0
        const blocks = [...found.rows("runs"), ...found.rows("months")]
        const worked = yield* packer.run({ kind: "merge", blocks })
        yield* writeBlocks("runs", worked.back)
        yield* deleteBlocks("months", worked.replaced)
        return yield* writeBlocks("months", worked.blocks)
      })
    )

  /** Moves all runs into months. */
  const merge = Effect.fn("PackedHistory.merge")(function* () {
    const sizeMax = ranksMax * bytesOfRank
    const merged = yield* withPacker(
      Effect.fnUntraced(function* (packer) {
        let merged = 0
        for (let after = 0; ; ) {
          const sizes = yield* sizeRows(
            sql`SELECT listing_id AS id, sum(octet_length(block))::float8 AS size FROM ${of("runs")}
              WHERE listing_id > ${after} GROUP BY 1 ORDER BY 1 LIMIT 2000`.unprepared
          )
          const last = rangeOf(sizes, sizeMax)
          if (last === undefined) return merged
          merged += yield* mergeSome(packer, after, last)
          after = last
        }
      })
    )
    yield* sql`UPDATE ${of("state")} SET merged_ms = ${yield* Clock.currentTimeMillis}::bigint`
    return merged
  })

  const writeWords = Effect.fnUntraced(function* (batches: ReadonlyArray<WordBatch>) {
    for (const { bytes, count, ids, lengths, months, parts, placesLengths, placesStarts, starts } of batches) {
      yield* sql`
        INSERT INTO ${of("words")} (owner_id, month, part, facts, places)
        SELECT o, date '1970-01-01' + m, p, substring(b FROM fs FOR fn), substring(b FROM ps FOR pn)
        FROM (SELECT ${bytes}::bytea) AS sent (b),
          unnest(${ids}::int[], ${months}::int[], ${parts}::smallint[], ${starts}::int[], ${lengths}::int[],
            ${placesStarts}::int[], ${placesLengths}::int[]) AS given (o, m, p, fs, fn, ps, pn)`
      yield* rest(count)
    }
  })

  const foldSome = (packer: Packer, after: number, last: number, beforeMs: number) =>
    move(
      Effect.gen(function* () {
        const own = "owner_id > $1 AND owner_id <= $2"
        const recorded = "date '1970-01-01' + (recorded_ms / 86400000)::int"
        const found = yield* taken(
          `
          WITH gone AS (DELETE FROM ${table("lists")} WHERE ${own} AND recorded_ms < $3::bigint RETURNING *)
          ${piecesOf({
            lists: `SELECT ${rowBytes.lists} AS row FROM gone`,
            words: `SELECT ${rowBytes.words} AS row FROM ${table("words")}
              WHERE ${own} AND (owner_id, month) IN (SELECT owner_id, date_trunc('month', day)::date FROM gone)`,
            moments: `SELECT ${rowBytes.moments} AS row FROM (
                SELECT market_id, day, part,
                  CASE WHEN octet_length(block) < ${smallMomentBytes} THEN block ELSE ''::bytea END AS block
                FROM ${table("moments")}
                WHERE (market_id, day) IN (SELECT DISTINCT market_id, ${recorded} FROM gone)) AS small`
          })}`,
          [after, last, beforeMs]
        )
        const count = found.count("lists")
        if (count === 0) return 0
        const worked = yield* packer.run({
          kind: "fold",
          lists: found.rows("lists"),
          words: found.rows("words"),
          moments: found.rows("moments")
        })
        yield* makeMonths(worked.months.map(dayOfNumber))
        const { ids, months, parts } = worked.replaced
        if (ids !== "{}")
          yield* sql`
            DELETE FROM ${of("words")}
            USING unnest(${ids}::int[], ${months}::int[], ${parts}::smallint[]) AS old (o, m, p)
            WHERE owner_id = o AND month = date '1970-01-01' + m AND part = p`
        yield* writeWords(worked.words)
        yield* writeMoments(worked.moments, worked.replacedMoments)
        return count
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
          // Another node may have dropped it since.
          const there = yield* sql`SELECT WHERE to_regclass(${name}) IS NOT NULL`
          if (there.length === 0) return
          yield* sql`SET LOCAL lock_timeout = '500ms'`
          // In the order in which readers take them.
          yield* sql`LOCK TABLE ONLY ${of("lists")}, ${sql(name)} IN ACCESS EXCLUSIVE MODE`
          const left = yield* sql`SELECT FROM ${sql(name)} LIMIT 1`
          if (left.length === 0) yield* sql`DROP TABLE ${sql(name)}`
        })
      ).pipe(Effect.catchIf(isLocked, () => Effect.void))
  })

  /** Moves lists that are old enough into words, and their moments into the feed of those. */
  const fold = Effect.fn("PackedHistory.fold")(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const beforeMs = startMsOf(dayOf(nowMs)) - (feedDays + lookbackDays) * dayMs
    const folded = yield* withPacker(
      Effect.fnUntraced(function* (packer) {
        let folded = 0
        for (let after = 0; ; ) {
          const sizes = yield* sizeRows(
            sql`SELECT owner_id AS id, sum(cardinality(listings) + 1)::float8 AS size FROM ${of("lists")}
              WHERE recorded_ms < ${beforeMs}::bigint AND owner_id > ${after} GROUP BY 1 ORDER BY 1 LIMIT 2000`
              .unprepared
          )
          const last = rangeOf(sizes, ranksMax)
          if (last === undefined) return folded
          folded += yield* foldSome(packer, after, last, beforeMs)
          after = last
        }
      })
    )
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

  return {
    flush,
    merge,
    fold,
    upkeep,
    move,
    withPacker,
    makeMonths,
    taken,
    piecesIn,
    writeRun,
    writeBlocks,
    deleteBlocks,
    writeMoments,
    rest,
    ranksMax
  }
}
