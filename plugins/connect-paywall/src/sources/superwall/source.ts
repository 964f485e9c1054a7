import { type Credential, isoOf, type VendorRefused } from "@storeglass/plugin-api"
import { Clock, Effect, Exit, Schema } from "effect"
import type { PaywallConfig } from "../../config.ts"
import type {
  Capability,
  ChartDefinitions,
  ChartSeries,
  Environment,
  Figure,
  KeyReport,
  OfApplication,
  PaywallSource,
  Sale,
  SourceProblem,
  Window
} from "../../PaywallSource.ts"
import type { Campaign, Project } from "../../schema.ts"
import { type Ask, type Client, grantedAt, makeClient } from "./client.ts"
import * as Wire from "./wire.ts"

const pageMax = 100
/** More pages than any organization has projects for. */
const pagesMax = 50
const minute = 60_000

const scopes = {
  apps: "projects:read",
  charts: "charts:read",
  campaigns: "campaigns:read",
  transactions: "applications:read"
} as const satisfies Record<Capability, string>

const environments = { production: "PRODUCTION", sandbox: "SANDBOX" } as const satisfies Record<Environment, string>

const at = ({ applicationId, projectId }: OfApplication, what: string) =>
  `/v2/projects/${encodeURIComponent(projectId)}/applications/${encodeURIComponent(applicationId)}/${what}`

const windowQuery = ({ environment, fromMs, toMs }: Window) => ({
  environment: environments[environment],
  from: isoOf(fromMs),
  to: isoOf(toMs)
})

const projectOf = (wire: (typeof Wire.Projects.Type)["data"][number]): Project => ({
  id: String(wire.id),
  name: wire.name ?? "",
  archived: wire.archived ?? false,
  createdAt: wire.created_at ?? null,
  applications: wire.applications.map((app) => ({
    id: String(app.id),
    bundleId: app.bundle_id ?? null,
    storeId: app.app_id ?? null,
    name: app.name ?? "",
    platform: app.platform ?? "unknown",
    integrated: app.integrated ?? null
  }))
})

export const figureOf = ({
  chart,
  description,
  key,
  name,
  value
}: (typeof Wire.Statistics.Type)["statistics"][number]): Figure => {
  const told = value?.value
  const failed = value?.type === "error"
  const number = !failed && typeof told === "number" && Number.isFinite(told) ? told : null
  return {
    key,
    name: name ?? key,
    description: description ?? null,
    unit: failed ? null : (value?.type ?? null),
    value: number,
    problem:
      number !== null ? null : failed && typeof told === "string" && told !== "" ? told : "the provider gave no number",
    chart: chart ?? null
  }
}

const saleOf = (wire: (typeof Wire.Transactions.Type)["data"][number]): Sale => ({
  id: wire.id,
  type: wire.event_type,
  store: wire.store ?? null,
  product: wire.product?.identifier ?? wire.product_id ?? null,
  price: wire.price ?? null,
  purchasedAtMs: Date.parse(wire.purchased_at),
  paywall: wire.paywall?.name ?? null,
  placement: wire.placement ?? null,
  userId: wire.user?.app_user_id ?? null
})

const definitionsOf = (wire: typeof Wire.Definitions.Type): ChartDefinitions => {
  const units = new Map(wire.y_axis.map(({ key, value_type }) => [key, value_type ?? "number"]))
  return {
    charts: wire.chart_types.map((chart) => ({
      key: chart.key,
      name: chart.name ?? chart.key,
      description: chart.description ?? null,
      xAxis: chart.x_axis,
      yAxis: chart.y_axis,
      unit: units.get(chart.y_axis) ?? null,
      dateDimension: chart.date_dimension ?? null,
      include: chart.include ?? []
    })),
    breakdowns: (wire.breakdowns ?? []).map(({ key }) => key),
    intervals: (wire.date_intervals ?? []).map(({ key }) => key),
    presets: (wire.date_presets ?? []).filter((preset) => preset !== "custom")
  }
}

