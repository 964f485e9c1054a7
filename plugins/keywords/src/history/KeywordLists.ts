import {
  type Day,
  dayMs,
  dayOf,
  type ListHistory,
  makePackedHistory,
  type Series,
  type StoredFacts,
  type StoredList,
  type Unreadable
} from "@storeglass/history"
import { LedgerLoad } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import type { KeywordsConfig } from "../config.ts"
import { makeAdoption } from "./adoption.ts"
import { makeOldLists, type OldLists } from "./OldLists.ts"

/** The numbers beside the list of a keyword and day. */
export interface KeywordFacts {
  readonly resultCount: number
  /** Ratings of the first app. */
  readonly reach: number | null
  readonly volume: number | null
  readonly difficulty: number | null
  /** The version of the models that scored it. */
  readonly scoredBy: number
}
export type KeywordDay = StoredFacts<KeywordFacts>
export type KeywordList = StoredList<KeywordFacts>

/** Owners are keywords. */
export const series = (keepDays: number): Series<KeywordFacts> => ({
  name: "keywords_history",
  keepDays,
  facts: {
    pack: ({ difficulty, reach, resultCount, scoredBy, volume }) => [resultCount, reach, volume, difficulty, scoredBy],
    unpack: ([resultCount = 0, reach = null, volume = null, difficulty = null, scoredBy = 1]) => ({
      resultCount: resultCount ?? 0,
      reach,
      volume,
      difficulty,
      scoredBy: scoredBy ?? 1
    })
  }
})

/** What the upkeep did. */
export interface KeptUp {
  readonly adoptedLists: number
  readonly flushedLists: number
  readonly mergedBlocks: number
  readonly foldedLists: number
}

const inOrder = <T extends { readonly owner: number; readonly day: Day }>(
  old: ReadonlyArray<T>,
  now: ReadonlyArray<T>
): ReadonlyArray<T> => {
  if (old.length === 0) return now
  const keyOf = ({ day, owner }: T) => `${owner}:${day}`
  const seen = new Set(now.map(keyOf))
  return [...now, ...old.filter((one) => !seen.has(keyOf(one)))].sort(
    (a, b) => a.owner - b.owner || (a.day < b.day ? -1 : 1)
  )
}

/**
 * What is read while the tables of before are adopted: of them first, then of the packed lists. What moves meanwhile is
 * seen in both, and told once; the other way round it might be seen in neither.
 */
export const withOld = (packed: ListHistory<KeywordFacts>, old: OldLists): ListHistory<KeywordFacts> => {
  const both = <A, B>(
    ofOld: Effect.Effect<A, SqlError.SqlError>,
    ofPacked: Effect.Effect<B, SqlError.SqlError>,
    join: (old: A, packed: B) => B
  ) =>
    Effect.flatMap(old.isThere, (isThere) =>
      isThere ? Effect.flatMap(ofOld, (found) => Effect.map(ofPacked, (now) => join(found, now))) : ofPacked
    )
  return {
    ...packed,
    matrix: (listing, from, to, owners) =>
      both(old.places(listing, from, to), packed.matrix(listing, from, to, owners), (places, matrix) => {
        const all = new Map(matrix.places)
        const wanted = owners === undefined ? undefined : new Set(owners)
        for (const { at, owner, place } of places) {
          if (wanted?.has(owner) === false) continue
          const row = all.get(owner) ?? new Uint16Array(matrix.days)
          row[at] = place
          all.set(owner, row)
        }
        return { ...matrix, places: all }
      }),
    lists: (owners, from, to) =>
      both(old.lists(owners, from, to), packed.lists(owners, from, to), (lists, now) => ({
        ...now,
        lists: inOrder(lists, now.lists)
      })),
    facts: (owners, from, to) =>
      both(old.facts(owners, from, to), packed.facts(owners, from, to), (facts, now) => ({
        ...now,
        facts: inOrder(facts, now.facts)
      })),
    feed: (query) =>
      both(old.feed(query), packed.feed(query), (entries, now) => {
        const seen = new Set(now.entries.map(({ owner, recordedMs }) => `${recordedMs}:${owner}`))
        return {
          ...now,
          entries: [...now.entries, ...entries.filter(({ owner, recordedMs }) => !seen.has(`${recordedMs}:${owner}`))]
            .sort((a, b) => a.recordedMs - b.recordedMs || a.owner - b.owner)
            .slice(0, query.limit)
        }
      }),
    // What an adoption took before it was forgotten here, it wrote before its turn to forget there.
    forget: (owners) => Effect.andThen(old.forget(owners), packed.forget(owners)),
    drop: (before) => Effect.andThen(old.drop(before), packed.drop(before))
  }
}

/** Says which months can't be read: to who asks they are not measured. */
const told = <A extends { readonly unreadable: ReadonlyArray<Unreadable> }>(
  read: Effect.Effect<A, SqlError.SqlError>
): Effect.Effect<A, SqlError.SqlError> =>
  Effect.tap(read, ({ unreadable }) =>
    unreadable.length === 0 ? Effect.void : Effect.logError("Ranks of keywords can't be read.", { unreadable })
  )

/** The history of keywords: their lists by day, read by keyword and by listing. */
export class KeywordLists extends Context.Service<
  KeywordLists,
  ListHistory<KeywordFacts> & {
    /** Adopts what is left of the tables of before, and moves what is due. */
    readonly keepUp: Effect.Effect<KeptUp, SqlError.SqlError>
    /** Removes what is older than it is kept for. */
    readonly dropOld: Effect.Effect<Day, SqlError.SqlError>
    /** Why months of the tables of before are kept although they were moved. */
    readonly faults: Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  }
>()("@storeglass/keywords/KeywordLists") {
  static readonly layer = ({ history, historyDays }: Pick<KeywordsConfig, "history" | "historyDays">) =>
    Layer.effect(
      KeywordLists,
      Effect.gen(function* () {
        const { chargesP99Ms } = yield* LedgerLoad
        const packed = yield* makePackedHistory(series(historyDays), {
          pace: { rows: 20_000, chargesP99Ms, p99MsMax: history.paceP99Ms }
        })
        const old = yield* makeOldLists
        const adoption = yield* makeAdoption(packed, old)
        const lists = withOld(packed, old)
        return KeywordLists.of({
          ...lists,
          matrix: (listing, from, to, owners) => told(lists.matrix(listing, from, to, owners)),
          lists: (owners, from, to) => told(lists.lists(owners, from, to)),
          facts: (owners, from, to) => told(lists.facts(owners, from, to)),
          feed: (query) => told(lists.feed(query)),
          faults: old.faults,
          keepUp: Effect.gen(function* () {
            const adoptedLists = yield* adoption.all
            return { adoptedLists, ...(yield* packed.upkeep) }
          }).pipe(Effect.withSpan("KeywordLists.keepUp")),
          dropOld: Effect.gen(function* () {
            const before = dayOf((yield* Clock.currentTimeMillis) - historyDays * dayMs)
            yield* lists.drop(before)
            return before
          })
        })
      })
    )
}
