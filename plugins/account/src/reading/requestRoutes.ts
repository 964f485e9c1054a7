import {
  asDocumented,
  InvalidInput,
  NotFound,
  Operations,
  type RequestFilter,
  RequestLog,
  rawRoute,
  requestWays
} from "@storeglass/plugin-api"
import { Effect, Schema, Stream } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Bucket } from "../answers.ts"
import { changes, member, reading, sessionRoute } from "../dashboard.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { dataOf } from "../request.ts"
import { CredentialShown, Names } from "./Names.ts"
import { csvHeaders, csvType, Limit, Moment, msOf, queryOf, Text, Uuid } from "./query.ts"
import { buckets } from "./usage.ts"

const optional = Schema.optionalKey

const RequestRow = Schema.Struct({
  rowId: Schema.String,
  requestId: Schema.String,
  at: Schema.String,
  credentialId: Schema.String,
  operation: Schema.String,
  path: Schema.String,
  query: Schema.String,
  status: Schema.Finite.annotate({ description: "499: the client was gone before the answer." }),
  code: Schema.NullOr(Schema.String),
  credits: Schema.Finite,
  held: Schema.Finite,
  bucket: Bucket,
  ms: Schema.Finite,
  replayed: Schema.Boolean,
  by: Schema.Literals(requestWays),
  address: Schema.NullOr(Schema.String),
  agent: Schema.NullOr(Schema.String),
  weight: Schema.Finite.annotate({ description: "It stands for so many like it." })
}).annotate({ identifier: "RequestRow" })
const RequestsPage = Schema.Struct({
  requests: Schema.Array(RequestRow),
  nextCursor: Schema.NullOr(Schema.String),
  credentials: Schema.Array(CredentialShown).annotate({
    description: "What the rows' credentials are called, as far as they're still there."
  })
}).annotate({ identifier: "RequestsPage" })
const ErrorGroup = Schema.Struct({
  code: Schema.NullOr(Schema.String),
  status: Schema.Finite,
  requests: Schema.Finite,
  lastAt: Schema.String,
  requestId: Schema.String.annotate({ description: "Of the newest." }),
  operations: Schema.Array(Schema.String),
  meaning: Schema.NullOr(Schema.String).annotate({
    description: "What it means and what to do about it; null where none of these operations declares it."
  })
}).annotate({ identifier: "ErrorGroup" })
const RequestErrors = Schema.Struct({ errors: Schema.Array(ErrorGroup), isWhole: Schema.Boolean })
const RequestLogState = Schema.Struct({
  isOn: Schema.Boolean,
  keptDays: Schema.Finite,
  dropped: Schema.Int.annotate({
    description:
      "Requests that the node which answers couldn't write down since it started. They were charged all the same."
  })
}).annotate({ identifier: "RequestLogState" })
const pageMax = 1_000
/** A tail without news says that it's there. */
const heartbeat = "15 seconds"

const filters = {
  from: optional(Moment),
  to: optional(Moment),
  status: optional(
    Schema.String.check(Schema.isPattern(/^[1-5](xx|\d\d)$/i, { message: "must be a status, or a class such as 4xx" }))
  ),
  code: optional(Text(100)),
  operation: optional(Text(200)),
  key: optional(Uuid),
  bucket: optional(Schema.Literals(buckets)),
  by: optional(Schema.Literals(requestWays)),
  path: optional(Text(500)),
  text: optional(Text(200)),
  id: optional(
    Schema.String.check(Schema.isPattern(/^[0-9a-f-]{4,36}$/i, { message: "must be the beginning of a request's id" }))
  )
}
const Filters = Schema.Struct(filters)
const Page = Schema.Struct({ ...filters, cursor: optional(Uuid), limit: optional(Limit(pageMax)) })
const Settings = Schema.Struct({ isOn: Schema.Boolean })
const names = Object.keys(filters)
const errors = [...reading, InvalidInput] as const

