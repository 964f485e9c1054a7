import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { addDays, type Day, dayNumberOf, dayOf, startMsOf } from "./days.ts"

/** The numbers beside a list. They are kept as whole numbers, in the order of `pack`; new ones are added at its end. */
export interface SeriesFacts<F> {
  readonly pack: (facts: F) => ReadonlyArray<number | null>
  /** Of an older row, those that were added since are missing. */
  readonly unpack: (values: ReadonlyArray<number | null>) => F
}

/** A history of lists: an owner, such as a keyword, has at most one list of listings a day. */
export interface Series<F> {
  /** What the names of its tables begin with. */
  readonly name: string
  readonly facts: SeriesFacts<F>
  /** Days older than that are neither taken nor kept. */
  readonly keepDays: number
}

/** What a look at one list gave. */
export interface ListSnapshot<F> {
  readonly owner: number
  readonly market: number
  readonly source: number
  readonly day: Day
  readonly observedMs: number
  /** How far down was looked. */
  readonly depth: number
  readonly facts: F
  /** First is best; at most `depth`, each once. An empty list is one in which nobody is. */
  readonly listings: ReadonlyArray<number>
}

/** What became of a snapshot. `known`: there is one of its owner and day. */
export type Appended =
  | { readonly outcome: "taken"; readonly recordedMs: number }
  | { readonly outcome: "known" }
  | { readonly outcome: "refused"; readonly reason: string }

export interface StoredFacts<F> extends Omit<ListSnapshot<F>, "listings"> {
  /** Its moment in the feed. */
  readonly recordedMs: number
  /** How many listings the list has. */
  readonly listed: number
}
export interface StoredList<F> extends StoredFacts<F> {
  readonly listings: ReadonlyArray<number>
}

/** A month of an owner or a listing that can't be read in full. What it would have said was not measured. */
export interface Unreadable {
  readonly id: number
  readonly month: Day
  readonly reason: string
}

/** The places of a listing from the first day on. */
export interface Matrix {
  readonly first: Day
  readonly days: number
  /** By owner and day; 0 is "not in the list", if there is one, and if its month is not unreadable. */
  readonly places: ReadonlyMap<number, Uint16Array>
  readonly unreadable: ReadonlyArray<Unreadable>
}

/** Whether, from which source and how deep an owner was measured on the days from the first on; null: it was not. */
export type Measured = ReadonlyMap<number, ReadonlyArray<{ readonly source: number; readonly depth: number } | null>>

/** A list's place in the feed; what it says is read with `lists`. */
export interface FeedEntry {
  readonly recordedMs: number
  readonly owner: number
  readonly day: Day
  readonly market: number
}

export interface FeedQuery {
  /** Of the last entry that was read. */
  readonly after: { readonly recordedMs: number; readonly owner: number }
  readonly untilMs: number
  /** Undefined: all of them. */
  readonly markets?: ReadonlyArray<number>
  readonly limit: number
}

export interface HistoryStats {
  /** Null: not counted yet. */
  readonly levels: ReadonlyArray<{
    readonly level: string
    readonly rows: number | null
    readonly bytes: number | null
  }>
  /** When the oldest list that no move has taken yet was recorded. */
  readonly oldestUnmovedMs: number | null
}

/** How far a check of all owners has come: the last part of it that is done. */
export interface CheckPosition {
  readonly month: Day
  /** Part of the month: owners in the order of their ids, about a million at a time. */
  readonly part: number
}
export interface CheckOptions {
  /** Some owners, spread over all; null: all. */
  readonly ownersMax: number | null
  /** Goes on after what is done. */
  readonly after?: CheckPosition
  /** So many parts, of all owners; then `next` says where to go on. */
  readonly partsMax?: number
}
export interface HistoryCheck {
  readonly owners: number
  readonly lists: number
  readonly ranks: number
  /** What is wrong, in words; the first hundred. */
  readonly faults: ReadonlyArray<string>
  /** Null: nothing is left. */
  readonly next: CheckPosition | null
}

/** What an engine did to stay small and quick. */
export interface Upkeep {
  readonly flushedLists: number
  readonly mergedBlocks: number
  readonly foldedLists: number
}

/**
 * Lists day by day, read by owner and by listing. Reads give cells and know no model; each sees every snapshot that was
 * acknowledged before it exactly once, whatever the engine moves meanwhile.
 */
