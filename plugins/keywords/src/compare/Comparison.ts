import { asDocumented, type Provenance, type ServiceUnavailable } from "@storeglass/plugin-api"
import { type AppFailure, trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked, type AskedApp, type MarketQuery } from "../Asked.ts"
import type { ClusterAnswer, CompareAnswer, GapAnswer } from "../appSchema.ts"
import { available } from "../database.ts"
import { estimatesOf, opportunityEstimates } from "../estimates.ts"
import { AppStandings } from "../history/AppStandings.ts"
import { brandIn, namesOf } from "../models/brand.ts"
import { gapOpportunity, gapOpportunityModel, isGap } from "../models/opportunity.ts"
import { meanKnown, overlapModel, overlapPercent, type Share, shareOf } from "../models/overlap.ts"
import { words } from "../models/text.ts"
import { appsOf, type CompetitorQuery } from "../parameters.ts"
import { latestMs, noneOf, scoredFrom, searchOrder } from "../provenance.ts"
import { basketOf, changesIn, windowOf } from "./basket.ts"
import { Discovery, type Known } from "./Discovery.ts"

interface Query extends MarketQuery, CompetitorQuery {}
type ComparedRow = (typeof CompareAnswer.Type)["shared"][number]
type ClusterRow = (typeof ClusterAnswer.Type)["inAllApps"][number]

/** A keyword with the ranks of all apps in one and the same snapshot, the first app's first. */
interface Line {
  readonly keywordId: number
  readonly keyword: string
  readonly volume: number | null
  readonly difficulty: number | null
  readonly depth: number
  readonly day: string
  readonly latestMs: number | null
  readonly ranks: ReadonlyArray<number | null>
}

const rowsMax = 80

/** In a snapshot that was taken there are two states; a keyword that wasn't measured has no row. */
const statusOf = (rank: number | null) => (rank === null ? ("not_in_top_n" as const) : ("ranked" as const))

/** The latest snapshots of the keywords that any of the apps is ranked for; an app that is not in one is not ranked. */
const linesOf = (apps: ReadonlyArray<Known>): ReadonlyArray<Line> => {
  const lines = new Map<number, Line>()
  apps.forEach(({ standings }, index) => {
    for (const { difficulty, keyword, keywordId, latest, latestMs: ms, volume } of standings) {
      if (latest === null || latest.rank === null) continue
      const line = lines.get(keywordId)
      const ranks = [...(line?.ranks ?? apps.map(() => null))]
      ranks[index] = latest.rank
      lines.set(keywordId, {
        keywordId,
        keyword,
        volume,
        difficulty,
        depth: latest.depth,
        day: latest.day,
        latestMs: ms,
        ranks
      })
    }
  })
  return [...lines.values()].sort(
    (a, b) => (b.volume ?? -1) - (a.volume ?? -1) || (a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : 0)
  )
}

/** Apps side by side: what they share, who is alone with what, and where there is something to win. */
export class Comparison extends Context.Service<
  Comparison,
  {
    readonly pair: (query: Query) => Effect.Effect<typeof CompareAnswer.Type, AppFailure | ServiceUnavailable>
    readonly cluster: (query: Query) => Effect.Effect<typeof ClusterAnswer.Type, AppFailure | ServiceUnavailable>
    readonly gaps: (
      query: Query & { readonly limit: number }
    ) => Effect.Effect<typeof GapAnswer.Type, AppFailure | ServiceUnavailable>
  }
