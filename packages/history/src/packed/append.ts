import { Clock, Effect, Schema } from "effect"
import { type Day, dayOf } from "../days.ts"
import { type Appended, daysTaken, type ListSnapshot, pastMomentOf, refusalOf } from "../ListHistory.ts"
import { ints, rowsOf, type Tables, texts } from "./rows.ts"

const stateRows = rowsOf(Schema.Struct({ slot: Schema.Int, keptFrom: Schema.String }))
const wonRows = rowsOf(Schema.Struct({ owner: Schema.Int, year: Schema.Int }))
const clockRows = rowsOf(Schema.Struct({ lastMs: Schema.Finite }))

/** A row of the inbox or of the lists. */
export interface InboxRow {
  readonly owner: number
  readonly day: Day
  readonly market: number
  readonly source: number
  readonly depth: number
  readonly recordedMs: number
  readonly observedMs: number
  readonly facts: ReadonlyArray<number | null>
  readonly listings: ReadonlyArray<number>
}

const arrayText = (values: ReadonlyArray<number | null>) => `{${values.map((value) => value ?? "NULL").join(",")}}`

/** Writes rows into a level that holds them as they are. */
export const insertRows = <F>(
  { of, sql }: Tables<F>,
  level: "inbox" | "lists",
  slot: number | null,
  rows: ReadonlyArray<InboxRow>
) =>
  sql`
    INSERT INTO ${of(level)} (${sql.literal(slot === null ? "" : "slot, ")}owner_id, day, market_id, source_id, depth,
      recorded_ms, observed_ms, facts, listings)
    SELECT ${sql.literal(slot === null ? "" : `${slot}::smallint, `)}o, d, m, s, p, r, t, f::bigint[], l::int[]
    FROM unnest(${ints(rows.map(({ owner }) => owner))}::int[], ${`{${rows.map(({ day }) => day).join(",")}}`}::date[],
      ${ints(rows.map(({ market }) => market))}::smallint[], ${ints(rows.map(({ source }) => source))}::smallint[],
      ${ints(rows.map(({ depth }) => depth))}::smallint[], ${ints(rows.map(({ recordedMs }) => recordedMs))}::bigint[],
      ${ints(rows.map(({ observedMs }) => observedMs))}::bigint[],
      ${texts(rows.map(({ facts }) => arrayText(facts)))}::text[], ${texts(rows.map(({ listings }) => arrayText(listings)))}::text[])
      AS given (o, d, m, s, p, r, t, f, l)`

const yearOf = (day: Day) => Number(day.slice(0, 4))

/** A statement claims a row of the calendar once: what else is of the same owner and year waits for the next round. */
const roundsOf = <T extends { readonly owner: number; readonly day: Day }>(given: ReadonlyArray<T>) => {
  const counts = new Map<string, number>()
  const rounds: Array<Array<T>> = []
  for (const one of given) {
    const key = `${one.owner}:${yearOf(one.day)}`
    const round = counts.get(key) ?? 0
    counts.set(key, round + 1)
    const own = rounds[round] ?? []
    own.push(one)
    rounds[round] = own
  }
  return rounds
}

export const makeAppend = <F>(tables: Tables<F>) => {
  const { of, series, sql } = tables

  /** Whoever sets a day's bit has it, for ever. */
  const claim = (given: ReadonlyArray<ListSnapshot<F>>) =>
    wonRows(sql`
      INSERT INTO ${of("calendar")} AS known (owner_id, year, days, spans)
      SELECT o, extract(year FROM d)::smallint, set_bit(0::bit(366), extract(doy FROM d)::int - 1, 1),
        ARRAY[extract(doy FROM d), extract(doy FROM d), s, p]::smallint[]
      FROM unnest(${ints(given.map(({ owner }) => owner))}::int[], ${`{${given.map(({ day }) => day).join(",")}}`}::date[],
        ${ints(given.map(({ source }) => source))}::int[], ${ints(given.map(({ depth }) => depth))}::int[])
        AS given (o, d, s, p)
      -- In one order everywhere, so that two writers wait for each other and do not lock up.
      ORDER BY 1, 2
      ON CONFLICT (owner_id, year) DO UPDATE SET days = known.days | excluded.days,
        spans = ${of("spans")}(known.spans, excluded.spans)
      WHERE known.days & excluded.days = 0::bit(366)
      RETURNING owner_id AS owner, year`)

  const momentsOf = Effect.fnUntraced(function* (taken: ReadonlyArray<ListSnapshot<F>>, live: boolean, nowMs: number) {
    if (!live) {
      const past = taken.map(pastMomentOf)
      const latest = Math.max(...past)
      yield* sql`UPDATE ${of("clock")} SET last_ms = ${latest}::bigint WHERE last_ms < ${latest}::bigint`
      return past
    }
    // The lock on the row is held to the end of the transaction: who reads a moment has read all before it.
    const [clock] = yield* clockRows(sql`
      UPDATE ${of("clock")} SET last_ms = greatest(last_ms + ${taken.length}::int, ${nowMs}::bigint)
      RETURNING last_ms::float8 AS "lastMs"`)
    const lastMs = clock?.lastMs ?? nowMs
    return taken.map((_, index) => lastMs - taken.length + 1 + index)
  })

  return Effect.fn("PackedHistory.append")(function* (
    snapshots: ReadonlyArray<ListSnapshot<F>>,
    { live }: { readonly live: boolean }
  ) {
    if (snapshots.length === 0) return []
    const nowMs = yield* Clock.currentTimeMillis
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [state] = yield* stateRows(
          sql`SELECT open_slot::int AS slot, kept_from::text AS "keptFrom" FROM ${of("state")}`
        )
        const days = daysTaken(nowMs, series.keepDays, state?.keptFrom ?? dayOf(nowMs))
        const outcomes = snapshots.map((snapshot): Appended => {
          const reason = refusalOf(snapshot, series, days)
          return reason === null ? { outcome: "known" } : { outcome: "refused", reason }
        })
        const sound = snapshots.flatMap((snapshot, index) =>
          outcomes[index]?.outcome === "refused" ? [] : [{ ...snapshot, index }]
        )
        const won = new Set<number>()
        for (const round of roundsOf(sound)) {
          const keys = new Set((yield* claim(round)).map(({ owner, year }) => `${owner}:${year}`))
          for (const { day, index, owner } of round) if (keys.has(`${owner}:${yearOf(day)}`)) won.add(index)
        }
        const taken = sound.filter(({ index }) => won.has(index))
        if (taken.length === 0) return outcomes
        const moments = yield* momentsOf(taken, live, nowMs)
        const rows = taken.map((snapshot, nth) => ({
          ...snapshot,
          facts: series.facts.pack(snapshot.facts),
          recordedMs: moments[nth] ?? nowMs
        }))
        yield* insertRows(tables, "inbox", state?.slot ?? 0, rows)
        for (const { index, recordedMs } of rows) outcomes[index] = { outcome: "taken", recordedMs }
        return outcomes
      })
    )
  })
}
