/** The paywall provider's API for organizations, as its keys see it. It reads; nothing can be changed through it. */
import {
  bearerOf,
  defineDouble,
  field,
  hmac,
  json,
  type OpenOptions,
  type Reply,
  type SandboxRequest
} from "@storeglass/sandbox"
import { dayOf } from "@storeglass/sandbox/world"
import { campaignsOf } from "./campaigns.ts"
import { type ChartRequest, chartData, definitions, metrics } from "./charts.ts"
import { type Application, type Organization, organizationsOf, type Project, projectWire } from "./organizations.ts"
import { type Environment, figuresOf, products, type Sale, salesOf, viewsOn } from "./sales.ts"

const scopes = ["projects:read", "applications:read", "charts:read", "campaigns:read"] as const

interface Key {
  /** Tells keys apart without being one. */
  readonly id: string
  readonly organization: number
  scopes: ReadonlyArray<string>
  /** Null: all of the organization. */
  readonly projects: ReadonlyArray<string> | null
  revoked: boolean
}

interface Shared {
  readonly keys: Map<string, Key>
  /** Sales that a test added, by application. */
  readonly added: Map<string, Array<Sale>>
  readonly worlds: OpenOptions["worlds"]
  goneCharts: ReadonlyArray<string>
  tornCharts: ReadonlyArray<string>
  failedMetrics: ReadonlyArray<string>
  /** Whether what a key doesn't reach is refused, in place of not found. */
  forbids: boolean
  /** Store ids in place of those that applications have. */
  readonly published: Map<string, string>
  /** Stands where prices should. */
  tornPrice: string | undefined
  /** What charts were asked with, in order. */
  readonly charted: Array<unknown>
  /** Statistics told in place of those counted. */
  statistics: ReadonlyArray<unknown> | undefined
}

const demoKey = "sk_of_the_demo_account"
/** Most transactions in one answer: the vendor tells recent ones, and no more. */
const recentMax = 120
const pageMax = 100

const texts = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) ? value.map(String) : undefined
const refusal = (status: number, message: string): Reply => json(status, { error: { message } })
const lacks = (scope: string) => refusal(403, `This API key is missing the required scope ${scope}.`)
const unreached = ({ forbids }: Shared, what: string) =>
  forbids ? refusal(403, "This key may not do that.") : missing(what)
const missing = (what: string) => refusal(404, `${what} not found`)

interface Page {
  readonly url: string
  readonly query: URLSearchParams
}
const page = <A extends { readonly id: string }>(items: ReadonlyArray<A>, { query, url }: Page): Reply => {
  const limit = Number(query.get("limit") ?? "10")
  if (!Number.isInteger(limit) || limit < 1 || limit > pageMax) return refusal(400, "limit must be from 1 to 100")
  const after = query.get("starting_after")
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
  if (after !== null && start === 0) return refusal(400, "starting_after is unknown")
  const data = items.slice(start, start + limit)
  return json(200, { object: "list", data, has_more: start + limit < items.length, url })
}

interface Asked {
  readonly key: Key
  readonly organization: Organization
  readonly projects: ReadonlyArray<Project>
  readonly shared: Shared
  readonly nowMs: number
}

const windowOf = ({ query }: SandboxRequest) => {
  const [fromMs, toMs] = [Date.parse(query.get("from") ?? ""), Date.parse(query.get("to") ?? "")]
  const environment: Environment = query.get("environment") === "SANDBOX" ? "SANDBOX" : "PRODUCTION"
  return Number.isNaN(fromMs) || Number.isNaN(toMs) || fromMs > toMs ? undefined : { fromMs, toMs, environment }
}

