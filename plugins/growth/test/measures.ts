/** What consoles and collections tell of an app by day, as plugins in the places of those that a test fills. */
import { DailyFigures, StoreaConversions } from "@storeglass/apps/contract"
import { ChartedApps, type ChartedDays } from "@storeglass/charts/contract"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { LatestRanks, type MeasuredRank, type TrackedKeyword, TrackedKeywords } from "@storeglass/keywords/contract"
import { definePlugin } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import appsManifest from "../../apps/package.json" with { type: "json" }
import chartsManifest from "../../charts/package.json" with { type: "json" }
import consoleManifest from "../../connect-storea/package.json" with { type: "json" }
import keywordsManifest from "../../keywords/package.json" with { type: "json" }

/** The one app that nothing is told of. */
export const otherApp = "2"

/** Of every other app; tests change it as they go. */
export interface Measures {
  /** Views by day. */
  views: Record<string, number>
  downloads: Record<string, number>
  /** By keyword. */
  ranks: Record<string, ReadonlyArray<MeasuredRank>>
  charts: ReadonlyArray<ChartedDays>
  /** Whose figures were asked for. */
  asked: Set<string>
}

const within = ({ from, to }: { readonly from: string; readonly to: string }, day: string) => from <= day && day <= to
const rest = { settings: {}, from: "the test" }
const none = () => Effect.succeed([])

export const measuringPlugins = (of: Measures): ReadonlyArray<LoadedPlugin> => [
  {
    ...rest,
    plugin: erased(
      definePlugin({
        id: "apps",
        manifest: appsManifest,
        description: "Downloads that a test fills.",
        offers: [DailyFigures],
        config: Schema.Struct({}),
        api: HttpApi.make("apps"),
        live: () =>
          Layer.succeed(
            DailyFigures,
            DailyFigures.of({
              owned: (accountId, { appId }, days) =>
                Effect.sync(() => {
                  of.asked.add(accountId)
                  return Object.entries(of.downloads).flatMap(([day, units]) =>
                    appId !== otherApp && within(days, day) ? [{ day, units, proceeds: {} }] : []
                  )
                })
            })
          )
      })
    )
  },
  {
    ...rest,
    plugin: erased(
      definePlugin({
        id: "connect-storea",
        manifest: consoleManifest,
        description: "Page views that a test fills.",
        offers: [StoreaConversions],
        config: Schema.Struct({}),
        api: HttpApi.make("connect-storea"),
        live: () =>
          Layer.succeed(
            StoreaConversions,
            StoreaConversions.of({
              of: () => Effect.succeed(null),
              within: ({ accountId, appId, country, from, to }) =>
                Effect.sync(() => {
                  of.asked.add(accountId)
                  const days = Object.entries(of.views).filter(([day]) => within({ from, to }, day))
                  const pageViews = days.reduce((sum, [, views]) => sum + views, 0)
                  const isTold = appId !== otherApp && country === "us" && pageViews > 0
                  return isTold ? { from, to, days: days.length, pageViews, downloads: 0 } : null
                })
            })
          )
      })
    )
  },
  {
    ...rest,
    plugin: erased(
      definePlugin({
        id: "keywords",
        manifest: keywordsManifest,
        description: "Ranks that a test fills.",
        offers: [TrackedKeywords, LatestRanks],
        config: Schema.Struct({}),
        api: HttpApi.make("keywords"),
        live: () =>
          Layer.mergeAll(
            Layer.succeed(
              TrackedKeywords,
              TrackedKeywords.of({
                track: () => Effect.succeed(false),
                untrack: () => Effect.succeed(false),
                trackAll: none,
                untrackAll: none,
                list: (accountId) =>
                  Effect.sync(() => {
                    of.asked.add(accountId)
                    const all = Object.keys(of.ranks).map((keyword): TrackedKeyword & { readonly since: string } => ({
                      ...{ platform: "storea", country: "us", device: "iphone", keyword },
                      since: "2026-01-01T00:00:00.000Z"
                    }))
                    // What is tracked for another device has ranks of its own.
                    return [...all, ...all.map((one) => ({ ...one, device: "ipad" }))]
                  }),
                count: () => Effect.succeed(0)
              })
            ),
            Layer.succeed(
              LatestRanks,
              LatestRanks.of({
                of: none,
                upTo: none,
                within: ({ appId }, keywords, days) =>
                  Effect.succeed(
                    keywords.map(({ keyword }) =>
                      appId !== otherApp ? (of.ranks[keyword] ?? []).filter(({ day }) => within(days, day)) : []
                    )
                  )
              })
            )
          )
      })
    )
  },
  {
    ...rest,
    plugin: erased(
      definePlugin({
        id: "charts",
        manifest: chartsManifest,
        description: "Charts that a test fills.",
        offers: [ChartedApps],
        config: Schema.Struct({}),
        api: HttpApi.make("charts"),
        live: () =>
          Layer.succeed(
            ChartedApps,
            ChartedApps.of({
              within: ({ appId }, window) =>
                Effect.succeed(
                  appId !== otherApp
                    ? of.charts.map((one) => ({ ...one, days: one.days.filter(({ day }) => within(window, day)) }))
                    : []
                ),
              moves: none,
              find: none,
              of: none
            })
          )
      })
    )
  }
]
