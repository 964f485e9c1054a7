/** Ranks of the past, for tests that need some. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import type { TestGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"

export const dayMs = 86_400_000
export const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

export interface Recorded {
  readonly appId: string
  readonly keywords: ReadonlyArray<string>
  readonly daysAgo: number
  /** Of the first keyword; each further one is a place lower. */
  readonly rank: number
  readonly country?: string
}

/** Searches of the past on storea, in which the app had these places. */
export const recordRanks = (gateway: TestGateway, searches: ReadonlyArray<Recorded>) =>
  gateway.run(
    KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        searches.flatMap(({ appId, country = "us", daysAgo: days, keywords, rank }) =>
          keywords.map((keyword, n) => ({
            platform: "storea" as const,
            country,
            device: "iphone",
            keyword,
            day: daysAgo(days).slice(0, 10),
            source: "test",
            depth: 200,
            resultCount: 200,
            reach: null,
            volume: null,
            difficulty: null,
            apps: Array.from({ length: 60 }, (_, place) => (place + 1 === rank + n ? appId : `9${place}`)).map(
              (id) => ({
                appId: id,
                name: id,
                seller: id
              })
            )
          }))
        )
      )
    ).pipe(Effect.provideContext(contextOf(Context.get(gateway.running.services, PluginContexts), keywordsPlugin)))
  )

export const changed = ["radar map", "storm radar", "rain radar"]
export const untouched = ["weather today", "weather map", "weather week"]

/** A former version, and one of 10 days ago that brought "radar" into the title. */
export const releases = [
  { versionName: "1.0", title: "Own: weather today", keywords: "map,week", releasedAt: daysAgo(40) },
  {
    versionName: "2.0",
    title: "Own: weather today radar",
    keywords: "map,week,storm,rain,weather",
    releasedAt: daysAgo(10)
  }
].map((version) => ({ ...version, isReleased: true, force: true }))
