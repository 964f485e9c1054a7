/** Search terms that cost something and brought nothing, as negatives that can be taken over. */
import { compareAmounts, type Money, sumAmounts } from "../money.ts"
import type { Metrics, SearchTermRow, WastedTerm } from "../schema.ts"

export interface Thresholds {
  readonly minTaps: number
  /** Decimal text, in the ad account's currency. */
  readonly minSpend: string
}

interface Sums {
  readonly taps: number
  readonly installs: number
  readonly spend: string
  readonly currency: string
  readonly rows: ReadonlyArray<SearchTermRow>
}

const plain = (term: string) => term.trim().toLowerCase().replace(/\s+/g, " ")

/** What rows have together; undefined where one lacks a figure, as then nothing is proven. */
const summed = (rows: ReadonlyArray<SearchTermRow>): Sums | undefined => {
  const currency = rows[0]?.spend?.currency
  const amounts = rows.map(({ spend }) => (spend === null || spend.currency !== currency ? "" : spend.amount))
  const spend = sumAmounts(amounts)
  if (currency === undefined || spend === undefined) return undefined
  let [taps, installs] = [0, 0]
  for (const row of rows) {
    if (row.taps === null || row.installs === null) return undefined
    taps += row.taps
    installs += row.installs
  }
  return { taps, installs, spend, currency, rows }
}

const grouped = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string | null): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

/** Search terms with what they have together over all rows, highest spend first. Rows that lack a figure are left out. */
export const groupedByTerm = (rows: ReadonlyArray<SearchTermRow>) =>
  grouped(rows, ({ searchTerm }) => (searchTerm === null ? null : plain(searchTerm)))
    .flatMap((all) => {
      const sums = summed(all)
      return sums === undefined ? [] : [{ searchTerm: all[0]?.searchTerm ?? "", ...sums }]
    })
    .sort((a, b) => compareAmounts(b.spend, a.spend) ?? 0)

/** How likely so many taps bring no install where each brings one at the campaign's rate. */
const chanceOfNone = ({ installs, taps }: Pick<Metrics, "installs" | "taps">, tried: number): number | null => {
  if (installs === null || taps === null || taps === 0) return null
  const chance = (1 - Math.min(1, installs / taps)) ** tried
  return Number(chance.toFixed(4))
}

/** The keyword that asks for exactly this term, if that is what brought it everywhere. */
const ownKeyword = (term: string, rows: ReadonlyArray<SearchTermRow>): string | null => {
  const [first] = rows
  const own = rows.every(
    ({ keyword, keywordId, matchType }) =>
      matchType === "EXACT" && keyword !== null && plain(keyword) === term && keywordId === first?.keywordId
  )
  return own ? (first?.keywordId ?? null) : null
}

const wastedIn = (term: string, sums: Sums | undefined, { minSpend, minTaps }: Thresholds) =>
  sums !== undefined &&
  sums.installs === 0 &&
  sums.taps >= minTaps &&
  compareAmounts(sums.spend, "0") === 1 &&
  (compareAmounts(sums.spend, minSpend) ?? -1) >= 0
    ? [{ term, sums }]
    : []

/**
 * Terms that cost something and brought no install, highest spend first. A term without installs in the whole campaign is
 * one for the campaign, or for the only ad group in which it was seen; one that brings installs in another ad group is one
 * for the ad groups in which it doesn't. Rows without a term (folded by the vendor) and figures that the vendor didn't give
 * prove nothing, and are never proposed.
 */
export const wastedTerms = (
  rows: ReadonlyArray<SearchTermRow>,
  totals: Pick<Metrics, "installs" | "taps"> | null,
  thresholds: Thresholds
): ReadonlyArray<WastedTerm> =>
  grouped(rows, ({ searchTerm }) => (searchTerm === null ? null : plain(searchTerm)))
    .flatMap((all) => {
      const term = plain(all[0]?.searchTerm ?? "")
      if (term === "") return []
      const whole = summed(all)
      const groups = grouped(all, ({ adGroupId }) => adGroupId)
      const parts = whole !== undefined && whole.installs === 0 ? [all] : groups
      return parts.flatMap((part) => wastedIn(term, summed(part), thresholds))
    })
    .map(({ sums: { currency, installs, rows, spend, taps }, term }): WastedTerm => {
      const adGroupIds = [...new Set(rows.flatMap(({ adGroupId }) => adGroupId ?? []))].sort()
      const inOneGroup = adGroupIds.length === 1 && rows.every(({ adGroupId }) => adGroupId !== null)
      const keywordId = ownKeyword(term, rows)
      return {
        searchTerm: rows[0]?.searchTerm ?? term,
        taps,
        installs,
        spend: { amount: spend, currency },
        chanceOfNone: totals === null ? null : chanceOfNone(totals, taps),
        adGroupIds,
        proposal: keywordId === null ? "negative" : "pause_keyword",
        negative:
          keywordId === null
            ? {
                text: term,
                matchType: "EXACT",
                level: inOneGroup ? "adGroup" : "campaign",
                adGroupId: inOneGroup ? (adGroupIds[0] ?? null) : null
              }
            : null,
        keywordId
      }
    })
    .sort((a, b) => {
      const bySpend = compareAmounts(b.spend.amount, a.spend.amount) ?? 0
      return bySpend !== 0 ? bySpend : a.searchTerm < b.searchTerm ? -1 : 1
    })

/** The sum of amounts of one currency; null where there is none to sum. */
export const moneySum = (all: ReadonlyArray<Money | null>, currency: string | null): Money | null => {
  const known = all.find((money) => money !== null)?.currency ?? currency
  const amount = sumAmounts(all.map((money) => (money !== null && money.currency === known ? money.amount : "")))
  return known === null || amount === undefined ? null : { amount, currency: known }
}
