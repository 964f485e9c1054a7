import {
  isUuid,
  type LoggedRequest,
  type RequestErrors,
  type RequestFilter,
  RequestLog,
  ServiceUnavailable,
  type TailEvent
} from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { recordAudit } from "../audit/records.ts"
import { buckets } from "../credits/plans.ts"
import { within } from "../sql/within.ts"
import { monotonicMs } from "../time.ts"
import { idOfMs } from "./bounds.ts"
import { csvHead, csvLine } from "./csv.ts"
import { findErrors, findRows, inOrder, windowRows } from "./find.ts"
import { msOfId, ways } from "./noted.ts"
import { keepDaysDefault, RequestRecorder } from "./RequestRecorder.ts"

const pageMax = 1_000
const pageDefault = 100
const errorRowsMax = 50_000
const csvRowsMax = 100_000
/** A page that has rows missing is searched on in further windows, while another like the last one ends in so long. */
const searchMsMax = 25
const askMsMax = 10_000
/** How often a tail looks, and how far back: rows come later than their ids say. */
const tailEveryMs = 1_000
const tailBackMs = 10_000
/** Longer requests are looked for by their length. */
const slowMs = 5_000
const slowBackMs = 3_600_000
const tailRowsMax = 200

const Found = Schema.Array(
  Schema.Struct({
    rowId: Schema.String,
    requestId: Schema.String,
    atMs: Schema.Finite,
    credentialId: Schema.String,
    operation: Schema.String,
    path: Schema.String,
    query: Schema.String,
    status: Schema.Int,
    code: Schema.NullOr(Schema.String),
    credits: Schema.Int,
    held: Schema.Int,
    bucket: Schema.Int,
    ms: Schema.Finite,
    replayed: Schema.Boolean,
    via: Schema.Int,
    address: Schema.NullOr(Schema.String),
    agent: Schema.NullOr(Schema.String),
    weight: Schema.Int,
    scanned: Schema.Int,
    last: Schema.String
  })
)
const decodeFound = Schema.decodeUnknownEffect(Found)
const Errors = Schema.Array(
  Schema.Struct({
    code: Schema.NullOr(Schema.String),
    status: Schema.Int,
    operation: Schema.String,
    requests: Schema.Int,
    lastMs: Schema.Finite,
    requestId: Schema.String,
    scanned: Schema.Int
  })
)
const decodeErrors = Schema.decodeUnknownEffect(Errors)
const Settings = Schema.Array(Schema.Struct({ isOn: Schema.Boolean }))

const iso = (ms: number) => new Date(ms).toISOString()

const requestOf = ({
  atMs,
  bucket,
  last: _,
  scanned: __,
  via,
  ...row
}: (typeof Found.Type)[number]): LoggedRequest => ({
  ...row,
  at: iso(atMs),
  bucket: buckets[bucket] ?? "general",
  by: ways[via] ?? "http",
  ms: Math.round(row.ms * 10) / 10
})

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("the request log is unavailable; retry", { retryAfterSeconds: 1, cause })

const asked = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.mapError(within(effect, askMsMax), unavailable)

