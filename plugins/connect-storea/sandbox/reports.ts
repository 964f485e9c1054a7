// Sales and analytics reports of the console: what was sold on each day, as tables in files.
import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { bytes, gzipFile, json, nothing, type Reply, type SandboxRequest } from "@storeglass/sandbox"

const dayMs = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const before = (day: string, days: number) => isoDay(Date.parse(day) - days * dayMs)

export interface ReportedApp {
  readonly id: string
  readonly sku: string
}
/** What an owner has of reports: plain data, changed in place. */
export interface Reporting {
  readonly apps: ReadonlyArray<ReportedApp>
  readonly vendorNumber: string
  /** Ongoing requests, by app. */
  readonly requests: Record<string, { readonly id: string; stopped: boolean }>
  /** What the key may not do. */
  lacks: ReadonlyArray<"reports" | "order">
  /** Whether yesterday's sales aren't there yet. */
  late: boolean
  /** Files whose bytes aren't those that were promised, by a part of their name. */
  corrupt: string | null
  /** More than is sold, from now on: what the vendor corrects. */
  corrected: number
  /** What was ordered, with the bodies as they came. */
  readonly orders: Array<unknown>
}
export const reportingOf = (apps: ReadonlyArray<ReportedApp>): Reporting => ({
  apps,
  vendorNumber: "85694217",
  requests: {},
  lacks: [],
  late: false,
  corrupt: null,
  corrected: 0,
  orders: []
})

export const markets = [
  { country: "US", currency: "USD", each: "0.70" },
  { country: "DE", currency: "EUR", each: "0.65" },
  { country: "JP", currency: "JPY", each: "84" }
] as const
export type Market = (typeof markets)[number]

const serialOf = (day: string) => Math.round(Date.parse(day) / dayMs)
/** Every seventh day nothing is sold. */
export const isQuiet = (day: string) => serialOf(day) % 7 === 0
/** What is sold of the app at this place of the list. */
export const soldOn = (day: string, app: number, market: number, corrected = 0) => {
  const serial = serialOf(day)
  if (isQuiet(day) || (serial + market) % 5 === 0) return undefined
  return {
    first: 20 + app * 10 + market * 3 + (serial % 9) + corrected,
    again: 2 + market,
    bought: 1 + ((serial + app) % 4)
  }
}
/** Analytics count what is sold, but for a day that isn't over two days: then less. */
const partial = (count: number, final: boolean) => (final ? count : Math.floor(count / 2))

