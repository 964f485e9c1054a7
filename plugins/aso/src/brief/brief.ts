/**
 * aso-brief@1: an audit, the clusters and the opportunities of one snapshot in a page.
 *
 * storefrontReadiness is the mean, over what was measured, of the ASO core (title, subtitle or short description, keyword
 * field, description and rankings by their weights), the creative part (screenshots and preview by theirs) and the score
 * of the metadata rules, each 0 to 100. The headline is the fix of most points.
 */
import { byCodePoint } from "@storeglass/stores/contract"
import type { Audit, Factor, Fix } from "../audit/audit.ts"
import { type FactorId, type Grade, gradeOf, sum } from "../audit/model.ts"
import { type Cluster, clustersOf, mostToGain, standingIn, topKeywordsOf } from "../clusters/clusters.ts"
import type { Intent } from "../clusters/intent.ts"
import { opportunityOf } from "../opportunities/model.ts"
import type { Snapshot } from "../snapshot/snapshot.ts"

export const briefModel = "aso-brief@1"
export const actionsMax = 7
export const opportunitiesMax = 10
const clustersMax = 10
const termsMin = 8

const core: ReadonlySet<FactorId> = new Set([
  "title",
  "subtitle",
  "shortDescription",
  "keywordField",
  "description",
  "rankings"
])
const creative: ReadonlySet<FactorId> = new Set(["screenshots", "preview"])

/** 0 to 100 over the measured factors of these; null: none was. */
const partOf = (factors: ReadonlyArray<Factor>, ids: ReadonlySet<FactorId>): number | null => {
  const known = factors.flatMap(({ id, score, weight }) => (score === null || !ids.has(id) ? [] : [{ score, weight }]))
  const weight = sum(known.map((one) => one.weight))
  return weight === 0 ? null : Math.round((10 * sum(known.map((one) => one.score * one.weight))) / weight)
}

export const gradeLabels = { A: "excellent", B: "good", C: "fair", D: "weak", F: "poor" } as const

export interface Readiness {
  readonly score: number | null
  readonly gradeLabel: (typeof gradeLabels)[Grade] | null
  readonly parts: { readonly asoCore: number | null; readonly creative: number | null; readonly lint: number | null }
  readonly summary: string
}

const called = { asoCore: "texts and rankings", creative: "pictures and video", lint: "the metadata rules" } as const

export const readinessOf = (factors: ReadonlyArray<Factor>, lint: number | null): Readiness => {
  const parts = { asoCore: partOf(factors, core), creative: partOf(factors, creative), lint }
  const told = (["asoCore", "creative", "lint"] as const).flatMap((id) => {
    const score = parts[id]
    return score === null ? [] : [{ id, score }]
  })
  if (told.length === 0)
    return { score: null, gradeLabel: null, parts, summary: "Nothing of the storefront could be measured." }
  const score = Math.round(sum(told.map((one) => one.score)) / told.length)
  const gradeLabel = gradeLabels[gradeOf(score)]
  const named = told.map((one) => `${called[one.id]} ${one.score}`).join(", ")
  const unseen = (["asoCore", "creative", "lint"] as const).filter((id) => parts[id] === null)
  const without = unseen.length === 0 ? "" : ` Not measured: ${unseen.map((id) => called[id]).join(", ")}.`
  return { score, gradeLabel, parts, summary: `The storefront is ${gradeLabel}: ${named}.${without}` }
}

export const headlineOf = ({ score }: Pick<Audit, "score">, [first]: ReadonlyArray<Fix>): string =>
  score === null
    ? "Too little of the listing could be measured for a score."
    : first === undefined
      ? "There is nothing that the audit would have changed."
      : `Worth most now, ${first.expectedPoints} points: ${first.action[0]?.toLowerCase() ?? ""}${first.action.slice(1)}`

export interface BriefCluster {
  readonly clusterId: string
  readonly clusterLabel: string
  readonly intent: Intent | null
  readonly keywords: ReadonlyArray<string>
  /** Null: none of its keywords was measured. */
  readonly keywordsRanked: number | null
  /** Null: no volume of its measured keywords is known. */
  readonly weightedVisibility: number | null
  readonly avgOpportunityScore: number | null
}
export type BriefClusters =
  | { readonly clusters: ReadonlyArray<BriefCluster>; readonly prioritizeClusterId: string | null }
  | { readonly skipped: true; readonly reason: string }

export const clustersIn = ({ app, country, device, language, platform, terms }: Snapshot): BriefClusters => {
  if (terms.length < termsMin)
    return { skipped: true, reason: `${terms.length} of its keywords are known; clusters take ${termsMin}` }
  const market = { platform, appId: app.appId, country, device }
  const opportunity = new Map(terms.map((term) => [term.keyword, opportunityOf(term).score]))
  const read = clustersOf(
    terms.map(({ volume, ...term }) => ({ ...term, volume: volume.value })),
    market,
    language
  )
  // Other apps' names are no field of one's own.
  const open = read.filter((cluster) => cluster.terms.every(({ brandOf }) => brandOf === null))
  const volume = ({ terms: of }: Cluster) => sum(of.map((term) => term.volume ?? 0))
  const prioritizeClusterId = mostToGain(open)
  const isFirst = ({ clusterId }: Cluster) => Number(clusterId === prioritizeClusterId)
  return {
    clusters: [...open]
      .sort((a, b) => isFirst(b) - isFirst(a) || volume(b) - volume(a) || byCodePoint(a.clusterId, b.clusterId))
      .slice(0, clustersMax)
      .map((cluster) => {
        const scores = cluster.terms.flatMap(({ keyword }) => opportunity.get(keyword) ?? [])
        const { keywordsRanked, weightedVisibility } = standingIn(cluster.terms)
        const measured = cluster.terms.filter(({ rankStatus }) => rankStatus !== "not_measured")
        return {
          clusterId: cluster.clusterId,
          clusterLabel: cluster.clusterLabel,
          intent: cluster.intent,
          keywords: topKeywordsOf(cluster),
          keywordsRanked: measured.length === 0 ? null : keywordsRanked,
          weightedVisibility: measured.every(({ volume }) => volume === null) ? null : weightedVisibility,
          avgOpportunityScore: scores.length === 0 ? null : Math.round((100 * sum(scores)) / scores.length) / 100
        }
      }),
    prioritizeClusterId
  }
}

/** What a reader must know before believing it. */
export const warningsOf = (
  { inputs, notMeasured }: Pick<Snapshot, "inputs" | "notMeasured">,
  { measuredWeight }: Pick<Audit, "measuredWeight">
): ReadonlyArray<string> => [
  ...(measuredWeight < 1 ? [`${Math.round(measuredWeight * 100)}% of the audit's weight was measured`] : []),
  ...inputs.flatMap(({ asOf, source, stale }) =>
    stale ? [`${source} failed, so an older answer is used, of ${asOf}`] : []
  ),
  ...notMeasured.map(({ reason, what }) => `${what} wasn't measured: ${reason}`)
]
