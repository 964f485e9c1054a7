import { addDays, type Day, dayMs, dayOf, daysFrom, type FeedEntry, startMsOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { KeywordsConfig } from "../config.ts"
import { type RankChange, type RankChangeQuery, RankChanges } from "../contract.ts"
import { ints } from "../database.ts"
import { differenceOf, type RankDifference, rankDiff } from "../models/rankDiff.ts"
import { KeywordLists } from "./KeywordLists.ts"
import { listsOnDays, measuredDays, placesOfAll } from "./places.ts"

/** Snapshots that are read at once: each gives up to some hundred changes. */
const batch = 12
/** What is older than this is no snapshot to compare with. */
const lookbackDays = 14
const usPerMs = 1_000
/** Of a few apps, in one step. */
const changesAtOnce = 1_000

const marketRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    platform: Schema.Literals(["storea", "storeb"]),
    country: Schema.String,
    device: Schema.String
  })
)
type Market = Effect.Success<ReturnType<typeof marketRows>>[number]
const termRows = rowsOf(Schema.Struct({ id: Schema.Int, term: Schema.String }))
const appRows = rowsOf(Schema.Struct({ id: Schema.Int, appId: Schema.String }))

/** A change without the names of its app and keyword. */
interface Found extends Omit<RankChange, "appId" | "keyword"> {
  readonly keywordId: number
  readonly listingId: number
  readonly recordedMs: number
}
interface Place {
  readonly keywordId: number
  readonly recordedMs: number
  readonly market: Market
}

/** Ranks are at most 400 deep: first those ranked now by their rank, then those that fell out by the rank they had. */
const microsecondOf = ({ currentRank, previousRank }: RankDifference<unknown>) =>
  currentRank ?? 400 + (previousRank ?? 0)

/**
 * Changes are not stored: each is the difference of two stored rankings. A snapshot has a moment of its own in whole
 * milliseconds, and each of its changes a microsecond after it, so that a moment is all that a reader has to remember.
 */
const changesOf = (
  { keywordId, market: { country, device, platform }, recordedMs }: Place,
  differences: ReadonlyArray<RankDifference<number>>,
  query: RankChangeQuery
): ReadonlyArray<Found> =>
  differences.flatMap(({ app: listingId, ...difference }) => {
    const detectedUs = recordedMs * usPerMs + microsecondOf({ ...difference, app: listingId })
    const isWanted =
      detectedUs > query.sinceUs &&
      detectedUs <= query.untilUs &&
      (query.types === undefined || query.types.includes(difference.type))
    if (!isWanted) return []
    const id = `${keywordId}.${recordedMs}.${listingId}`
    return [{ ...difference, id, listingId, keywordId, recordedMs, platform, country, device, detectedUs }]
  })

