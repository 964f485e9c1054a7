import { type AuditEntry, AuditLog, asDocumented, csvLine, InvalidInput, rawRoute } from "@storeglass/plugin-api"
import { Effect, Option, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { member, reading, sessionRoute } from "../dashboard.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { dataOf } from "../request.ts"
import { type CredentialName, type MemberName, Names } from "./Names.ts"
import { csvHeaders, csvType, Limit, listed, Moment, msOf, queryOf, Text } from "./query.ts"

const optional = Schema.optionalKey
const kinds = ["person", "key", "operator", "cli", "system"] as const

const EntryShown = Schema.Struct({
  id: Schema.String,
  at: Schema.String,
  action: Schema.String,
  before: Schema.Unknown,
  after: Schema.Unknown,
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  actor: Schema.Struct({
    kind: Schema.Literals(kinds).annotate({ identifier: "ActorKind" }),
    id: Schema.NullOr(Schema.String),
    name: Schema.NullOr(Schema.String)
  }),
  target: Schema.NullOr(Schema.Struct({ kind: Schema.String, id: Schema.String, name: Schema.NullOr(Schema.String) }))
}).annotate({ identifier: "AuditEntry" })
const EntriesShown = Schema.Struct({
  entries: Schema.Array(EntryShown),
  nextCursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AuditPage" })
const AuditAction = Schema.Struct({ action: Schema.String, meaning: Schema.String }).annotate({
  identifier: "AuditAction"
})
const pageMax = 1_000
const csvRowsMax = 100_000

const filters = {
  from: optional(Moment),
  to: optional(Moment),
  action: optional(Text(1_000)),
  actorKind: optional(Schema.Literals(kinds)),
  actor: optional(Text(100)),
  targetKind: optional(Text(50)),
  target: optional(Text(100))
}
const Filters = Schema.Struct(filters)
const Cursor = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{20,400}$/, { message: "isn't one of this list" }))
const Page = Schema.Struct({ ...filters, cursor: optional(Cursor), limit: optional(Limit(pageMax)) })
const names = Object.keys(filters)
const errors = [...reading, InvalidInput] as const

type NamesOf = {
  readonly credentials: ReadonlyMap<string, CredentialName>
  readonly members: ReadonlyMap<string, MemberName>
}

const queryFor = Effect.fnUntraced(function* (accountId: string, given: typeof Filters.Type) {
  const { actions: known } = yield* AuditLog
  const actions = listed(given.action)
  const strange = actions?.find((action) => !Object.hasOwn(known, action))
  if (strange !== undefined) {
    return yield* new InvalidInput(`action (query): '${strange.slice(0, 60)}' isn't an action of the audit log`, {
      field: "action"
    })
  }
  return {
    accountId,
    actions,
    actor: {
      ...(given.actorKind === undefined ? {} : { kind: given.actorKind }),
      ...(given.actor === undefined ? {} : { id: given.actor })
    },
    target: {
      ...(given.targetKind === undefined ? {} : { kind: given.targetKind }),
      ...(given.target === undefined ? {} : { id: given.target })
    },
    fromMs: msOf(given.from),
    untilMs: msOf(given.to)
  }
})

const namesOf = Effect.fnUntraced(function* (accountId: string) {
  const named = yield* Names
  const all = { credentials: named.credentials(accountId), members: named.members(accountId) }
  return yield* asDocumented(Effect.all(all, { concurrency: "unbounded" }))
})

/** Who runs the gateway shows as what they are, without their name. */
const shown =
  ({ credentials, members }: NamesOf) =>
  ({ accountId: _, actor, target, ...entry }: AuditEntry) => {
    const isOurs = actor.kind === "person" || actor.kind === "key"
    const member = actor.id === null ? undefined : members.get(actor.id)
    const key = actor.id === null ? undefined : credentials.get(actor.id)
    return {
      ...entry,
      address: isOurs ? entry.address : null,
      actor: {
        kind: actor.kind,
        id: isOurs ? actor.id : null,
        name: actor.kind === "person" ? (member?.email ?? null) : actor.kind === "key" ? (key?.name ?? null) : null
      },
      target:
        target === null
          ? null
          : {
              ...target,
              name:
                target.kind === "person"
                  ? (members.get(target.id)?.email ?? null)
                  : target.kind === "key" || target.kind === "grant"
                    ? (credentials.get(target.id)?.name ?? null)
                    : null
            }
    }
  }

const columns = [
  "at",
  "action",
  "actorKind",
  "actor",
  "targetKind",
  "target",
  "before",
  "after",
  "address",
  "requestId"
]
const line = (entry: ReturnType<ReturnType<typeof shown>>) =>
  csvLine([
    entry.at,
    entry.action,
    entry.actor.kind,
    entry.actor.name ?? entry.actor.id,
    entry.target?.kind,
    entry.target?.name ?? entry.target?.id,
    entry.before,
    entry.after,
    entry.address,
    entry.requestId
  ])

/** Who did what in an account. */
export const auditRoutes = [
  jsonRoute({
    ...sessionRoute,
    role: "admin",
    id: "audit",
    method: "GET",
    path: "/dashboard/api/audit",
    query: Page,
    answer: EntriesShown,
    errors,
    summary: "Audit log",
    description:
      "Who did what, the newest first: people, keys, operators, the command line and the gateway. `cursor` is the `nextCursor` of the page before; `action` takes several, separated by commas.",
    handler: ({ query }) =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const { cursor, limit = "100", ...given } = yield* query
        const audit = yield* AuditLog
        const page = yield* audit.list({ ...(yield* queryFor(accountId, given)), after: cursor, limit: Number(limit) })
        const names = yield* namesOf(accountId)
        return dataOf({ entries: page.entries.map(shown(names)), nextCursor: page.next ?? null })
      })
  }),
  jsonRoute({
    ...sessionRoute,
    role: "admin",
    id: "auditActions",
    method: "GET",
    path: "/dashboard/api/audit/actions",
    answer: Schema.Struct({ actions: Schema.Array(AuditAction) }),
    errors: reading,
    summary: "Actions of the audit log",
    description: "All that may stand in it, with what each means.",
    handler: () =>
      Effect.gen(function* () {
        const { actions } = yield* AuditLog
        return dataOf({ actions: Object.entries(actions).map(([action, meaning]) => ({ action, meaning })) })
      })
  }),
  rawRoute({
    ...sessionRoute,
    role: "admin",
    id: "auditCsv",
    method: "GET",
    path: "/dashboard/api/audit.csv",
    query: names,
    answers: { kind: "csv", contentType: csvType },
    errors,
    summary: "Audit log as CSV",
    description: "All rows for which the filters hold, the newest first, at most 100,000.",
    handler: Effect.gen(function* () {
      const { accountId } = yield* member
      const query = yield* queryFor(accountId, yield* queryOf(Filters))
      const names = yield* namesOf(accountId)
      const audit = yield* AuditLog
      const start: { readonly after: string | undefined; readonly left: number } = {
        after: undefined,
        left: csvRowsMax
      }
      const rows = Stream.paginate(
        start,
        Effect.fnUntraced(function* ({ after, left }) {
          const { entries, next } = yield* audit.list({ ...query, after, limit: Math.min(left, pageMax) })
          const rest = left - entries.length
          const more = next === undefined || rest <= 0 ? Option.none() : Option.some({ after: next, left: rest })
          return [entries.map((entry) => line(shown(names)(entry))), more] as const
        })
      )
      return HttpServerResponse.stream(Stream.encodeText(Stream.concat(Stream.make(csvLine(columns)), rows)), {
        contentType: csvType,
        headers: csvHeaders("audit")
      })
    })
  })
]
