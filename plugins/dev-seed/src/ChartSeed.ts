import { ChartHistory, type ChartSnapshot, ConfiguredCharts } from "@storeglass/charts/contract"
import type { Param, UpstreamError } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, type Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { DevSeedConfig } from "./config.ts"
import { dayBefore } from "./days.ts"
import { PastDays } from "./PastDays.ts"
import { SeededDays } from "./SeededDays.ts"
import { Turns } from "./Turns.ts"

/** All charts of one storefront. */
interface Part {
  readonly platform: Param.Platform
  readonly country: string
  readonly charts: ReadonlyArray<string>
  readonly genres: ReadonlyArray<string>
  /** Under which it is noted which days are filled. */
  readonly name: string
}

const all = "all"

/** Fills the history of charts, where that plugin is enabled. */
export class ChartSeed extends Context.Service<
  ChartSeed,
  {
    /** Imports missing days for about a second, the newest first; true when none is left. */
    readonly fill: Effect.Effect<boolean, SqlError.SqlError | UpstreamError | Schema.SchemaError>
  }
>()("@storeglass/dev-seed/ChartSeed") {
  static readonly layer = ({ days, daysMax }: DevSeedConfig) =>
    Layer.effect(
      ChartSeed,
      Effect.gen(function* () {
        const found = Option.all([
          yield* Effect.serviceOption(ChartHistory),
          yield* Effect.serviceOption(ConfiguredCharts)
        ])
        if (Option.isNone(found)) return ChartSeed.of({ fill: Effect.succeed(true) })
        const [history, configured] = found.value
        const past = yield* PastDays
        const seeded = yield* SeededDays
        const turns = yield* Turns

        const parts = Effect.map(configured.keys, (keys) => {
          const made = new Map<string, Part>()
          for (const { platform, country } of keys) {
            const own = keys.filter((key) => key.platform === platform && key.country === country)
            const charts = [...new Set(own.map(({ chart }) => chart))]
            const genres = [...new Set(own.map(({ genreId }) => genreId ?? all))]
            const name = [platform, country, charts.join(","), genres.join(",")].join(" ")
            made.set(name, { platform, country, charts, genres, name })
          }
          return [...made.values()]
        })

        const ofDay = Effect.fnUntraced(function* ({ charts, country, genres, platform }: Part, day: string) {
          const { apps, lists } = yield* past.charts({ platform, country, day }, charts, genres)
          // Told once: an app is in many of the lists.
          const told = new Set<string>()
          const entryOf = (appId: string, index: number) => {
            const details = told.has(appId) ? {} : apps[appId]
            told.add(appId)
            return { rank: index + 1, ...details, appId }
          }
          const { added, known, reasons } = yield* history.importSnapshots(
            lists.map(
              ({ appIds, asOf, chart, genre, source }): ChartSnapshot => ({
                key: { platform, country, chart, genreId: genre === all ? null : genre },
                asOfMs: Date.parse(asOf),
                source,
                entries: appIds.map(entryOf)
              })
            )
          )
          if (reasons.length > 0) yield* Effect.logWarning("Lists were refused.", reasons)
          return added + known
        })

        const fill = Effect.gen(function* () {
          const turn = yield* turns.begin
          const nowMs = yield* Clock.currentTimeMillis
          const open = yield* Effect.forEach(yield* parts, (part) =>
            Effect.map(seeded.of("charts", part.name), (known) => ({ part, known, filled: 0 }))
          )
          yield* seeded.plan("charts", open.length * days)
          for (let back = 0; back < daysMax; back++) {
            const day = dayBefore(nowMs, back)
            for (const one of open) {
              if (one.filled >= days) continue
              let lists = one.known.get(day)
              if (lists === undefined) {
                if (yield* turn.isOver) return false
                lists = yield* ofDay(one.part, day)
                yield* seeded.mark("charts", one.part.name, day, lists)
              }
              if (lists > 0) one.filled += 1
            }
            if (open.every(({ filled }) => filled >= days)) return true
          }
          return true
        })
        return ChartSeed.of({ fill })
      })
    )
}
