// The vendor's charts: their definitions, and series over the same sales that its statistics count.
import { civilOf, dayMs, dayOf, isoDate } from "@storeglass/sandbox/world"
import { type Figures, figuresOf, type Sale, salesOf, shareOf, variantOf, viewsOn } from "./sales.ts"

interface Metric {
  readonly key: keyof Figures
  readonly name: string
  readonly description: string
  readonly type: "currency" | "number" | "percentage"
  /** The chart that shows it. */
  readonly chart: string
}

export const metrics: ReadonlyArray<Metric> = [
  { key: "netProceeds", name: "Proceeds", description: "What was paid.", type: "currency", chart: "proceeds" },
  { key: "mrr", name: "MRR", description: "Payments, each as of a month.", type: "currency", chart: "mrr" },
  {
    key: "activeSubscriptions",
    name: "Active subscriptions",
    description: "Paid in the window.",
    type: "number",
    chart: "activeSubscriptions"
  },
  { key: "newTrials", name: "New trials", description: "Trials begun.", type: "number", chart: "newTrials" },
  {
    key: "trialConversionRate",
    name: "Trial conversion",
    description: "Trials that were paid.",
    type: "percentage",
    chart: "trialConversion"
  },
  {
    key: "initialConversion",
    name: "Paywall conversion",
    description: "Purchases and trials for each paywall shown.",
    type: "percentage",
    chart: "initialConversion"
  },
  { key: "newUsers", name: "Users", description: "People who bought.", type: "number", chart: "users" },
  {
    key: "newSubscriptions",
    name: "New subscriptions",
    description: "First payments.",
    type: "number",
    chart: "newSubscriptions"
  },
  {
    key: "paywalledUsers",
    name: "Paywalled users",
    description: "People who saw a paywall.",
    type: "number",
    chart: "paywalledUsers"
  }
]

const intervals = ["auto", "hour", "day", "week", "month", "quarter", "year", "totals"] as const
type Interval = (typeof intervals)[number]
const presetDays: Readonly<Record<string, number>> = {
  last_24_hours: 1,
  today: 1,
  last_7_days: 7,
  last_30_days: 30,
  last_90_days: 90,
  last_180_days: 180,
  last_365_days: 365
}
const presets = [...Object.keys(presetDays), "yesterday", "year_to_date", "custom"]
const breakdowns = ["placement", "productId", "store", "countryCode", "variantId"] as const
type Breakdown = (typeof breakdowns)[number]

const titled = (key: string) => ({ key, name: key, description: `By ${key}.` })
const breakdownRows = breakdowns.map((key) => ({ ...titled(key), active: true, value_type: "string" }))
const dateAxis = { key: "purchaseDate", name: "Purchase date", description: "When it was bought.", value_type: "date" }
const axisOf = ({ description, key, name, type }: Metric) => ({ key, name, description, value_type: type })

/** `gone`: charts that the vendor has dropped; `torn`: charts whose metric it has dropped. */
export const definitions = (gone: ReadonlyArray<string>, torn: ReadonlyArray<string>) => ({
  object: "chart_definitions",
  breakdowns: breakdownRows,
  chart_types: metrics
    .filter(({ chart }) => !gone.includes(chart))
    .map(({ chart, description, key, name }) => ({
      key: chart,
      name,
      description,
      include: key === "netProceeds" ? ["newSubscriptions"] : [],
      date_dimension: "purchaseDate",
      x_axis: dateAxis.key,
      y_axis: key
    })),
  date_intervals: intervals.map(titled),
  date_presets: presets,
  filters: [{ ...titled("environment"), active: true, value_type: "string" }],
  x_axis: [dateAxis],
  y_axis: metrics.filter(({ chart }) => !torn.includes(chart)).map(axisOf)
})

export interface ChartRequest {
  readonly x_axis: string
  readonly y_axis: string
  readonly breakdown?: string | null | undefined
  readonly date_filter?:
    | { readonly preset?: string; readonly range?: { readonly from: string; readonly to: string } }
    | undefined
  readonly date_interval?: string | undefined
  readonly environment?: ReadonlyArray<string> | undefined
  readonly include?: ReadonlyArray<string> | undefined
}

/** Days from the first to the last, both included. */
const windowOf = ({ date_filter }: ChartRequest, nowMs: number): readonly [number, number] => {
  const today = dayOf(nowMs)
  const { preset, range } = date_filter ?? {}
  if (range !== undefined) return [dayOf(Date.parse(range.from)), dayOf(Date.parse(range.to))]
  if (preset === "yesterday") return [today - 1, today - 1]
  if (preset === "year_to_date") return [dayOf(Date.UTC(civilOf(today).year, 0, 1)), today]
  return [today - (presetDays[preset ?? "last_30_days"] ?? 30) + 1, today]
}

