import {
  AuditLog,
  type AuditRecord,
  asDocumented,
  Deliveries,
  Egress,
  type EgressRefused,
  InvalidInput,
  isoOf,
  Jobs,
  makeScheduler,
  rowsOf,
  Schedules,
  type WebhookProbe
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { audits } from "../audits.ts"
import type { CofounderConfig } from "../config.ts"
import { WebhookNotConfigured, WebhookTestFailed } from "../errors.ts"
import { Daily } from "../jobRefs.ts"
import {
  type ChannelName,
  channelNames,
  integrations,
  type NewWebhook,
  type Preferences,
  type Webhook
} from "../schema.ts"
import { Channels, messageMax } from "./Channels.ts"

const hourMs = 3_600_000
/** So often is an address tested again that another change overtook. */
const triesMax = 3

export const endpointName = "cofounder.webhook"
/** How requests look, by the document. */
export const form = {
  secretHeader: "x-cofounder-secret",
  userAgent: "Storeglass-Webhook/1",
  redirectDelivers: true
} as const

const Row = Schema.Struct({
  endpointId: Schema.String,
  url: Schema.String,
  hasSecret: Schema.Boolean,
  retry: Schema.Boolean,
  enabled: Schema.Boolean,
  revision: Schema.Int,
  testMs: Schema.Finite,
  testStatus: Schema.Int,
  deliveredMs: Schema.NullOr(Schema.Finite),
  deliveredStatus: Schema.NullOr(Schema.Int),
  errorMs: Schema.NullOr(Schema.Finite),
  errorStatus: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  isSlow: Schema.Boolean,
  /** Whether a digest of the week comes too. */
  weekly: Schema.Boolean
})
export type WebhookRow = typeof Row.Type
const rows = rowsOf(Row)

const errorOf = ({ error, errorMs, errorStatus }: WebhookRow) =>
  error === null || errorMs === null ? null : { at: isoOf(errorMs), status: errorStatus, message: error }
const shown = (row: WebhookRow): Webhook => ({
  integration: "webhook",
  status: "saved",
  url: row.url,
  hasSecret: row.hasSecret,
  retry: row.retry,
  enabled: row.enabled,
  lastTestAt: isoOf(row.testMs),
  lastTestStatus: row.testStatus,
  lastError: errorOf(row)
})

/** What isn't an address at all is the caller's mistake; what leads nowhere has failed its test. */
const refusal = ({ message, reason }: EgressRefused) =>
  reason === "host" || reason === "address"
    ? new WebhookTestFailed(`credentials.${message}. Nothing was saved`)
    : new InvalidInput(`credentials.${message}`)
const failureOf = ({ message, outcome, status }: WebhookProbe) =>
  new WebhookTestFailed(
    outcome === "refused"
      ? `credentials.${message}. Nothing was saved`
      : `credentials.url: ${status === null ? (message ?? "no answer") : `answered the test with ${status}`}; it must answer with a 2xx or 3xx within 10 seconds. Nothing was saved`
  )

/** An outcome of a request, as it's kept. */
export const saidBy = ({ answer, message, status }: Pick<WebhookProbe, "answer" | "message" | "status">): string =>
  // The answer of a stranger's server: control characters out.
  (message ?? (answer === "" ? `status ${status}` : answer)).replace(/\p{Cc}+/gu, " ").slice(0, messageMax)

const make = ({ fromHour, untilHour }: CofounderConfig) =>
  Effect.gen(function* () {
    const audit = yield* AuditLog
    const channels = yield* Channels
    const deliveries = yield* Deliveries
    const egress = yield* Egress
    const jobs = yield* Jobs
    const schedule = yield* makeScheduler
    const schedules = yield* Schedules
    const sql = yield* SqlClient.SqlClient
    const withSql = Effect.provideService(SqlClient.SqlClient, sql)
    const columns = sql.literal(`endpoint_id AS "endpointId", url, has_secret AS "hasSecret", retry, enabled, revision,
      test_ms::float8 AS "testMs", test_status AS "testStatus", delivered_ms::float8 AS "deliveredMs",
      delivered_status AS "deliveredStatus", error_ms::float8 AS "errorMs", error_status AS "errorStatus", error,
      is_slow AS "isSlow", weekly`)

    const find = Effect.fnUntraced(function* (accountId: string) {
      const [row] = yield* rows(sql`SELECT ${columns} FROM cofounder_webhooks WHERE account_id = ${accountId}::uuid`)
      return row
    })
    /** In a transaction: changes of an account's webhook take turns, also while there is none. */
    const lock = (accountId: string) =>
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cofounder/${accountId}`}, 0))`
    const record = (
      accountId: string,
      action: keyof typeof audits,
      what: Pick<AuditRecord, "before" | "after">,
      id = "webhook"
    ) => audit.record({ action, accountId, target: { kind: "integration", id }, ...what }).pipe(withSql)
    const which = (accountId: string) => ({ plugin: "cofounder", accountId, name: "daily" })

    /** Saves what passed its test, unless somebody has changed it since `seen`. */
    const keep = Effect.fnUntraced(function* (
      accountId: string,
      { credentials: { url }, integrationConfig: { retry, secret } = {} }: NewWebhook,
      seen: WebhookRow | undefined,
      probe: WebhookProbe & { readonly status: number }
    ) {
      yield* lock(accountId)
      const before = yield* find(accountId)
      if (before?.revision !== seen?.revision) return undefined
      const own = before === undefined && secret === undefined ? null : secret
      const { endpoint } = yield* deliveries.register({
        accountId,
        name: endpointName,
        url,
        form,
        ...(own === undefined ? {} : { secret: own })
      })
      const hasSecret = own === undefined ? before?.hasSecret === true : own !== null
      const [saved] = yield* rows(sql`
        INSERT INTO cofounder_webhooks AS w (account_id, endpoint_id, url, has_secret, retry, test_ms, test_status)
        VALUES (${accountId}::uuid, ${endpoint.id}::uuid, ${url}, ${hasSecret}, ${retry ?? false}, ${probe.atMs}, ${probe.status})
        ON CONFLICT (account_id) DO UPDATE SET endpoint_id = excluded.endpoint_id, url = excluded.url,
          has_secret = excluded.has_secret, retry = coalesce(${retry ?? null}::boolean, w.retry), revision = w.revision + 1,
          test_ms = excluded.test_ms, test_status = excluded.test_status, is_slow = false,
          error_ms = NULL, error_status = NULL, error = NULL
        RETURNING ${columns}`)
      if (saved === undefined) return yield* Effect.die(new Error("an upsert gave no row"))
      yield* record(accountId, "cofounder.webhook-saved", {
        after: {
          isNew: before === undefined,
          urlChanged: before?.url !== url,
          secretChanged: secret !== undefined,
          hasSecret,
          retry: saved.retry
        }
      })
      return saved
    }, sql.withTransaction)

    /** What has a report made each day, while anything is enabled. */
    const keepSchedule = Effect.fnUntraced(function* (accountId: string, isEnabled: boolean) {
      if (!isEnabled) return yield* schedules.remove(which(accountId)).pipe(withSql)
      const cron = `0 ${fromHour} * * *`
      const spreadMs = Math.max(1, untilHour - fromHour) * hourMs
      yield* schedule({ ...which(accountId), cron, spreadMs, job: Daily, payload: { accountId } })
    })
    const isAnyChannel = (accountId: string) => Effect.map(channels.of(accountId), (enabled) => enabled.length > 0)

    const setEnabled = Effect.fnUntraced(function* (accountId: string, wanted: boolean) {
      const before = yield* find(accountId)
      if (before === undefined) {
        if (!wanted) return undefined
        return yield* new WebhookNotConfigured(
          "enabledIntegrations: no webhook is saved. Save one with PUT /v1/cofounder/integrations/webhook first"
        )
      }
      if (before.enabled === wanted) return before
      yield* sql`UPDATE cofounder_webhooks SET enabled = ${wanted}, revision = revision + 1 WHERE account_id = ${accountId}::uuid`
      yield* record(accountId, "cofounder.preferences-changed", {
        before: { enabled: before.enabled },
        after: { enabled: wanted }
      })
      return { ...before, enabled: wanted }
    })

    /** Enables these and no others. */
    const setAll = Effect.fnUntraced(function* (accountId: string, wanted: ReadonlySet<string>) {
      yield* lock(accountId)
      const before = yield* find(accountId)
      const row = yield* setEnabled(accountId, wanted.has("webhook"))
      const own = new Set(channelNames.filter((name) => wanted.has(name)))
      const changed = yield* channels.set(accountId, own)
      for (const name of changed) {
        const after = { enabled: own.has(name) }
        yield* record(accountId, "cofounder.preferences-changed", { before: { enabled: !own.has(name) }, after }, name)
      }
      const isWebhookChanged = (before?.enabled === true) !== (row?.enabled === true)
      if (isWebhookChanged || changed.length > 0) {
        yield* keepSchedule(accountId, row?.enabled === true || own.size > 0)
        // The first one at once: nobody waits for tomorrow to see what comes.
        const isMore = (isWebhookChanged && row?.enabled === true) || changed.some((name) => own.has(name))
        if (isMore) yield* jobs.enqueue(Daily, { accountId }, { key: accountId }).pipe(withSql)
      }
      return { row, enabled: yield* channels.of(accountId) }
    }, sql.withTransaction)

    return {
      find,
      lock,
      record,
      /** Tests an address, and saves it if it answers. */
      save: Effect.fn("Webhooks.save")(function* (accountId: string, wanted: NewWebhook) {
        const { url } = wanted.credentials
        yield* Effect.catchTag(egress.check(url), "EgressRefused", (error) => Effect.fail(refusal(error)))
        for (let n = 0; n < triesMax; n++) {
          const seen = yield* find(accountId)
          const secret = wanted.integrationConfig?.secret
          const event = "test.connection"
          const timestamp = isoOf(yield* Clock.currentTimeMillis)
          const message = "Storeglass can reach this address. Reports come once you enable the webhook."
          const probe = yield* deliveries
            .probe({
              accountId,
              name: endpointName,
              url,
              form,
              ...(secret === undefined ? {} : { secret }),
              body: JSON.stringify({ event, timestamp, message })
            })
            .pipe(Effect.catchTag("DeliveryRefused", Effect.die))
          if (probe.outcome !== "delivered" || probe.status === null) return yield* failureOf(probe)
          const saved = yield* Effect.catchTag(
            keep(accountId, wanted, seen, { ...probe, status: probe.status }),
            "EgressRefused",
            (error) => Effect.fail(refusal(error))
          )
          if (saved !== undefined) return shown(saved)
        }
        return yield* new WebhookTestFailed(
          "The webhook was changed by somebody else again and again while it was tested. Nothing was saved; retry"
        )
      }, asDocumented),
      remove: Effect.fn("Webhooks.remove")(
        function* (accountId: string) {
          yield* lock(accountId)
          const before = yield* find(accountId)
          if (before === undefined) return false
          yield* sql`DELETE FROM cofounder_webhooks WHERE account_id = ${accountId}::uuid`
          yield* sql`UPDATE cofounder_events SET state = 'dropped' WHERE account_id = ${accountId}::uuid AND state = 'waiting'`
          if (!(yield* isAnyChannel(accountId))) yield* keepSchedule(accountId, false)
          yield* deliveries.remove(accountId, before.endpointId)
          yield* record(accountId, "cofounder.webhook-removed", { after: {} })
          return true
        },
        sql.withTransaction,
        asDocumented
      ),
      prefer: Effect.fn("Webhooks.prefer")(function* (accountId: string, wanted: ReadonlyArray<string>) {
        const unknown = [...new Set(wanted)].filter((name) => !integrations.some((known) => known === name))
        if (unknown.length > 0) {
          const names = unknown.map((name) => JSON.stringify(name.slice(0, 60))).join(", ")
          return yield* new InvalidInput(
            `enabledIntegrations: there is no ${names}; what can be enabled is ${integrations.join(", ")}`
          )
        }
        const { enabled: others, row } = yield* asDocumented(setAll(accountId, new Set(wanted)))
        const enabled = row?.enabled === true
        const channel = (name: ChannelName) => {
          const own = others.find((each) => each.name === name)
          const error = own?.error ?? null
          return {
            configured: channels.canBe(name),
            enabled: own !== undefined,
            lastDeliveryAt: own === undefined || own.deliveredMs === null ? null : isoOf(own.deliveredMs),
            lastError:
              own === undefined || error === null || own.errorMs === null
                ? null
                : { at: isoOf(own.errorMs), message: error }
          }
        }
        const preferences: Preferences = {
          enabledIntegrations: [
            ...(enabled ? (["webhook"] as const) : []),
            ...channelNames.filter((name) => others.some((each) => each.name === name))
          ],
          integrations: {
            webhook: {
              configured: row !== undefined,
              enabled,
              lastDeliveryAt: row === undefined || row.deliveredMs === null ? null : isoOf(row.deliveredMs),
              lastStatus: row?.deliveredStatus ?? null,
              lastError: row === undefined ? null : errorOf(row)
            },
            email: channel("email"),
            alerts: channel("alerts")
          }
        }
        return preferences
      }),
      /** Whether a digest comes each week, beside the daily reports. */
      setWeekly: Effect.fn("Webhooks.setWeekly")(
        function* (accountId: string, wanted: boolean) {
          yield* lock(accountId)
          const before = yield* find(accountId)
          if (before === undefined) {
            return yield* new WebhookNotConfigured(
              "no webhook is saved. Save one with PUT /v1/cofounder/integrations/webhook first"
            )
          }
          if (before.weekly === wanted) return
          yield* sql`UPDATE cofounder_webhooks SET weekly = ${wanted}, revision = revision + 1 WHERE account_id = ${accountId}::uuid`
          yield* record(accountId, "cofounder.preferences-changed", {
            before: { weekly: before.weekly },
            after: { weekly: wanted }
          })
        },
        sql.withTransaction,
        asDocumented
      ),
      /** Switches it off for its receiver, which said that it's gone for good. */
      disable: Effect.fnUntraced(function* (accountId: string) {
        yield* lock(accountId)
        yield* setEnabled(accountId, false)
        if (!(yield* isAnyChannel(accountId))) yield* keepSchedule(accountId, false)
      }, sql.withTransaction),
      /** Notes how a delivery went. */
      note: Effect.fnUntraced(function* (
        accountId: string,
        endpointId: string,
        told: {
          readonly atMs: number
          readonly status: number | null
          readonly error: string | null
          readonly isSlow: boolean
        }
      ) {
        yield* sql`UPDATE cofounder_webhooks SET delivered_ms = ${told.atMs}, delivered_status = ${told.status}::int,
            error_ms = CASE WHEN ${told.error}::text IS NULL THEN NULL ELSE ${told.atMs}::bigint END,
            error_status = CASE WHEN ${told.error}::text IS NULL THEN NULL ELSE ${told.status}::int END,
            error = ${told.error}::text, is_slow = ${told.isSlow}
          WHERE account_id = ${accountId}::uuid AND endpoint_id = ${endpointId}::uuid`
      }),
      /** Notes why a report couldn't be made. */
      noteFailure: Effect.fnUntraced(function* (accountId: string, error: string) {
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`UPDATE cofounder_webhooks SET error_ms = ${nowMs}::bigint, error_status = NULL, error = ${error.slice(0, messageMax)}
          WHERE account_id = ${accountId}::uuid`
        yield* channels.noteFailure(accountId, error, nowMs)
      })
    }
  })

/** Where an account's reports go: one address, tested before it's saved. */
export class Webhooks extends Context.Service<Webhooks, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/cofounder/Webhooks"
) {
  static readonly layer = (config: CofounderConfig) => Layer.effect(this, make(config))
}
