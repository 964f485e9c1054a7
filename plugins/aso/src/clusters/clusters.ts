/**
 * intent-clusters@1: the terms of an app and its competitors, grouped by what people want who search for them.
 *
 * Terms are alike by .45 × the cosine of their stems (TF-IDF over these terms, .8 of it for stems that no term is by
 * itself; a stem that a term lacks counts as the one nearest to it, so far as it is near) + .15 × Dice of their pairs of characters + .40 × the share of apps that both
 * searches have in their first ten; where a search isn't known the rest is made whole. Groups join by average linkage
 * down to .35. Terms with a brand stand apart, a group for each whose it is.
 *
 * weightedVisibility is the sum of volume / 100 × the weight of the app's rank (kw-visibility's weights). strong: 10 and
 * more at an average rank of 15 and better; moderate: 4 and 30; else weak. Source: product research 1.3, 3.7, 3.10.
 */

import { rankWeight } from "@storeglass/keywords/contract"
import { byCodePoint } from "@storeglass/stores/contract"
import { type Language, wordsModel } from "../words/words.ts"
import { type Intent, intentReader } from "./intent.ts"
import { averageLinkage } from "./linkage.ts"
import { similarityAmong } from "./similarity.ts"
import { stemReader } from "./stems.ts"

export const clustersModel = "intent-clusters@1"

/** With the words it reads by. */
export const clustersModels = [clustersModel, wordsModel] as const

/** Groups less alike on average stay apart, in billionths. */
const floor = 0.35e9
/** The most searched terms that are read. */
export const termsMax = 300
const shown = 5

export interface ClusterTerm {
  /** In its one form. */
  readonly keyword: string
  /** 0 to 100; null: not known, weighs 0. */
  readonly volume: number | null
  readonly rank: number | null
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** The first ten apps of the latest search; null: not known. */
  readonly top: ReadonlyArray<string> | null
  /** The other app whose brand the term is. */
  readonly brandOf: string | null
  /** The term is a name of the app itself or its developer's. */
  readonly isOwnBrand: boolean
  /** The competitors that are ranked for it. */
  readonly competitors: ReadonlyArray<{ readonly appId: string; readonly rank: number }>
}

export interface Cluster<Term extends ClusterTerm = ClusterTerm> {
  readonly clusterId: string
  readonly clusterLabel: string
  readonly intent: Intent | null
  /** Most searched first. */
  readonly terms: ReadonlyArray<Term>
  readonly termsWithoutVolume: number
}

export interface Standing {
  readonly keywordsRanked: number
  /** Of the keywords that the app is ranked for. */
  readonly avgRank: number | null
  readonly weightedVisibility: number
  readonly strength: "strong" | "moderate" | "weak"
}

/** Whose clusters these are: their ids are its own. */
export interface ClusterMarket {
  readonly platform: string
  readonly appId: string
  readonly country: string
  readonly device: string
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** Terms without a volume last. */
const mostSearched = (a: ClusterTerm, b: ClusterTerm) =>
  (b.volume ?? -1) - (a.volume ?? -1) || byCodePoint(a.keyword, b.keyword)

/** FNV-1a of 64 bits over UTF-8. */
const nameOf = (text: string): string => {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, "0")
}

const brandOf = ({ brandOf: other, isOwnBrand }: ClusterTerm): string | undefined =>
  isOwnBrand ? "own" : other === null ? undefined : `of ${other}`

/** The groups of terms, in no order of worth; each term is in one. The order of `terms` changes nothing. */
export const clustersOf = <Term extends ClusterTerm>(
  terms: ReadonlyArray<Term>,
  market: ClusterMarket,
  language: Language
): ReadonlyArray<Cluster<Term>> => {
  const read = [...new Map(terms.map((term) => [term.keyword, term])).values()].sort(mostSearched).slice(0, termsMax)
  const plain = read.filter((term) => brandOf(term) === undefined).sort((a, b) => byCodePoint(a.keyword, b.keyword))
  const linked = averageLinkage(plain.length, similarityAmong(plain, language), floor)
  const brands = new Map<string, Array<Term>>()
  for (const term of read) {
    const brand = brandOf(term)
    if (brand !== undefined) brands.set(brand, [...(brands.get(brand) ?? []), term])
  }
  const stemsOf = stemReader(language)
  const intentOf = intentReader(language)
  const taken = new Map<string, number>()
  const named = (members: ReadonlyArray<Term>, brand: string | undefined): Cluster<Term> => {
    const sorted = [...members].sort(mostSearched)
    const clusterLabel = labelOf(sorted, stemsOf)
    const stems = [...stemsOf(clusterLabel)].sort(byCodePoint)
    const { appId, country, device, platform } = market
    const name = [platform, appId, country, device, brand ?? "", ...stems].join("\n")
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    return {
      clusterId: nameOf(before === 0 ? name : `${name}\n\n${before}`),
      clusterLabel,
      intent: brand === undefined ? intentOf(sorted.map(({ keyword }) => keyword)) : "brand",
      terms: sorted,
      termsWithoutVolume: sorted.filter(({ volume }) => volume === null).length
    }
  }
  return [
    ...[...brands].sort(([a], [b]) => byCodePoint(a, b)).map(([brand, members]) => named(members, brand)),
    ...linked.map((group) =>
      named(
        group.flatMap((at) => plain[at] ?? []),
        undefined
      )
    )
  ]
}