/** The log of requests as plugins read it. */
export const RequestLogLive = Layer.effect(
  RequestLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const recorder = yield* RequestRecorder
    const own = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.provideService(effect, SqlClient.SqlClient, sql)

    /** Rows that match in one window, and where the next begins; undefined: there is none. */
    const window = Effect.fnUntraced(function* (filter: RequestFilter, before: string | undefined, limit: number) {
      const query = yield* own(findRows(filter, { accountId: filter.accountId, before, limit: limit + 1 }))
      const rows = yield* Effect.flatMap(query, decodeFound)
      const items = rows.filter(({ operation }) => operation !== "").map(requestOf)
      if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.rowId }
      const [first] = rows
      return { items, next: first !== undefined && first.scanned >= windowRows ? first.last : undefined }
    })

    const page: RequestLog["Service"]["page"] = Effect.fn("RequestLog.page")(function* (filter, options = {}) {
      const limit = Math.max(1, Math.min(pageMax, options.limit ?? pageDefault))
      const items: Array<LoggedRequest> = []
      if (!isUuid(filter.accountId)) return { items, nextBefore: null }
      let before = options.before !== undefined && isUuid(options.before) ? options.before : undefined
      const endMs = (yield* monotonicMs) + searchMsMax
      const search = Effect.gen(function* () {
        for (let tookMs = 0; ; ) {
          const startMs = yield* monotonicMs
          if (tookMs > 0 && startMs + tookMs > endMs) return
          const found = yield* window(filter, before, limit - items.length)
          items.push(...found.items)
          before = found.next
          if (before === undefined || items.length >= limit) return
          tookMs = Math.max(1, (yield* monotonicMs) - startMs)
        }
      })
      yield* own(inOrder(search))
      return { items, nextBefore: before ?? null }
    }, asked)

    const errors: RequestLog["Service"]["errors"] = Effect.fn("RequestLog.errors")(function* (filter) {
      const rows = yield* Effect.flatMap(yield* own(findErrors(filter, errorRowsMax)), decodeErrors)
      const byCode = new Map<string, { requests: number; last: (typeof rows)[number]; operations: typeof rows }>()
      for (const row of rows) {
        const known = byCode.get(`${row.status} ${row.code}`)
        const last = known === undefined || row.lastMs > known.last.lastMs ? row : known.last
        const requests = (known?.requests ?? 0) + row.requests
        byCode.set(`${row.status} ${row.code}`, { requests, last, operations: [...(known?.operations ?? []), row] })
      }
      const items = [...byCode.values()]
        .map(
          ({ last, operations, requests }): RequestErrors => ({
            code: last.code,
            status: last.status,
            requests,
            lastAt: iso(last.lastMs),
            requestId: last.requestId,
            operations: [...operations]
              .sort((a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1))
              .slice(0, 5)
              .map(({ operation }) => operation)
          })
        )
        .sort((a, b) => b.requests - a.requests || (a.lastAt < b.lastAt ? 1 : -1))
      return { items, isWhole: (rows[0]?.scanned ?? 0) < errorRowsMax }
    }, asked)

    const csv: RequestLog["Service"]["csv"] = (filter, { rowsMax = csvRowsMax } = {}) =>
      Stream.concat(
        Stream.make(csvHead),
        Stream.paginate(
          { before: undefined as string | undefined, left: rowsMax },
          Effect.fnUntraced(function* ({ before, left }) {
            const { items, nextBefore } = yield* page(filter, { before, limit: Math.min(pageMax, left) })
            const rest = left - items.length
            const next =
              nextBefore === null || rest <= 0 ? Option.none() : Option.some({ before: nextBefore, left: rest })
            return [items.map(csvLine), next] as const
          })
        )
      )

    /** What may be new: the last seconds by id, and long requests that began before. */
    const recent = Effect.fnUntraced(function* (filter: RequestFilter, sinceMs: number) {
      const { items, nextBefore } = yield* page({ ...filter, fromMs: sinceMs }, { limit: pageMax })
      const slow = yield* asked(
        sql<{ id: string }>`SELECT id FROM core_requests WHERE account_id = ${filter.accountId}::uuid AND ms > 5000
          AND id >= ${idOfMs(sinceMs - slowBackMs)}::uuid AND id < ${idOfMs(sinceMs)}::uuid ORDER BY id DESC LIMIT 200`
      )
      return { items, isWhole: nextBefore === null, slow: slow.map(({ id }) => id) }
    })

    const tail: RequestLog["Service"]["tail"] = (filter) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const seen = new Map<string, number>()
          let lookedMs = yield* Clock.currentTimeMillis
          let isPrimed = false
          const look = Effect.gen(function* () {
            const nowMs = yield* Clock.currentTimeMillis
            const sinceMs = Math.min(lookedMs, nowMs) - tailBackMs
            const { isWhole, items, slow } = yield* recent(filter, sinceMs)
            const late: Array<LoggedRequest> = []
            for (const id of slow) {
              if (seen.has(id)) continue
              seen.set(id, msOfId(id))
              if (!isPrimed) continue
              const one = yield* page({ ...filter, idPrefix: id }, { limit: 1 })
              late.push(...one.items)
            }
            const fresh = items.filter(({ rowId }) => !seen.has(rowId))
            for (const { rowId } of fresh) seen.set(rowId, msOfId(rowId))
            for (const [id, ms] of seen) if (ms < sinceMs - slowBackMs - slowMs) seen.delete(id)
            lookedMs = nowMs
            if (!isPrimed) {
              isPrimed = true
              return undefined
            }
            const news = [...late, ...fresh].sort((a, b) => (a.rowId < b.rowId ? -1 : 1))
            if (news.length === 0) return undefined
            const event: TailEvent = {
              items: news.slice(-tailRowsMax),
              truncated: news.length > tailRowsMax || (!isWhole && fresh.length === items.length)
            }
            return event
          })
          yield* look
          return Stream.paginate(
            undefined,
            Effect.fnUntraced(function* () {
              yield* Effect.sleep(tailEveryMs)
              const event = yield* look
              return [event === undefined ? [] : [event], Option.some(undefined)] as const
            })
          )
        })
      )

    return RequestLog.of({
      page,
      errors,
      csv,
      tail,
      settings: Effect.fn("RequestLog.settings")(function* (accountId) {
        const keptDays = recorder.isOn ? recorder.keepDays : keepDaysDefault
        const dropped = recorder.droppedOf(accountId)
        if (!isUuid(accountId)) return { isOn: false, keptDays, dropped }
        const [row] = yield* Effect.flatMap(
          sql`SELECT is_on AS "isOn" FROM core_request_settings WHERE account_id = ${accountId}::uuid`,
          Schema.decodeUnknownEffect(Settings)
        )
        return { isOn: recorder.isOn && (row?.isOn ?? true), keptDays, dropped }
      }, asked),
      setOn: Effect.fn("RequestLog.setOn")(function* (accountId, isOn) {
        const at = iso(yield* Clock.currentTimeMillis)
        const switched = Effect.gen(function* () {
          const changed = yield* sql`INSERT INTO core_request_settings AS kept (account_id, is_on, at)
            SELECT id, ${isOn}, ${at}::timestamptz FROM core_accounts WHERE id = ${accountId}::uuid
            ON CONFLICT (account_id) DO UPDATE SET is_on = excluded.is_on, at = excluded.at
              WHERE kept.is_on <> excluded.is_on
            RETURNING 1`
          if (changed.length > 0)
            yield* recordAudit({ action: "account.request-log-switched", accountId, after: { isOn } })
        })
        yield* own(sql.withTransaction(switched))
        yield* recorder.readSettings
      }, asked)
    })
  })
)
