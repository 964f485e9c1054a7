import { Effect, Schema } from "effect"
import { type Day, dayNumberOf } from "../days.ts"
import type { HistoryCheck, HistoryStats } from "../ListHistory.ts"
import type { makeReads } from "./reads.ts"
import { dayOfNumber, rowsOf, type Sql, type Tables } from "./rows.ts"

const levels = ["calendar", "inbox", "lists", "runs", "months", "words", "moments"] as const
const levelRows = rowsOf(
  Schema.Struct({ level: Schema.String, rows: Schema.NullOr(Schema.Finite), bytes: Schema.Finite })
)
const oldestRows = rowsOf(Schema.Struct({ oldestMs: Schema.NullOr(Schema.Finite) }))
const ownerRows = rowsOf(Schema.Struct({ id: Schema.Int }))
const boundRows = rowsOf(Schema.Struct({ first: Schema.NullOr(Schema.Int), last: Schema.NullOr(Schema.Int) }))

/** Owners that are held against their listings at once. */
const ownersAtOnce = 200
const faultsMax = 100

/** Looks at a history as a whole. */
export const makeCheck = <F>({ of, series, sql }: Tables<F>, reads: ReturnType<typeof makeReads<F>>) => {
  const stats: Sql<HistoryStats> = Effect.gen(function* () {
    const found = yield* levelRows(
      sql.unsafe(
        levels
          .map(
            (level) => `
      SELECT '${level}' AS level, CASE WHEN min(c.reltuples) < 0 THEN NULL ELSE sum(c.reltuples)::float8 END AS rows,
        coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
      FROM pg_partition_tree('${series.name}_${level}') t JOIN pg_class c ON c.oid = t.relid WHERE t.isleaf`
          )
          .join(" UNION ALL ")
      )
    )
    const [oldest] = yield* oldestRows(sql`SELECT min(recorded_ms)::float8 AS "oldestMs" FROM ${of("inbox")}`)
    return { levels: found, oldestUnmovedMs: oldest?.oldestMs ?? null }
  })

  const check = Effect.fn("PackedHistory.check")(function* ({ ownersMax }: { readonly ownersMax: number | null }) {
    const faults: Array<string> = []
    const note = (fault: string) => {
      if (faults.length < faultsMax) faults.push(fault)
    }
    const [bounds] = yield* boundRows(sql`
      SELECT greatest(make_date(min(year)::int, 1, 1), (SELECT kept_from FROM ${of("state")})) - date '1970-01-01' AS first,
        make_date(max(year)::int, 12, 31) - date '1970-01-01' AS last FROM ${of("calendar")}`)
    const counted = { owners: 0, lists: 0, ranks: 0 }
    if (bounds?.first == null || bounds.last === null) return { ...counted, faults } satisfies HistoryCheck
    const from = dayOfNumber(bounds.first)
    const to = dayOfNumber(bounds.last)
    const measuredDays = Effect.fnUntraced(function* (owners: ReadonlyArray<number>) {
      const days = new Set<string>()
      for (const [owner, own] of yield* reads.measured(owners, from, to))
        for (const [index, at] of own.entries())
          if (at !== null) days.add(`${owner}:${dayOfNumber(dayNumberOf(from) + index)}`)
      return days
    })
    const listingPlaces = Effect.fnUntraced(function* (listing: number, owners: ReadonlySet<number>) {
      const { places, unreadable } = yield* reads.matrix(listing, from, to)
      for (const { month, reason } of unreadable) note(`listing ${listing}, ${month.slice(0, 7)}: ${reason}`)
      const found = new Map<string, number>()
      for (const [owner, row] of places)
        if (owners.has(owner))
          for (const [index, place] of row.entries())
            if (place > 0) found.set(`${owner}:${dayOfNumber(dayNumberOf(from) + index)}`, place)
      return { found, months: new Set(unreadable.map(({ month }) => month)) }
    })

    const sample = yield* ownerRows(
      ownersMax === null
        ? sql`SELECT DISTINCT owner_id AS id FROM ${of("calendar")} ORDER BY 1`
        : sql`SELECT id FROM (SELECT DISTINCT owner_id AS id FROM ${of("calendar")}) AS owners
            ORDER BY hashint4(id) LIMIT ${ownersMax}`
    )
    for (let at = 0; at < sample.length; at += ownersAtOnce) {
      const owners = sample.slice(at, at + ownersAtOnce).map(({ id }) => id)
      // A day that is claimed has its list; a list has its day. Those that come meanwhile are in the later look alone.
      const before = yield* measuredDays(owners)
      const { lists, unreadable } = yield* reads.lists(owners, from, to)
      const after = yield* measuredDays(owners)
      const lost = new Set(unreadable.map(({ id, month }) => `${id}:${month.slice(0, 7)}`))
      for (const { id, month, reason } of unreadable) note(`owner ${id}, ${month.slice(0, 7)}: ${reason}`)
      const listed = new Set(lists.map(({ day, owner }) => `${owner}:${day}`))
      for (const day of before)
        if (!listed.has(day) && !lost.has(day.slice(0, -3))) note(`owner and day ${day}: measured, and no list`)
      for (const day of listed) if (!after.has(day)) note(`owner and day ${day}: a list, and not measured`)

      const wanted = new Map<number, Map<string, { readonly place: number; readonly month: Day }>>()
      for (const { day, listings, owner } of lists)
        for (const [index, listing] of listings.entries()) {
          const own = wanted.get(listing) ?? new Map()
          own.set(`${owner}:${day}`, { place: index + 1, month: `${day.slice(0, 7)}-01` })
          wanted.set(listing, own)
        }
      const known = new Set(owners)
      for (const [listing, own] of wanted) {
        const { found, months } = yield* listingPlaces(listing, known)
        for (const [day, { month, place }] of own)
          if (found.get(day) !== place && !months.has(month))
            note(`owner and day ${day}: listing ${listing} at ${place} in the list, and not by listing`)
        for (const day of found.keys())
          if (listed.has(day) && !own.has(day))
            note(`owner and day ${day}: listing ${listing} by listing, and not in the list`)
      }
      counted.owners += owners.length
      counted.lists += lists.length
      counted.ranks += lists.reduce((sum, list) => sum + list.listed, 0)
    }
    return { ...counted, faults } satisfies HistoryCheck
  })
  return { stats, check }
}
