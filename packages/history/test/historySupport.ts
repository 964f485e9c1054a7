import { PgClient } from "@effect/sql-pg"
import { adjustableClock, freshDatabase } from "@storeglass/testkit"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type Day,
  type FeedEntry,
  type ListHistory,
  type ListSnapshot,
  type MoveOptions,
  makePackedHistory,
  packedTables,
  type Series,
  startMsOf
} from "../src/index.ts"
import { makeMemoryHistory } from "../src/testing.ts"

export interface Facts {
  readonly reach: number | null
  readonly results: number | null
}
export const series: Series<Facts> = {
  name: "words",
  keepDays: 400,
  facts: {
    pack: ({ reach, results }) => [reach, results],
    unpack: ([reach = null, results = null]) => ({ reach, results })
  }
}
export const database = () =>
  Layer.unwrap(Effect.map(freshDatabase(), (url) => PgClient.layer({ url, maxConnections: 6 })))

/** Time stands still until a test sets it; what sleeps does so by the real one. */
export const stillTime = (startMs: number) => {
  let nowMs = startMs
  const clock: Clock.Clock = {
    ...adjustableClock().clock,
    currentTimeMillisUnsafe: () => nowMs,
    currentTimeMillis: Effect.sync(() => nowMs)
  }
  return {
    set: (ms: number) => {
      nowMs = ms
    },
    pass: (ms: number) => {
      nowMs += ms
    },
    in: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Clock.Clock, clock)
  }
}

export const makeTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of packedTables(series.name)) yield* sql.unsafe(statement)
})
export const memory = Effect.sync(() => makeMemoryHistory(series))
/** On tables of its own. */
export const packed = (options: MoveOptions = {}) => Effect.andThen(makeTables, makePackedHistory(series, options))

export const snapshot = (
  owner: number,
  day: Day,
  listings: ReadonlyArray<number>,
  more: Partial<ListSnapshot<Facts>> = {}
): ListSnapshot<Facts> => ({
  owner,
  day,
  listings,
  market: 1,
  source: 1,
  depth: 100,
  observedMs: startMsOf(day) + owner,
  facts: { reach: owner * 1_000, results: null },
  ...more
})

/** The whole feed, a few entries at a time. */
export const wholeFeed = Effect.fnUntraced(function* <F>(
  history: ListHistory<F>,
  limit: number,
  markets?: ReadonlyArray<number>
) {
  const all: Array<FeedEntry> = []
  for (let after = { recordedMs: -1, owner: 0 }; ; ) {
    const { entries } = yield* history.feed({
      after,
      untilMs: Date.UTC(2030, 0, 1),
      limit,
      ...(markets === undefined ? {} : { markets })
    })
    all.push(...entries)
    const last = entries.at(-1)
    if (last === undefined || entries.length < limit) return all
    after = last
  }
})

/** Everything that a history says of these. */
export const told = Effect.fnUntraced(function* <F>(
  history: ListHistory<F>,
  {
    from,
    listings,
    owners,
    to
  }: {
    readonly owners: ReadonlyArray<number>
    readonly listings: ReadonlyArray<number>
    readonly from: Day
    readonly to: Day
  }
) {
  const matricesOf = (of?: ReadonlyArray<number>) =>
    Effect.forEach(listings, (listing) =>
      Effect.map(history.matrix(listing, from, to, of), ({ places, ...rest }) => ({
        ...rest,
        places: [...places].map(([owner, row]) => [owner, [...row]] as const).toSorted(([a], [b]) => a - b)
      }))
    )
  return {
    lists: yield* history.lists(owners, from, to),
    facts: yield* history.facts(owners, from, to),
    measured: [...(yield* history.measured(owners, from, to))],
    matrices: yield* matricesOf(),
    matricesOfSome: yield* matricesOf(owners.filter((owner) => owner % 2 === 1)),
    feed: yield* wholeFeed(history, 7),
    feedOfOne: yield* wholeFeed(history, 3, [2])
  }
})

/** Numbers that are the same in each run. */
export const numbersFrom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** From 0 to below it. */
  return (below: number) => Math.floor(next() * below)
}