/** One series for each key the vendor names or gives values for; a point of each at every x. */
export const seriesOf = (wire: typeof Wire.ChartData.Type, chartName: string): ReadonlyArray<ChartSeries> => {
  const named = (wire.series ?? []).flatMap(({ key }) => (key == null ? [] : [key]))
  const keys = [...new Set([...named, ...wire.data.flatMap(({ values }) => Object.keys(values))])]
  const only = named.length === 0 && keys.length <= 1
  return keys.map((key) => {
    const enriched = wire.enriched_data?.[key]
    return {
      key: only ? "total" : key,
      name: only ? chartName : typeof enriched === "string" ? enriched : key,
      points: wire.data.map(({ incomplete, values, x }) => ({
        x,
        y: values[key]?.y ?? null,
        incomplete: incomplete ?? false,
        extra: Object.fromEntries(
          Object.entries(values[key]?.extra ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
        )
      }))
    }
  })
}

const campaignOf = (wire: (typeof Wire.Campaigns.Type)["data"][number], applicationId: string): Campaign => ({
  id: wire.id,
  applicationId: wire.application_id == null ? applicationId : String(wire.application_id),
  description: wire.description ?? "",
  notes: wire.notes ?? null,
  archived: wire.archived ?? false,
  legacy: wire.is_legacy ?? false,
  placements: (wire.placements ?? []).map(({ enabled, event_name, id }) => ({
    id: String(id),
    name: event_name,
    enabled: enabled ?? false
  })),
  audiences: (wire.audiences ?? []).map((audience) => ({
    id: String(audience.id),
    description: audience.description ?? null,
    enabled: audience.enabled ?? false,
    expression: audience.expression ?? null,
    rank: audience.rank == null ? null : String(audience.rank),
    optimization: audience.variant_optimization ?? "none",
    variants: (audience.variants ?? []).map(({ id, paywall, percentage, type }) => ({
      id: String(id),
      type: type ?? "treatment",
      paywallId: paywall == null ? null : String(paywall),
      percentage: percentage ?? 0
    }))
  })),
  createdAt: wire.created_at ?? null,
  updatedAt: wire.updated_at ?? null
})

const refusedFor = (error: SourceProblem, refusal: VendorRefused["refusal"]): error is VendorRefused =>
  error._tag === "VendorRefused" && error.refusal === refusal

const decodeTransactions = Schema.decodeUnknownExit(Schema.fromJsonString(Wire.Transactions))

const requests = ({ api, ask, send, timeoutMs }: Client) => {
  const projectsPage = (from: Credential, limit: number, after?: string) =>
    ask(from, Wire.Projects, "projects", {
      path: "/v2/projects",
      query: { limit, starting_after: after },
      scope: scopes.apps
    })
  const charts = (from: Credential, applicationId: string) =>
    ask(from, Wire.Definitions, "chart definitions", {
      path: "/v2/charts/definitions",
      query: { application_id: applicationId },
      scope: scopes.charts,
      ids: [applicationId]
    })
  const campaigns = (from: Credential, query: Ask["query"] & { readonly application_id: string }) =>
    ask(from, Wire.Campaigns, "campaigns", {
      path: "/v2/campaigns",
      query,
      scope: scopes.campaigns,
      ids: [query.application_id]
    })
  const transactions = Effect.fnUntraced(function* (from: Credential, of: OfApplication, window: Window) {
    const answer = yield* send(from, {
      path: at(of, "recent-transactions"),
      query: windowQuery(window),
      scope: scopes.transactions,
      ids: [of.projectId, of.applicationId]
    })
    const decoded = decodeTransactions(answer.body)
    // Without the cause: it would quote what it can't read, and people are in there.
    if (Exit.isFailure(decoded)) return yield* api.drift("transactions")
    const sales = decoded.value.data.map(saleOf)
    if (sales.some(({ purchasedAtMs }) => Number.isNaN(purchasedAtMs))) return yield* api.drift("transactions: a date")
    return sales
  })
  return { projectsPage, charts, campaigns, transactions, ask, slowMs: 2 * timeoutMs }
}

/** Whether a right is there, shown by a cheap request that takes it. */
const probed = (probe: Effect.Effect<unknown, SourceProblem>, scope: string) =>
  Effect.match(probe, {
    onSuccess: () => "available" as const,
    onFailure: (error) => (refusedFor(error, "permission") ? { missing: error.right ?? scope } : ("unknown" as const))
  })

/** Superwall, by version 2 of its API for organizations. */
export const superwall = Effect.fnUntraced(function* (config: PaywallConfig) {
  const { ask, campaigns, charts, projectsPage, slowMs, transactions } = requests(yield* makeClient(config))
  const source: PaywallSource = {
    provider: "paywall_a",
    grantedAt,
    keyProblem: (key) =>
      /^pk_/i.test(key)
        ? "this is the public SDK key of an app, which can't read figures; send an organization key, made under Settings, API Keys"
        : undefined,
    verify: Effect.fn("superwall.verify")(function* (candidate) {
      const organizations = yield* Effect.catch(
        ask(candidate, Wire.Organizations, "organizations", {
          path: "/v2/me/organizations",
          scope: "organizations:read"
        }),
        // A key that isn't a person's may not be told.
        (error) =>
          refusedFor(error, "permission") || refusedFor(error, "missing")
            ? Effect.succeed({ data: [] })
            : Effect.fail(error)
      )
      const page = yield* Effect.catch(projectsPage(candidate, 1), (error) =>
        refusedFor(error, "permission")
          ? Effect.succeed({ missing: error.right ?? scopes.apps })
          : Effect.fail<SourceProblem>(error)
      )
      const project = "data" in page ? page.data[0] : undefined
      const app = project?.applications[0]
      const named =
        organizations.data.find(({ id }) => String(id) === String(project?.organization_id)) ?? organizations.data[0]
      const organizationId = named?.id ?? project?.organization_id
      const report: Pick<KeyReport, "organization"> & { readonly apps: KeyReport["capabilities"]["apps"] } = {
        organization: organizationId == null ? null : { id: String(organizationId), name: named?.name ?? null },
        apps: "missing" in page ? { missing: page.missing } : "available"
      }
      if (project === undefined || app === undefined) {
        const capabilities = {
          apps: report.apps,
          charts: "unknown",
          campaigns: "unknown",
          transactions: "unknown"
        } as const
        return { organization: report.organization, capabilities }
      }
      const applicationId = String(app.id)
      const toMs = yield* Clock.currentTimeMillis
      const of = { projectId: String(project.id), applicationId }
      const window = { environment: "production", fromMs: toMs - minute, toMs } as const
      const found = yield* Effect.all(
        {
          charts: probed(charts(candidate, applicationId), scopes.charts),
          campaigns: probed(campaigns(candidate, { application_id: applicationId, limit: 1 }), scopes.campaigns),
          transactions: probed(transactions(candidate, of, window), scopes.transactions)
        },
        { concurrency: "unbounded" }
      )
      return { organization: report.organization, capabilities: { apps: report.apps, ...found } }
    }),
    apps: Effect.fn("superwall.apps")(function* (from) {
      const projects: Array<Project> = []
      let after: string | undefined
      for (let pages = 0; pages < pagesMax; pages++) {
        const { data, has_more } = yield* projectsPage(from, pageMax, after)
        projects.push(...data.map(projectOf))
        const last = data.at(-1)
        if (has_more !== true || last === undefined) break
        after = String(last.id)
      }
      return projects
    }),
    overview: (from, of, window) =>
      Effect.map(
        ask(from, Wire.Statistics, "statistics", {
          path: at(of, "statistics"),
          query: windowQuery(window),
          scope: scopes.transactions,
          ids: [of.projectId, of.applicationId]
        }),
        ({ statistics }) => statistics.map(figureOf)
      ),
    charts: {
      definitions: (from, applicationId) => Effect.map(charts(from, applicationId), definitionsOf),
      data: (from, { applicationId, breakdown, chart, environment, interval, range }) =>
        Effect.map(
          ask(from, Wire.ChartData, `the chart ${chart.key}`, {
            method: "POST",
            path: "/v2/charts/data",
            timeoutMs: slowMs,
            scope: scopes.charts,
            ids: [applicationId, chart.key],
            body: JSON.stringify({
              application_id: applicationId,
              x_axis: chart.xAxis,
              y_axis: chart.yAxis,
              environment: [environments[environment]],
              date_interval: interval,
              ...(chart.include.length === 0 ? {} : { include: chart.include }),
              ...(breakdown === undefined ? {} : { breakdown }),
              date_filter: {
                dimension: chart.dateDimension ?? "purchaseDate",
                ...("preset" in range ? { preset: range.preset } : { range: { from: range.from, to: range.to } })
              }
            })
          }),
          (wire) => seriesOf(wire, chart.name)
        )
    },
    transactions,
    campaigns: Effect.fn("superwall.campaigns")(function* (from, { after, applicationId, archived, limit }) {
      const query = { application_id: applicationId, limit, starting_after: after, archived: String(archived) }
      const { data, has_more } = yield* campaigns(from, query)
      const last = data.at(-1)
      return {
        items: data.map((wire) => campaignOf(wire, applicationId)),
        after: has_more === true && last !== undefined ? last.id : null
      }
    })
  }
  return source
})
