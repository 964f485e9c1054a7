/**
 * product-pages@1: which custom product page each keyword of the keyword field belongs to.
 *
 * storea shows a custom page in searches for keywords that are assigned to it: keywords of the version's own keyword
 * field, each on one page, on at most 70 pages. A keyword serves the searches of a cluster that hold its words. It goes
 * to the cluster whose searches that it serves have the most volume together; without volumes to the one with most
 * searches, then by the cluster's id. Brands, the app's and others', get no page. Pages are in the order of the volume
 * of all searches that their keywords serve.
 */
import { byCodePoint } from "@storeglass/stores/contract"
import type { Cluster, ClusterTerm } from "../clusters/clusters.ts"
import type { Intent } from "../clusters/intent.ts"
import { holdsWords, type Language, wordsOf } from "../words/words.ts"

export const productPagesModel = "product-pages@1"

/** storea's, of an app. */
export const pagesMax = 70
/** storea's, of a page's reference name, which only its owner sees. */
export const nameMax = 64
const shown = 5

export const leftReasons = ["no_search", "brand", "no_page_left", "no_words"] as const
export type LeftReason = (typeof leftReasons)[number]

type Searched = Pick<ClusterTerm, "keyword" | "volume" | "rank" | "rankStatus" | "brandOf" | "isOwnBrand">

export interface ProductPage {
  readonly clusterId: string
  readonly name: string
  readonly intent: Intent | null
  /** Those of the field, of most volume first. */
  readonly keywords: ReadonlyArray<string>
  /** Most searched first. */
  readonly searches: ReadonlyArray<Searched>
  /** Of all searches that its keywords serve; null: none is known. */
  readonly volume: number | null
  readonly searchesRanked: number
  readonly avgRank: number | null
}

export interface ProductPages {
  readonly pages: ReadonlyArray<ProductPage>
  /** Keywords of the field without a page. */
  readonly leftOver: ReadonlyArray<{ readonly keyword: string; readonly reason: LeftReason }>
  /** Clusters that no keyword of the field serves. */
  readonly unserved: ReadonlyArray<{
    readonly clusterId: string
    readonly clusterLabel: string
    readonly volume: number | null
  }>
}

export interface PagesInput {
  /** As the version has it: terms with commas between. */
  readonly field: string
  readonly clusters: ReadonlyArray<Cluster<Searched & ClusterTerm>>
  readonly language: Language
  readonly limit?: number
}

/** The field's terms, each once, in no order of the field's. */
const termsIn = (field: string, language: Language) => {
  const forms = new Map<string, string>()
  const written = field
    .split(/[,，、;\n]/)
    .map((term) => term.trim())
    .filter((term) => term !== "")
    .sort(byCodePoint)
  for (const keyword of written) {
    const words = wordsOf(keyword, language)
    const form = words.length === 0 ? ` ${keyword}` : words.map(({ text }) => text).join(" ")
    if (!forms.has(form)) forms.set(form, keyword)
  }
  return [...forms].map(([form, keyword]) => ({ keyword, hasWords: !form.startsWith(" ") }))
}

const volumeOf = (searches: ReadonlyArray<Searched>): number | null =>
  searches.some(({ volume }) => volume !== null) ? searches.reduce((sum, { volume }) => sum + (volume ?? 0), 0) : null

const isBrand = ({ brandOf, isOwnBrand }: Searched) => brandOf !== null || isOwnBrand

interface Served {
  readonly searches: ReadonlyArray<Searched>
  readonly clusterId: string
}
const byWorth = (a: Served, b: Served) =>
  (volumeOf(b.searches) ?? -1) - (volumeOf(a.searches) ?? -1) ||
  b.searches.length - a.searches.length ||
  byCodePoint(a.clusterId, b.clusterId)

const bySearched = (a: Searched, b: Searched) =>
  (b.volume ?? -1) - (a.volume ?? -1) || byCodePoint(a.keyword, b.keyword)

/** Whole words of a label, as many as fit. */
const nameOf = (label: string): string => {
  const signs = [...label]
  if (signs.length <= nameMax) return label
  const cut = signs.slice(0, nameMax).join("")
  const end = cut.lastIndexOf(" ")
  return end > 0 ? cut.slice(0, end) : cut
}

