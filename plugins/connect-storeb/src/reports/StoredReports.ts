import { asDocumented, dayIn, Exchange, InvalidInput, measured, plusDays } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { storeZone } from "./Actuals.ts"
import { ReportRows } from "./ReportRows.ts"
import { acrossApps, asOfOf, rateOf, seriesOf, totalsOf, unmeasured } from "./rollups.ts"

const daysDefault = 28
const daysMax = 731
const importsShown = 500
const dayMs = 86_400_000

interface Days {
  readonly from?: string
  readonly to?: string
}
interface LimitedDays extends Days {
  readonly limit: number
}

/** The days that are asked for, in the store's zone: 28 that end yesterday, unless told otherwise. */
export const windowOf = Effect.fnUntraced(function* (asked: Days) {
  const to = asked.to ?? plusDays(dayIn(storeZone, yield* Clock.currentTimeMillis), -1)
  const from = asked.from ?? plusDays(to, 1 - daysDefault)
  if (from > to) return yield* new InvalidInput("from: must not be after to")
  if (Date.parse(to) - Date.parse(from) >= daysMax * dayMs) {
    return yield* new InvalidInput(`from: the window may have at most ${daysMax} days`)
  }
  return { from, to }
})

/** What was imported of an account's reports; the vendor isn't asked. */
export const makeStoredReports = Effect.gen(function* () {
  const rows = yield* ReportRows

  /** Where the figures are from, and when they were read. */
  const described = Effect.fnUntraced(function* (accountId: string) {
    const { atMs, total } = yield* asDocumented(rows.importsTotal(accountId))
    if (atMs !== null) {
      const provenance = measured({ source: "connected_account", asOfMs: atMs, stale: false })
      yield* Exchange.use(({ describe }) => describe(provenance))
    }
    return total
  })
  const visits = Effect.fnUntraced(function* (
    accountId: string,
    packageName: string,
    query: LimitedDays,
    by: "source" | "term"
  ) {
    const window = yield* windowOf(query)
    const found = yield* asDocumented(rows.visits({ accountId, packageName, ...window }, by, query.limit))
    const lastDays = yield* asDocumented(rows.lastDays(accountId, packageName))
    const asOf = lastDays.find(({ family }) => family === "store_performance")?.day ?? null
    yield* described(accountId)
    const items = found.map(({ acquisitions, name, visitors }) => ({
      name,
      visitors,
      acquisitions,
      conversionRate: rateOf(acquisitions, visitors)
    }))
    return { packageName, ...window, items, asOf }
  })

  return {
    analytics: Effect.fn("StoredReports.analytics")(function* (accountId: string, query: Days) {
      const window = yield* windowOf(query)
      const sums = yield* asDocumented(rows.sums({ accountId, ...window }))
      const lastDays = yield* asDocumented(rows.lastDays(accountId))
      const importsTotal = yield* described(accountId)
      const names = [...new Set(lastDays.map(({ packageName }) => packageName))].toSorted()
      const byApp = Map.groupBy(sums, ({ packageName }) => packageName)
      const apps = names.map((packageName) => ({
        packageName,
        totals: totalsOf(seriesOf(byApp.get(packageName) ?? [])),
        asOf: asOfOf(lastDays.filter((last) => last.packageName === packageName))
      }))
      return {
        ...window,
        totals: acrossApps(apps.map(({ totals }) => totals)),
        apps,
        notMeasured: unmeasured,
        imports: yield* asDocumented(rows.imports(accountId, importsShown)),
        importsTotal
      }
    }),
    app: Effect.fn("StoredReports.app")(function* (accountId: string, packageName: string, query: Days) {
      const window = yield* windowOf(query)
      const series = seriesOf(yield* asDocumented(rows.sums({ accountId, packageName, ...window })))
      const asOf = asOfOf(yield* asDocumented(rows.lastDays(accountId, packageName)))
      yield* described(accountId)
      return { packageName, ...window, totals: totalsOf(series), series, asOf, notMeasured: unmeasured }
    }),
    searchTerms: (accountId: string, packageName: string, query: LimitedDays) =>
      Effect.map(visits(accountId, packageName, query, "term"), ({ items, ...told }) => ({
        ...told,
        items: items.map(({ name, ...visit }) => ({ term: name, ...visit }))
      })),
    sources: (accountId: string, packageName: string, query: LimitedDays) =>
      Effect.map(visits(accountId, packageName, query, "source"), ({ items, ...told }) => ({
        ...told,
        items: items.map(({ name, ...visit }) => ({ source: name, ...visit }))
      }))
  }
})
