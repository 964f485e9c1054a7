import { type Ad, byLastImpression, creativesOf, isRefined } from "../ads.ts"

const counted = (values: ReadonlyArray<string>): Record<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  // In a fixed order, so that the same ads give the same bytes.
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
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

/** The summary over all rows: totalAds is the sum of countries, of placements and of formats alike. */
export const summaryOf = (rows: ReadonlyArray<Ad>) => ({
  summary: {
    isAdvertising: rows.length > 0,
    totalAds: rows.length,
    countries: Object.entries(counted(rows.map(({ country }) => country)))
      .map(([code, adCount]) => ({ code, adCount }))
      .toSorted((a, b) => b.adCount - a.adCount || (a.code < b.code ? -1 : 1)),
    placements: counted(rows.map(({ placement }) => placement)),
    formats: counted(rows.map(({ format }) => format)),
    firstImpressionDate: earliest(rows.map(({ first }) => first)),
    firstImpressionOverOneYear: rows.some(({ firstOverOneYear }) => firstOverOneYear),
    lastImpressionDate: latest(rows.map(({ last }) => last)),
    usesAudienceRefinement: rows.some(({ refinement }) => isRefined(refinement))
  },
  distinctAds: new Set(rows.map(({ adId }) => adId)).size,
  distinctCreatives: new Set(rows.flatMap(creativesOf)).size
})
