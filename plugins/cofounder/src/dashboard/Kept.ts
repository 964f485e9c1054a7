import {
  asDocumented,
  Caller,
  type InvalidInput,
  isoOf,
  NotFound,
  type Param,
  rowsOf,
  type ServiceUnavailable,
  stored
} from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Channels } from "../integration/Channels.ts"
import { Webhooks } from "../integration/Webhooks.ts"
import { Gathering } from "../report/Gathering.ts"
import { titleOf as reportTitle } from "../report/inWords.ts"
import { Report } from "../report/schema.ts"
import { Thresholds, thresholdTitles } from "../report/Thresholds.ts"
import {
  type DeliveriesAnswer,
  type LatestReport,
  type ThresholdChoice,
  type ThresholdsAnswer,
  todos,
  type WebhookState
} from "./api.ts"

const eventRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    event: Schema.String,
    body: Schema.String,
    state: Schema.Literals(["waiting", "sending", "received", "failed", "unknown", "dropped"]),
    attempts: Schema.Int,
    madeMs: Schema.Finite
  })
)
const reportRows = rowsOf(
  Schema.Struct({ id: Schema.String, day: Schema.String, headline: Schema.String, madeMs: Schema.Finite })
)
/** As much of what was posted as says what it is. */
const Posted = Schema.fromJsonString(
  Schema.Struct({
    summary: Schema.optionalKey(Schema.String),
    report: Schema.optionalKey(
      Schema.Struct({
        appId: Schema.String,
        appName: Schema.NullOr(Schema.String),
        date: Schema.String,
        headline: Schema.String
      })
    )
  })
)
const readPosted = Schema.decodeUnknownOption(Posted)
const readReport = Schema.decodeUnknownOption(Report)

const titleOf = ({ body, event }: { readonly body: string; readonly event: string }) => {
  const posted = Option.getOrUndefined(readPosted(body))
  if (posted?.report !== undefined) {
    return reportTitle(posted.report)
  }
  return posted?.summary ?? event
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null)

/** What pages of an account tell of its daily reports; nobody is asked. */
export class Kept extends Context.Service<
  Kept,
  {
    readonly webhook: Effect.Effect<WebhookState, ServiceUnavailable, Caller>
    readonly deliveries: (query: {
      readonly limit: number
    }) => Effect.Effect<DeliveriesAnswer, ServiceUnavailable, Caller>
    readonly report: (query: {
      readonly appId: string
      readonly platform: Param.Platform
    }) => Effect.Effect<LatestReport, ServiceUnavailable, Caller>
    readonly thresholds: (query: {
      readonly appId: string
      readonly platform: Param.Platform
    }) => Effect.Effect<ThresholdsAnswer, ServiceUnavailable, Caller>
    readonly setThreshold: (
      choice: ThresholdChoice
    ) => Effect.Effect<ThresholdsAnswer, InvalidInput | NotFound | ServiceUnavailable, Caller>
  }