export const rankChangesLayer = ({ historyDays }: Pick<KeywordsConfig, "historyDays">) =>
  Layer.effect(
    RankChanges,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lists = yield* KeywordLists

      const listingsOf = (appIds: ReadonlyArray<string>) =>
        appRows(sql`
        SELECT id, app_id AS "appId" FROM keywords_listings
        WHERE app_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(appIds)}::text::jsonb))`)

      /** The days that snapshots recorded from then on can be of. */
      const firstDay = (fromMs: number) => addDays(dayOf(Math.max(0, fromMs)), -1)
      const lastDay = (query: RankChangeQuery) => addDays(dayOf(Math.floor(query.untilUs / usPerMs)), 1)

      const marketsOf = marketRows(sql`SELECT id::int AS id, platform, country, device FROM keywords_markets`)
      const isAsked = ({ country, device, platform }: RankChangeQuery, market: Market) =>
        (country === undefined || country === market.country) &&
        (platform === undefined || platform === market.platform) &&
        (device === undefined || device === market.device)

      /** In steps of so many days that a step looks at no more than some thousand changes. */
      const ofApps = Effect.fnUntraced(function* (
        query: RankChangeQuery,
        listings: ReadonlyArray<number>,
        markets: ReadonlyMap<number, Market>
      ) {
        const keptMs = startMsOf(addDays(dayOf(yield* Clock.currentTimeMillis), -historyDays)) - 31 * dayMs
        const fromMs = Math.max(keptMs, Math.floor(query.sinceUs / usPerMs) - 1)
        const [first, last] = [firstDay(fromMs), lastDay(query)]
        const places = yield* placesOfAll(
          lists,
          [...new Set(listings)].map((listingId) => ({ listingId })),
          addDays(first, -lookbackDays),
          last
        )
        const words = [...places].flatMap(([listingId, own]) =>
          own.keywordIds.map((keywordId) => ({ keywordId, listingId, places: own }))
        )
        const found: Array<Found> = []
        if (words.length === 0) return found
        const measured = yield* measuredDays(
          lists,
          [...new Set(words.map(({ keywordId }) => keywordId))],
          addDays(first, -lookbackDays),
          last
        )
        /** Where two snapshots in a row differ, the later of which is of that day. */
        const changedOn = (day: Day) => {
          const [earliest, eve] = [addDays(day, -lookbackDays), addDays(day, -1)]
          return words.flatMap(({ keywordId, listingId, places: own }) => {
            const now = measured.on(keywordId, day)
            const before = now === null ? null : measured.last(keywordId, earliest, eve, now.source)
            if (now === null || before === null) return []
            const [rank, was] = [own.on(keywordId, day), own.on(keywordId, before.day)]
            if (rank === undefined || was === undefined || rank === was) return []
            const depth = Math.min(now.depth, before.depth)
            const within = (place: number | null) => (place === null || place > depth ? null : place)
            const difference = differenceOf(listingId, within(was), within(rank))
            return difference === null ? [] : [{ keywordId, day, difference }]
          })
        }
        const days = daysFrom(first, last)
        let changed: Array<ReturnType<typeof changedOn>[number]> = []
        for (const [index, day] of days.entries()) {
          changed.push(...changedOn(day))
          const isLast = index === days.length - 1
          const start = changed[0]?.day
          if (start === undefined || (!isLast && changed.length < changesAtOnce)) continue
          const owners = [...new Set(changed.map(({ keywordId }) => keywordId))]
          const { facts } = yield* lists.facts(owners, start, day)
          const recorded = new Map(facts.map((fact) => [`${fact.owner} ${fact.day}`, fact]))
          for (const one of changed) {
            const fact = recorded.get(`${one.keywordId} ${one.day}`)
            const market = markets.get(fact?.market ?? 0)
            if (fact === undefined || market === undefined || !isAsked(query, market)) continue
            found.push(
              ...changesOf({ keywordId: one.keywordId, market, recordedMs: fact.recordedMs }, [one.difference], query)
            )
          }
          changed = []
          // Those of later days are recorded from this day on.
          const settledUs = startMsOf(day) * usPerMs
          if (found.filter(({ detectedUs }) => detectedUs < settledUs).length > query.limit) return found
        }
        return found
      })

      const ofAll = Effect.fnUntraced(function* (query: RankChangeQuery, markets: ReadonlyMap<number, Market>) {
        const found: Array<Found> = []
        const asked = [...markets.values()].filter((market) => isAsked(query, market)).map(({ id }) => id)
        const isEverywhere = asked.length === markets.size
        // The snapshot of the moment itself may have been read in part.
        let after = { recordedMs: Math.floor(query.sinceUs / usPerMs) - 1, owner: 2_147_483_647 }
        for (;;) {
          const { entries } = yield* lists.feed({
            after,
            untilMs: Math.floor(query.untilUs / usPerMs),
            ...(isEverywhere ? {} : { markets: asked }),
            limit: batch
          })
          found.push(...(yield* changesIn(entries, query, markets)))
          const last = entries.at(-1)
          if (entries.length < batch || found.length > query.limit || last === undefined) return found
          after = last
        }
      })

      /** What changed with each of these snapshots. Without one before it, it is a beginning and no change. */
      const changesIn = Effect.fnUntraced(function* (
        entries: ReadonlyArray<FeedEntry>,
        query: RankChangeQuery,
        markets: ReadonlyMap<number, Market>
      ) {
        const days = entries.map(({ day }) => day).sort()
        const [first, last] = [days[0], days.at(-1)]
        if (first === undefined || last === undefined) return []
        const ids = [...new Set(entries.map(({ owner }) => owner))]
        const measured = yield* measuredDays(lists, ids, addDays(first, -lookbackDays), last)
        const pairs = entries.flatMap(({ day, market: marketId, owner: keywordId, recordedMs }) => {
          const market = markets.get(marketId)
          const now = measured.on(keywordId, day)
          const before =
            now === null ? null : measured.last(keywordId, addDays(day, -lookbackDays), addDays(day, -1), now.source)
          return market === undefined || before === null ? [] : [{ keywordId, market, recordedMs, day, before }]
        })
        const found = yield* listsOnDays(
          lists,
          pairs.flatMap(({ before, day, keywordId }) => [
            { keywordId, day },
            { keywordId, day: before.day }
          ])
        )
        return pairs.flatMap(({ before, day, ...at }) => {
          const [was, is] = [found.get(at.keywordId, before.day), found.get(at.keywordId, day)]
          return was === undefined || is === undefined
            ? []
            : changesOf(
                at,
                rankDiff({ depth: was.depth, apps: was.listings }, { depth: is.depth, apps: is.listings }),
                query
              )
        })
      })

      const read: RankChanges["Service"]["read"] = Effect.fn("RankChanges.read")(function* (asked) {
        // Read first: all snapshots up to this moment are committed, and those to come will be later than it.
        const settledMs = yield* lists.settledMs
        const query = { ...asked, untilUs: Math.min(asked.untilUs, settledMs * usPerMs + usPerMs - 1) }
        const markets = new Map((yield* marketsOf).map((market) => [market.id, market]))
        const named = query.appIds === undefined ? null : yield* listingsOf(query.appIds)
        const isPast = query.untilUs <= query.sinceUs || named?.length === 0
        const found = isPast
          ? []
          : yield* named === null
              ? ofAll(query, markets)
              : ofApps(
                  query,
                  named.map(({ id }) => id),
                  markets
                )
        const given = [...found].sort((a, b) => a.detectedUs - b.detectedUs).slice(0, query.limit)
        const hasMore = found.length > query.limit
        const ids = [...new Set(given.map(({ listingId }) => listingId))]
        const known =
          ids.length === 0
            ? []
            : yield* appRows(
                sql`SELECT id, app_id AS "appId" FROM keywords_listings WHERE id = ANY(${ints(ids)}::int[])`
              )
        const appIds = new Map(known.map(({ appId, id }) => [id, appId]))
        const words = [...new Set(given.map(({ keywordId }) => keywordId))]
        const terms = new Map(
          (words.length === 0
            ? []
            : yield* termRows(sql`SELECT id, term FROM keywords_tracked WHERE id = ANY(${ints(words)}::int[])`)
          ).map(({ id, term }) => [id, term])
        )
        return {
          changes: given.map(({ keywordId, listingId, recordedMs: _, ...change }) => ({
            ...change,
            appId: appIds.get(listingId) ?? "",
            keyword: terms.get(keywordId) ?? ""
          })),
          hasMore,
          // Without more, all up to the end of the window is read.
          nextUs: hasMore ? (given.at(-1)?.detectedUs ?? query.sinceUs) : Math.max(query.sinceUs, query.untilUs)
        }
      })

      return RankChanges.of({ read })
    })
  )
