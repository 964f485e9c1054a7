import { addDays, type Day, dayNumberOf, type Matrix } from "@storeglass/history"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { KeywordList, KeywordLists } from "./KeywordLists.ts"

type Lists = KeywordLists["Service"]

/** Where a listing was in the lists of its keywords. */
export interface Places {
  /** Keywords that it was ranked for on any day. */
  readonly keywordIds: ReadonlyArray<number>
  /** Null: not in the list, if there is one; undefined: it can't be told. */
  readonly on: (keywordId: number, day: Day) => number | null | undefined
  /** Whether it was ranked for the keyword on any day from one to another. */
  readonly isIn: (keywordId: number, from: Day, to: Day) => boolean
}

export const noPlaces: Places = { keywordIds: [], on: () => null, isIn: () => false }

const placesOf = ({ days, first, places, unreadable }: Matrix): Places => {
  const start = dayNumberOf(first)
  const months = new Set(unreadable.map(({ month }) => month.slice(0, 7)))
  // Days are asked for a keyword after the other.
  const numbers = new Map<Day, number>()
  const indexOf = (day: Day) => {
    const known = numbers.get(day)
    if (known !== undefined) return known
    const index = dayNumberOf(day) - start
    numbers.set(day, index)
    return index
  }
  const on: Places["on"] = (keywordId, day) => {
    const place = places.get(keywordId)?.[indexOf(day)] ?? 0
    return place > 0 ? place : months.size > 0 && months.has(day.slice(0, 7)) ? undefined : null
  }
  const isIn: Places["isIn"] = (keywordId, from, to) =>
    places
      .get(keywordId)
      ?.subarray(Math.max(0, indexOf(from)), Math.max(0, Math.min(days, indexOf(to) + 1)))
      .some((place) => place > 0) ?? false
  return { keywordIds: [...places.keys()], on, isIn }
}

/** Without a listing there are no places. */
export const placesIn = (
  lists: Lists,
  listingId: number | null,
  from: Day,
  to: Day
): Effect.Effect<Places, SqlError.SqlError> =>
  listingId === null ? Effect.succeed(noPlaces) : Effect.map(lists.matrix(listingId, from, to), placesOf)

/** Of a listing: its places in all lists, or in those of some keywords. */
interface AskedListing {
  readonly listingId: number
  readonly keywordIds?: ReadonlyArray<number>
}
/** Each listing with the keywords that it's looked up for. */
export const byListing = (
  rows: ReadonlyArray<{ readonly keywordId: number; readonly listingId: number | null }>
): ReadonlyArray<AskedListing> =>
  [...Map.groupBy(rows, ({ listingId }) => listingId)].flatMap(([listingId, own]) =>
    listingId === null ? [] : [{ listingId, keywordIds: own.map(({ keywordId }) => keywordId) }]
  )

/** The places of listings, by listing. */
export const placesOfAll = (lists: Lists, asked: ReadonlyArray<AskedListing>, from: Day, to: Day) =>
  Effect.map(
    Effect.forEach(
      asked,
      ({ keywordIds, listingId }) =>
        Effect.map(lists.matrix(listingId, from, to, keywordIds), (matrix) => [listingId, placesOf(matrix)] as const),
      { concurrency: 4 }
    ),
    (all): ReadonlyMap<number, Places> => new Map(all)
  )

interface OnDay {
  readonly keywordId: number
  readonly day: Day
}
const nameOf = ({ day, keywordId }: OnDay) => `${keywordId} ${day}`

const byDay = (wanted: ReadonlyArray<OnDay>) => [...Map.groupBy(wanted, ({ day }) => day)]

/** What each of these keywords has on its day. */
const eachOnDay =
  <A extends { readonly owner: number; readonly day: Day }>(
    read: (keywordIds: ReadonlyArray<number>, day: Day) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>
  ) =>
  (wanted: ReadonlyArray<OnDay>) =>
    Effect.map(
      Effect.forEach(byDay(wanted), ([day, own]) => read([...new Set(own.map(({ keywordId }) => keywordId))], day), {
        concurrency: 4
      }),
      (found) => {
        const all = new Map(found.flat().map((one) => [nameOf({ keywordId: one.owner, day: one.day }), one]))
        return { get: (keywordId: number, day: Day): A | undefined => all.get(nameOf({ keywordId, day })) }
      }
    )

export interface ListsOnDays {
  readonly get: (keywordId: number, day: Day) => KeywordList | undefined
}
export const listsOnDays = (
  lists: Lists,
  wanted: ReadonlyArray<OnDay>
): Effect.Effect<ListsOnDays, SqlError.SqlError> =>
  eachOnDay((ids, day) => Effect.map(lists.lists(ids, day, day), (found) => found.lists))(wanted)
export const factsOnDays = (lists: Lists, wanted: ReadonlyArray<OnDay>) =>
  eachOnDay((ids, day) => Effect.map(lists.facts(ids, day, day), ({ facts }) => facts))(wanted)

/** What was measured on a day. */
export interface MeasuredDay {
  readonly day: Day
  readonly source: number
  readonly depth: number
}
/** When keywords were measured, by the calendar. */
export interface MeasuredDays {
  readonly on: (keywordId: number, day: Day) => { readonly source: number; readonly depth: number } | null
  /** The last day from one to another of this source, or of any. */
  readonly last: (keywordId: number, from: Day, to: Day, source?: number | null) => MeasuredDay | null
}
export const measuredDays = (
  lists: Lists,
  keywordIds: ReadonlyArray<number>,
  from: Day,
  to: Day
): Effect.Effect<MeasuredDays, SqlError.SqlError> =>
  Effect.map(lists.measured(keywordIds, from, to), (measured) => {
    const start = dayNumberOf(from)
    return {
      on: (keywordId, day) => measured.get(keywordId)?.[dayNumberOf(day) - start] ?? null,
      last: (keywordId, first, last, source) => {
        const own = measured.get(keywordId) ?? []
        for (let at = dayNumberOf(last) - start; at >= Math.max(0, dayNumberOf(first) - start); at--) {
          const found = own[at]
          if (found != null && (source == null || found.source === source)) return { day: addDays(from, at), ...found }
        }
        return null
      }
    }
  })
