import { addDays, type Day, dayOf, daysFrom } from "@storeglass/history"
import { type AppNotFound, Caller, type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import { type BadRequest, trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Asked, type AskedApp, type MarketQuery, parseTerm } from "../Asked.ts"
import type { TrendsAnswer } from "../appSchema.ts"
import { available } from "../database.ts"
import type { InvalidKeyword } from "../errors.ts"
import { rankChange, trendLabel, trendModel } from "../models/trend.ts"
import type { KeywordQuery } from "../parameters.ts"
import { latestMs, mixedSources, searchOrder } from "../provenance.ts"
import { AppStandings, baselineSlackDays, freshDays } from "./AppStandings.ts"
import { KeywordKeys } from "./KeywordKeys.ts"
import { KeywordLists } from "./KeywordLists.ts"

interface Query extends KeywordQuery, MarketQuery {
  readonly days: number
}
type Answer = typeof TrendsAnswer.Type

interface Row {
  readonly day: Day
  readonly sourceId: number
  readonly depth: number
  readonly observedMs: number
  readonly rank: number | null
}

/** The rank of one app for one keyword over time, from what was collected. */
export class Trends extends Context.Service<
  Trends,
  {
    readonly of: (
      id: string,
      query: Query
    ) => Effect.Effect<Answer, BadRequest | InvalidKeyword | AppNotFound | ServiceUnavailable, Caller>
  }
>()("@storeglass/keywords/Trends") {
  static readonly layer = Layer.effect(
    Trends,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const asks = yield* Asked
      const keys = yield* KeywordKeys
      const standings = yield* AppStandings
      const lists = yield* KeywordLists

      const history = (keywordId: number, listingId: number, from: Day, to: Day) =>
        Effect.map(lists.lists([keywordId], from, to), ({ lists: found }) =>
          found.map(({ day, depth, listings, observedMs, source }): Row => {
            const index = listings.indexOf(listingId)
            return { day, sourceId: source, depth, observedMs, rank: index < 0 ? null : index + 1 }
          })
        )

      /** An app that nobody has seen in a list may be none. What the store doesn't answer is held against nobody. */
      const assertListed = ({ appId, country, store }: AskedApp) =>
        store.app(appId, country).pipe(Effect.catchTag("UpstreamError", () => Effect.void))

      const isTracked = (accountId: string, keywordId: number) =>
        Effect.map(
          sql`SELECT 1 FROM keywords_watchers WHERE account_id = ${accountId}::uuid AND keyword_id = ${keywordId}`,
          (rows) => rows.length > 0
        )

      const of = Effect.fn("Trends.of")(function* (id: string, query: Query) {
        const { accountId } = yield* Caller
        const asked = yield* asks.app(id, query)
        const term = yield* parseTerm(query.keyword)
        const today = dayOf(yield* Clock.currentTimeMillis)
        const from = addDays(today, -(Math.max(query.days, 30) + baselineSlackDays))
        return yield* available(
          Effect.gen(function* () {
            const state = yield* keys.find({ ...asked, term })
            const listing = yield* standings.listing(asked, asked.appId)
            if (listing === null) yield* assertListed(asked)
            // An app that was never seen is not in any list: none has the listing 0.
            // What another's request had measured today is no part of the history before tomorrow.
            const last = state?.requestedDay === today ? addDays(today, -1) : today
            const found = state === null ? [] : yield* history(state.id, listing?.id ?? 0, from, last)
            const tracked = state !== null && (yield* isTracked(accountId, state.id))
            const sourceId = found.at(-1)?.sourceId
            const source = sourceId === undefined ? null : yield* keys.sourceName(sourceId)
            return answerOf({ asked, term, days: query.days, today, tracked, found, source })
          })
        )
      })
      return Trends.of({ of })
    })
  )
}

const answerOf = (input: {
  readonly asked: AskedApp
  readonly term: string
  readonly days: number
  readonly today: Day
  readonly tracked: boolean
  readonly found: ReadonlyArray<Row>
  readonly source: string | null
}): Answer => {
  const { asked, days, found, source, term, today, tracked } = input
  const latest = found.at(-1)
  const comparable = found.filter((row) => row.sourceId === latest?.sourceId)
  const byDay = new Map(comparable.map((row) => [row.day, row]))
  const isFresh = latest !== undefined && latest.day >= addDays(today, -freshDays)
  const now = isFresh ? latest : null
  /** The closest snapshot at or before so many days ago. */
  const ago = (back: number) =>
    comparable.findLast(
      ({ day }) => day <= addDays(today, -back) && day >= addDays(today, -back - baselineSlackDays)
    ) ?? null
  const [week, month] = [ago(7), ago(30)]
  const { country, device, platform } = asked
  const inWindow = comparable.filter(({ day }) => day > addDays(today, -days))
  return {
    keyword: term,
    appId: trackIdOf(platform, asked.appId),
    platform,
    country,
    device,
    days,
    history: daysFrom(addDays(today, 1 - days), today).map((date) => {
      const row = byDay.get(date)
      return row === undefined
        ? { date, rank: null, status: "not_measured" as const, depth: null }
        : {
            date,
            rank: row.rank,
            status: row.rank === null ? ("not_in_top_n" as const) : ("ranked" as const),
            depth: row.depth
          }
    }),
    rankChange7d: rankChange(week, now),
    rankChange30d: rankChange(month, now),
    trend: trendLabel(now, week, month),
    tracked,
    source,
    provenance: stored(latestMs(inWindow.map(({ observedMs }) => observedMs)), {
      model: trendModel,
      sampleSize: inWindow.length,
      limitations: [
        searchOrder,
        ...(comparable.length < found.length ? [mixedSources] : []),
        ...(tracked ? [] : ["your account doesn't track the keyword; POST /v1/keywords/track has it collected daily"])
      ]
    })
  }
}
