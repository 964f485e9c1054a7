/** What the rows of reports add up to. */
import type { Sum } from "./ReportRows.ts"
import type { AnalyticsDay, AsOf, Totals } from "./schema.ts"

type Day = Omit<AnalyticsDay, "date">
type FigureOf = (family: Sum["family"], measure: string) => number | null

export const unmeasured = {
  firstOpens: "no report of the store has it",
  mau: "no report of the store has it"
} as const

const tidy = (value: number) => Number(value.toFixed(12))
/** Acquisitions of the visitors of the same time: never a mean of rates. */
export const rateOf = (acquisitions: number | null, visitors: number | null): number | null =>
  acquisitions === null || visitors === null || visitors === 0 ? null : tidy(acquisitions / visitors)

const figuresOf = (sums: ReadonlyArray<Sum>): FigureOf => {
  const values = new Map(sums.map(({ family, measure, value }) => [`${family} ${measure}`, value]))
  return (family, measure) => values.get(`${family} ${measure}`) ?? null
}

/** The second counts where the first has nothing of a day. */
const performances = ["store_performance", "total_store_performance"] as const

const dayOf = (figure: FigureOf): Day => {
  // One report's figures of a day, never one's visitors and the other's acquisitions.
  const visits = performances.find(
    (family) => figure(family, "visitors") !== null || figure(family, "acquisitions") !== null
  )
  const [visitors, acquisitions] =
    visits === undefined ? [null, null] : [figure(visits, "visitors"), figure(visits, "acquisitions")]
  const rating = (measure: string) => figure("ratings_v2", measure) ?? figure("ratings", measure)
  return {
    installs: figure("installs", "dailyUserInstalls"),
    uninstalls: figure("installs", "dailyUserUninstalls"),
    activeDevices: figure("installs", "activeDeviceInstalls"),
    ratingAvg: rating("dailyAverage"),
    ratingCount: rating("dailyCount"),
    totalRatingAvg: rating("totalAverage"),
    crashes: figure("crashes", "dailyCrashes"),
    anrs: figure("crashes", "dailyAnrs"),
    storeListingVisitors: visitors,
    storeListingAcquisitions: acquisitions,
    conversionRate: rateOf(acquisitions, visitors)
  }
}

/** Days of which any report tells; the others are left out. */
export const seriesOf = (sums: ReadonlyArray<Sum>): ReadonlyArray<AnalyticsDay> =>
  [...Map.groupBy(sums, ({ day }) => day)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, of]) => ({ date, ...dayOf(figuresOf(of)) }))

type Counted = {
  [Name in keyof Day]: Day[Name] extends number | null ? Name : never
}[keyof Day]

/** Of all days, of one app or several. */
export const totalsOf = (days: ReadonlyArray<AnalyticsDay>): Totals => {
  const told = (name: Counted) => days.flatMap((day) => day[name] ?? [])
  const sum = (name: Counted) => {
    const values = told(name)
    return values.length === 0 ? null : values.reduce((all, value) => all + value, 0)
  }
  const latest = (name: Counted) => days.findLast((day) => day[name] !== null)?.[name] ?? null
  const [visitors, acquisitions] = [sum("storeListingVisitors"), sum("storeListingAcquisitions")]
  const rated = days.flatMap(({ ratingAvg, ratingCount }) =>
    ratingAvg === null || ratingCount === null ? [] : [{ ratingAvg, ratingCount }]
  )
  const isCounted = rated.length > 0 && days.every((day) => day.ratingAvg === null || day.ratingCount !== null)
  const count = rated.reduce((all, { ratingCount }) => all + ratingCount, 0)
  const weighted = rated.reduce((all, { ratingAvg, ratingCount }) => all + ratingAvg * ratingCount, 0)
  return {
    installs: sum("installs"),
    uninstalls: sum("uninstalls"),
    activeDevices: latest("activeDevices"),
    firstOpens: null,
    mau: null,
    ratingAvg: isCounted && count > 0 ? tidy(weighted / count) : null,
    ratingCount: isCounted ? count : null,
    totalRatingAvg: latest("totalRatingAvg"),
    crashes: sum("crashes"),
    anrs: sum("anrs"),
    storeListingVisitors: visitors,
    storeListingAcquisitions: acquisitions,
    conversionRate: rateOf(acquisitions, visitors)
  }
}

/** Of several apps: each counts by itself, and what can't be added up is null. */
export const acrossApps = (apps: ReadonlyArray<Totals>): Totals => {
  const sum = (name: keyof Totals) => {
    const values = apps.flatMap((app) => app[name] ?? [])
    return values.length === 0 ? null : values.reduce((all, value) => all + value, 0)
  }
  const rated = apps.flatMap(({ ratingAvg, ratingCount }) =>
    ratingAvg === null || ratingCount === null ? [] : [{ ratingAvg, ratingCount }]
  )
  const count = rated.reduce((all, { ratingCount }) => all + ratingCount, 0)
  const weighted = rated.reduce((all, { ratingAvg, ratingCount }) => all + ratingAvg * ratingCount, 0)
  const [visitors, acquisitions] = [sum("storeListingVisitors"), sum("storeListingAcquisitions")]
  return {
    installs: sum("installs"),
    uninstalls: sum("uninstalls"),
    activeDevices: sum("activeDevices"),
    firstOpens: null,
    mau: null,
    ratingAvg: count > 0 ? tidy(weighted / count) : null,
    ratingCount: rated.length > 0 ? count : null,
    totalRatingAvg: null,
    crashes: sum("crashes"),
    anrs: sum("anrs"),
    storeListingVisitors: visitors,
    storeListingAcquisitions: acquisitions,
    conversionRate: rateOf(acquisitions, visitors)
  }
}

const asOfFamilies = {
  installs: ["installs"],
  ratings: ["ratings_v2", "ratings"],
  crashes: ["crashes"],
  storePerformance: performances
} as const satisfies Readonly<Record<keyof AsOf, ReadonlyArray<string>>>

/** Each family's last day. */
export const asOfOf = (lastDays: ReadonlyArray<{ readonly family: string; readonly day: string }>): AsOf => {
  const last = (names: ReadonlyArray<string>) =>
    lastDays
      .flatMap(({ day, family }) => (names.includes(family) ? [day] : []))
      .toSorted()
      .at(-1) ?? null
  return {
    installs: last(asOfFamilies.installs),
    ratings: last(asOfFamilies.ratings),
    crashes: last(asOfFamilies.crashes),
    storePerformance: last(asOfFamilies.storePerformance)
  }
}
