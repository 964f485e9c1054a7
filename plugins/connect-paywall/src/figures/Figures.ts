import {
  Caches,
  InvalidInput,
  isoOf,
  NotFound,
  PlatformUnsupported,
  sealedCursor,
  UpstreamError
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { type Link, Links } from "../links/Links.ts"
import type { ChartDefinitions, ChartKind, Environment, OfApplication, Sale, SourceProblem } from "../PaywallSource.ts"
import { Campaign, type Chart, Project, Series, type Transaction } from "../schema.ts"
import { currencyOf, metricsOf } from "./metrics.ts"
import { type Days, momentsOf } from "./period.ts"

const minute = 60_000
const hour = 60 * minute
const liveMs = minute
const chartMs = 15 * minute
const definitionsMs = 24 * hour
const staleChartMs = 24 * hour

const FigureSchema = Schema.Struct({
  key: Schema.String,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  unit: Schema.NullOr(Schema.String),
  value: Schema.NullOr(Schema.Finite),
  problem: Schema.NullOr(Schema.String),
  chart: Schema.NullOr(Schema.String)
})
const DefinitionsSchema = Schema.Struct({
  charts: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      name: Schema.String,
      description: Schema.NullOr(Schema.String),
      xAxis: Schema.String,
      yAxis: Schema.String,
      unit: Schema.NullOr(Schema.String),
      dateDimension: Schema.NullOr(Schema.String),
      include: Schema.Array(Schema.String)
    })
  ),
  breakdowns: Schema.Array(Schema.String),
  intervals: Schema.Array(Schema.String),
  presets: Schema.Array(Schema.String)
})

/** A key's own, and of the connection as it is: what another account or an earlier key read is never found. */
const keyOf = ({ saved: { accountId, revision } }: Link, ...parts: ReadonlyArray<unknown>) =>
  JSON.stringify([accountId, revision, ...parts])

const listed = (items: ReadonlyArray<{ readonly id: string; readonly name: string }>) =>
  items.map(({ id, name }) => `${id} (${name})`).join(", ")

export interface Which {
  readonly projectId?: string
  readonly applicationId?: string
}

const visible = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u
/** An id goes to the provider as one segment of a path; these two would be read as steps. */
const opaque = (name: string, id: string | undefined) =>
  id === undefined || (visible.test(id) && id !== "." && id !== "..")
    ? Effect.void
    : Effect.fail(new InvalidInput(`${name} (query): must be an id as apps lists them, without spaces`))

export const TransactionPosition = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  beforeMs: Schema.Number,
  id: Schema.String
})
export const transactionPages = sealedCursor("connect-paywall.transactions", TransactionPosition)
export const campaignPages = sealedCursor("connect-paywall.campaigns", Schema.Struct({ after: Schema.String }))

/** Newest first, and those of one moment in one order. */
const newestFirst = (a: Sale, b: Sale) => b.purchasedAtMs - a.purchasedAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

