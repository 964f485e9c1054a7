import { dayMs } from "@storeglass/history"
import { asDocumented, isoOf, stored, type UpstreamError, UpstreamRateLimited } from "@storeglass/plugin-api"
import {
  type AskedStore,
  type BadRequest,
  reasonOf,
  type StoreApp,
  type StoreFailure,
  type StoreQuery
} from "@storeglass/stores/contract"
import { Clock, Context, Effect, Fiber, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import { Asked, mainGenres } from "../Asked.ts"
import type { ChartsConfig } from "../config.ts"
import type { Chart, Leader } from "../contract.ts"
import { recordsOf } from "../current/AppRecords.ts"
import { CurrentCharts, type LeaderFound } from "../current/CurrentCharts.ts"
import type { NewNumberOneAnswer } from "../schema.ts"

/** The first of a category. */
export interface NumberOne {
  readonly category: { readonly id: string; readonly name: string }
  readonly leader: Leader
  readonly title: string
  readonly icon: string | null
  readonly developer: string | null
  readonly url: string
}

export interface NumberOnesFound {
  /** In the order of the categories. */
  readonly found: ReadonlyArray<NumberOne>
  /** Categories by name, with the reason. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly limitations: ReadonlyArray<string>
  /** Whether some of them, or of what is told of them, are still being read. */
  readonly partial: boolean
  /** Time of the oldest list used; null when there is none. */
  readonly asOfMs: number | null
  /** Why there is none at all. */
  readonly failure: UpstreamError | UpstreamRateLimited | null
}

interface Query extends StoreQuery {
  readonly chart: Chart
  readonly days: number
}

/** Who is first in the categories of a store, and since when. */
export class NumberOnes extends Context.Service<
  NumberOnes,
  {
    readonly all: (asked: AskedStore, chart: Chart) => Effect.Effect<NumberOnesFound, SqlError.SqlError>
    readonly fresh: (query: Query) => Effect.Effect<typeof NewNumberOneAnswer.Type, BadRequest | StoreFailure>
  }
>()("@storeglass/charts/NumberOnes") {
  static readonly layer = ({ leadersWaitMs }: Pick<ChartsConfig, "leadersWaitMs">) =>
    Layer.effect(
      NumberOnes,
      Effect.gen(function* () {
        const asks = yield* Asked
        const charts = yield* CurrentCharts
        const scope = yield* Effect.scope

        const all = Effect.fn("NumberOnes.all")(function* ({ country, store }: AskedStore, chart: Chart) {
          const categories = mainGenres(store)
          const keys = categories.map(({ id }) => ({ platform: store.platform, country, chart, genreId: id }))
          const startedMs = yield* Clock.currentTimeMillis
          const records = new Map<string, StoreApp>()
          const limitations = new Set<string>()
          const asked = new Set<string>()
          const reads: Array<Fiber.Fiber<void>> = []
          /** Asks for records beside the charts; what isn't there in time goes on for the next call. */
          const read = Effect.fnUntraced(function* (leaders: ReadonlyArray<Leader>) {
            const ids = new Set(leaders.map(({ app }) => app.appId).filter((appId) => !asked.has(appId)))
            for (const id of ids) asked.add(id)
            const reading = Effect.gen(function* () {
              const told = yield* recordsOf(store, [...ids], country)
              for (const [appId, record] of told.records) records.set(appId, record)
              for (const limitation of told.limitations) limitations.add(limitation)
            })
            reads.push(yield* Effect.forkIn(reading, scope))
          })
          const leaders = yield* charts.leaders(store, keys, read)
          yield* read(leaders.flatMap((one) => (one._tag === "Leader" ? [one.leader] : [])))
          const leftMs = Math.max(0, startedMs + leadersWaitMs - (yield* Clock.currentTimeMillis))
          const late = Option.isNone(yield* Effect.timeoutOption(Fiber.awaitAll(reads), leftMs))
          const found: Array<NumberOne> = []
          const unavailable: Record<string, string> = late
            ? { details: "the store hasn't told more of some apps than their charts do yet; a later call will have it" }
            : {}
          for (const [index, category] of categories.entries()) {
            const one = leaders[index]
            if (one?._tag !== "Leader") {
              unavailable[category.name] = missing(one)
              continue
            }
            const { app } = one.leader
            const record = records.get(app.appId)
            found.push({
              category: { id: category.id, name: category.name },
              leader: one.leader,
              // The name in this country; the history has one name for all.
              title: record?.name ?? app.name ?? app.appId,
              icon: record?.iconUrl ?? app.iconUrl,
              developer: record?.seller ?? app.seller,
              url: record?.url ?? store.pageUrl(app.appId, country)
            })
          }
          const asOfMs = found.length === 0 ? null : Math.min(...found.map(({ leader }) => leader.asOfMs))
          const partial = late || leaders.some(({ _tag }) => _tag === "Pending")
          return {
            found,
            unavailable,
            limitations: [...limitations],
            partial,
            asOfMs,
            failure: asOfMs === null ? nothingRead(leaders) : null
          }
        })

        const fresh = Effect.fn("NumberOnes.fresh")(function* (query: Query) {
          const asked = yield* asks.store(query)
          const { asOfMs, failure, found, limitations, partial, unavailable } = yield* all(asked, query.chart)
          if (failure !== null) return yield* failure
          const sinceMs = (yield* Clock.currentTimeMillis) - query.days * dayMs
          const changed = found
            .filter(({ leader }) => leader.reachedAtMs !== null && leader.reachedAtMs >= sinceMs)
            .sort((a, b) => (b.leader.reachedAtMs ?? 0) - (a.leader.reachedAtMs ?? 0))
          // First in every list that is kept, and the lists do not reach back far enough to say that it is not new.
          const unknown = found.filter(({ leader }) => leader.reachedAtMs === null && leader.readSinceMs > sinceMs)
          return {
            platform: query.platform,
            country: asked.country,
            chart: query.chart,
            days: query.days,
            checked: found.length,
            apps: changed.map(shown),
            unconfirmed: unknown.map(shown),
            partial,
            unavailable,
            provenance: stored(asOfMs, {
              status: unknown.length > 0 && unknown.length === found.length ? "not_measured" : "measured",
              sampleSize: found.length,
              limitations: [
                "reachedAt is the time of the first list with the app in first place",
                ...(unknown.length === 0
                  ? []
                  : [
                      `${unknown.length} categories haven't been read for ${query.days} days yet: their first apps are unconfirmed`
                    ]),
                ...limitations
              ]
            })
          }
        }, asDocumented)

        return NumberOnes.of({ all, fresh })
      })
    )
}

const shown = ({ category, developer, icon, leader, title, url }: NumberOne) => ({
  category,
  appId: leader.app.appId,
  title,
  developer,
  icon,
  reachedAt: leader.reachedAtMs === null ? null : isoOf(leader.reachedAtMs),
  readSince: isoOf(leader.readSinceMs),
  previousLeader:
    leader.previous === null
      ? null
      : { appId: leader.previous.appId, title: leader.previous.name ?? leader.previous.appId },
  url
})

const missing = (one: LeaderFound | undefined): string => {
  switch (one?._tag) {
    case "Failed":
      return reasonOf(one.error)
    case "Empty":
      return "the store lists no app"
    default:
      return "not collected yet"
  }
}

const nothingRead = (leaders: ReadonlyArray<LeaderFound>) =>
  leaders.find((one) => one._tag === "Failed")?.error ??
  new UpstreamRateLimited("charts: none are collected yet; they are being read now. Nothing was charged, retry later", {
    retryAfterSeconds: 10
  })
