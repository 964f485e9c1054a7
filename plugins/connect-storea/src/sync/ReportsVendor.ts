/** The vendor's reports, as a saved connection reads them. */
import {
  type ConnectionUnusable,
  type Credential,
  type InvalidConsoleCredentials,
  type NoConnection,
  readAnswer,
  refusedBy,
  type Sent,
  type ServiceUnavailable,
  Tokens,
  type UpstreamError,
  type UpstreamFile,
  type UpstreamRequest,
  Upstreams,
  type VendorRefused,
  type VendorSaid
} from "@storeglass/plugin-api"
import { Context, Data, Effect, Layer, Option, type Redacted, Ref, Schema, type Scope } from "effect"
import type { ConsoleConfig } from "../config.ts"
import { grantedAt, lacksAgreement, role, saidIn, vendorName } from "../vendor/refusals.ts"
import { One, Page, Refusal, type Resource } from "../vendor/shapes.ts"
import { hostOf, nextPageOf, signing, withToken } from "../vendor/transport.ts"
import { UnreadableFile } from "./readFile.ts"

const timeoutMs = 120_000
/** Of a file as it is sent, before it's inflated. */
const fileBytesMax = 512 * 1024 * 1024
/** Beyond what any of these lists has. */
const pagesMax = 50

/** Rights that a key may lack, as the vendor names the roles that have them. */
export const rights = {
  read: role,
  reports: { right: "Sales and Reports", grantedAt },
  order: { right: "Admin", grantedAt }
} as const
type Right = (typeof rights)[keyof typeof rights]

/** The run has asked as often as it may. */
export class BudgetSpent extends Data.TaggedError("BudgetSpent") {}

export type Problem =
  | VendorRefused
  | UpstreamError
  | NoConnection
  | ConnectionUnusable
  | ServiceUnavailable
  | InvalidConsoleCredentials
type Asked<A, R = never> = Effect.Effect<A, Problem | BudgetSpent, R>

export interface OwnApp {
  readonly id: string
  readonly sku: string | null
}
export interface Ongoing {
  readonly id: string
  /** The vendor stops requests whose reports nobody reads. */
  readonly stopped: boolean
}
export interface Instance {
  readonly id: string
  readonly processed: string
}
export interface Segment {
  readonly url: string
  readonly checksum: string | null
}
/** `none` nothing was sold on that day; `waiting` the vendor doesn't have the report yet. */
export type SalesAnswer = { readonly file: UpstreamFile } | "none" | "waiting"

export interface Reports {
  /** At most one app: whether the key is accepted, and what for. */
  readonly anyApp: Asked<OwnApp | undefined>
  readonly apps: Asked<ReadonlyArray<OwnApp>>
  /** The app's ongoing request that is at work, else one that is stopped. */
  readonly ongoing: (appId: string) => Asked<Ongoing | undefined>
  readonly orderOngoing: (appId: string) => Asked<Sent<{ readonly id: string }>>
  readonly reports: (requestId: string) => Asked<ReadonlyArray<{ readonly id: string; readonly name: string }>>
  /** By day, newest first. */
  readonly instances: (reportId: string) => Asked<ReadonlyArray<Instance>>
  readonly segments: (instanceId: string) => Asked<ReadonlyArray<Segment>>
  /** At an address that the vendor signed, of another host: the token doesn't go there. */
  readonly segment: (
    segment: Segment
  ) => Effect.Effect<UpstreamFile, UpstreamError | UnreadableFile | BudgetSpent, Scope.Scope>
  readonly sales: (vendorNumber: string, day: string) => Asked<SalesAnswer, Scope.Scope>
}

const textOf = ({ attributes }: Resource, name: string) => {
  const value = attributes?.[name]
  return typeof value === "string" && value !== "" ? value : null
}
const decodeRefusal = Schema.decodeUnknownOption(Schema.fromJsonString(Refusal))
const dayForm = /^\d{4}-\d{2}-\d{2}$/
const at = (id: string) => encodeURIComponent(id)