const filterOf = (accountId: string, given: typeof Filters.Type): RequestFilter => ({
  accountId,
  fromMs: msOf(given.from),
  toMs: msOf(given.to),
  // 2 for 2xx.
  status: given.status === undefined ? undefined : Number(given.status.replace(/xx$/i, "")),
  code: given.code,
  operation: given.operation,
  credentialId: given.key,
  bucket: given.bucket,
  by: given.by,
  path: given.path,
  pathContains: given.text,
  idPrefix: given.id
})
const filterAsked = Effect.gen(function* () {
  const { accountId } = yield* member
  return filterOf(accountId, yield* queryOf(Filters))
})

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The log of an account's requests. */
export const requestRoutes = [
  jsonRoute({
    ...sessionRoute,
    id: "requests",
    method: "GET",
    path: "/dashboard/api/requests",
    query: Page,
    answer: RequestsPage,
    errors,
    summary: "Requests",
    description:
      "The newest first, of those for which all filters hold. `cursor` is the `nextCursor` of the page before; a page may have fewer rows than `limit` and more behind it.",
    handler: ({ query }) =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const { cursor, limit = "100", ...given } = yield* query
        const log = yield* RequestLog
        const page = yield* log.page(filterOf(accountId, given), { before: cursor, limit: Number(limit) })
        const named = yield* Names
        const credentials = yield* asDocumented(named.credentials(accountId))
        const used = new Set(page.items.map(({ credentialId }) => credentialId))
        return dataOf({
          requests: page.items,
          nextCursor: page.nextBefore,
          credentials: [...credentials.values()].filter(({ id }) => used.has(id))
        })
      })
  }),
  rawRoute({
    ...sessionRoute,
    id: "requestsCsv",
    method: "GET",
    path: "/dashboard/api/requests.csv",
    query: names,
    answers: { kind: "csv", contentType: csvType },
    errors,
    summary: "Requests as CSV",
    description: "All for which the filters hold, the newest first, at most 100,000.",
    handler: Effect.gen(function* () {
      const filter = yield* filterAsked
      const log = yield* RequestLog
      return HttpServerResponse.stream(Stream.encodeText(log.csv(filter)), {
        contentType: csvType,
        headers: csvHeaders("requests")
      })
    })
  }),
  jsonRoute({
    ...sessionRoute,
    id: "requestErrors",
    method: "GET",
    path: "/dashboard/api/requests/errors",
    query: Filters,
    answer: RequestErrors,
    errors,
    summary: "Failures by code",
    description:
      "How many requests failed with each code, when last, in which operations, and what it means, the most first. `isWhole` is false where there were more than were looked at.",
    handler: ({ query }) =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const filter = filterOf(accountId, yield* query)
        const log = yield* RequestLog
        const { isWhole, items } = yield* log.errors(filter)
        const { all } = yield* Operations
        const meaningOf = ({ code, operations }: (typeof items)[number]) =>
          all
            .filter(({ method, path }) => operations.includes(`${method} ${path}`))
            .flatMap(({ shapes }) => shapes.errors)
            .find((error) => error.code === code)?.meaning ?? null
        return dataOf({ errors: items.map((group) => ({ ...group, meaning: meaningOf(group) })), isWhole })
      })
  }),
  rawRoute({
    ...sessionRoute,
    id: "requestTail",
    method: "GET",
    path: "/dashboard/api/requests/tail",
    query: names,
    answers: { kind: "stream", contentType: "text/event-stream" },
    errors,
    summary: "Requests as they come",
    description:
      "Server-sent events, of all nodes: `requests` with the rows since the last one, oldest first, at most 2 seconds after their answers, and `truncated` where there were more than 200. It ends with the session.",
    handler: Effect.gen(function* () {
      const filter = yield* filterAsked
      const log = yield* RequestLog
      const news = Stream.map(log.tail(filter), ({ items, truncated }) =>
        event("requests", { requests: items, truncated })
      )
      const silence = Stream.map(Stream.tick(heartbeat), () => ": still here\n\n")
      const failed = Stream.make(event("error", { code: "SERVICE_UNAVAILABLE" }))
      const all = Stream.merge(
        Stream.catch(news, () => failed),
        silence,
        { haltStrategy: "left" }
      )
      return HttpServerResponse.stream(Stream.encodeText(all), {
        contentType: "text/event-stream",
        headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
      })
    })
  }),
  jsonRoute({
    ...sessionRoute,
    id: "request",
    method: "GET",
    path: "/dashboard/api/requests/:id",
    answer: Schema.Struct({ request: RequestRow }),
    errors: [...errors, NotFound],
    summary: "A request",
    description: "By its `X-Request-Id`, or the id of its row.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const { id = "" } = yield* HttpRouter.params
        const log = yield* RequestLog
        const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
        const found = isId ? yield* log.page({ accountId, idPrefix: id }, { limit: 10 }) : undefined
        const request = found?.items.find(({ rowId }) => rowId === id.toLowerCase()) ?? found?.items[0]
        if (request === undefined)
          return yield* new NotFound("no such request; its row may be gone, or still on its way")
        return dataOf({ request })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    id: "requestLog",
    method: "GET",
    path: "/dashboard/api/request-log",
    answer: RequestLogState,
    errors: reading,
    summary: "Whether requests are logged",
    description: "For how many days, and how many requests are missing as they couldn't be written down.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const log = yield* RequestLog
        return dataOf(yield* log.settings(accountId))
      })
  }),
  jsonRoute({
    ...sessionRoute,
    role: "admin",
    id: "switchRequestLog",
    method: "PUT",
    path: "/dashboard/api/request-log",
    payload: Settings,
    answer: RequestLogState,
    errors: changes,
    summary: "Switch the log of requests",
    description: "On or off, on every node within 5 seconds. Rows that are there stay until their days are over.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const { isOn } = yield* payload
        const log = yield* RequestLog
        yield* log.setOn(accountId, isOn)
        return dataOf(yield* log.settings(accountId))
      })
  })
]