/** Two clusters may have one label: a brand's and none's, or of two meanings. */
const named = (pages: ReadonlyArray<ProductPage>): ReadonlyArray<ProductPage> => {
  const taken = new Map<string, number>()
  return pages.map((page) => {
    const count = (taken.get(page.name) ?? 0) + 1
    taken.set(page.name, count)
    if (count === 1) return page
    const mark = ` ${count}`
    return { ...page, name: `${[...page.name].slice(0, nameMax - mark.length).join("")}${mark}` }
  })
}

const meanRank = (searches: ReadonlyArray<Searched>) => {
  const ranks = searches.flatMap(({ rank }) => rank ?? [])
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
  return { searchesRanked: ranks.length, avgRank: ranks.length === 0 ? null : Math.round(mean * 10) / 10 }
}

/** The same for the same terms and clusters, in whatever order they are. */
export const productPagesOf = ({ clusters, field, language, limit = pagesMax }: PagesInput): ProductPages => {
  const open = clusters
    .map((cluster) => ({ ...cluster, plain: cluster.terms.filter((term) => !isBrand(term)) }))
    .filter(({ plain }) => plain.length > 0)
  const branded = clusters.flatMap(({ terms }) => terms.filter(isBrand))
  const leftOver: Array<{ keyword: string; reason: LeftReason }> = []
  const placed = new Map<string, Array<{ readonly keyword: string; readonly served: Served }>>()
  for (const { hasWords, keyword } of termsIn(field, language)) {
    const isIn = (term: Searched) => holdsWords(term.keyword, keyword, language)
    const [best] = open
      .map(({ clusterId, plain }): Served => ({ clusterId, searches: plain.filter(isIn) }))
      .filter(({ searches }) => searches.length > 0)
      .sort(byWorth)
    if (best === undefined) {
      leftOver.push({ keyword, reason: !hasWords ? "no_words" : branded.some(isIn) ? "brand" : "no_search" })
      continue
    }
    placed.set(best.clusterId, [...(placed.get(best.clusterId) ?? []), { keyword, served: best }])
  }
  const all = open
    .flatMap(({ clusterId, clusterLabel, intent }) => {
      const keywords = placed.get(clusterId)
      if (keywords === undefined) return []
      const searches = [...new Map(keywords.flatMap(({ served }) => served.searches.map((one) => [one.keyword, one])))]
        .map(([, search]) => search)
        .sort(bySearched)
      const page: ProductPage = {
        clusterId,
        name: nameOf(clusterLabel),
        intent,
        keywords: keywords
          .toSorted((a, b) => byWorth(a.served, b.served) || byCodePoint(a.keyword, b.keyword))
          .map(({ keyword }) => keyword),
        searches,
        volume: volumeOf(searches),
        ...meanRank(searches)
      }
      return [page]
    })
    .sort(byWorth)
  const dropped = all.slice(limit).flatMap(({ keywords }) => keywords)
  return {
    pages: named(all.slice(0, limit)),
    leftOver: [...leftOver, ...dropped.map((keyword) => ({ keyword, reason: "no_page_left" as const }))].sort((a, b) =>
      byCodePoint(a.keyword, b.keyword)
    ),
    unserved: open
      .filter(({ clusterId }) => !placed.has(clusterId))
      .map(({ clusterId, clusterLabel, plain }) => ({ clusterId, clusterLabel, volume: volumeOf(plain) }))
      .sort((a, b) => (b.volume ?? -1) - (a.volume ?? -1) || byCodePoint(a.clusterId, b.clusterId))
  }
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What the page is for, in a sentence. */
export const whyOf = ({ avgRank, keywords, searchesRanked, searches, volume }: ProductPage): string => {
  const top = searches.slice(0, 2).map(({ keyword }) => `“${keyword}”`)
  const said = counted(searches.length, "search holds", "searches hold")
  const these = keywords.length === 1 ? "it" : "them"
  const worth = volume === null ? "no volume is known" : `the volume is ${volume} together`
  const rank =
    avgRank === null
      ? "the app isn't known to be ranked there"
      : `the app is ranked for ${searchesRanked} of them, at ${avgRank} on average`
  return `${said} ${these}, such as ${top.join(" and ")}; ${worth}; ${rank}.`
}

/** To show of a page. */
export const shownSearches = ({ searches }: ProductPage) => searches.slice(0, shown)
