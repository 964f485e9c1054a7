import { NotFound, Param, PlatformUnsupported, plusDays } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { Figures } from "../figures/Figures.ts"
import { nearestTo } from "../figures/metrics.ts"
import { splitIn } from "../figures/spellings.ts"
import type { Link } from "../links/Links.ts"
import { storeAppOf } from "../links/storeApps.ts"

/** Calendar days, both included. */
export interface Range {
  readonly from: string
  readonly to: string
}

export interface CountryDay {
  readonly country: string
  readonly day: string
  readonly proceeds: number
}

const make = Effect.gen(function* () {
  const figures = yield* Figures

  /** The applications that are apps of a store. */
  const apps = Effect.fn("Earnings.apps")(function* (link: Link) {
    const projects = yield* figures.apps(link)
    return projects
      .flatMap(({ applications }) => applications)
      .flatMap((application) => {
        const app = storeAppOf(application)
        return app === undefined ? [] : [{ ...app, name: application.name, applicationId: application.id }]
      })
  })

  /** Production proceeds of an application by day, in all or by what they can be split by. */
  const chart = Effect.fn("Earnings.chart")(function* (
    link: Link,
    applicationId: string,
    range: Range,
    split?: "country"
  ) {
    const offered = yield* figures.offered(link, applicationId)
    const currencies = offered.charts.filter(({ unit }) => unit === "currency")
    const found = nearestTo("proceeds", currencies, ({ yAxis }) => yAxis)
    if (found === undefined) return yield* new NotFound("the provider has no chart of proceeds")
    const breakdown = split === undefined ? undefined : splitIn(split, offered.breakdowns)
    if (split !== undefined && breakdown === undefined) {
      return yield* new PlatformUnsupported(`the provider doesn't split proceeds by ${split}`)
    }
    const asked = { applicationId, chart: found.key, environment: "production", interval: "day", range } as const
    return yield* figures.chart(link, { ...asked, breakdown })
  })

  /**
   * Proceeds by country and day, of days that are over. A country without a figure had none on a day whose other figures add
   * up to the day's total; on other days nothing is known of it.
   */
  const byCountry = Effect.fn("Earnings.byCountry")(function* (link: Link, applicationId: string, range: Range) {
    const whole = yield* chart(link, applicationId, range)
    const split = yield* chart(link, applicationId, range, "country")
    const totals = new Map(
      whole.series[0]?.points.flatMap(({ incomplete, x, y }) => (incomplete ? [] : [[x.slice(0, 10), y] as const]))
    )
    const series = split.series.map(({ key, points }) => ({
      country: key.toLowerCase(),
      byDay: new Map(points.map(({ x, y }) => [x.slice(0, 10), y]))
    }))
    const days: Array<CountryDay> = []
    for (let day = range.from; day <= range.to; day = plusDays(day, 1)) {
      const total = totals.get(day) ?? null
      if (total === null) continue
      const sum = series.reduce((all, { byDay }) => all + (byDay.get(day) ?? 0), 0)
      const isWhole = Math.abs(sum - total) <= 0.01 * Math.max(1, series.length)
      for (const { byDay, country } of series) {
        const proceeds = byDay.get(day) ?? (isWhole ? 0 : null)
        if (proceeds !== null && country.length === 2 && Param.countryName(country) !== undefined) {
          days.push({ country, day, proceeds })
        }
      }
    }
    return { days, currency: whole.currency ?? "USD" }
  })

  return { apps, chart, byCountry }
})

/** What an account's apps earned, of which store they are, by day and by country. */
export class Earnings extends Context.Service<Earnings, Effect.Success<typeof make>>()(
  "@storeglass/connect-paywall/Earnings"
) {
  static readonly layer = Layer.effect(Earnings, make)
}