>()("@storeglass/keywords/Comparison") {
  static readonly layer = Layer.effect(
    Comparison,
    Effect.gen(function* () {
      const asks = yield* Asked
      const discovery = yield* Discovery
      const standings = yield* AppStandings

      const read = Effect.fnUntraced(function* (query: Query) {
        const named = yield* appsOf(query)
        const primary = yield* asks.app(named.appId, query)
        const others = yield* Effect.forEach(named.competitorIds, (id) => asks.app(id, query))
        const competitors = [...new Map(others.map((other) => [other.appId, other])).values()].sort((a, b) =>
          a.appId.localeCompare(b.appId, "en", { numeric: true })
        )
        const known = yield* available(discovery.known([primary, ...competitors], 7))
        return { primary, competitors, known, lines: linesOf(known) }
      })

      const pair = Effect.fn("Comparison.pair")(function* (query: Query) {
        const { competitors, known, lines, primary } = yield* read(query)
        const row = ({
          depth,
          difficulty,
          keyword,
          ranks: [mine = null, theirs = null],
          volume
        }: Line): ComparedRow => ({
          keyword,
          yourRank: mine,
          competitorRank: theirs,
          yourStatus: statusOf(mine),
          competitorStatus: statusOf(theirs),
          rankDiff: mine === null || theirs === null ? null : theirs - mine,
          volumeScore: volume,
          difficulty,
          estimates: estimatesOf({ volume, difficulty }),
          depth
        })
        const rows = lines.map(row)
        const shared = rows.filter(({ rankDiff }) => rankDiff !== null)
        const yourUnique = rows.filter(({ competitorRank }) => competitorRank === null)
        const competitorUnique = rows.filter(({ yourRank }) => yourRank === null)
        const gapAnalysis = shared.filter(({ rankDiff }) => (rankDiff ?? 0) < 0)
        return {
          ...aboutOf(primary),
          competitorId: trackIdOf(primary.platform, competitors[0]?.appId ?? ""),
          shared,
          yourUnique,
          competitorUnique,
          gapAnalysis,
          summary: {
            totalShared: shared.length,
            totalYourUnique: yourUnique.length,
            totalCompetitorUnique: competitorUnique.length,
            totalGaps: gapAnalysis.length,
            overlapPercent: overlapPercent(shared.length, rows.length)
          },
          ...foundOf(known, lines, overlapModel)
        }
      }, asDocumented)

      const cluster = Effect.fn("Comparison.cluster")(function* (query: Query) {
        const { competitors, known, lines, primary } = yield* read(query)
        const ids = [primary, ...competitors].map(({ appId }) => appId)
        const row = ({ depth, difficulty, keyword, ranks, volume }: Line): ClusterRow => ({
          keyword,
          ranks: Object.fromEntries(ids.map((id, index) => [id, ranks[index] ?? null])),
          statuses: Object.fromEntries(ids.map((id, index) => [id, statusOf(ranks[index] ?? null)])),
          depth,
          appsWithKeyword: ranks.filter((rank) => rank !== null).length,
          volumeScore: volume,
          difficulty,
          estimates: estimatesOf({ volume, difficulty })
        })
        const by = (share: Share) => lines.filter(({ ranks }) => shareOf(ranks) === share)
        const summary = (held: ReadonlyArray<Line>) => ({
          count: held.length,
          avgVolumeScore: meanKnown(held.map(({ volume }) => volume)),
          avgDifficulty: meanKnown(held.map(({ difficulty }) => difficulty))
        })
        const list = (held: ReadonlyArray<Line>) => held.slice(0, rowsMax).map(row)
        const without = lines.filter(({ ranks }) => ranks[0] === null)
        const exclusive = by("competitorExclusive")
        const trackIds = ids.map((id) => trackIdOf(primary.platform, id))
        return {
          ...aboutOf(primary),
          competitorIds: trackIds.slice(1),
          appIds: trackIds,
          summary: {
            totalUniqueKeywords: lines.length,
            withoutPrimaryCount: without.length,
            inAllApps: summary(by("inAllApps")),
            partialOverlap: summary(by("partialOverlap")),
            primaryOnly: summary(by("primaryOnly")),
            competitorExclusive: summary(exclusive)
          },
          inAllApps: list(by("inAllApps")),
          partialOverlap: list(by("partialOverlap")),
          primaryOnly: list(by("primaryOnly")),
          competitorExclusive: list(exclusive),
          withoutPrimary: list(without),
          perCompetitorExclusive: Object.fromEntries(
            competitors.map(({ appId }, index) => [
              appId,
              list(exclusive.filter(({ ranks }) => ranks[index + 1] !== null))
            ])
          ),
          ...foundOf(known, lines, overlapModel)
        }
      }, asDocumented)

      const gaps = Effect.fn("Comparison.gaps")(function* (query: Query & { readonly limit: number }) {
        const { competitors, known, lines, primary } = yield* read(query)
        const rivals = known.slice(1).flatMap(({ listing }) => listing ?? [])
        const named = lines.filter(({ keyword }) =>
          rivals.some((rival) => words(keyword).some((word) => namesOf(rival).has(word)))
        )
        const top = yield* available(standings.topOf(named.map(({ keywordId }) => keywordId)))
        const all = lines.flatMap(
          ({ depth, difficulty, keyword, keywordId, ranks: [mine = null, ...theirs], volume }) => {
            const best = theirs.reduce<{ rank: number; index: number } | null>(
              (found, rank, index) =>
                rank !== null && (found === null || rank < found.rank) ? { rank, index } : found,
              null
            )
            if (best === null || !isGap(best.rank, mine)) return []
            const of = (scores: { readonly volume: number | null; readonly difficulty: number | null }) =>
              gapOpportunity({ ...scores, bestCompetitorRank: best.rank, rank: mine })
            return [
              {
                keyword,
                brand: top.has(keywordId) ? brandIn(keyword, rivals, top.get(keywordId) ?? []) : null,
                bestCompetitor: trackIdOf(primary.platform, competitors[best.index]?.appId ?? ""),
                bestCompetitorRank: best.rank,
                yourRank: mine,
                yourStatus: statusOf(mine),
                depth,
                volumeScore: volume,
                difficulty,
                estimates: opportunityEstimates({ volume, difficulty }, of, gapOpportunityModel),
                opportunityScore: of({ volume, difficulty })
              }
            ]
          }
        )
        const best = (gapsOf: typeof all) =>
          [...gapsOf].sort((a, b) => (b.opportunityScore ?? -1) - (a.opportunityScore ?? -1))
        const open = all.filter(({ brand }) => brand === null)
        return {
          ...aboutOf(primary),
          competitorIds: competitors.map(({ appId, platform }) => trackIdOf(platform, appId)),
          opportunities: best(open).slice(0, query.limit),
          brandGaps: best(all.filter(({ brand }) => brand !== null)).slice(0, query.limit),
          summary: {
            totalGaps: open.length,
            totalBrandGaps: all.length - open.length,
            avgVolumeScore: meanKnown(open.map(({ volumeScore }) => volumeScore)),
            avgDifficulty: meanKnown(open.map(({ difficulty }) => difficulty))
          },
          ...foundOf(known, lines, gapOpportunityModel, noGaps(lines.length, open.length, all.length, primary))
        }
      }, asDocumented)

      return Comparison.of({ pair, cluster, gaps })
    })
  )
}