const make = Effect.gen(function* () {
  const links = yield* Links
  const caches = yield* Caches
  const { source } = links
  const live = { version: 1, freshMs: liveMs, staleMs: 0 }
  const projects = yield* caches.make({ name: "connect-paywall.apps", ...live, schema: Schema.Array(Project) })
  const overviews = yield* caches.make({
    name: "connect-paywall.overview",
    ...live,
    schema: Schema.Array(FigureSchema)
  })
  const campaigns = yield* caches.make({
    name: "connect-paywall.campaigns",
    ...live,
    schema: Schema.Struct({ items: Schema.Array(Campaign), after: Schema.NullOr(Schema.String) })
  })
  const definitions = yield* caches.make({
    name: "connect-paywall.definitions",
    version: 1,
    freshMs: definitionsMs,
    staleMs: staleChartMs,
    schema: DefinitionsSchema
  })
  const charts = yield* caches.make({
    name: "connect-paywall.charts",
    version: 1,
    freshMs: chartMs,
    staleMs: staleChartMs,
    schema: Schema.Array(Series)
  })

  const onlyOnes = yield* caches.make({
    name: "connect-paywall.only-application",
    version: 1,
    freshMs: minute,
    staleMs: staleChartMs,
    schema: Schema.String
  })

  const able = <A>(member: A | null, what: string) =>
    member === null
      ? Effect.fail(new PlatformUnsupported(`${source.provider} can't give ${what}; the status lists what it can`))
      : Effect.succeed(member)

  const apps = Effect.fn("Figures.apps")(function* (link: Link) {
    const read = yield* able(source.apps, "apps")
    const cached = yield* projects.get(keyOf(link), links.through(link, "apps", read(link)))
    return cached.value
  })
  const appsAnew = (link: Link) => Effect.andThen(projects.invalidate(keyOf(link)), apps(link))

  /** Whether the key reaches an application; it does, if it can't be told. */
  const reaches = (link: Link, applicationId: string) =>
    Effect.match(apps(link), {
      onFailure: () => true,
      onSuccess: (all) => all.some(({ applications }) => applications.some(({ id }) => id === applicationId))
    })

  /** The application asked for, or the only one there is. With both ids nothing has to be looked up. */
  const application = Effect.fn("Figures.application")(function* (link: Link, { applicationId, projectId }: Which) {
    yield* opaque("projectId", projectId)
    yield* opaque("applicationId", applicationId)
    if (projectId !== undefined && applicationId !== undefined) return { projectId, applicationId }
    const found = (all: ReadonlyArray<Project>) =>
      all
        .filter((project) => projectId === undefined || project.id === projectId)
        .flatMap((project) =>
          project.applications
            .filter((app) => applicationId === undefined || app.id === applicationId)
            .map((app) => ({ projectId: project.id, applicationId: app.id, id: app.id, name: app.name }))
        )
    const known = found(yield* apps(link))
    const asked = projectId !== undefined || applicationId !== undefined
    // It may be newer than what is kept.
    const candidates = known.length === 0 && asked ? found(yield* appsAnew(link)) : known
    const [only, ...others] = candidates
    if (only === undefined) {
      return yield* asked
        ? new NotFound("the provider has no such project or application for this key; apps lists those it can reach")
        : new NotFound("the provider has no application for this key")
    }
    if (others.length > 0) {
      return yield* new InvalidInput(`applicationId (query): there are several; send one of ${listed(candidates)}`)
    }
    return { projectId: only.projectId, applicationId: only.applicationId }
  })

  /** The same where the project doesn't matter. */
  const lone = (link: Link, which: { readonly applicationId?: string }) =>
    which.applicationId === undefined
      ? application(link, {})
      : Effect.as(opaque("applicationId", which.applicationId), { applicationId: which.applicationId })

  /** Which it was last is remembered, so that its charts can stand in while the provider doesn't answer. */
  const chartApplication = Effect.fnUntraced(function* (link: Link, which: { readonly applicationId?: string }) {
    const key = keyOf(link)
    const found = yield* Effect.catchTag(lone(link, which), "UpstreamError", (error) =>
      Effect.flatMap(onlyOnes.peek(key), (kept) =>
        kept === undefined ? Effect.fail(error) : Effect.succeed({ applicationId: kept.value })
      )
    )
    if (which.applicationId === undefined) yield* onlyOnes.set(key, found.applicationId)
    return found
  })

  const overview = Effect.fn("Figures.overview")(function* (
    link: Link,
    of: OfApplication,
    environment: Environment,
    days: Days
  ) {
    const read = yield* able(source.overview, "an overview")
    const window = { environment, ...momentsOf(days) }
    const { asOfMs, value } = yield* overviews.get(
      keyOf(link, of.projectId, of.applicationId, environment, days.from, days.to),
      links.through(link, "transactions", read(link, of, window), reaches(link, of.applicationId))
    )
    return { metrics: metricsOf(value, link.known.currency), asOf: isoOf(asOfMs) }
  })

  const definitionsFor = Effect.fnUntraced(function* (link: Link, applicationId: string) {
    const read = yield* able(source.charts, "charts")
    const key = keyOf(link, applicationId)
    const get = Effect.map(
      definitions.get(
        key,
        links.through(link, "charts", read.definitions(link, applicationId), reaches(link, applicationId))
      ),
      ({ value }): ChartDefinitions => value
    )
    return { get, anew: Effect.andThen(definitions.invalidate(key), get) }
  })

  const oneOf = (name: string, value: string | undefined, offered: ReadonlyArray<string>) =>
    value === undefined || offered.includes(value)
      ? Effect.void
      : Effect.fail(new InvalidInput(`${name} (query): must be one of ${offered.join(", ")}`))

  const undefinedChart = (chart: string, why: string) =>
    new UpstreamError({ upstream: "paywall.api", reason: "drift", detail: `the chart ${chart}: ${why}` })

  /** A refusal isn't hidden behind older figures: those are for a provider that doesn't answer. */
  const series = Effect.fnUntraced(function* (
    key: string,
    read: Effect.Effect<ReadonlyArray<typeof Series.Type>, SourceProblem>
  ) {
    const guarded = Effect.tapError(read, (error) =>
      error._tag === "UpstreamError" ? Effect.void : charts.invalidate(key)
    )
    const cached = yield* charts.get(key, guarded)
    if (!cached.stale || (yield* charts.peek(key)) !== undefined) return cached
    return yield* charts.get(key, read)
  })

  const chart = Effect.fn("Figures.chart")(function* (
    link: Link,
    asked: {
      readonly applicationId: string
      readonly chart: string
      readonly environment: Environment
      readonly interval: string
      readonly breakdown: string | undefined
      readonly range: { readonly preset: string } | { readonly from: string; readonly to: string }
    }
  ): Effect.fn.Return<Chart, SourceProblem | InvalidInput | NotFound | PlatformUnsupported> {
    const { applicationId, breakdown, environment, interval, range } = asked
    const read = yield* able(source.charts, "charts")
    const { anew, get } = yield* definitionsFor(link, applicationId)
    const offered = yield* get
    const found = offered.charts.find(({ key }) => key === asked.chart)
    if (found === undefined) {
      return yield* new NotFound(
        `chart: the provider has no such chart; it has ${offered.charts.map(({ key }) => key).join(", ")}`
      )
    }
    yield* oneOf("interval", interval, offered.intervals)
    yield* oneOf("breakdown", breakdown, offered.breakdowns)
    yield* oneOf("preset", "preset" in range ? range.preset : undefined, offered.presets)
    if (found.unit === null) return yield* undefinedChart(found.key, "its metric isn't defined any more")
    const ask = links.through(
      link,
      "charts",
      read.data(link, { applicationId, chart: found, environment, interval, breakdown, range })
    )
    const { asOfMs, stale, value } = yield* series(
      keyOf(link, applicationId, found.key, environment, interval, breakdown ?? null, range),
      ask
    ).pipe(
      Effect.catchIf(
        (error) => error._tag === "VendorRefused" && (error.refusal === "invalid" || error.refusal === "missing"),
        (refused) =>
          Effect.flatMap(anew, (now) =>
            gone(found, now) ? Effect.fail(undefinedChart(found.key, "the provider dropped it")) : Effect.fail(refused)
          )
      )
    )
    return {
      chart: found.key,
      name: found.name,
      unit: found.unit,
      ...currencyOf(found.unit, link.known.currency),
      interval,
      breakdown: breakdown ?? null,
      applicationId,
      environment,
      series: value,
      asOf: isoOf(asOfMs),
      stale,
      origin: "provider"
    }
  })
  const gone = ({ key, yAxis }: ChartKind, now: ChartDefinitions) =>
    !now.charts.some((chart) => chart.key === key && chart.yAxis === yAxis && chart.unit !== null)

  /** The charts that can be asked for, and what they can be split by. */
  const offered = Effect.fnUntraced(function* (link: Link, applicationId: string) {
    const { get } = yield* definitionsFor(link, applicationId)
    const { breakdowns, charts } = yield* get
    return { charts: charts.filter(({ unit }) => unit !== null), breakdowns }
  })
  const chartsOf = (link: Link, applicationId: string) =>
    Effect.map(offered(link, applicationId), ({ charts }) => charts)

  /** The charts to show first: those of the figures that matter most, or else the first there are. */
  const mainCharts = Effect.fnUntraced(function* (link: Link, applicationId: string, preferred: ReadonlyArray<string>) {
    const keys = (yield* chartsOf(link, applicationId)).map(({ key }) => key)
    return [...new Set([...preferred.filter((key) => keys.includes(key)), ...keys])].slice(0, 2)
  })

  const transactionOf =
    (link: Link, environment: Environment) =>
    (sale: Sale): Transaction => ({
      id: sale.id,
      type: sale.type,
      store: sale.store,
      product: sale.product,
      price: sale.price,
      ...currencyOf(sale.price === null ? null : "currency", link.known.currency),
      purchasedAt: isoOf(sale.purchasedAtMs),
      paywall: sale.paywall,
      placement: sale.placement,
      environment,
      userId: sale.userId
    })

  /**
   * Up to `limit` transactions after a position, and whether there are more. The provider may tell only the newest of a window,
   * so older ones are asked for with a window that ends where the last answer did. None is kept.
   */
  const transactions = Effect.fn("Figures.transactions")(function* (
    link: Link,
    of: OfApplication,
    page: {
      readonly environment: Environment
      readonly limit: number
      readonly fromMs: number
      readonly toMs: number
      readonly after: { readonly beforeMs: number; readonly id: string } | undefined
    }
  ) {
    const { after, environment, fromMs, limit } = page
    const read = yield* able(source.transactions, "transactions")
    const found = new Map<string, Sale>()
    const seen = new Set<string>()
    const isAfter = ({ id, purchasedAtMs }: Sale) =>
      purchasedAtMs >= fromMs &&
      purchasedAtMs < page.toMs &&
      (after === undefined || purchasedAtMs < after.beforeMs || (purchasedAtMs === after.beforeMs && id < after.id))
    let toMs = after === undefined ? page.toMs : Math.min(page.toMs, after.beforeMs + 1)
    while (found.size <= limit) {
      const told = yield* links.through(
        link,
        "transactions",
        read(link, of, { environment, fromMs, toMs }),
        reaches(link, of.applicationId)
      )
      const before = seen.size
      for (const sale of told) {
        seen.add(sale.id)
        if (isAfter(sale)) found.set(sale.id, sale)
      }
      const oldestMs = told.reduce((oldest, sale) => Math.min(oldest, sale.purchasedAtMs), toMs)
      // Nothing new: there is no more, or the provider shows no more of one moment.
      if (seen.size === before || oldestMs + 1 >= toMs) break
      toMs = oldestMs + 1
    }
    const sorted = [...found.values()].sort(newestFirst)
    const shown = sorted.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: shown.map(transactionOf(link, environment)),
      next: sorted.length > limit && last !== undefined ? { beforeMs: last.purchasedAtMs, id: last.id } : undefined
    }
  })

  const campaignPage = Effect.fn("Figures.campaigns")(function* (
    link: Link,
    page: {
      readonly applicationId: string
      readonly archived: boolean
      readonly limit: number
      readonly after: string | undefined
    }
  ) {
    const read = yield* able(source.campaigns, "campaigns")
    const key = keyOf(link, page.applicationId, page.archived, page.limit, page.after ?? null)
    const cached = yield* campaigns.get(
      key,
      links.through(link, "campaigns", read(link, page), reaches(link, page.applicationId))
    )
    return cached.value
  })

  return {
    apps,
    application,
    lone,
    chartApplication,
    offered,
    chartsOf,
    overview,
    chart,
    mainCharts,
    transactions,
    campaigns: campaignPage
  }
})

/** What an account's key reads at the provider, kept for as long as it may be. */
export class Figures extends Context.Service<Figures, Effect.Success<typeof make>>()(
  "@storeglass/connect-paywall/Figures"
) {
  static readonly layer = Layer.effect(Figures, make)
}
