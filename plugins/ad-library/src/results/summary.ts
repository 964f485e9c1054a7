import { Schema } from "effect"
import { type Ad, byLastImpression, creativesOf, isRefined } from "../ads.ts"

/** In a fixed order, so that the same ads give the same bytes. */
const inOrder = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
const counted = (values: ReadonlyArray<string>): Record<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return inOrder(counts)
}
const earliest = (dates: ReadonlyArray<string | null>) =>
  dates.reduce<string | null>((first, date) => (date !== null && (first === null || date < first) ? date : first), null)
const latest = (dates: ReadonlyArray<string | null>) =>
  dates.reduce<string | null>((last, date) => (date !== null && (last === null || date > last) ? date : last), null)

/** Each row of an app's ads once, by ad and storefront: the one that was shown later wins. In their order. */
export const rowsOf = (ads: ReadonlyArray<Ad>): ReadonlyArray<Ad> => {
  const rows = new Map<string, Ad>()
  for (const ad of ads) {
    const key = `${ad.adId} ${ad.country}`
    const known = rows.get(key)
    if (known === undefined || (ad.last ?? "") > (known.last ?? "")) rows.set(key, ad)
  }
  return [...rows.values()].toSorted(byLastImpression)
}

const Counts = Schema.Record(Schema.String, Schema.Int)
/** What the ads of one storefront add to a summary. */
export const Part = Schema.Struct({
  storefront: Schema.String,
  placements: Counts,
  formats: Counts,
  first: Schema.NullOr(Schema.String),
  firstOverOneYear: Schema.Boolean,
  last: Schema.NullOr(Schema.String),
  isRefined: Schema.Boolean
})
export type Part = typeof Part.Type

/** Of the rows of one storefront, each once. */
export const partOf = (storefront: string, rows: ReadonlyArray<Ad>): Part => ({
  storefront,
  placements: counted(rows.map(({ placement }) => placement)),
  formats: counted(rows.map(({ format }) => format)),
  first: earliest(rows.map(({ first }) => first)),
  firstOverOneYear: rows.some(({ firstOverOneYear }) => firstOverOneYear),
  last: latest(rows.map(({ last }) => last)),
  isRefined: rows.some(({ refinement }) => isRefined(refinement))
})

export const hasAds = ({ placements }: Part) => Object.keys(placements).length > 0

const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)
const added = (counts: ReadonlyArray<Readonly<Record<string, number>>>): Record<string, number> => {
  const sums = new Map<string, number>()
  for (const one of counts) for (const [name, n] of Object.entries(one)) sums.set(name, (sums.get(name) ?? 0) + n)
  return inOrder(sums)
}

/** The summary over all storefronts: totalAds is the sum of countries, of placements and of formats alike. */
export const mergedOf = (parts: ReadonlyArray<Part>) => {
  const countries = parts
    .map(({ placements, storefront }) => ({ code: storefront, adCount: sumOf(placements) }))
    .filter(({ adCount }) => adCount > 0)
    .toSorted((a, b) => b.adCount - a.adCount || (a.code < b.code ? -1 : 1))
  const totalAds = countries.reduce((all, { adCount }) => all + adCount, 0)
  return {
    isAdvertising: totalAds > 0,
    totalAds,
    countries,
    placements: added(parts.map(({ placements }) => placements)),
    formats: added(parts.map(({ formats }) => formats)),
    firstImpressionDate: earliest(parts.map(({ first }) => first)),
    firstImpressionOverOneYear: parts.some(({ firstOverOneYear }) => firstOverOneYear),
    lastImpressionDate: latest(parts.map(({ last }) => last)),
    usesAudienceRefinement: parts.some(({ isRefined }) => isRefined)
  }
}

/** The same of rows, each once. */
export const summaryOf = (rows: ReadonlyArray<Ad>) => ({
  summary: mergedOf([...Map.groupBy(rows, ({ country }) => country)].map(([code, rows]) => partOf(code, rows))),
  distinctAds: new Set(rows.map(({ adId }) => adId)).size,
  distinctCreatives: new Set(rows.flatMap(creativesOf)).size
})
