import { Events, InvalidInput, isoOf, isUuid, pageOf, rowsOf } from "@storeglass/plugin-api"
import { trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Accounts, type Owner } from "../Accounts.ts"
import { Listings } from "../apps/Listings.ts"
import { makeAudit } from "../audits.ts"
import {
  type KeptReport,
  type NewReport,
  ReportIdTaken,
  ReportSaved,
  ReportsReplaced,
  ReportTooLarge
} from "../contract.ts"
import { idAt, makeWhere, numberRows } from "../database.ts"
import { nothing } from "../errors.ts"
import { makeLimits } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import type { Report, ReportPatch } from "../schema.ts"
import { keepable, titleMax } from "../texts.ts"
import { Wall } from "../Wall.ts"

export const reportBytesMax = 1024 * 1024

const json = Schema.fromJsonString(Schema.Unknown)
const row = {
  id: Schema.String,
  kind: Schema.String,
  platform: Schema.NullOr(Schema.Literals(["storea", "storeb"])),
  appId: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  title: Schema.String,
  model: Schema.NullOr(Schema.String),
  params: json,
  bytes: Schema.Int,
  isCut: Schema.Boolean,
  isPinned: Schema.Boolean,
  createdMs: Schema.Finite
}
const Row = Schema.Struct(row)
type Row = typeof Row.Type
const reportRows = rowsOf(Row)
const wholeRows = rowsOf(Schema.Struct({ ...row, payload: json }))
const payloadRows = rowsOf(Schema.Struct({ id: Schema.String, payload: json }))
const idRows = rowsOf(Schema.Struct({ id: Schema.String }))

const shown = ({ appId, createdMs, platform, ...report }: Row): Report => ({
  ...report,
  platform,
  appId: appId === null || platform === null ? null : trackIdOf(platform, appId),
  createdAt: isoOf(createdMs)
})
const kept = ({ createdMs, ...report }: Row): KeptReport => ({ ...report, createdAt: isoOf(createdMs) })

interface Filter {
  readonly id?: string
  readonly appId?: string
  readonly kind?: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
  readonly cursor?: Moment
}

/** Of so many reports beside those of some days, all and these are known sooner than those of the days. */
const fewReports = 10_000
const dayMs = 86_400_000
/** Payloads of one page of an export. */
const exportedBytesMax = 4 * 1024 * 1024