const transactionWire = ({ atMs, id, paywall, placement, price, product, store, type, user }: Sale) => ({
  object: "recent_transaction",
  id,
  event_type: type,
  integration: store === "APP_STORE" ? "apple" : "google",
  is_processing: false,
  paywall: paywall === null ? null : { object: "recent_transaction_paywall", name: paywall },
  placement,
  price,
  purchased_at: new Date(atMs).toISOString(),
  store,
  user: user === null ? null : { object: "recent_transaction_user", app_user_id: user },
  // Later than the description that we have.
  product: { object: "recent_transaction_product", identifier: product.identifier, label: product.identifier },
  product_id: product.identifier
})

const statistics = ({ nowMs, shared }: Asked, app: Application, request: SandboxRequest): Reply => {
  const window = windowOf(request)
  if (window === undefined) return refusal(400, "from and to must be dates")
  const { environment, fromMs, toMs } = window
  const sales = salesOf(app, environment, fromMs, toMs, nowMs, shared.added.get(app.id))
  let views = 0
  for (let day = dayOf(fromMs); day < dayOf(Math.min(toMs, nowMs)); day++) views += viewsOn(app.key, day)
  const figures = figuresOf(sales, environment === "SANDBOX" ? 0 : views)
  const counted = metrics.map(({ chart, description, key, name, type }) => ({
    key,
    name,
    description,
    chart,
    value: shared.failedMetrics.includes(key)
      ? { type: "error", value: "Query timed out." }
      : { type, value: figures[key] }
  }))
  const arpu = {
    key: "arpu",
    name: "ARPU",
    description: "Proceeds for each user.",
    chart: "arpu",
    value: { type: "error", value: "Not enough data for this range." }
  }
  return json(200, {
    object: "application_statistics",
    params: {
      application_id: app.id,
      environment,
      from: request.query.get("from"),
      to: request.query.get("to")
    },
    statistics: shared.statistics ?? [...counted, arpu]
  })
}

const transactions = ({ nowMs, shared }: Asked, app: Application, request: SandboxRequest): Reply => {
  const window = windowOf(request)
  if (window === undefined) return refusal(400, "from and to must be dates")
  const { environment, fromMs, toMs } = window
  const sales = salesOf(app, environment, fromMs, toMs, nowMs, shared.added.get(app.id))
  const data = sales.slice(0, recentMax).map(transactionWire)
  const { tornPrice } = shared
  return json(200, {
    object: "list",
    data: tornPrice === undefined ? data : data.map((one) => ({ ...one, price: tornPrice }))
  })
}

const chartRequestOf = (body: string): (ChartRequest & { readonly application_id: string }) | undefined => {
  try {
    const given: unknown = JSON.parse(body)
    const [application_id, x_axis, y_axis] = ["application_id", "x_axis", "y_axis"].map((name) => field(given, name))
    if (typeof application_id !== "string" || typeof x_axis !== "string" || typeof y_axis !== "string") return undefined
    const filter = field(given, "date_filter")
    const range = field(filter, "range")
    const [preset, interval, breakdown] = [
      field(filter, "preset"),
      field(given, "date_interval"),
      field(given, "breakdown")
    ]
    return {
      application_id,
      x_axis,
      y_axis,
      breakdown: typeof breakdown === "string" ? breakdown : undefined,
      date_interval: typeof interval === "string" ? interval : undefined,
      environment: texts(field(given, "environment")),
      include: texts(field(given, "include")),
      date_filter: {
        ...(typeof preset === "string" ? { preset } : {}),
        ...(range === undefined
          ? {}
          : { range: { from: String(field(range, "from")), to: String(field(range, "to")) } })
      }
    }
  } catch {
    return undefined
  }
}

const applicationsOf = (projects: ReadonlyArray<Project>) => projects.flatMap(({ applications }) => applications)

