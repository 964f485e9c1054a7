/** An engine in memory, as plain as can be: what others answer is held against it. */
import { Clock, Effect } from "effect"
import { addDays, type Day, dayNumberOf } from "./days.ts"
import {
  type Appended,
  daysTaken,
  type ListHistory,
  type ListSnapshot,
  pastMomentOf,
  refusalOf,
  type Series,
  type StoredList
} from "./ListHistory.ts"

export const makeMemoryHistory = <F>(series: Series<F>): ListHistory<F> => {
  const { facts, keepDays } = series
  let stored: Array<StoredList<F>> = []
  let lastMs = 0
  let floor: Day = "1970-01-01"

  const within = (owners: ReadonlyArray<number>, from: Day, to: Day) =>
    stored
      .filter(({ day, owner }) => owners.includes(owner) && day >= from && day <= to)
      .toSorted((a, b) => a.owner - b.owner || (a.day < b.day ? -1 : 1))

  const append = Effect.fn("MemoryHistory.append")(function* (
    snapshots: ReadonlyArray<ListSnapshot<F>>,
    { live }: { readonly live: boolean }
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const days = daysTaken(nowMs, keepDays, floor)
    const taken: Array<ListSnapshot<F>> = []
    const outcomes = snapshots.map((snapshot): "known" | "taken" | { readonly reason: string } => {
      const reason = refusalOf(snapshot, series, days)
      if (reason !== null) return { reason }
      const isThis = (other: { owner: number; day: Day }) =>
        other.owner === snapshot.owner && other.day === snapshot.day
      if (stored.some(isThis) || taken.some(isThis)) return "known"
      taken.push(snapshot)
      return "taken"
    })
    if (taken.length > 0)
      lastMs = Math.max(lastMs + (live ? taken.length : 0), live ? nowMs : 0, ...(live ? [] : taken.map(pastMomentOf)))
    let index = 0
    return outcomes.map((outcome, at): Appended => {
      const snapshot = snapshots[at]
      if (outcome === "known" || snapshot === undefined) return { outcome: "known" }
      if (outcome !== "taken") return { outcome: "refused", reason: outcome.reason }
      index += 1
      const recordedMs = live ? lastMs - taken.length + index : pastMomentOf(snapshot)
      stored.push({
        ...snapshot,
        facts: facts.unpack(facts.pack(snapshot.facts)),
        recordedMs,
        listed: snapshot.listings.length
      })
      return { outcome: "taken", recordedMs }
    })
  })

  return {
    append,
    matrix: (listing, from, to, owners) =>
      Effect.sync(() => {
        const days = Math.max(0, dayNumberOf(to) - dayNumberOf(from) + 1)
        const places = new Map<number, Uint16Array>()
        for (const { day, listings, owner } of stored) {
          const at = listings.indexOf(listing)
          if (at < 0 || day < from || day > to || owners?.includes(owner) === false) continue
          const row = places.get(owner) ?? new Uint16Array(days)
          row[dayNumberOf(day) - dayNumberOf(from)] = at + 1
          places.set(owner, row)
        }
        return { first: from, days, places, unreadable: [] }
      }),
    measured: (owners, from, to) =>
      Effect.sync(() => {
        const days = Math.max(0, dayNumberOf(to) - dayNumberOf(from) + 1)
        return new Map(
          owners.map((owner) => {
            const of = new Map(within([owner], from, to).map(({ day, depth, source }) => [day, { source, depth }]))
            return [owner, Array.from({ length: days }, (_, index) => of.get(addDays(from, index)) ?? null)]
          })
        )
      }),
    lists: (owners, from, to) => Effect.sync(() => ({ lists: within(owners, from, to), unreadable: [] })),
    facts: (owners, from, to) =>
      Effect.sync(() => ({
        facts: within(owners, from, to).map(({ listings: _, ...rest }) => rest),
        unreadable: []
      })),
    settledMs: Effect.sync(() => lastMs),
    feed: ({ after, limit, markets, untilMs }) =>
      Effect.sync(() => ({
        entries: stored
          .filter(
            ({ market, owner, recordedMs }) =>
              (recordedMs > after.recordedMs || (recordedMs === after.recordedMs && owner > after.owner)) &&
              recordedMs <= untilMs &&
              (markets === undefined || markets.includes(market))
          )
          .toSorted((a, b) => a.recordedMs - b.recordedMs || a.owner - b.owner)
          .slice(0, limit)
          .map(({ day, market, owner, recordedMs }) => ({ recordedMs, owner, day, market })),
        unreadable: []
      })),
    forget: (owners) =>
      Effect.sync(() => {
        stored = stored.filter(({ owner }) => !owners.includes(owner))
      }),
    drop: (before) =>
      Effect.sync(() => {
        const month = `${before.slice(0, 7)}-01`
        if (month > floor) floor = month
        stored = stored.filter(({ day }) => day >= floor)
      }),
    upkeep: Effect.succeed({ flushedLists: 0, mergedBlocks: 0, foldedLists: 0 }),
    stats: Effect.sync(() => ({
      levels: [{ level: "memory", rows: stored.length, bytes: null }],
      oldestUnmovedMs: null
    })),
    check: () =>
      Effect.sync(() => ({
        owners: new Set(stored.map(({ owner }) => owner)).size,
        lists: stored.length,
        ranks: stored.reduce((sum, { listed }) => sum + listed, 0),
        faults: [],
        next: null
      }))
  }
}
