import { PlatformUnsupported } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Result } from "effect"
import { Figures } from "../figures/Figures.ts"
import { difference, quantileFor, wilson } from "../figures/intervals.ts"
import { nearestOf } from "../figures/metrics.ts"
import { splitIn } from "../figures/spellings.ts"
import { saved } from "../http.errors.ts"
import type { Link } from "../links/Links.ts"
import type { Range } from "../proceeds/Earnings.ts"
import type { Performance as Shape } from "../schema.ts"

/** What is counted, each with the keys by which providers call its metric, the nearest first: people before showings. */
const counts = {
  views: ["paywalledusers", "paywallviewers", "paywallopens", "paywallviews"],
  trials: ["newtrials", "trialstarts"],
  paid: ["newsubscriptions", "subscriptionstarts"]
} as const
type Count = keyof typeof counts
const splits = ["placement", "variant"] as const
type Split = (typeof splits)[number]
type Row = Shape["placements"]["items"] extends ReadonlyArray<infer R> | null ? R : never

const totalOf = (points: ReadonlyArray<{ readonly y: number | null }>) =>
  points.reduce<number | null>((sum, { y }) => (y === null ? sum : (sum ?? 0) + y), null)

const percent = (share: number) => Number((100 * share).toFixed(2))

/** Of what is seen more often than its whole nothing can be said: the provider counts the two differently. */
const rateOf = (hits: number | null, views: number | null) => {
  if (hits === null || views === null || views <= 0 || hits > views || hits < 0) return null
  const { high, low } = wilson(hits, views)
  return { percent: percent(hits / views), low: percent(low), high: percent(high) }
}

/** Whether the one with the highest share of payers is ahead of all others for more than chance. */
export const verdictOf = (rows: ReadonlyArray<Pick<Row, "key" | "views" | "paid">>): Shape["placements"]["verdict"] => {
  const counted = rows.flatMap(({ key, paid, views }) =>
    paid === null || views === null || views <= 0 || paid > views || paid < 0 ? [] : [{ key, hits: paid, of: views }]
  )
  const [leader, ...others] = counted.toSorted((a, b) => b.hits / b.of - a.hits / a.of)
  if (leader === undefined || others.length === 0) {
    return { status: "not_comparable", leader: null, message: "There aren't two with views and payments to compare." }
  }
  const z = quantileFor(others.length)
  const isAhead = others.every((other) => difference(leader, other, z).low > 0)
  return isAhead
    ? {
        status: "difference",
        leader: leader.key,
        message: `More of those who saw ${leader.key} paid than of those who saw any other, by more than chance explains.`
      }
    : {
        status: "no_difference_yet",
        leader: null,
        message: "No difference yet: chance alone could explain which one is ahead. Wait for more views."
      }
}

const make = Effect.gen(function* () {
  const figures = yield* Figures

  /** By key; and what a key has that isn't there: none where the others add up to the whole, else it isn't known. */
  const counted = Effect.fnUntraced(function* (
    link: Link,
    applicationId: string,
    range: Range,
    by: Split,
    count: Count
  ) {
    const { breakdowns, charts } = yield* figures.offered(link, applicationId)
    const breakdown = splitIn(by, breakdowns)
    if (breakdown === undefined) {
      return yield* new PlatformUnsupported(`the provider doesn't split its charts by ${by}`)
    }
    const numbers = charts.filter(({ unit }) => unit === "number")
    const chart = nearestOf(counts[count], numbers, ({ yAxis }) => yAxis)
    if (chart === undefined) return undefined
    const asked = { applicationId, chart: chart.key, environment: "production", interval: "totals", range } as const
    const [whole, split] = yield* Effect.all(
      [figures.chart(link, { ...asked, breakdown: undefined }), figures.chart(link, { ...asked, breakdown })],
      { concurrency: "unbounded" }
    )
    const byKey = new Map(split.series.map(({ key, points }) => [key, totalOf(points)]))
    const sum = [...byKey.values()].reduce<number>((all, value) => all + (value ?? 0), 0)
    return { byKey, rest: sum === totalOf(whole.series[0]?.points ?? []) ? 0 : null }
  })

  const part = Effect.fnUntraced(function* (link: Link, applicationId: string, range: Range, split: Split) {
    const of = (count: Count) => counted(link, applicationId, range, split, count)
    const { paid, trials, views } = yield* Effect.all(
      { views: of("views"), trials: of("trials"), paid: of("paid") },
      { concurrency: "unbounded" }
    )
    const keys = new Set([views, trials, paid].flatMap((found) => [...(found?.byKey.keys() ?? [])]))
    const at = (found: typeof views, key: string) => found?.byKey.get(key) ?? found?.rest ?? null
    const items = [...keys].map((key): Row => {
      const row = { views: at(views, key), trials: at(trials, key), paid: at(paid, key) }
      return { key, ...row, trialRate: rateOf(row.trials, row.views), paidRate: rateOf(row.paid, row.views) }
    })
    const sorted = items.sort((a, b) => (b.views ?? 0) - (a.views ?? 0) || (a.key < b.key ? -1 : 1))
    return { items: sorted, verdict: verdictOf(sorted) }
  })

  return {
    /** Views, trials and payments of an application's paywalls by placement and by variant. A part that fails says why. */
    read: Effect.fn("Performance.read")(function* (link: Link, applicationId: string, { from, to }: Range) {
      // More of it would make another entry in the cache.
      const range = { from, to }
      const read = (split: Split) =>
        Effect.map(Effect.result(saved(part(link, applicationId, range, split))), (found) =>
          Result.match(found, {
            onFailure: ({ _tag, message }) => ({
              status: "unavailable" as const,
              reason: { code: _tag, message },
              items: null,
              verdict: null
            }),
            onSuccess: (told) => ({ status: "available" as const, reason: null, ...told })
          })
        )
      return yield* Effect.all(
        { placements: read("placement"), variants: read("variant") },
        { concurrency: "unbounded" }
      )
    })
  }
})

/** How placements and variants of paywalls do, with intervals. */
export class Performance extends Context.Service<Performance, Effect.Success<typeof make>>()(
  "@storeglass/connect-paywall/Performance"
) {
  static readonly layer = Layer.effect(Performance, make)
}