const ofApplication = (asked: Asked, request: SandboxRequest): Reply | undefined => {
  const found = /^\/v2\/projects\/([^/]+)\/applications\/([^/]+)\/(statistics|recent-transactions)$/.exec(request.path)
  if (found === null) return undefined
  if (!asked.key.scopes.includes("applications:read")) return lacks("applications:read")
  const [projectId, applicationId] = [found[1], found[2]].map((part) => decodeURIComponent(part ?? ""))
  const project = asked.projects.find(({ id }) => id === projectId)
  if (project === undefined) return unreached(asked.shared, `Project ${projectId}`)
  const app = project.applications.find(({ id }) => id === applicationId)
  if (app === undefined) return unreached(asked.shared, `Application ${applicationId}`)
  return found[3] === "statistics" ? statistics(asked, app, request) : transactions(asked, app, request)
}

const charts = ({ key, nowMs, projects, shared }: Asked, { body, method, path, query }: SandboxRequest): Reply => {
  if (!key.scopes.includes("charts:read")) return lacks("charts:read")
  const request = method === "POST" ? chartRequestOf(body) : undefined
  if (method === "POST" && request === undefined) return refusal(400, "application_id, x_axis and y_axis are required")
  const applicationId = request?.application_id ?? query.get("application_id")
  if (request !== undefined) shared.charted.push(request)
  const app = applicationsOf(projects).find(({ id }) => id === applicationId)
  if (app === undefined) return unreached(shared, `Application ${applicationId}`)
  if (path.endsWith("/definitions")) return json(200, definitions(shared.goneCharts, shared.tornCharts))
  if (request === undefined) return missing("Route")
  const hidden = [...shared.goneCharts, ...shared.tornCharts]
  const made = chartData(app, request, nowMs, hidden, shared.added.get(app.id) ?? [])
  return "wrong" in made ? refusal(400, made.wrong) : json(200, made.data)
}

const campaigns = ({ key, projects, shared }: Asked, { query }: SandboxRequest): Reply => {
  if (!key.scopes.includes("campaigns:read")) return lacks("campaigns:read")
  const app = applicationsOf(projects).find(({ id }) => id === query.get("application_id"))
  if (app === undefined) return unreached(shared, `Application ${query.get("application_id")}`)
  const archived = query.get("archived") === "true"
  const all = campaignsOf(app.id).filter((campaign) => campaign.archived === archived)
  return page(all, { query, url: "/v2/campaigns" })
}

const keyOf = (request: SandboxRequest, { keys }: Shared) => keys.get(bearerOf(request) ?? "")

const routes: Readonly<Record<string, (asked: Asked, request: SandboxRequest) => Reply>> = {
  "GET /v2/me/organizations": ({ organization }) =>
    json(200, {
      object: "list",
      data: [{ id: String(organization.id), name: organization.name, role: "ADMIN" }]
    }),
  "GET /v2/projects": ({ key, organization, projects, shared }, { query }) =>
    key.scopes.includes("projects:read")
      ? page(
          projects.map((project) => projectWire(project, organization.id, shared.published)),
          { query, url: "/v2/projects" }
        )
      : lacks("projects:read"),
  "GET /v2/charts/definitions": charts,
  "POST /v2/charts/data": charts,
  "GET /v2/campaigns": campaigns
}

const secretOf = (id: number) => `sk_${hmac("the paywall vendor's own", `key ${id}`)}`

const issue = (keys: Shared["keys"], input: unknown): string => {
  const given = field(input, "secret")
  const secret = typeof given === "string" ? given : secretOf(keys.size + 1)
  keys.set(secret, {
    id: `key-${keys.size + 1}`,
    organization: Number(field(input, "organization") ?? 202),
    scopes: texts(field(input, "scopes")) ?? scopes,
    projects: texts(field(input, "projects")) ?? null,
    revoked: false
  })
  return secret
}

