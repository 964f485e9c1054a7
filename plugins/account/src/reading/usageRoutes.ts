import { asDocumented, csvLine, InvalidInput, rawRoute } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Bucket } from "../answers.ts"
import { member, reading, sessionRoute } from "../dashboard.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { dataOf } from "../request.ts"
import { type CredentialName, CredentialShown, type MemberName, Names } from "./Names.ts"
import { csvHeaders, csvType, Day, ListOf, listed, queryOf, Text, Uuid } from "./query.ts"
import {
  balancesOf,
  buckets,
  type Dimension,
  dimensions,
  spanBefore,
  totalsOf,
  type UsageAsked,
  UsageShown,
  usageOf
} from "./usage.ts"

const optional = Schema.optionalKey

const SpanTotals = { from: Schema.String, to: Schema.String, credits: Schema.Finite, requests: Schema.Finite }
const BalanceShown = Schema.Struct({
  bucket: Bucket,
  limit: Schema.Finite,
  used: Schema.Finite,
  held: Schema.Finite,
  remaining: Schema.Finite,
  resetsAt: Schema.String,
  creditsPerDay: Schema.Finite,
  emptyOn: Schema.NullOr(Schema.String).annotate({ description: "The day, at the pace of the last 7." })
}).annotate({ identifier: "Balance" })
const Usage = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  by: Schema.Array(Schema.Literals(dimensions)),
  rows: Schema.Array(UsageShown),
  totals: Schema.Struct({ credits: Schema.Finite, requests: Schema.Finite }),
  before: Schema.Struct(SpanTotals).annotate({ description: "As long a span before." }),
  balances: Schema.Array(BalanceShown),
  keys: Schema.Array(CredentialShown),
  members: Schema.Array(Schema.Struct({ personId: Schema.String, name: Schema.String, email: Schema.String }))
}).annotate({ identifier: "Usage" })
const daysMax = 400
const dayMs = 86_400_000

const fields = {
  from: optional(Day),
  to: optional(Day),
  by: optional(ListOf(dimensions)),
  key: optional(Uuid),
  operation: optional(Text(200)),
  bucket: optional(Schema.Literals(buckets))
}
const Query = Schema.Struct(fields)
const names = Object.keys(fields)
const errors = [...reading, InvalidInput] as const

const isDimension = (text: string): text is Dimension => dimensions.some((each) => each === text)

/** What the query asks for: this month by day, unless it says otherwise. */
const askedIn = Effect.fnUntraced(function* ({ by, from, to, ...filter }: typeof Query.Type) {
  const { accountId } = yield* member
  const today = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
  const span = { from: from ?? `${(to ?? today).slice(0, 8)}01`, to: to ?? today }
  if (Date.parse(span.to) < Date.parse(span.from)) {
    return yield* new InvalidInput("to (query): is before from", { field: "to" })
  }
  if (Date.parse(span.to) - Date.parse(span.from) > daysMax * dayMs) {
    return yield* new InvalidInput(`from (query): is more than ${daysMax} days before to`, { field: "from" })
  }
  const usage: UsageAsked = { accountId, ...span, by: (listed(by) ?? ["day"]).filter(isDimension), ...filter }
  return usage
})

/** What an account has used, to the credit. */
export const usageRoutes = [
  jsonRoute({
    ...sessionRoute,
    id: "readUsage",
    method: "GET",
    path: "/dashboard/api/usage",
    query: Query,
    answer: Usage,
    errors,
    summary: "Usage",
    description:
      "Credits and charged requests from the ledger, by day, key, member, operation and bucket, with as long a span before for comparison, and how each bucket stands.",
    handler: ({ query }) =>
      Effect.gen(function* () {
        const usage = yield* askedIn(yield* query)
        const { accountId, by, from, to } = usage
        const read = Effect.gen(function* () {
          const named = yield* Names
          const [rows, before, balances] = yield* Effect.all(
            [usageOf(usage), usageOf({ ...usage, ...spanBefore(usage), by: [] }), balancesOf(accountId)],
            { concurrency: "unbounded" }
          )
          const credentials = by.includes("key")
            ? yield* named.credentials(accountId)
            : new Map<string, CredentialName>()
          const members = by.includes("member") ? yield* named.members(accountId) : new Map<string, MemberName>()
          return {
            from,
            to,
            by,
            rows,
            totals: totalsOf(rows),
            before: { ...spanBefore(usage), ...totalsOf(before) },
            balances,
            keys: [...credentials.values()].filter(({ id }) => rows.some(({ keyId }) => keyId === id)),
            members: [...members.values()].filter(({ personId }) => rows.some(({ memberId }) => memberId === personId))
          }
        })
        return dataOf(yield* asDocumented(read))
      })
  }),
  rawRoute({
    ...sessionRoute,
    id: "readUsageCsv",
    method: "GET",
    path: "/dashboard/api/usage.csv",
    query: names,
    answers: { kind: "csv", contentType: csvType },
    errors,
    summary: "Usage as CSV",
    description: "The rows of the same query.",
    handler: Effect.gen(function* () {
      const usage = yield* askedIn(yield* queryOf(Query))
      const { accountId, by, from, to } = usage
      const lines = Effect.gen(function* () {
        const named = yield* Names
        const rows = yield* usageOf(usage)
        const credentials = yield* named.credentials(accountId)
        const members = yield* named.members(accountId)
        const cells = {
          day: (row: (typeof rows)[number]) => [row.day],
          key: (row: (typeof rows)[number]) => [row.keyId, credentials.get(row.keyId ?? "")?.name],
          member: (row: (typeof rows)[number]) => [row.memberId, members.get(row.memberId ?? "")?.email],
          operation: (row: (typeof rows)[number]) => [row.operation],
          bucket: (row: (typeof rows)[number]) => [row.bucket]
        }
        const heads = {
          day: ["day"],
          key: ["key", "keyName"],
          member: ["member", "memberEmail"],
          operation: ["operation"],
          bucket: ["bucket"]
        }
        return [
          csvLine([...by.flatMap((each) => heads[each]), "credits", "requests"]),
          ...rows.map((row) => csvLine([...by.flatMap((each) => cells[each](row)), row.credits, row.requests]))
        ].join("")
      })
      return HttpServerResponse.text(yield* asDocumented(lines), {
        contentType: csvType,
        headers: csvHeaders(`usage-${from}-${to}`)
      })
    })
  })
]