const aboutOf = ({ appId, country, device, platform }: AskedApp) => ({
  appId: trackIdOf(platform, appId),
  platform,
  country,
  device
})

/** What to do where keywords are known and there is nothing to win. */
const noGaps = (known: number, open: number, all: number, { country, platform }: AskedApp): ReadonlyArray<string> => {
  if (known === 0 || open > 0) return []
  return all > 0
    ? ["every gap is a name of a competitor: these are under brandGaps"]
    : [
        `none of the ${known} keywords known of these apps is a gap: name other competitors, or have more keywords collected by POST /v1/keywords/track (country ${country}, platform ${platform})`
      ]
}

const foundOf = (
  known: ReadonlyArray<Known>,
  lines: ReadonlyArray<Line>,
  model: string,
  further: ReadonlyArray<string> = []
): {
  readonly basket: (typeof GapAnswer.Type)["basket"]
  readonly discovered: boolean
  readonly provenance: Provenance
} => ({
  basket: basketOf(
    lines.map(({ keyword }) => keyword),
    { ...windowOf(lines.map(({ day }) => day)), ...changesIn(known.flatMap(({ standings }) => standings)) }
  ),
  discovered: known.some(({ discovered }) => discovered),
  provenance: scoredFrom(latestMs(lines.map((line) => line.latestMs)), {
    model,
    sampleSize: lines.length,
    limitations: [
      ...(known[0] === undefined ? [] : noneOf(lines.length, known[0].asked)),
      ...further,
      "only collected keywords are known",
      searchOrder,
      ...known.flatMap(({ limitations }) => limitations)
    ]
  })
})