/** The most searched member whose stems half of the members hold; else the most searched. `members`: most searched first. */
const labelOf = (members: ReadonlyArray<ClusterTerm>, stemsOf: (keyword: string) => ReadonlyArray<string>): string => {
  const held = members.map(({ keyword }) => new Set(stemsOf(keyword)))
  const found = members.find((_, at) => {
    const stems = [...(held[at] ?? [])]
    return held.filter((other) => stems.every((stem) => other.has(stem))).length * 2 >= members.length
  })
  return (found ?? members[0])?.keyword ?? ""
}

export const standingIn = (terms: ReadonlyArray<ClusterTerm>): Standing => {
  const ranks = terms.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  const avgRank = ranks.length === 0 ? null : rounded(ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length, 1)
  const weightedVisibility = rounded(
    terms.reduce((sum, { rank, volume }) => sum + ((volume ?? 0) / 100) * rankWeight(rank), 0),
    2
  )
  const isWithin = (visibility: number, rank: number) =>
    avgRank !== null && avgRank <= rank && weightedVisibility >= visibility
  return {
    keywordsRanked: ranks.length,
    avgRank,
    weightedVisibility,
    strength: isWithin(10, 15) ? "strong" : isWithin(4, 30) ? "moderate" : "weak"
  }
}

export interface Gap<Term extends ClusterTerm = ClusterTerm> extends Cluster<Term> {
  readonly competitorsPresent: number
  /** Of the best ranks of each competitor in the cluster. */
  readonly competitorAvgRank: number
}

export interface ClusterReading<Term extends ClusterTerm = ClusterTerm> {
  /** In which the app is ranked: most visible first. */
  readonly clusters: ReadonlyArray<Cluster<Term> & Standing>
  /** In which it is ranked for nothing, as far as was measured, and a competitor is: most searched first. */
  readonly gaps: ReadonlyArray<Gap<Term>>
  /** Ranked for nothing there, and no competitor either. */
  readonly idle: ReadonlyArray<Cluster<Term>>
  /** Nothing there was measured, or only where nobody of them is ranked. */
  readonly unmeasured: ReadonlyArray<Cluster<Term>>
}

const volumeOf = (terms: ReadonlyArray<ClusterTerm>) => terms.reduce((sum, { volume }) => sum + (volume ?? 0), 0)

/** The same for the same terms, in whatever order they come. */
export const readClusters = <Term extends ClusterTerm>(
  terms: ReadonlyArray<Term>,
  market: ClusterMarket,
  language: Language
): ClusterReading<Term> => {
  const all = clustersOf(terms, market, language)
  const standing = all.map((cluster) => ({ ...cluster, ...standingIn(cluster.terms) }))
  const isRanked = (cluster: Standing) => cluster.keywordsRanked > 0
  const absent = standing.filter((cluster) => !isRanked(cluster))
  const isMeasured = ({ terms: members }: Cluster) => members.some(({ rankStatus }) => rankStatus === "not_in_top_n")
  const gaps = absent.filter(isMeasured).flatMap((cluster) => {
    // Where the app's own rank is not known, a competitor's tells of no gap.
    const measured = cluster.terms.filter(({ rankStatus }) => rankStatus === "not_in_top_n")
    const best = new Map<string, number>()
    for (const { appId, rank } of measured.flatMap(({ competitors }) => competitors))
      best.set(appId, Math.min(rank, best.get(appId) ?? rank))
    const sum = [...best.values()].reduce((total, rank) => total + rank, 0)
    return best.size === 0
      ? []
      : [{ ...cluster, competitorsPresent: best.size, competitorAvgRank: rounded(sum / best.size, 1) }]
  })
  const withGap = new Set(gaps.map(({ clusterId }) => clusterId))
  const bySearches = (a: Cluster, b: Cluster) =>
    volumeOf(b.terms) - volumeOf(a.terms) || byCodePoint(a.clusterId, b.clusterId)
  return {
    clusters: standing.filter(isRanked).sort((a, b) => b.weightedVisibility - a.weightedVisibility || bySearches(a, b)),
    gaps: gaps.sort(bySearches),
    idle: absent.filter((cluster) => isMeasured(cluster) && !withGap.has(cluster.clusterId)).sort(bySearches),
    unmeasured: absent.filter((cluster) => !isMeasured(cluster)).sort(bySearches)
  }
}

/** Whether the volume of any of its keywords is known: else its visibility and strength tell nothing. */
export const isWeighed = ({ terms, termsWithoutVolume }: Cluster): boolean => termsWithoutVolume < terms.length

/** Keywords to show of a cluster. */
export const topKeywordsOf = ({ terms }: Cluster): ReadonlyArray<string> =>
  terms.slice(0, shown).map(({ keyword }) => keyword)

/** Where the app has most to gain: most Σ volume × (1 − weight of its rank); null where that's known of none. */
export const mostToGain = (clusters: ReadonlyArray<Cluster>): string | null => {
  const gains = clusters.map(({ clusterId, terms }) => ({
    clusterId,
    gain: rounded(
      terms.reduce((sum, { rank, volume }) => sum + (volume ?? 0) * (1 - rankWeight(rank)), 0),
      6
    )
  }))
  const [most] = gains
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || byCodePoint(a.clusterId, b.clusterId))
  return most?.clusterId ?? null
}