const make = Effect.fnUntraced(function* ({ apiUrl, reportHosts, requestsPerMinute }: ConsoleConfig) {
  const tokens = yield* Tokens
  const upstreams = yield* Upstreams
  const api = yield* upstreams.make({
    name: "storea.reports",
    baseUrl: apiUrl,
    timeoutMs,
    bodyBytesMax: fileBytesMax,
    rateLimit: { requests: requestsPerMinute, windowMs: 60_000 },
    // One request follows another, so that more than the next turn is the vendor's word to stop.
    queueMsMax: Math.max(2_000, (2 * 60_000) / requestsPerMinute),
    hosts: reportHosts.map(hostOf)
  })
  const { mint } = signing(tokens)
  const source = yield* tokens.make({ source: "connect-storea.reports", mint })
  const nextOf = nextPageOf(apiUrl)

  const refusalOf = (status: number, said: VendorSaid, right: Right): VendorRefused =>
    refusedBy(
      vendorName,
      status,
      said,
      status !== 403
        ? {}
        : lacksAgreement(status, said)
          ? { right: "the vendor's agreements, accepted by the Account Holder", grantedAt: "the console, Business" }
          : right
    )

  const open = (connection: Credential, lane: string, budget: Ref.Ref<number>): Reports => {
    const spend = Effect.flatMap(
      Ref.getAndUpdate(budget, (left) => left - 1),
      (left) => (left > 0 ? Effect.void : Effect.fail(new BudgetSpent()))
    )
    const ask = Effect.fnUntraced(function* (request: UpstreamRequest, right: Right) {
      yield* spend
      const answer = yield* source.send(connection, (token) => api.request(withToken(request, lane, token)))
      if (answer.status >= 200 && answer.status < 300) return answer
      const said = Option.match(decodeRefusal(answer.body), { onNone: () => ({}), onSome: saidIn })
      return yield* refusalOf(answer.status, said, right)
    })
    const rows = Effect.fnUntraced(function* <A>(
      path: string,
      query: Readonly<Record<string, string>>,
      record: (resource: Resource) => A | undefined,
      right: Right
    ) {
      const items: Array<A> = []
      let request: UpstreamRequest = { path, query }
      for (let pages = 0; pages < pagesMax; pages++) {
        const page = yield* readAnswer(api, Page, yield* ask(request, right), "a list of reports")
        for (const resource of page.data) {
          const item = record(resource)
          if (item !== undefined) items.push(item)
        }
        const link = page.links?.next ?? undefined
        if (link === undefined) return items
        const next = nextOf(link)
        if (next === undefined) return yield* api.drift("a list of reports: its next page leads elsewhere")
        request = { path: next }
      }
      return yield* api.drift("a list of reports has no end")
    })
    const appOf = (resource: Resource): OwnApp => ({ id: resource.id, sku: textOf(resource, "sku") })

    return {
      anyApp: Effect.map(
        Effect.flatMap(ask({ path: "/v1/apps", query: { limit: "1" } }, rights.read), (answer) =>
          readAnswer(api, Page, answer, "the list of apps")
        ),
        ({ data: [first] }) => (first === undefined ? undefined : appOf(first))
      ),
      apps: rows("/v1/apps", { "fields[apps]": "sku", limit: "200" }, appOf, rights.read),
      ongoing: (appId) =>
        Effect.map(
          rows(
            `/v1/apps/${at(appId)}/analyticsReportRequests`,
            { "filter[accessType]": "ONGOING", limit: "200" },
            ({ attributes, id }): Ongoing => ({ id, stopped: attributes?.stoppedDueToInactivity === true }),
            rights.reports
          ),
          (requests) => requests.find(({ stopped }) => !stopped) ?? requests[0]
        ),
      orderOngoing: Effect.fnUntraced(function* (appId) {
        const body = {
          data: {
            type: "analyticsReportRequests",
            attributes: { accessType: "ONGOING" },
            relationships: { app: { data: { type: "apps", id: appId } } }
          }
        }
        const path = "/v1/analyticsReportRequests"
        const answer = yield* ask({ method: "POST", path, body: JSON.stringify(body) }, rights.order)
        const { data } = yield* readAnswer(api, One, answer, "a request for reports")
        return { after: { id: data.id } }
      }),
      reports: (requestId) =>
        rows(
          `/v1/analyticsReportRequests/${at(requestId)}/reports`,
          { limit: "200" },
          (resource) => {
            const name = textOf(resource, "name")
            return name === null ? undefined : { id: resource.id, name }
          },
          rights.reports
        ),
      instances: (reportId) =>
        Effect.map(
          rows(
            `/v1/analyticsReports/${at(reportId)}/instances`,
            { "filter[granularity]": "DAILY", limit: "200" },
            (resource): Instance | undefined => {
              const processed = textOf(resource, "processingDate")
              return processed === null || !dayForm.test(processed) ? undefined : { id: resource.id, processed }
            },
            rights.reports
          ),
          (instances) => instances.toSorted((a, b) => (a.processed < b.processed ? 1 : -1))
        ),
      segments: (instanceId) =>
        rows(
          `/v1/analyticsReportInstances/${at(instanceId)}/segments`,
          { limit: "200" },
          (resource): Segment | undefined => {
            const url = textOf(resource, "url")
            return url === null ? undefined : { url, checksum: textOf(resource, "checksum") }
          },
          rights.reports
        ),
      segment: Effect.fnUntraced(function* ({ url }) {
        yield* spend
        const file = yield* Effect.catchIf(
          api.requestFile({ path: url }),
          ({ reason }) => reason === "foreign" || reason === "too_large",
          ({ detail }) => Effect.fail(new UnreadableFile({ sentence: detail }))
        )
        return file.status >= 200 && file.status < 300
          ? file
          : yield* new UnreadableFile({ sentence: `its signed address answered ${file.status}` })
      }),
      sales: Effect.fnUntraced(function* (vendorNumber, day) {
        yield* spend
        const request: UpstreamRequest = {
          path: "/v1/salesReports",
          query: {
            "filter[frequency]": "DAILY",
            "filter[reportDate]": day,
            "filter[reportSubType]": "SUMMARY",
            "filter[reportType]": "SALES",
            "filter[vendorNumber]": vendorNumber
          },
          headers: { accept: "application/a-gzip, application/json" }
        }
        const file = yield* source.send(connection, (token) => api.requestFile(withToken(request, lane, token)))
        if (file.status >= 200 && file.status < 300) return { file }
        const said = Option.match(decodeRefusal(Buffer.from(file.head).toString("utf8")), {
          onNone: (): VendorSaid => ({}),
          onSome: saidIn
        })
        if (file.status === 404) return /\bno sales\b/i.test(said.sentence ?? "") ? "none" : "waiting"
        return yield* refusalOf(file.status, said, rights.reports)
      })
    }
  }

  return {
    /** Credentials as they are connected and saved. */
    credential: (issuerId: string, keyId: string, privateKey: Redacted.Redacted<string>): Credential =>
      tokens.credential(issuerId, keyId, privateKey),
    /** Asks at most so often. The lane is the key's, as calls that bring it in headers have it. */
    open: (connection: Credential, key: { readonly issuerId: string; readonly keyId: string }, requestsMax: number) =>
      Effect.map(Ref.make(requestsMax), (budget) =>
        open(connection, tokens.credential(key.issuerId, key.keyId).lane, budget)
      )
  }
})

/** Opens saved consoles for their reports. */
export class ReportsVendor extends Context.Service<ReportsVendor, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storea/ReportsVendor"
) {
  static readonly layer = (config: ConsoleConfig) => Layer.effect(ReportsVendor, make(config))
}
