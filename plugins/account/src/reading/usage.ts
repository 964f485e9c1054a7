import { Credits, CreditUsage, type UsageDimension, type UsageRow } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Bucket } from "../answers.ts"
import { Names } from "./Names.ts"

const dayMs = 86_400_000
export const buckets = ["general", "aiVisibility", "creative"] as const
export const dimensions = ["day", "key", "member", "operation", "bucket"] as const
export type Dimension = (typeof dimensions)[number]

/** Which usage to sum up, and by what. */
export interface UsageAsked {
  readonly accountId: string
  readonly from: string
  readonly to: string
  readonly by: ReadonlyArray<Dimension>
  readonly key?: string | undefined
  readonly operation?: string | undefined
  readonly bucket?: (typeof buckets)[number] | undefined
}

/** A row by what was asked for; `keyId` and `memberId` are null where nobody is known. */
export const UsageShown = Schema.Struct({
  day: Schema.optionalKey(Schema.String),
  keyId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  memberId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  operation: Schema.optionalKey(Schema.String),
  bucket: Schema.optionalKey(Bucket),
  credits: Schema.Finite,
  requests: Schema.Finite
}).annotate({ identifier: "UsageRow" })
type UsageShown = typeof UsageShown.Type

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const totalsOf = (rows: ReadonlyArray<{ readonly credits: number; readonly requests: number }>) =>
  rows.reduce((sum, row) => ({ credits: sum.credits + row.credits, requests: sum.requests + row.requests }), {
    credits: 0,
    requests: 0
  })

const dimensionOf = (by: Dimension): UsageDimension => (by === "key" || by === "member" ? "credential" : by)

/** Rows that differ in nothing but what wasn't asked for are one. */
const merged = (rows: ReadonlyArray<UsageShown>) => {
  const sums = new Map<string, UsageShown>()
  for (const { credits, requests, ...by } of rows) {
    const id = JSON.stringify(by)
    const known = sums.get(id)
    sums.set(id, {
      ...by,
      credits: credits + (known?.credits ?? 0),
      requests: requests + (known?.requests ?? 0)
    })
  }
  return [...sums.values()]
}

/** Usage by day, key, member, operation and bucket, in the ledger's order: by day, then the most credits first. */
export const usageOf = Effect.fnUntraced(function* ({ accountId, bucket, by, from, key, operation, to }: UsageAsked) {
  const usage = yield* CreditUsage
  const names = yield* Names
  const credentials = by.includes("member") ? yield* names.credentials(accountId) : undefined
  const rows = yield* usage.read({
    accountId,
    from,
    to,
    by: [...new Set(by.map(dimensionOf))],
    credentialIds: key === undefined ? undefined : [key],
    operations: operation === undefined ? undefined : [operation],
    buckets: bucket === undefined ? undefined : [bucket]
  })
  const shown = ({ credentialId = null, day, ...row }: UsageRow): UsageShown => ({
    ...(day === undefined ? {} : { day }),
    ...(by.includes("key") ? { keyId: credentialId } : {}),
    ...(credentials === undefined
      ? {}
      : { memberId: credentialId === null ? null : (credentials.get(credentialId)?.personId ?? null) }),
    ...row
  })
  const all = merged(rows.map(shown))
  return by.includes("member") && !by.includes("key")
    ? all.toSorted((a, b) => (a.day ?? "").localeCompare(b.day ?? "") || b.credits - a.credits)
    : all
})

/** As long a span right before. */
export const spanBefore = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return { from: dayOf(Date.parse(from) - days * dayMs), to: dayOf(Date.parse(from) - dayMs) }
}

/** How each bucket stands, when it's full again, and on which day it's empty at the pace of the last 7 days. */
export const balancesOf = Effect.fnUntraced(function* (accountId: string) {
  const credits = yield* Credits
  const usage = yield* CreditUsage
  const sql = yield* SqlClient.SqlClient
  const nowMs = yield* Clock.currentTimeMillis
  const week = yield* usage.read({ accountId, from: dayOf(nowMs - 6 * dayMs), to: dayOf(nowMs), by: ["bucket"] })
  return yield* Effect.forEach(buckets, (bucket) =>
    Effect.map(
      Effect.provideService(credits.balance(accountId, bucket), SqlClient.SqlClient, sql),
      ({ resetMs, ...balance }) => {
        const perDay = (week.find((row) => row.bucket === bucket)?.credits ?? 0) / 7
        const emptyMs = perDay === 0 ? Number.POSITIVE_INFINITY : nowMs + (balance.remaining / perDay) * dayMs
        return {
          bucket,
          ...balance,
          resetsAt: new Date(resetMs).toISOString(),
          creditsPerDay: Math.round(perDay * 10) / 10,
          emptyOn: emptyMs < resetMs ? dayOf(emptyMs) : null
        }
      }
    )
  )
})