const table = (rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  `${rows.map((row) => row.join("\t")).join("\n")}\n`
const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

const salesHead = [
  "Provider",
  "Provider Country",
  "SKU",
  "Developer",
  "Title",
  "Version",
  "Product Type Identifier",
  "Units",
  "Developer Proceeds",
  "Begin Date",
  "End Date",
  "Customer Currency",
  "Country Code",
  "Currency of Proceeds",
  "Apple Identifier",
  "Customer Price",
  "Promo Code",
  "Parent Identifier",
  "Subscription",
  "Period",
  "Category",
  "CMB",
  "Device",
  "Supported Platforms",
  "Proceeds Reason",
  "Preserved Pricing",
  "Client",
  "Order Type"
]
const salesOf = ({ apps, corrected }: Reporting, day: string) => {
  const rows = apps.flatMap(({ id, sku }, app) =>
    markets.flatMap(({ country, currency, each }, market) => {
      const sold = soldOn(day, app, market, corrected)
      if (sold === undefined) return []
      const row = (type: string, units: number, proceeds: string, identifier: string, own: string, parent: string) => [
        "APPLE",
        "US",
        own,
        "Sandbox",
        `App ${app}`,
        "1.0",
        type,
        units,
        proceeds,
        american(day),
        american(day),
        currency,
        country,
        currency,
        identifier,
        proceeds,
        "",
        parent,
        "",
        "",
        "Utilities",
        "",
        "iPhone",
        "iOS",
        "",
        "",
        "",
        ""
      ]
      return [
        row("1F", sold.first, "0", id, sku, ""),
        row("3F", sold.again, "0", id, sku, ""),
        row("7F", 50, "0", id, sku, ""),
        row("IA1", sold.bought, each, `9${id}`.slice(0, 15), `${sku}.coins`, sku),
        // One was given back.
        row("IA1", -1, each, `9${id}`.slice(0, 15), `${sku}.coins`, sku),
        // A kind that nobody here knows.
        row("ZZ", 1, "0", id, sku, "")
      ]
    })
  )
  return rows.length === 0 ? undefined : table([salesHead, ...rows])
}

const kinds = ["downloads", "installations", "engagement"] as const
type Kind = (typeof kinds)[number]
const names: Readonly<Record<Kind, string>> = {
  downloads: "App Downloads Standard",
  installations: "App Store Installation and Deletion Standard",
  engagement: "App Store Discovery and Engagement Standard"
}
const categories: Readonly<Record<Kind, string>> = {
  downloads: "COMMERCE",
  installations: "APP_USAGE",
  engagement: "APP_STORE_ENGAGEMENT"
}
/** Of first downloads some are made elsewhere than on the app's page, which is seen four times as often as it leads to one. */
export const fromPage = (first: number) => first - Math.floor(first / 4)
export const viewsOf = (first: number) => 4 * fromPage(first)
/** A part of a report that was made on a day: of the two days before it, one of them not complete yet. */
const partOf = (reporting: Reporting, kind: Kind, appId: string, processed: string, part: number) => {
  const app = reporting.apps.findIndex(({ id }) => id === appId)
  const days = [before(processed, 1), before(processed, 2)]
  const rows = days.flatMap((day, index) =>
    markets.flatMap(({ country }, market) => {
      const sold = soldOn(day, app, market)
      if (sold === undefined || market % 2 !== part) return []
      const first = partial(sold.first, index === 1)
      const row = (what: string, page: string, device: string, count: number) => [
        day,
        `App ${app}`,
        appId,
        what,
        page,
        device,
        country,
        count
      ]
      const rowsOf: Readonly<Record<Kind, () => ReadonlyArray<ReadonlyArray<string | number>>>> = {
        downloads: () => [
          row("First-time download", "Product page", "iPhone", fromPage(first)),
          row("First-time download", "No page", "iPhone", first - fromPage(first)),
          row("Redownload", "Product page", "iPad", sold.again),
          row("Auto-update", "No page", "iPhone", 50)
        ],
        installations: () => [row("Install", "", "iPhone", first - 5), row("Delete", "", "iPhone", 3)],
        engagement: () => [
          row("Impression", "No page", "iPhone", 20 * first),
          row("Page view", "Product page", "iPhone", viewsOf(first)),
          row("Page view", "Store sheet", "iPhone", 2),
          row("Tap", "No page", "iPhone", first)
        ]
      }
      return rowsOf[kind]()
    })
  )
  const column = kind === "downloads" ? "Download Type" : "Event"
  return gzipSync(
    table([["Date", "App Name", "App Apple Identifier", column, "Page Type", "Device", "Territory", "Counts"], ...rows])
  )
}

const failure = (status: number, code: string, title: string, detail = title, parameter?: string): Reply =>
  json(status, {
    errors: [
      {
        id: "2d5c1f8e-0000-4000-8000-000000000001",
        status: String(status),
        code,
        title,
        detail,
        ...(parameter === undefined ? {} : { source: { parameter } })
      }
    ]
  })
const missing = failure(404, "NOT_FOUND", "The specified resource does not exist")
const forbidden = failure(403, "FORBIDDEN_ERROR", "The API key in use does not allow this request")

interface Asked {
  readonly request: SandboxRequest
  /** Of the API, for links. */
  readonly base: string
  /** Where signed addresses lead. */
  readonly files: string
  readonly reporting: Reporting
  readonly nowMs: number
}
interface Wire {
  readonly type: string
  readonly id: string
  readonly attributes?: Readonly<Record<string, unknown>>
}
const page = ({ base, request }: Asked, data: ReadonlyArray<Wire>): Reply => {
  const limit = Number(request.query.get("limit") ?? "50")
  const from = Number(request.query.get("cursor") ?? "0")
  const self = `${base}${request.path}`
  const more = from + limit < data.length
  const query = new URLSearchParams(request.query)
  query.set("cursor", String(from + limit))
  return json(200, {
    data: data.slice(from, from + limit),
    links: { self, ...(more ? { next: `${self}?${query}` } : {}) },
    meta: { paging: { total: data.length, limit } }
  })
}

const salesAnswer = ({ nowMs, reporting, request: { query } }: Asked): Reply => {
  const day = query.get("filter[reportDate]") ?? ""
  if (query.get("filter[reportType]") !== "SALES")
    return failure(400, "PARAMETER_ERROR.INVALID", "Not a report of this sandbox")
  if (query.get("filter[vendorNumber]") !== reporting.vendorNumber) {
    return failure(
      400,
      "PARAMETER_ERROR.INVALID",
      "A parameter has an invalid value",
      "Invalid vendor number specified",
      "filter[vendorNumber]"
    )
  }
  if (day >= isoDay(nowMs) || (reporting.late && day >= before(isoDay(nowMs), 1))) {
    return failure(404, "NOT_FOUND", "The specified resource does not exist", "Report is not available yet.")
  }
  const sales = salesOf(reporting, day)
  return sales === undefined
    ? failure(404, "NOT_FOUND", "The specified resource does not exist", "There were no sales for the date specified.")
    : gzipFile(`S_D_${reporting.vendorNumber}_${day.replaceAll("-", "")}.txt.gz`, sales)
}

/** Ids of reports, instances and segments tell what they are of: `<app>-<kind>-<day>-<part>`. */
const partsOf = (id: string) => {
  const [, appId = "", kind, processed = "", part] =
    /^(\d+)-(downloads|installations|engagement)(?:-(\d{4}-\d{2}-\d{2}))?(?:-([01]))?$/.exec(id) ?? []
  const found = kinds.find((one) => one === kind)
  return found === undefined ? undefined : { appId, kind: found, processed, part: Number(part ?? "0") }
}
const processedDays = 6

const orderAnswer = ({ reporting, request }: Asked): Reply => {
  const body: unknown = JSON.parse(request.body)
  reporting.orders.push(body)
  const appId = String(
    ["data", "relationships", "app", "data", "id"].reduce<unknown>((at, name) => Reflect.get(Object(at), name), body)
  )
  if (!reporting.apps.some(({ id }) => id === appId)) return missing
  if (reporting.requests[appId]?.stopped === false) {
    return failure(409, "STATE_ERROR", "You already have such an entity", "An ongoing request exists for this app")
  }
  const made = { id: `${appId}-request-${reporting.orders.length}`, stopped: false }
  reporting.requests[appId] = made
  return json(201, {
    data: { type: "analyticsReportRequests", id: made.id, attributes: { accessType: "ONGOING" } },
    links: { self: made.id }
  })
}

/** The answer of the console's API; undefined where it's none of these. */
export const reportsAnswer = (asked: Asked): Reply | undefined => {
  const { files, nowMs, reporting, request } = asked
  const [, collection = "", id = "", what = ""] = request.path.slice("/v1".length).split("/")
  const at = `${request.method} ${collection}${id === "" ? "" : "/:id"}${what === "" ? "" : `/${what}`}`
  const lacks = (right: "reports" | "order") => reporting.lacks.includes(right)
  const app = reporting.apps.find((one) => one.id === id)
  switch (at) {
    case "GET apps":
      return page(
        asked,
        reporting.apps.map(({ id, sku }) => ({ type: "apps", id, attributes: { sku } }))
      )
    case "GET salesReports":
      return lacks("reports") ? forbidden : salesAnswer(asked)
    case "GET apps/:id/analyticsReportRequests": {
      if (lacks("reports")) return forbidden
      if (app === undefined) return missing
      const made = reporting.requests[id]
      const attributes = { accessType: "ONGOING", stoppedDueToInactivity: made?.stopped }
      return page(asked, made === undefined ? [] : [{ type: "analyticsReportRequests", id: made.id, attributes }])
    }
    case "POST analyticsReportRequests":
      return lacks("order") ? forbidden : orderAnswer(asked)
    case "GET analyticsReportRequests/:id/reports": {
      const appId = id.split("-")[0] ?? ""
      if (reporting.requests[appId]?.id !== id) return missing
      const own = kinds.map((kind) => ({
        type: "analyticsReports",
        id: `${appId}-${kind}`,
        attributes: { name: names[kind], category: categories[kind] }
      }))
      const others = ["App Sessions Standard", "App Downloads Detailed"].map((name, index) => ({
        type: "analyticsReports",
        id: `${appId}-other-${index}`,
        attributes: { name, category: "APP_USAGE" }
      }))
      return page(asked, [...others, ...own])
    }
    case "GET analyticsReports/:id/instances": {
      const of = partsOf(id)
      if (of === undefined) return missing
      const days = Array.from({ length: processedDays }, (_, back) => before(isoDay(nowMs), back))
      return page(
        asked,
        days.map((processingDate) => ({
          type: "analyticsReportInstances",
          id: `${id}-${processingDate}`,
          attributes: { granularity: "DAILY", processingDate }
        }))
      )
    }
    case "GET analyticsReportInstances/:id/segments": {
      const of = partsOf(id)
      if (of === undefined) return missing
      const segments = [0, 1].map((part) => {
        const file = partOf(reporting, of.kind, of.appId, of.processed, part)
        return {
          type: "analyticsReportSegments",
          id: `${id}-${part}`,
          attributes: {
            checksum: createHash("md5").update(file).digest("hex"),
            sizeInBytes: file.length,
            url: `${files}/${id}-${part}.txt.gz?X-Amz-Signature=${createHash("sha256").update(id).digest("hex")}`
          }
        }
      })
      return page(asked, segments)
    }
    default:
      return undefined
  }
}

/** The host of the files: it takes no token, and wants its own signature. */
export const fileAnswer = ({ reporting, request }: Pick<Asked, "reporting" | "request">): Reply => {
  const of = partsOf(request.path.slice(1).replace(/\.txt\.gz$/, ""))
  if (of === undefined) return nothing(404)
  if (request.headers.authorization !== undefined) return nothing(400)
  if (!/^[0-9a-f]{64}$/.test(request.query.get("X-Amz-Signature") ?? "")) return nothing(403)
  const file = partOf(reporting, of.kind, of.appId, of.processed, of.part)
  const isCorrupt = reporting.corrupt !== null && request.path.includes(reporting.corrupt)
  return bytes(200, "application/octet-stream", isCorrupt ? Buffer.concat([file, Buffer.from("more")]) : file)
}