/** A report from an export, its payload as JSON. */
export interface BroughtReport
  extends Pick<NewReport, "kind" | "title" | "country" | "model" | "params">,
    Partial<Pick<KeptReport, "isCut" | "isPinned">> {
  readonly id: string
  readonly platform?: string
  readonly appId?: string
  readonly payload: string
  readonly createdAt: string
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const listings = yield* Listings
  const limits = yield* makeLimits
  const events = yield* Events
  const audit = yield* makeAudit
  const whereOf = makeWhere(sql)

  const columns = sql`id, kind, platform, app_id AS "appId", country, title, model, params, bytes, is_cut AS "isCut",
    is_pinned AS "isPinned", created_ms::float8 AS "createdMs"`

  const readWhole = (accountId: string, id: string) =>
    wall.inAccount(
      accountId,
      Effect.map(
        wholeRows(
          sql`SELECT ${columns}, payload FROM workspace_reports WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
        ),
        ([row]) => row
      )
    )

  interface Page {
    readonly kind?: string
    readonly platform?: string
    readonly appId?: string
    readonly fromMs?: number
    readonly toMs?: number
    readonly limit: number
    readonly cursor?: Moment | undefined
  }
  const page = (accountId: string, { appId, cursor, fromMs, kind, limit, platform, toMs }: Page) => {
    const asked = whereOf(
      sql`account_id = ${accountId}::uuid`,
      kind === undefined ? undefined : sql`kind = ${kind}`,
      appId === undefined ? undefined : sql`app_id = ${appId}`,
      platform === undefined ? undefined : sql`platform = ${platform}`,
      fromMs === undefined ? undefined : sql`created_ms >= ${fromMs}::bigint`,
      toMs === undefined ? undefined : sql`created_ms < ${toMs}::bigint`
    )
    const rest = cursor === undefined ? undefined : sql`(created_ms, id) < (${cursor.ms}::bigint, ${cursor.id}::uuid)`
    const inside = sql`SELECT count(*)::int AS n FROM workspace_reports WHERE ${asked}`
    // All but a few are counted by the few.
    const beside = (edge: Statement.Fragment | undefined) =>
      edge === undefined
        ? sql`0`
        : sql`(SELECT count(*)::int FROM (SELECT FROM workspace_reports
            WHERE account_id = ${accountId}::uuid AND ${edge} LIMIT ${fewReports + 1}::int) AS few)`
    const ofTime = sql`
      SELECT CASE WHEN before > ${fewReports}::int OR after > ${fewReports}::int THEN (${inside})
        ELSE coalesce((SELECT reports FROM workspace_accounts WHERE account_id = ${accountId}::uuid), 0) - before - after
          END AS n
      FROM (SELECT ${beside(fromMs === undefined ? undefined : sql`created_ms < ${fromMs}::bigint`)} AS before,
        ${beside(toMs === undefined ? undefined : sql`created_ms >= ${toMs}::bigint`)} AS after) AS beside`
    const isOfTime = [appId, kind, platform].every((filter) => filter === undefined)
    return wall.inAccount(
      accountId,
      Effect.all([
        reportRows(sql`
          SELECT ${columns} FROM workspace_reports WHERE ${whereOf(asked, rest)}
          ORDER BY created_ms DESC, id DESC LIMIT ${limit}::int`),
        numberRows(isOfTime ? ofTime : inside)
      ])
    )
  }

  const list = Effect.fn("Reports.list")(function* (accountId: string, filter: Filter) {
    const { appId, cursor, from, id, kind, limit, to } = filter
    if (id !== undefined) {
      const found = isUuid(id) ? yield* readWhole(accountId, id) : undefined
      if (found === undefined) return yield* nothing("report")
      const { payload, ...row } = found
      return { items: [{ ...shown(row), payload }], nextCursor: null, total: 1 }
    }
    if (from !== undefined && to !== undefined && to < from) {
      return yield* new InvalidInput("to (query): is before from")
    }
    const app = appId === undefined ? undefined : yield* listings.parse(appId)
    const [rows, [counted]] = yield* page(accountId, {
      limit: limit + 1,
      cursor,
      ...(kind === undefined ? {} : { kind }),
      ...(app === undefined ? {} : { appId: app.appId, platform: app.platform }),
      ...(from === undefined ? {} : { fromMs: Date.parse(from) }),
      ...(to === undefined ? {} : { toMs: Date.parse(to) + dayMs })
    })
    const { items, nextCursor } = pageOf(rows, { limit, cursor: byMoment, positionOf })
    return { items: items.map(shown), nextCursor, total: counted?.n ?? 0 }
  })

  const remove = Effect.fn("Reports.remove")(function* (owner: Owner, ids: ReadonlyArray<string>) {
    const { accountId } = owner
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const rows = yield* idRows(sql`
          DELETE FROM workspace_reports WHERE account_id = ${accountId}::uuid
            AND id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid) RETURNING id`)
        if (rows.length === 0) return yield* nothing("report")
        yield* accounts.add(owner, { reports: -rows.length })
        const before = { ids: rows.map(({ id }) => id) }
        yield* audit(accountId, "workspace.reports-deleted", { before })
        return { deleted: rows.length }
      })
    )
  })

  const setPinned = (accountId: string, { id, isPinned }: ReportPatch) =>
    Effect.map(
      reportRows(sql`
        UPDATE workspace_reports SET is_pinned = ${isPinned}
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid RETURNING ${columns}`),
      ([row]) => row
    )

  /** Keeps a report until it's deleted, or no longer so; false: the account has no such report. */
  const pin = Effect.fn("Reports.pin")(function* (accountId: string, patch: ReportPatch) {
    return isUuid(patch.id) && (yield* wall.inAccount(accountId, setPinned(accountId, patch))) !== undefined
  })

  /** The same as its people do it. */
  const update = Effect.fn("Reports.update")(function* (owner: Owner, patch: ReportPatch) {
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const row = yield* setPinned(owner.accountId, patch)
        return row === undefined ? yield* nothing("report") : shown(row)
      })
    )
  })

  /** Removes what is older than this and not pinned. */
  const expire = Effect.fn("Reports.expire")(function* (owner: Owner, beforeMs: number) {
    yield* accounts.write(
      owner,
      () =>
        Effect.gen(function* () {
          const rows = yield* idRows(sql`
            DELETE FROM workspace_reports WHERE account_id = ${owner.accountId}::uuid AND NOT is_pinned
              AND created_ms < ${beforeMs}::bigint RETURNING id`)
          if (rows.length > 0) yield* accounts.add(owner, { reports: -rows.length })
        }),
      { guarded: false }
    )
  })

  const bytesOf = (text: string) => Buffer.byteLength(text)
  const textOf = (value: unknown) => JSON.stringify(value) ?? "null"

  const save = Effect.fn("Reports.save")(function* (report: NewReport) {
    const { accountId, app, cut, keptMax, kind, params, payload, plan } = report
    // Titles have names of apps in them, as stores tell them.
    const title = keepable(report.title, { max: titleMax, lines: true }) ?? kind
    let text = textOf(payload)
    const isCut = bytesOf(text) > reportBytesMax
    if (isCut && cut !== undefined) text = textOf(cut(payload))
    const bytes = bytesOf(text)
    if (bytes > reportBytesMax) return yield* new ReportTooLarge({ bytes })
    const owner = { accountId, plan }
    return yield* accounts
      .write(
        owner,
        (state) =>
          Effect.gen(function* () {
            const nowMs = yield* Clock.currentTimeMillis
            const id = report.id?.toLowerCase() ?? idAt(nowMs)
            const surplus =
              keptMax === undefined
                ? []
                : yield* idRows(sql`
                    DELETE FROM workspace_reports WHERE account_id = ${accountId}::uuid AND id IN (
                      SELECT id FROM workspace_reports WHERE account_id = ${accountId}::uuid AND kind = ${kind}
                        AND platform IS NOT DISTINCT FROM ${app?.platform ?? null}
                        AND app_id IS NOT DISTINCT FROM ${app?.appId ?? null} AND NOT is_pinned
                      ORDER BY created_ms DESC, id DESC OFFSET ${Math.max(0, keptMax - 1)}::int)
                    RETURNING id`)
            yield* limits.check(state.plan, "reports", state.reports - surplus.length, 1)
            const written = yield* idRows(sql`
              INSERT INTO workspace_reports (account_id, id, kind, platform, app_id, country, title, model, params,
                payload, bytes, is_cut, is_pinned, created_ms)
              VALUES (${accountId}::uuid, ${id}::uuid, ${kind}, ${app?.platform ?? null}, ${app?.appId ?? null},
                ${report.country ?? null}, ${title}, ${report.model ?? null}, ${textOf(params)}, ${text}, ${bytes}::int,
                ${isCut}, ${report.isPinned ?? false}, ${nowMs}::bigint)
              ON CONFLICT DO NOTHING RETURNING id`)
            if (written.length === 0) return yield* new ReportIdTaken({ id })
            yield* accounts.add(owner, { reports: 1 - surplus.length })
            const replaced = surplus.map((gone) => gone.id)
            yield* wall
              .outside(
                Effect.gen(function* () {
                  yield* events.publish(ReportSaved, { accountId, id, kind, title })
                  if (replaced.length === 0) return
                  yield* events.publish(ReportsReplaced, { accountId, id, kind, ids: replaced })
                })
              )
              .pipe(Effect.provideService(SqlClient.SqlClient, sql))
            return { id, isCut, replaced }
          }),
        { guarded: false }
      )
      .pipe(Effect.catchTag("TOO_MANY_WRITES", Effect.die))
  })

  /** Within an account: those of these ids that it has. */
  const known = (accountId: string, ids: ReadonlyArray<string>) =>
    Effect.map(
      idRows(sql`
        SELECT id FROM workspace_reports WHERE account_id = ${accountId}::uuid
          AND id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)`),
      (rows) => rows.map(({ id }) => id)
    )

  /** Within an account: those that an export has next, newest first, and at most so many bytes of them. */
  const exported = Effect.fn("Reports.exported")(function* (
    accountId: string,
    { cursor, limit }: { readonly limit: number; readonly cursor?: Moment }
  ) {
    const [rows, [counted]] = yield* page(accountId, { limit: limit + 1, cursor })
    let bytes = 0
    const fitting = rows.findIndex((row, index) => {
      bytes += row.bytes
      return index > 0 && bytes > exportedBytesMax
    })
    const { items, nextCursor } = pageOf(rows, {
      limit: fitting < 0 ? limit : Math.min(limit, fitting),
      cursor: byMoment,
      positionOf
    })
    const payloads = yield* payloadRows(sql`
      SELECT id, payload FROM workspace_reports WHERE account_id = ${accountId}::uuid
        AND id IN (SELECT jsonb_array_elements_text(${JSON.stringify(items.map(({ id }) => id))}::text::jsonb)::uuid)`)
    const payloadOf = new Map(payloads.map(({ id, payload }) => [id, payload]))
    return {
      nextCursor,
      total: counted?.n ?? 0,
      items: items.flatMap((row) => (payloadOf.has(row.id) ? [{ ...row, payload: payloadOf.get(row.id) }] : []))
    }
  })

  /** Within `write`, and within the plan's limit: keeps reports that an export brings, under their ids. */
  const bring = Effect.fn("Reports.bring")(function* (owner: Owner, reports: ReadonlyArray<BroughtReport>) {
    if (reports.length === 0) return
    const { accountId } = owner
    const nowMs = yield* Clock.currentTimeMillis
    const json = JSON.stringify(
      reports.map(({ createdAt, params, payload, ...report }) => ({
        ...report,
        params: textOf(params),
        payload,
        bytes: bytesOf(payload),
        // One from a clock that's ahead is saved now.
        createdMs: Math.min(nowMs, Math.floor(Date.parse(createdAt)))
      }))
    )
    yield* sql`
      INSERT INTO workspace_reports (account_id, id, kind, platform, app_id, country, title, model, params, payload,
        bytes, is_cut, is_pinned, created_ms)
      SELECT ${accountId}::uuid, id, kind, platform, "appId", country, title, model, params, payload, bytes,
        coalesce("isCut", false), coalesce("isPinned", false), "createdMs"
      FROM json_to_recordset(${json}::text::json) AS brought (id uuid, kind text, platform text, "appId" text,
        country text, title text, model text, params text, payload text, bytes int, "isCut" boolean, "isPinned" boolean,
        "createdMs" bigint)`
    yield* accounts.add(owner, { reports: reports.length })
    yield* wall
      .outside(
        events.publishAll(
          ReportSaved,
          reports.map(({ id, kind, title }) => ({ accountId, id, kind, title }))
        )
      )
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))
  })

  return {
    list,
    known,
    exported,
    bring,
    remove,
    expire,
    pin,
    update,
    save,
    read: Effect.fn("Reports.read")(function* (accountId: string, id: string) {
      const found = isUuid(id) ? yield* readWhole(accountId, id) : undefined
      if (found === undefined) return undefined
      const { payload, ...row } = found
      return { ...kept(row), payload }
    }),
    newest: (
      accountId: string,
      { limit = 50, ...filter }: { readonly kind?: string; readonly appId?: string; readonly limit?: number }
    ) => Effect.map(page(accountId, { ...filter, limit }), ([rows]) => rows.map(kept))
  }
})

/** Analyses that accounts keep. */
export class Reports extends Context.Service<Reports, Effect.Success<typeof make>>()("@storeglass/workspace/Reports") {
  static readonly layer = Layer.effect(Reports, make)
}
