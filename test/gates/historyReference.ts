/** What was acknowledged, and what reads may say while more is being written. */
import type { Day, FeedEntry, ListHistory, StoredList } from "@storeglass/history"
import { makeMemoryHistory } from "@storeglass/history/testing"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { dayBack, daysBack, type Facts, listings, series, snapshotOf, type Told } from "./historyLists.ts"

const key = (owner: number, day: Day) => `${owner}:${day}`
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const faultsMax = 20

/** A reference that writers add to and reads are held against; faults are kept in words. */
export const makeReference = (seed: number, today: Day) => {
  const from = dayBack(today, daysBack)
  const days = Array.from({ length: daysBack + 1 }, (_, index) => dayBack(from, -index))
  const faults: Array<string> = []
  let faultsFound = 0
  const note = (fault: string) => {
    faultsFound += 1
    if (faults.length < faultsMax) faults.push(fault)
  }
  // One for each owner, so that a look at one doesn't go through all.
  const engines = new Map<number, ListHistory<Facts>>()
  const engineOf = (owner: number) => {
    const known = engines.get(owner)
    if (known !== undefined) return known
    const made = makeMemoryHistory(series)
    engines.set(owner, made)
    return made
  }
  /** The moments of those that were acknowledged or read. */
  const moments = new Map<string, number>()
  const acknowledged = new Set<string>()
  /** Which writers have begun to give it. */
  const tried = new Map<string, Set<number>>()
  /** What reads have shown beyond what was acknowledged: it must turn out to have been given, as it was shown. */
  const toJustify: Array<{ readonly what: string; readonly key: string; readonly fits: (writer: number) => boolean }> =
    []
  const saidKnown = new Set<string>()

  const hold = (writer: number, owner: number, day: Day, recordedMs: number) => {
    moments.set(key(owner, day), recordedMs)
    return Effect.orDie(engineOf(owner).append([snapshotOf(seed, writer, owner, day)], { live: false }))
  }

  const hear = (writer: number, told: Told) =>
    Effect.gen(function* () {
      if (told.tells === "trying")
        for (const { day, owner } of told.keys) {
          const own = tried.get(key(owner, day)) ?? new Set()
          tried.set(key(owner, day), own.add(writer))
        }
      if (told.tells === "known") for (const { day, owner } of told.keys) saidKnown.add(key(owner, day))
      if (told.tells === "taken")
        for (const { day, owner, recordedMs } of told.keys) {
          const own = key(owner, day)
          const [known] = (yield* Effect.orDie(engineOf(owner).lists([owner], day, day))).lists
          if (acknowledged.has(own)) note(`${own} was taken twice`)
          else if (known === undefined) yield* hold(writer, owner, day, recordedMs)
          else if (known.source !== writer || moments.get(own) !== recordedMs)
            note(`${own} is not the one that was taken`)
          acknowledged.add(own)
        }
    })

  const withoutMoment = ({ recordedMs: _, ...rest }: StoredList<Facts>) => rest

  /** A read of lists shows what is in the reference already and, beyond it, only what is being written. */
  const lists = Effect.fnUntraced(function* (
    read: ReturnType<ListHistory<Facts>["lists"]>,
    owners: ReadonlyArray<number>,
    first: Day,
    last: Day
  ) {
    const wanted = new Map<string, StoredList<Facts>>()
    for (const owner of owners)
      for (const list of (yield* Effect.orDie(engineOf(owner).lists([owner], first, last))).lists)
        wanted.set(key(owner, list.day), list)
    const found = yield* read
    const seen = new Set<string>()
    for (const { id, reason } of found.unreadable) note(`lists: owner ${id} can't be read: ${reason}`)
    for (const list of found.lists) {
      const own = key(list.owner, list.day)
      if (seen.has(own)) note(`lists: ${own} is there twice`)
      seen.add(own)
      const expected = snapshotOf(seed, list.source, list.owner, list.day)
      const { listed, ...rest } = withoutMoment(list)
      if (!same(ordered(rest), ordered(expected)) || listed !== expected.listings.length)
        note(`lists: ${own} isn't as writer ${list.source} gave it`)
      const known = wanted.get(own)
      if (known !== undefined && known.source !== list.source) note(`lists: ${own} is another writer's now`)
      if ((moments.get(own) ?? list.recordedMs) !== list.recordedMs) note(`lists: ${own} has another moment now`)
      if (known === undefined && !moments.has(own)) {
        toJustify.push({ what: "lists", key: own, fits: (writer) => writer === list.source })
        // From now on it is there for everybody.
        yield* hold(list.source, list.owner, list.day, list.recordedMs)
      }
    }
    for (const own of wanted.keys()) if (!seen.has(own)) note(`lists: ${own} was there and is gone`)
  })

  const facts = Effect.fnUntraced(function* (
    read: ReturnType<ListHistory<Facts>["facts"]>,
    owners: ReadonlyArray<number>,
    first: Day,
    last: Day
  ) {
    const wanted = new Set<string>()
    for (const owner of owners)
      for (const { day } of (yield* Effect.orDie(engineOf(owner).facts([owner], first, last))).facts)
        wanted.add(key(owner, day))
    const seen = new Set<string>()
    for (const { day, facts: found, owner, source } of (yield* read).facts) {
      const own = key(owner, day)
      if (seen.has(own)) note(`facts: ${own} is there twice`)
      seen.add(own)
      if (!same(found, snapshotOf(seed, source, owner, day).facts)) note(`facts: ${own} isn't as it was given`)
      if (!wanted.has(own)) toJustify.push({ what: "facts", key: own, fits: (writer) => writer === source })
    }
    for (const own of wanted) if (!seen.has(own)) note(`facts: ${own} was there and is gone`)
  })

  const measured = Effect.fnUntraced(function* (
    read: ReturnType<ListHistory<Facts>["measured"]>,
    owners: ReadonlyArray<number>,
    first: Day,
    last: Day
  ) {
    const wanted = new Map<number, ReadonlyArray<{ readonly source: number; readonly depth: number } | null>>()
    for (const owner of owners)
      wanted.set(owner, (yield* Effect.orDie(engineOf(owner).measured([owner], first, last))).get(owner) ?? [])
    for (const [owner, found] of yield* read)
      for (const [index, at] of found.entries()) {
        const expected = wanted.get(owner)?.[index] ?? null
        if (expected === null && at === null) continue
        const own = key(owner, dayBack(first, -index))
        if (expected !== null && !same(expected, at)) note(`measured: ${own} is ${JSON.stringify(at)} now`)
        if (expected === null && at !== null)
          toJustify.push({ what: "measured", key: own, fits: (writer) => writer === at.source })
      }
  })

  const placesOf = Effect.fnUntraced(function* (listing: number) {
    const places = new Map<string, number>()
    for (const engine of engines.values())
      for (const [owner, row] of (yield* Effect.orDie(engine.matrix(listing, from, today))).places)
        for (const [index, place] of row.entries()) if (place > 0) places.set(key(owner, days[index] ?? ""), place)
    return places
  })
  const matrix = Effect.fnUntraced(function* (
    read: (listing: number) => ReturnType<ListHistory<Facts>["matrix"]>,
    listing: number
  ) {
    const wanted = yield* placesOf(listing)
    const found = yield* read(listing)
    for (const { month, reason } of found.unreadable) note(`places: listing ${listing}, ${month}: ${reason}`)
    for (const [owner, row] of found.places)
      for (const [index, place] of row.entries()) {
        if (place === 0) continue
        const day = days[index] ?? ""
        const own = key(owner, day)
        const expected = wanted.get(own)
        wanted.delete(own)
        if (place === expected) continue
        if (expected !== undefined) note(`places: listing ${listing}, ${own}: ${place}, and was ${expected}`)
        else
          toJustify.push({
            what: `places of listing ${listing}`,
            key: own,
            fits: (writer) => snapshotOf(seed, writer, owner, day).listings[place - 1] === listing
          })
      }
    for (const own of wanted.keys()) note(`places: listing ${listing}, ${own} was there and is gone`)
  })

  /** A page has all that was acknowledged before between its cursor and its last entry, each once and in order. */
  const feed = Effect.fnUntraced(function* (
    read: (after: FeedEntry, limit: number) => Effect.Effect<ReadonlyArray<FeedEntry>, SqlError.SqlError>,
    after: FeedEntry,
    limit: number
  ) {
    const before = new Map(moments)
    const entries = yield* read(after, limit)
    const isAfter = (one: FeedEntry, other: FeedEntry) =>
      one.recordedMs > other.recordedMs || (one.recordedMs === other.recordedMs && one.owner > other.owner)
    let cursor = after
    const seen = new Set<string>()
    for (const entry of entries) {
      const own = key(entry.owner, entry.day)
      if (!isAfter(entry, cursor)) note(`feed: ${own} is out of order, or there twice`)
      cursor = entry
      seen.add(own)
      if ((moments.get(own) ?? entry.recordedMs) !== entry.recordedMs) note(`feed: ${own} has another moment`)
      if (!moments.has(own)) toJustify.push({ what: "feed", key: own, fits: () => true })
    }
    const isLast = entries.length < limit
    for (const [own, recordedMs] of before) {
      if (seen.has(own)) continue
      const [owner = "0", day = ""] = own.split(":")
      const entry = { recordedMs, owner: Number(owner), day, market: 0 }
      if (isAfter(entry, after) && (isLast || isAfter(cursor, entry))) note(`feed: ${own} was there and is gone`)
    }
    return cursor
  })

  /** Once nothing writes any more: nothing is there that nobody gave, and all that was said to be there is. */
  const justify = () => {
    for (const { fits, key: own, what } of toJustify)
      if (![...(tried.get(own) ?? [])].some(fits)) note(`${what}: ${own} was given by nobody so`)
      else if (!moments.has(own)) note(`${what}: ${own} was there and is gone`)
    for (const own of saidKnown) if (!moments.has(own)) note(`${own} was said to be there and isn't`)
  }

  /** All of it, exactly. */
  const whole = Effect.fnUntraced(function* (history: ListHistory<Facts>, owners: number) {
    const all = Array.from({ length: owners }, (_, index) => 1 + index)
    for (let at = 0; at < all.length; at += 50) {
      const some = all.slice(at, at + 50)
      yield* lists(history.lists(some, from, today), some, from, today)
      // Those that nobody was told of are in the reference now; from here on all must agree.
      yield* facts(history.facts(some, from, today), some, from, today)
      const inOrder: Array<readonly [number, unknown]> = []
      for (const owner of some)
        inOrder.push([owner, (yield* Effect.orDie(engineOf(owner).measured([owner], from, today))).get(owner)])
      if (!same(inOrder, [...(yield* history.measured(some, from, today))]))
        note(`measured: not what the lists of ${at} to ${at + 50} say`)
    }
    const exactly = Effect.fnUntraced(function* (listing: number) {
      const wanted = yield* placesOf(listing)
      const found = yield* history.matrix(listing, from, today)
      const cells = new Map<string, number>()
      for (const [owner, row] of found.places)
        for (const [index, place] of row.entries()) if (place > 0) cells.set(key(owner, days[index] ?? ""), place)
      for (const [own, place] of wanted)
        if (cells.get(own) !== place) note(`places: listing ${listing}, ${own}: ${cells.get(own)} and not ${place}`)
      if (cells.size > wanted.size) note(`places: listing ${listing} is in ${cells.size} lists, not ${wanted.size}`)
    })
    yield* Effect.forEach(
      Array.from({ length: listings }, (_, index) => index + 1),
      exactly,
      { concurrency: 4, discard: true }
    )
    let cursor: FeedEntry = { recordedMs: -1, owner: 0, day: from, market: 0 }
    let fed = 0
    const read = (after: FeedEntry, limit: number) =>
      Effect.map(history.feed({ after, untilMs: Date.UTC(2100, 0, 1), limit }), ({ entries }) => {
        fed += entries.length
        return entries
      })
    for (let before = -1; before < fed; ) {
      before = fed
      cursor = yield* feed(read, cursor, 500)
    }
    if (fed !== moments.size) note(`feed: ${fed} entries of ${moments.size} lists`)
  })

  return {
    from,
    hear,
    lists,
    facts,
    measured,
    matrix,
    feed,
    justify,
    whole,
    note,
    faults: () => ({ count: faultsFound, first: faults }),
    held: () => moments.size,
    acknowledged: () => acknowledged.size,
    ranks: Effect.gen(function* () {
      let ranks = 0
      for (const engine of engines.values()) ranks += (yield* Effect.orDie(engine.check({ ownersMax: null }))).ranks
      return ranks
    })
  }
}
export type Reference = ReturnType<typeof makeReference>

const ordered = (record: object) => Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
