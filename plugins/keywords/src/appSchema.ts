/** Shapes of the answers about apps and their keywords. */
import { Field, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { Estimates, EstimatesWithOpportunity, VisibilityEstimates } from "./estimates.ts"
import { changeTypes } from "./models/rankDiff.ts"
import { trendLabels } from "./models/trend.ts"
import { buckets } from "./models/visibility.ts"
import { difficulty, keywordText, market, rankState, resultCount, volumeScore } from "./schema.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field
const appMarket = { appId: TrackId, ...market }
const rankChange = (against: string) =>
  NullOr(whole(`Change of rank against ${against}; positive is better. Null if it wasn't ranked at both times.`))
const trend = NullOr(Schema.Literals(trendLabels)).annotate({
  description: "rank-trend@1; null without an earlier snapshot from the same source."
})
const discovered = Schema.Boolean.annotate({
  description: "True if the app's keywords were searched for today."
})
const scores = { volumeScore, difficulty, estimates: Estimates }
const scoresWithOpportunity = { volumeScore, difficulty, estimates: EstimatesWithOpportunity }
const basket = Schema.Struct({
  id: text("Name of the basket; answers with the same name cover the same keywords."),
  size: whole("Keywords in it."),
  from: NullOr(text("First day compared; for an answer about now, the oldest snapshot. Null if there is none.")),
  to: NullOr(text("Last day compared; for an answer about now, the newest snapshot.")),
  added: whole("Keywords measured at the end but not at the start, so not compared with it."),
  removed: whole("Keywords measured at the start but not at the end.")
}).annotate({ identifier: "KeywordBasket", description: "Which keywords the answer covers." })

export const AppKeywordsAnswer = Schema.Struct({
  ...appMarket,
  keywords: Schema.Array(
    Schema.Struct({
      keyword: keywordText,
      ...rankState,
      appsCount: resultCount,
      popularity: volumeScore.annotate({ description: "Deprecated: equal to volumeScore." }),
      competitiveness: difficulty.annotate({ description: "Deprecated: equal to difficulty." }),
      ...scoresWithOpportunity,
      opportunity: NullOr(number("kw-opportunity@1: volume × (1 − difficulty / 100) × room above the rank.")),
      rankChange7d: rankChange("a week ago"),
      trend,
      date: NullOr(text("Day of the snapshot, YYYY-MM-DD."))
    }).annotate({ identifier: "AppKeyword" })
  ),
  total: whole("Keywords the app ranks for, before the limit."),
  discovered,
  provenance: Provenance
}).annotate({ identifier: "AppKeywords" })

export const TrendsAnswer = Schema.Struct({
  keyword: keywordText,
  ...appMarket,
  days: Schema.Int,
  history: Schema.Array(
    Schema.Struct({ date: text("YYYY-MM-DD, UTC."), ...rankState }).annotate({ identifier: "RankOnDay" })
  ).annotate({ description: "Every day of the window, oldest first; days without data are not_measured." }),
  rankChange7d: rankChange("a week ago"),
  rankChange30d: rankChange("thirty days ago"),
  trend,
  tracked: Schema.Boolean.annotate({ description: "Whether your account tracks the keyword." }),
  source: NullOr(text("Upstream the ranks came from.", "storea.catalog")),
  provenance: Provenance
}).annotate({ identifier: "KeywordTrends" })

const ComparedKeyword = Schema.Struct({
  keyword: keywordText,
  yourRank: NullOr(whole("1 is first; yourStatus says why it is null.")),
  competitorRank: NullOr(whole("1 is first; competitorStatus says why it is null.")),
  yourStatus: rankState.status,
  competitorStatus: rankState.status,
  rankDiff: NullOr(whole("competitorRank − yourRank: positive when you are ahead.")),
  ...scores,
  depth: NullOr(whole("How deep the search was read; a null rank is beyond it."))
}).annotate({ identifier: "ComparedKeyword" })

export const CompareAnswer = Schema.Struct({
  ...appMarket,
  competitorId: TrackId,
  shared: Schema.Array(ComparedKeyword),
  yourUnique: Schema.Array(ComparedKeyword),
  competitorUnique: Schema.Array(ComparedKeyword),
  gapAnalysis: Schema.Array(ComparedKeyword).annotate({
    description: "Shared keywords where the competitor is ahead."
  }),
  summary: Schema.Struct({
    totalShared: Schema.Int,
    totalYourUnique: Schema.Int,
    totalCompetitorUnique: Schema.Int,
    totalGaps: Schema.Int,
    overlapPercent: NullOr(number("Shared keywords as a percentage of all; null if neither app ranks for any."))
  }),
  discovered,
  basket,
  provenance: Provenance
}).annotate({ identifier: "KeywordComparison" })

const ClusterRow = Schema.Struct({
  keyword: keywordText,
  ranks: Schema.Record(Schema.String, NullOr(Schema.Int)).annotate({
    description: "By app id, 1 is first; statuses says why one is null."
  }),
  statuses: Schema.Record(Schema.String, rankState.status).annotate({ description: "Of each rank." }),
  depth: whole("How deep the search was read; a null rank is beyond it."),
  appsWithKeyword: Schema.Int,
  ...scores
}).annotate({ identifier: "ClusterKeyword" })
const BucketSummary = Schema.Struct({
  count: Schema.Int,
  avgVolumeScore: NullOr(number("Mean of the known volume scores; null if none is known.")),
  avgDifficulty: NullOr(number("Mean of the known difficulties; null if none is known."))
}).annotate({ identifier: "ClusterBucket" })
const clusterRows = (description: string) =>
  Schema.Array(ClusterRow).annotate({ description: `${description} At most 80, most searched first.` })

export const ClusterAnswer = Schema.Struct({
  ...appMarket,
  competitorIds: Schema.Array(TrackId),
  appIds: Schema.Array(TrackId),
  summary: Schema.Struct({
    totalUniqueKeywords: Schema.Int,
    withoutPrimaryCount: Schema.Int,
    inAllApps: BucketSummary,
    partialOverlap: BucketSummary,
    primaryOnly: BucketSummary,
    competitorExclusive: BucketSummary
  }),
  inAllApps: clusterRows("Keywords all apps rank for."),
  partialOverlap: clusterRows("Keywords two or more apps rank for, but not all."),
  primaryOnly: clusterRows("Keywords only the app itself ranks for."),
  competitorExclusive: clusterRows("Keywords only one competitor ranks for."),
  withoutPrimary: clusterRows("Keywords any competitor ranks for, but not the app itself."),
  perCompetitorExclusive: Schema.Record(Schema.String, Schema.Array(ClusterRow)),
  basket,
  discovered,
  provenance: Provenance
}).annotate({ identifier: "KeywordCluster" })

const KeywordGap = Schema.Struct({
  keyword: keywordText,
  brand: NullOr(text("Word of the keyword that names a competitor's app or developer; null if none does.")),
  bestCompetitor: TrackId,
  bestCompetitorRank: Schema.Int,
  yourRank: NullOr(whole("1 is first; yourStatus says why it is null.")),
  yourStatus: rankState.status,
  depth: rankState.depth,
  ...scoresWithOpportunity,
  opportunityScore: NullOr(number("gap-opportunity@1; null if a score isn't known."))
}).annotate({ identifier: "KeywordGap" })

export const GapAnswer = Schema.Struct({
  ...appMarket,
  competitorIds: Schema.Array(TrackId),
  opportunities: Schema.Array(KeywordGap).annotate({
    description: "Gaps whose keyword names none of the competitors, best first."
  }),
  brandGaps: Schema.Array(KeywordGap).annotate({
    description:
      "Gaps whose keyword contains the name of a competitor's app or developer, which people search for to find that one."
  }),
  summary: Schema.Struct({
    totalGaps: whole("Before the limit, without brand terms."),
    totalBrandGaps: whole("Before the limit."),
    avgVolumeScore: NullOr(number("Mean of the known volume scores; null if none is known.")),
    avgDifficulty: NullOr(number("Mean of the known difficulties; null if none is known."))
  }),
  basket,
  discovered,
  provenance: Provenance
}).annotate({ identifier: "KeywordGaps" })

export const VisibilityAnswer = Schema.Struct({
  ...appMarket,
  days: Schema.Int,
  score: NullOr(number("kw-visibility@1 on the last day that has one, 0 to 100; null when nothing was measured.")),
  scoreChange: NullOr(
    number("Last score of the series minus the first, over the same keywords; null with fewer than two.")
  ),
  estimates: VisibilityEstimates,
  series: Schema.Array(
    Schema.Struct({
      date: Schema.String,
      score: Schema.Finite,
      rankedCount: Schema.Int,
      measuredCount: whole("Keywords of the window measured on this day.")
    }).annotate({ identifier: "VisibilityOnDay" })
  ).annotate({
    description: "Over the keywords of the basket. Leaves out days on which less than half of its volume was measured."
  }),
  topContributors: Schema.Array(
    Schema.Struct({
      keyword: keywordText,
      rank: Schema.Int,
      volumeScore: Schema.Finite,
      contribution: Schema.Finite
    }).annotate({ identifier: "VisibilityContributor" })
  ),
  breakdown: Schema.Array(
    Schema.Struct({
      bucket: Schema.Literals(buckets),
      rankedCount: Schema.Int,
      weightedScore: Schema.Finite,
      share: NullOr(number("Share of all contributions of that day, 0 to 1."))
    }).annotate({ identifier: "VisibilityBucket" })
  ).annotate({ description: "top10 without top3, top30 without both." }),
  keywordsInWindow: Schema.Int,
  keywordsWithoutVolume: whole("Keywords ranked for whose volume isn't known, so they are left out."),
  basket,
  discovered,
  provenance: Provenance
}).annotate({ identifier: "KeywordVisibility" })

const Mover = Schema.Struct({
  keyword: keywordText,
  currentRank: NullOr(whole("1 is first; null if it was beyond `depth`.")),
  previousRank: NullOr(whole("1 is first; null if it was beyond `depth`.")),
  rankChange: NullOr(whole("Positive is better.")),
  ...scores,
  currentDate: Schema.String,
  previousDate: Schema.String,
  depth: whole("How deep the search was read; a null rank was beyond it.")
}).annotate({ identifier: "KeywordMover" })

const movedCount = (what: string) => NullOr(whole(`Keywords ${what}; null if none was measured at both times.`))

export const MoversAnswer = Schema.Struct({
  ...appMarket,
  days: Schema.Int,
  period: Schema.Struct({
    current: NullOr(text("Newest day compared; null if no keyword was measured at both times.")),
    previous: NullOr(text("Oldest day compared; null if no keyword was measured at both times."))
  }),
  summary: Schema.Struct({
    totalKeywords: whole("Keywords measured at both times."),
    gainers: movedCount("that rose"),
    losers: movedCount("that fell"),
    newEntries: movedCount("that came into the ranks"),
    droppedOut: movedCount("that fell out of them"),
    unchanged: movedCount("with the same rank"),
    notCompared: whole("Keywords ranked for but without snapshots from the same source at both times.")
  }),
  topGainers: Schema.Array(Mover),
  topLosers: Schema.Array(Mover),
  newEntries: Schema.Array(Mover),
  droppedOut: Schema.Array(Mover),
  basket,
  discovered,
  provenance: Provenance
}).annotate({ identifier: "KeywordMovers" })

export const RankChangesAnswer = Schema.Struct({
  since: Schema.String,
  until: Schema.String,
  total: whole("Changes in this answer."),
  hasMore: Schema.Boolean,
  nextSince: text("Send it as `since` to get what comes after this answer."),
  changes: Schema.Array(
    Schema.Struct({
      id: text("The same change always has the same id."),
      appId: TrackId,
      platform: market.platform,
      keyword: NullOr(text("Null for a change in a chart rather than a search.")),
      genreId: NullOr(text("Null for a change in a search rather than a chart.")),
      country: market.country,
      device: market.device,
      changeType: Schema.Literals(changeTypes),
      previousRank: NullOr(whole("1 is first; null if it wasn't in the list.")),
      currentRank: NullOr(whole("1 is first; null if it is no longer in the list.")),
      delta: NullOr(whole("Positive is better.")),
      detectedAt: text("ISO 8601 with microseconds; no two changes share it.")
    }).annotate({ identifier: "RankChange" })
  ),
  provenance: Provenance
}).annotate({ identifier: "RankChanges" })
