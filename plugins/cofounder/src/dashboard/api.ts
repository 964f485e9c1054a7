/** What pages of an account read of daily reports: what is kept, and nobody is asked. */
import { Endpoint, Field, group, Param, Provenance, pageRead, View } from "@storeglass/plugin-api"
import { Schema } from "effect"

const NullOr = Schema.NullOr
const { text, whole } = Field
const moment = (description: string) => text(description, "2026-11-27T06:12:00.000Z")

export const states = ["not_set_up", "paused", "failed", "enabled"] as const

/** What is left to do. */
export const todos = {
  save: "Save the address to which reports are to be posted, then switch them on.",
  on: "Switch reports on.",
  mend: "See that your address answers with a 2xx within 10 seconds, then save it again to have it tested.",
  nothing: "Nothing: a report comes each day."
} as const

export const WebhookState = Schema.Struct({
  state: Schema.Literals(states).annotate({
    description:
      "not_set_up: no address is saved; paused: one is, and reports are switched off; failed: what was last posted wasn't received; enabled: all is well."
  }),
  todo: Schema.Literals(Object.values(todos)).annotate({ description: "What to do, in a sentence." }),
  configured: Schema.Boolean.annotate({ description: "Whether an address is saved." }),
  enabled: Schema.Boolean.annotate({ description: "Whether reports are made and posted." }),
  host: NullOr(
    text(
      "Whose address it is. The rest of it isn't told here: it may hold a secret. Null: none is saved.",
      "example.com"
    )
  ),
  hasSecret: Schema.Boolean.annotate({ description: "Whether requests are signed." }),
  retry: Schema.Boolean.annotate({ description: "Whether what isn't received is sent again." }),
  lastTestAt: NullOr(moment("When the address was tested, ISO 8601; null: none is saved.")),
  lastDeliveryAt: NullOr(moment("When something was last sent, without tests, ISO 8601; null: never.")),
  lastStatus: NullOr(whole("What was answered; null: nothing, or nothing was sent.", 204)),
  lastErrorAt: NullOr(moment("When that happened, ISO 8601; null: nothing went wrong.")),
  lastError: NullOr(
    text("Why the last delivery wasn't received, or why no report was made; null: nothing went wrong.")
  ),
  provenance: Provenance
}).annotate({ identifier: "CofounderWebhookState" })
export type WebhookState = typeof WebhookState.Type

const webhook = Endpoint.get("webhook", "/dashboard/api/cofounder/webhook", {
  answer: WebhookState,
  ...pageRead,
  summary: "State of the webhook",
  description:
    "Where your account's daily reports go, whether they do, and how the last of it went. Nothing is posted by looking.",
  view: View.status({
    state: "state",
    details: [
      { field: "todo", title: "What to do" },
      { field: "host", title: "Posted to" },
      { field: "hasSecret", title: "Signed" },
      { field: "retry", title: "Sent again if not received" },
      { field: "lastTestAt", title: "Address tested" },
      { field: "lastDeliveryAt", title: "Last delivery" },
      { field: "lastStatus", title: "Last answer" },
      { field: "lastErrorAt", title: "Went wrong" },
      { field: "lastError", title: "Why" }
    ]
  })
})

export const DeliveriesAnswer = Schema.Struct({
  deliveries: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({ format: "uuid", description: "The webhook-id of its requests." }),
      event: text("What it tells of.", "report.created"),
      title: text("The report's app, day and headline, or what happened.", "Lens, 2026-11-26: 3 keywords rose"),
      state: Schema.Literals(["waiting", "sending", "received", "failed", "unknown", "dropped"]).annotate({
        description:
          "unknown: a node died while it was sent; dropped: the webhook was switched off or deleted before it was sent."
      }),
      attempts: whole("How often it was sent."),
      madeAt: moment("When it came up, ISO 8601.")
    }).annotate({ identifier: "CofounderDelivery" })
  ).annotate({ description: "Of the last 30 days, newest first." }),
  provenance: Provenance
}).annotate({ identifier: "CofounderDeliveries" })
export type DeliveriesAnswer = typeof DeliveriesAnswer.Type

const deliveries = Endpoint.get("deliveries", "/dashboard/api/cofounder/deliveries", {
  query: { limit: Param.limit({ of: "deliveries", max: 100, default: 20 }) },
  answer: DeliveriesAnswer,
  ...pageRead,
  summary: "What was posted",
  description: "The reports and events of your account that were posted within 30 days, and which were received.",
  view: View.list({ rows: "deliveries", title: "title", note: "state", text: "madeAt" })
})

const severity = Schema.Literals(["good", "info", "warning", "critical"])
export const LatestReport = Schema.Struct({
  appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
  platform: Schema.Literals(Param.platforms),
  state: Schema.Literals(["available", "none"]).annotate({ description: "Whether a report was made." }),
  date: NullOr(text("The day it tells of, YYYY-MM-DD; null: there's no report.", "2026-11-26")),
  headline: NullOr(text("The most important of it in a sentence.")),
  findings: Schema.Array(
    Schema.Struct({
      section: text("What it's about.", "Keywords"),
      text: text("What a rule found."),
      severity,
      evidence: text("The rule, its threshold and the numbers it was found by.", "rule: rank-drop, from: 3, to: 12")
    }).annotate({ identifier: "CofounderReportFinding" })
  ).annotate({ description: "What was found, in the order of the report." }),
  actions: Schema.Array(
    Schema.Struct({
      title: text("What to do."),
      why: text("Why."),
      priority: whole("1 is first.")
    }).annotate({ identifier: "CofounderReportAction" })
  ).annotate({ description: "The most urgent first." }),
  missing: Schema.Array(
    Schema.Struct({
      section: text("What it would be about.", "Figures"),
      reason: text("Why it isn't measured, or not all of it.")
    }).annotate({ identifier: "CofounderReportGap" })
  ).annotate({ description: "What the report couldn't tell." }),
  provenance: Provenance
}).annotate({ identifier: "CofounderLatestReport" })
export type LatestReport = typeof LatestReport.Type

const report = Endpoint.get("report", "/dashboard/api/cofounder/report", {
  query: {
    appId: Param.text({ max: 255, description: "The app: digits on storea, the package name on storeb." }),
    platform: Param.platform
  },
  answer: LatestReport,
  ...pageRead,
  summary: "The latest daily report",
  description:
    "The last daily report of an app that your account kept: what moved, by which rule, and what to do. No report is made by looking.",
  view: View.list({ rows: "actions", title: "title", text: "why", note: "priority" })
})

export const dashboard = group("cofounderDashboard", webhook, deliveries, report)
