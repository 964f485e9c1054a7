import type { ApiFailure } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Result } from "effect"
import { Figures } from "../figures/Figures.ts"
import { compared } from "../figures/metrics.ts"
import { type Days, daysBefore, momentsOf } from "../figures/period.ts"
import { saved } from "../http.errors.ts"
import type { Link } from "../links/Links.ts"
import type { Environment, OfApplication } from "../PaywallSource.ts"
import type { Dashboard } from "../schema.ts"

const campaignsShown = 20
const transactionsShown = 10
/** Whose charts come first, where the provider has them. */
const mainMetrics = ["proceeds", "paywallConversion"]

const available = { status: "available", reason: null } as const
const unavailable = ({ _tag, message }: ApiFailure) =>
  ({ status: "unavailable", reason: { code: _tag, message } }) as const

const make = Effect.gen(function* () {
  const figures = yield* Figures
  return {
    /** All parts at once. Those that fail say so; when all do, the first one's failure is the answer. */
    read: Effect.fn("Dashboards.read")(function* (link: Link, of: OfApplication, environment: Environment, days: Days) {
      const previous = daysBefore(days)
      const { applicationId } = of
      const overview = figures.overview(link, of, environment, days)
      const charts = Effect.gen(function* () {
        const preferred = yield* Effect.match(overview, {
          onFailure: () => [],
          onSuccess: ({ metrics }) =>
            mainMetrics.flatMap((key) => metrics.find((metric) => metric.key === key)?.chart ?? [])
        })
        const keys = yield* figures.mainCharts(link, applicationId, preferred)
        const { from, to } = days
        const asked = { applicationId, environment, interval: "auto", breakdown: undefined, range: { from, to } }
        const read = yield* Effect.forEach(
          keys,
          (chart) => Effect.result(saved(figures.chart(link, { ...asked, chart }))),
          { concurrency: "unbounded" }
        )
        const items = read.filter(Result.isSuccess).map(({ success }) => success)
        const failed = read.find(Result.isFailure)
        if (items.length === 0 && failed !== undefined) return yield* Effect.fail(failed.failure)
        return { items, failed }
      })
      const parts = yield* Effect.all(
        {
          overview: Effect.result(saved(overview)),
          before: Effect.result(figures.overview(link, of, environment, previous)),
          charts: Effect.result(saved(charts)),
          campaigns: Effect.result(
            saved(figures.campaigns(link, { applicationId, archived: false, limit: campaignsShown, after: undefined }))
          ),
          transactions: Effect.result(
            saved(
              figures.transactions(link, of, {
                environment,
                ...momentsOf(days),
                limit: transactionsShown,
                after: undefined
              })
            )
          )
        },
        { concurrency: "unbounded" }
      )
      const { before, ...shown } = parts
      if (
        Result.isFailure(shown.overview) &&
        Result.isFailure(shown.charts) &&
        Result.isFailure(shown.campaigns) &&
        Result.isFailure(shown.transactions)
      ) {
        return yield* Effect.fail(shown.overview.failure)
      }
      const dashboard: Dashboard = {
        ...of,
        environment,
        period: days,
        previousPeriod: previous,
        overview: Result.match(shown.overview, {
          onFailure: (error) => ({ ...unavailable(error), metrics: null, comparison: null }),
          onSuccess: ({ metrics }) => ({
            ...available,
            metrics,
            comparison: Result.isSuccess(before) ? compared(metrics, before.success.metrics) : null
          })
        }),
        charts: Result.match(shown.charts, {
          onFailure: (error) => ({ ...unavailable(error), items: null }),
          onSuccess: ({ failed, items }) => ({
            ...available,
            reason: failed === undefined ? null : unavailable(failed.failure).reason,
            items
          })
        }),
        campaigns: Result.match(shown.campaigns, {
          onFailure: (error) => ({ ...unavailable(error), items: null }),
          onSuccess: ({ items }) => ({ ...available, items })
        }),
        transactions: Result.match(shown.transactions, {
          onFailure: (error) => ({ ...unavailable(error), items: null }),
          onSuccess: ({ items }) => ({ ...available, items })
        })
      }
      return dashboard
    })
  }
})

/** Overview, charts, campaigns and newest transactions in one answer. */
export class Dashboards extends Context.Service<Dashboards, Effect.Success<typeof make>>()(
  "@storeglass/connect-paywall/Dashboards"
) {
  static readonly layer = Layer.effect(Dashboards, make)
}
