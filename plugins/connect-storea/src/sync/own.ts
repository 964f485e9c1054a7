/** What was counted, as the routes tell it. */
import { plusDays, sumAmounts } from "@storeglass/plugin-api"
import type { Sum } from "./Figures.ts"
import type { OwnCountry, OwnDay } from "./schema.ts"
import type { Measure } from "./tables.ts"

type Counts = Omit<OwnDay, "day">

/** From 2 days without an answer on, only a list of days can tell which. */
export const windowMax = 366

/** Figures of some days and countries as one row. `sold`: whether sales reports tell of them, so that what isn't there is 0. */
const countsOf = (sums: ReadonlyArray<Sum>, sold: boolean): Counts => {
  const values = (source: Sum["source"], measure: Measure, currency = "") =>
    sums.flatMap((sum) =>
      sum.source === source && sum.measure === measure && sum.currency === currency ? [sum.value] : []
    )
  const count = (source: Sum["source"], measure: Measure): number | null => {
    const found = values(source, measure)
    if (found.length > 0) return Number(sumAmounts(found))
    return source === "sales" && sold ? 0 : null
  }
  const analytics = sums.some(({ source }) => source === "downloads")
  const by = sold ? "sales" : "downloads"
  const currencies = [...new Set(sums.flatMap(({ currency, measure }) => (measure === "proceeds" ? [currency] : [])))]
  return {
    firstDownloads: count(by, "first_downloads"),
    redownloads: count(by, "redownloads"),
    updates: count(by, "updates"),
    inAppPurchases: count("sales", "in_app_purchases"),
    installs: count("installations", "installs"),
    deletions: count("installations", "deletions"),
    proceeds: sold
      ? currencies.toSorted().map((currency) => ({
          currency,
          amount: sumAmounts(values("sales", "proceeds", currency)) ?? "0"
        }))
      : null,
    downloadsFrom: sold ? "sales" : analytics ? "analytics" : null
  }
}

/** Each day of a window. */
export const daysOf = (
  sums: ReadonlyArray<Sum>,
  soldDays: ReadonlySet<string>,
  { from, to }: { readonly from: string; readonly to: string }
): ReadonlyArray<OwnDay> => {
  const byDay = Map.groupBy(sums, ({ day }) => day)
  const days: Array<OwnDay> = []
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    days.push({ day, ...countsOf(byDay.get(day) ?? [], soldDays.has(day)) })
  }
  return days
}

/** By country: of days that sales reports tell of, their downloads; else those of analytics, never both of a day. */
export const countriesOf = (sums: ReadonlyArray<Sum>, soldDays: ReadonlySet<string>): ReadonlyArray<OwnCountry> => {
  const sold = soldDays.size > 0
  const counted = sums.filter(({ day, source }) => source !== "downloads" || !sold || !soldDays.has(day))
  // Where there are sales of some days and analytics of others, both count downloads: under one name, to be added up.
  const merged = sold
    ? counted.map((sum): Sum => (sum.source === "downloads" ? { ...sum, source: "sales" } : sum))
    : counted
  return [...Map.groupBy(merged, ({ country }) => country)]
    .map(([country, of]): OwnCountry => ({ country, ...countsOf(of, sold) }))
    .toSorted((a, b) => (b.firstDownloads ?? 0) - (a.firstDownloads ?? 0) || (a.country < b.country ? -1 : 1))
}