export default defineDouble({
  name: "paywall",
  open: ({ worlds }): Shared => ({
    worlds,
    keys: new Map([[demoKey, { id: "demo", organization: 202, scopes, projects: null, revoked: false }]]),
    added: new Map(),
    published: new Map(),
    goneCharts: [],
    tornCharts: [],
    failedMetrics: [],
    tornPrice: undefined,
    forbids: false,
    charted: [],
    statistics: undefined
  }),
  demo: () => [
    { method: "POST", path: "/v1/connect/paywall/credentials", body: { secretKey: demoKey, keepHistory: true } }
  ],
  credentialOf: (request) => hmac("a key's id", bearerOf(request) ?? "nobody").slice(0, 16),
  describedBy: {
    files: ["superwall.v2.sdk0.3.0.derived.openapi.json"],
    // The vendor has added to it since: see "Differences found" in the README.
    composed: ["ApplicationListRecentTransactionsResponse.Data"]
  },
  refuse: ({ message, retryAfterSeconds, status }) =>
    json(
      status,
      { error: { message: message ?? "Something went wrong." } },
      retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
    ),
  control: {
    /** A new key: `{ organization?, scopes?, projects?, secret? }`; by default all scopes of the organization with one application. */
    issue: (input, { shared }) => issue(shared.keys, input),
    revoke: (secret, { shared }) => {
      const key = shared.keys.get(String(secret))
      if (key !== undefined) key.revoked = true
    },
    /** `{ secret, scopes }`: what the key may do from now on. */
    setScopes: (input, { shared }) => {
      const key = shared.keys.get(String(field(input, "secret")))
      if (key !== undefined) key.scopes = texts(field(input, "scopes")) ?? []
    },
    /** `{ applicationId, atMs, price, user, environment? }`: one more sale. */
    sell: (input, { shared }) => {
      const id = String(field(input, "applicationId"))
      const kept = shared.added.get(id) ?? []
      const product = products[1]
      kept.push({
        id: `sold_${id}_${kept.length + 1}`,
        atMs: Number(field(input, "atMs")),
        type: "initial_purchase",
        environment: field(input, "environment") === "SANDBOX" ? "SANDBOX" : "PRODUCTION",
        product,
        price: Number(field(input, "price") ?? product.usd),
        paywall: "Spring offer",
        placement: "onboarding_end",
        user: String(field(input, "user") ?? "user-added"),
        store: "APP_STORE",
        country: "US"
      })
      shared.added.set(id, kept)
    },
    /** `{ applicationId, storeId }`: which app of the store an application is, from now on. */
    publish: (input, { shared }) => {
      shared.published.set(String(field(input, "applicationId")), String(field(input, "storeId")))
    },
    charted: (_, { shared }) => shared.charted,
    /** `{ gone?, torn?, failedMetrics?, tornPrice?, forbids?, statistics? }`: charts it drops, charts whose metric it drops, metrics that fail, a text in place of prices, 403 in place of 404, statistics as they are. */
    change: (input, { shared }) => {
      shared.goneCharts = texts(field(input, "gone")) ?? []
      shared.tornCharts = texts(field(input, "torn")) ?? []
      shared.failedMetrics = texts(field(input, "failedMetrics")) ?? []
      shared.forbids = field(input, "forbids") === true
      const price = field(input, "tornPrice")
      shared.tornPrice = typeof price === "string" ? price : undefined
      const told = field(input, "statistics")
      shared.statistics = Array.isArray(told) ? told : undefined
    }
  },
  isRead: () => true,
  handle: (request, { nowMs, shared, worlds }) => {
    const key = keyOf(request, shared)
    if (key === undefined || key.revoked) return json(401, { message: "Invalid API key" })
    const organization = organizationsOf(worlds, nowMs).find(({ id }) => id === key.organization)
    if (organization === undefined) return missing("Organization")
    const projects = organization.projects.filter(({ id }) => key.projects?.includes(id) ?? true)
    const asked = { key, organization, projects, shared, nowMs }
    return (
      ofApplication(asked, request) ??
      routes[`${request.method} ${request.path}`]?.(asked, request) ??
      missing(`Route ${request.path}`)
    )
  }
})