>()("@storeglass/cofounder/dashboard/Kept") {
  static readonly layer = Layer.effect(
    Kept,
    Effect.gen(function* () {
      const channels = yield* Channels
      const gathering = yield* Gathering
      const saved = yield* Effect.serviceOption(SavedReports)
      const sql = yield* SqlClient.SqlClient
      const thresholds = yield* Thresholds
      const webhooks = yield* Webhooks

      const webhook = Effect.gen(function* () {
        const { accountId } = yield* Caller
        const row = yield* webhooks.find(accountId)
        const names = (yield* channels.of(accountId)).map(({ name }) => name)
        const others = { email: names.includes("email"), alerts: names.includes("alerts") }
        const nowMs = yield* Clock.currentTimeMillis
        if (row === undefined) {
          const none: WebhookState = {
            state: "not_set_up",
            todo: todos.save,
            configured: false,
            enabled: false,
            host: null,
            hasSecret: false,
            retry: false,
            weekly: false,
            ...others,
            lastTestAt: null,
            lastDeliveryAt: null,
            lastStatus: null,
            lastErrorAt: null,
            lastError: null,
            provenance: stored(null)
          }
          return none
        }
        const { deliveredMs, deliveredStatus, enabled, error, errorMs, hasSecret, retry, testMs, url, weekly } = row
        const isFailed = error !== null && errorMs !== null
        const told: WebhookState = {
          state: !enabled ? "paused" : isFailed ? "failed" : "enabled",
          todo: !enabled ? todos.on : isFailed ? todos.mend : todos.nothing,
          configured: true,
          enabled,
          host: hostOf(url),
          hasSecret,
          retry,
          weekly,
          ...others,
          lastTestAt: isoOf(testMs),
          lastDeliveryAt: deliveredMs === null ? null : isoOf(deliveredMs),
          lastStatus: deliveredStatus,
          lastErrorAt: isFailed ? isoOf(errorMs) : null,
          lastError: isFailed ? error : null,
          provenance: stored(nowMs)
        }
        return told
      }).pipe(asDocumented, Effect.withSpan("Kept.webhook"))

      const deliveries = Effect.fn("Kept.deliveries")(function* ({ limit }: { readonly limit: number }) {
        const { accountId } = yield* Caller
        // Ids tell the order in which they came up.
        const found = yield* eventRows(sql`
          SELECT id, event, body, state, attempts, made_ms::float8 AS "madeMs" FROM cofounder_events
          WHERE account_id = ${accountId}::uuid ORDER BY id DESC LIMIT ${limit}::int`)
        return {
          deliveries: found.map(({ attempts, event, id, madeMs, state, ...posted }) => ({
            id,
            event,
            title: titleOf({ event, ...posted }),
            state,
            attempts,
            madeAt: isoOf(madeMs)
          })),
          provenance: stored(found[0]?.madeMs ?? null, { sampleSize: found.length })
        }
      }, asDocumented)

      const report = Effect.fn("Kept.report")(function* (query: {
        readonly appId: string
        readonly platform: Param.Platform
      }) {
        const { accountId } = yield* Caller
        const { appId, platform } = query
        const [latest] = yield* reportRows(sql`
          SELECT id::text AS id, day::text AS day, headline, made_ms::float8 AS "madeMs" FROM cofounder_reports
          WHERE account_id = ${accountId}::uuid AND platform = ${platform} AND app_id = ${appId}
          ORDER BY day DESC LIMIT 1`)
        const kept =
          latest === undefined || Option.isNone(saved) ? undefined : yield* saved.value.read(accountId, latest.id)
        const whole = kept === undefined ? undefined : Option.getOrUndefined(readReport(kept.payload))
        const sections = whole?.sections ?? []
        const answer: LatestReport = {
          appId,
          platform,
          state: latest === undefined ? "none" : "available",
          date: latest?.day ?? null,
          headline: latest?.headline ?? null,
          findings: sections.flatMap(({ findings, title }) =>
            findings.map(({ evidence, severity, text }) => ({
              section: title,
              text,
              severity,
              evidence: Object.entries(evidence)
                .map(([name, value]) => `${name}: ${value ?? "not known"}`)
                .join(", ")
            }))
          ),
          actions: (whole?.actions ?? [])
            .toSorted((a, b) => a.priority - b.priority)
            .map(({ priority, title, why }) => ({ title, why, priority })),
          missing: sections.flatMap(({ reason, status, title }) =>
            status === "ok" ? [] : [{ section: title, reason: reason ?? "Not all of it was measured." }]
          ),
          provenance: stored(latest?.madeMs ?? null, {
            limitations:
              latest === undefined
                ? [
                    "no report of the app was made: keep it in your workspace and switch daily reports on in the settings"
                  ]
                : whole === undefined
                  ? ["the report was posted and isn't among your saved reports any more"]
                  : []
          })
        }
        return answer
      }, asDocumented)

      const thresholdsOf = Effect.fn("Kept.thresholds")(function* (app: {
        readonly appId: string
        readonly platform: Param.Platform
      }) {
        const { accountId } = yield* Caller
        const found = yield* thresholds.of(accountId, app)
        const answer: ThresholdsAnswer = {
          appId: app.appId,
          platform: app.platform,
          thresholds: found.map(({ isOwn, name, usual, value }) => ({
            name,
            title: thresholdTitles[name],
            value,
            usual,
            state: isOwn ? "own" : "usual",
            text: isOwn ? `${name}: ${value} or more; usual: ${usual}` : `${name}: ${value} or more`
          }))
        }
        return answer
      }, asDocumented)

      const setThreshold = Effect.fn("Kept.setThreshold")(function* ({ name, value, ...app }: ThresholdChoice) {
        const { accountId } = yield* Caller
        if (!(yield* gathering.has(accountId, app)))
          return yield* new NotFound("appId: your workspace has no such app; add it first")
        yield* thresholds.set(accountId, app, name, value)
        return yield* thresholdsOf(app)
      }, asDocumented)

      return Kept.of({ webhook, deliveries, report, thresholds: thresholdsOf, setThreshold })
    })
  )
}