export interface ListHistory<F> {
  /**
   * Takes those whose owner and day nobody has given yet, for ever, in one transaction, or in the caller's. `live`
   * snapshots enter the feed in the order of their commits; others at the time of their day.
   */
  readonly append: (
    snapshots: ReadonlyArray<ListSnapshot<F>>,
    options: { readonly live: boolean }
  ) => Effect.Effect<ReadonlyArray<Appended>, SqlError.SqlError>
  /** Of all owners, or of these alone. */
  readonly matrix: (
    listing: number,
    from: Day,
    to: Day,
    owners?: ReadonlyArray<number>
  ) => Effect.Effect<Matrix, SqlError.SqlError>
  readonly measured: (owners: ReadonlyArray<number>, from: Day, to: Day) => Effect.Effect<Measured, SqlError.SqlError>
  /** By owner and day. */
  readonly lists: (
    owners: ReadonlyArray<number>,
    from: Day,
    to: Day
  ) => Effect.Effect<
    { readonly lists: ReadonlyArray<StoredList<F>>; readonly unreadable: ReadonlyArray<Unreadable> },
    SqlError.SqlError
  >
  /** The same without the listings. */
  readonly facts: (
    owners: ReadonlyArray<number>,
    from: Day,
    to: Day
  ) => Effect.Effect<
    { readonly facts: ReadonlyArray<StoredFacts<F>>; readonly unreadable: ReadonlyArray<Unreadable> },
    SqlError.SqlError
  >
  /** All lists that were recorded up to this moment are there; those to come are recorded later. */
  readonly settledMs: Effect.Effect<number, SqlError.SqlError>
  /** The next entries in the order of their moments. */
  readonly feed: (
    query: FeedQuery
  ) => Effect.Effect<
    { readonly entries: ReadonlyArray<FeedEntry>; readonly unreadable: ReadonlyArray<Unreadable> },
    SqlError.SqlError
  >
  /** Removes all of these owners, so that their days can be given anew. */
  readonly forget: (owners: ReadonlyArray<number>) => Effect.Effect<void, SqlError.SqlError>
  /** Removes the months that ended before, for good: their days are not taken again. */
  readonly drop: (before: Day) => Effect.Effect<void, SqlError.SqlError>
  /** Moves what is due to be moved. Any node may, at any time. */
  readonly upkeep: Effect.Effect<Upkeep, SqlError.SqlError>
  readonly stats: Effect.Effect<HistoryStats, SqlError.SqlError>
  /** Holds the calendar, the lists and the places of some owners, or of all, against each other. */
  readonly check: (options: CheckOptions) => Effect.Effect<HistoryCheck, SqlError.SqlError>
}

/** As deep as any store is looked at. */
export const depthMax = 400
const idMax = 2 ** 31 - 1
const smallMax = 2 ** 15 - 1
/** Beyond it numbers and their differences don't fit a block. */
const factMax = 2 ** 50

const isId = (value: number, max = idMax) => Number.isInteger(value) && value >= 1 && value <= max
const isNumber = (value: number) => Number.isInteger(value) && Math.abs(value) <= factMax
const isDay = (day: Day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && dayNumberOf(day) >= 0 && dayOf(startMsOf(day)) === day

/** The days that are taken: none that was dropped, none too old, none to come. */
export const daysTaken = (
  nowMs: number,
  keepDays: number,
  keptFrom: Day
): { readonly first: Day; readonly last: Day } => {
  const last = dayOf(nowMs)
  const oldest = addDays(last, -keepDays)
  return { first: oldest < keptFrom ? keptFrom : oldest, last }
}

/** Why a snapshot is none, in words, or null. */
export const refusalOf = <F>(
  snapshot: ListSnapshot<F>,
  { facts }: Pick<Series<F>, "facts">,
  days: ReturnType<typeof daysTaken>
): string | null => {
  const { day, depth, listings, market, observedMs, owner, source } = snapshot
  if (!isId(owner)) return `its owner ${owner} is no id`
  if (!isId(market, smallMax)) return `its market ${market} is no id`
  if (!isId(source, smallMax)) return `its source ${source} is no id`
  if (!isDay(day)) return `'${day}' is no day`
  if (day > days.last) return `${day} is in the future`
  if (day < days.first) return `${day} is before ${days.first}, the first day that is kept`
  if (!isNumber(observedMs)) return `its moment ${observedMs} is no whole number of milliseconds`
  if (!isId(depth, depthMax)) return `its depth ${depth} is not between 1 and ${depthMax}`
  if (listings.length > depth) return `${listings.length} listings are more than its depth of ${depth}`
  const seen = new Set<number>()
  for (const listing of listings) {
    if (!isId(listing)) return `its listing ${listing} is no id`
    if (seen.has(listing)) return `listing ${listing} is in it twice`
    seen.add(listing)
  }
  const wrong = facts.pack(snapshot.facts).find((value) => value !== null && !isNumber(value))
  return wrong === undefined ? null : `${wrong} is no whole number up to 2^50`
}

/** The moment of a snapshot that was not written as it was made: a time of its day, of its own for each owner. */
export const pastMomentOf = ({ day, owner }: { readonly day: Day; readonly owner: number }): number =>
  startMsOf(day) + (owner % 86_400_000)