const startOf = (day: number, interval: Interval): number => {
  const { dayOfMonth, month, year } = civilOf(day)
  if (interval === "week") return day - ((day + 3) % 7)
  if (interval === "month") return day - dayOfMonth + 1
  if (interval === "quarter") return dayOf(Date.UTC(year, month - 1 - ((month - 1) % 3), 1))
  return interval === "year" ? dayOf(Date.UTC(year, 0, 1)) : day
}

const valueBy = (sale: Sale, breakdown: Breakdown): string => {
  const { country, placement, product, store } = sale
  return {
    store,
    productId: product.identifier,
    countryCode: country,
    placement: placement ?? "none",
    variantId: variantOf(sale)
  }[breakdown]
}

/** The series, or what's wrong with the request. */
export const chartData = (
  app: { readonly key: number; readonly store: string },
  request: ChartRequest,
  nowMs: number,
  hidden: ReadonlyArray<string>,
  added: ReadonlyArray<Sale>
): { readonly wrong: string } | { readonly data: object } => {
  const metric = metrics.find(({ chart, key }) => key === request.y_axis && !hidden.includes(chart))
  const breakdown = breakdowns.find((key) => key === request.breakdown)
  const asked = intervals.find((key) => key === (request.date_interval ?? "auto"))
  if (metric === undefined) return { wrong: `Unknown y_axis ${request.y_axis}` }
  if (request.x_axis !== dateAxis.key) return { wrong: `Unknown x_axis ${request.x_axis}` }
  if (asked === undefined) return { wrong: "Unknown date_interval" }
  if (request.breakdown != null && breakdown === undefined) return { wrong: `Unknown breakdown ${request.breakdown}` }
  const [from, to] = windowOf(request, nowMs)
  const interval = asked === "auto" ? (to - from > 180 ? "month" : "day") : asked
  const environment = request.environment?.[0] === "SANDBOX" ? "SANDBOX" : "PRODUCTION"
  const sales = salesOf(app, environment, from * dayMs, (to + 1) * dayMs, nowMs, added)
  const stepMs = 3_600_000
  const xOf = (sale: Sale): string =>
    interval === "hour"
      ? new Date(sale.atMs - (sale.atMs % stepMs)).toISOString()
      : isoDate(interval === "totals" ? from : startOf(dayOf(sale.atMs), interval))
  const xs = new Set<string>()
  for (let day = from; day <= to && interval !== "hour"; day++) {
    xs.add(isoDate(interval === "totals" ? from : startOf(day, interval)))
  }
  for (const sale of sales) xs.add(xOf(sale))
  const views = (days: ReadonlyArray<number>) => days.reduce((sum, day) => sum + viewsOn(app.key, day), 0)
  const keys = breakdown === undefined ? [null] : [...new Set(sales.map((sale) => valueBy(sale, breakdown)))].sort()
  const sorted = [...xs].sort()
  const salesAt = Map.groupBy(sales, xOf)
  const data = sorted.map((x, index) => ({
    x,
    incomplete: index === sorted.length - 1 && to >= dayOf(nowMs),
    values: Object.fromEntries(
      keys.flatMap((key) => {
        const within = (salesAt.get(x) ?? []).filter(
          (sale) => breakdown === undefined || valueBy(sale, breakdown) === key
        )
        // The vendor leaves a series out where it has nothing, and tells nothing of what is still to come.
        if ((key !== null && within.length === 0) || Date.parse(x) > nowMs) return []
        const share = key === null || breakdown === undefined ? 1 : shareOf(breakdown, key)
        const seen = views([...new Set(within.map(({ atMs }) => dayOf(atMs)))])
        const figures = figuresOf(within, Math.round(share * seen))
        const extra = Object.fromEntries(
          metrics.flatMap((one) => (request.include?.includes(one.key) ? [[one.key, figures[one.key]]] : []))
        )
        return [[key ?? "total", { y: figures[metric.key], extra }]]
      })
    )
  }))
  return {
    data: {
      object: "chart_data",
      request_id: `req_${from}_${to}`,
      breakdowns: breakdownRows,
      data,
      date_filters: [{ active: true, name: "Date", preset: "custom", range: { from: isoDate(from), to: isoDate(to) } }],
      duration: { duration_ms: 1, start_time: nowMs, end_time: nowMs + 1 },
      enriched_data: breakdown === "productId" ? { "pro.weekly": "Pro, weekly" } : {},
      filters: [],
      series: keys.map((key) => ({ breakdown: breakdown ?? "none", key })),
      x_axis: dateAxis,
      y_axis: axisOf(metric)
    }
  }
}
