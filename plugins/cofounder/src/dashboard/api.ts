/** What pages of an account read of daily reports: what is kept, and nobody is asked. */
import { Endpoint, Field, group, Param, Provenance, pageRead, View } from "@storeglass/plugin-api"
import { Schema } from "effect"
import * as E from "../errors.ts"
import { thresholdNames } from "../report/Thresholds.ts"

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
  weekly: Schema.Boolean.annotate({ description: "Whether a digest comes each Monday, beside the daily reports." }),
  email: Schema.Boolean.annotate({ description: "Whether reports are mailed to the account's owner, too." }),
  alerts: Schema.Boolean.annotate({ description: "Whether reports go where the account's alerts go, too." }),
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
      { field: "weekly", title: "Weekly digest" },
      { field: "email", title: "Mailed to the owner" },
      { field: "alerts", title: "Sent to alerts" },
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

const changing = { access: "session", role: "admin", tool: false } as const

export const Replayed = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid", description: "The webhook-id, as it was." }),
  state: Schema.Literal("waiting").annotate({ description: "To be posted." })
}).annotate({ identifier: "CofounderReplayed" })
const replay = Endpoint.post("replay", "/dashboard/api/cofounder/deliveries/:id/replay", {
  params: {
    id: Param.text({ max: 36, description: "Id of a delivery.", example: "01a22087-0189-751d-b459-2393cc4dbeef" })
  },
  answer: Replayed,
  errors: E.replayErrors,
  ...changing,
  summary: "Send it again",
  description:
    "Posts it once more as it was, under the same webhook-id and with a fresh signature, also where it was received."
})

export const WeeklyChoice = Schema.Struct({
  on: Schema.Boolean.annotate({ description: "Whether a digest of the week comes each Monday." })
}).annotate({ identifier: "CofounderWeeklyChoice" })
const setWeekly = Endpoint.put("setWeekly", "/dashboard/api/cofounder/weekly", {
  payload: WeeklyChoice,
  answer: WebhookState,
  errors: E.weeklyErrors,
  ...changing,
  summary: "Weekly digest",
  description:
    "Whether each app gets a digest of the week, too, posted as digest.created and kept: made on Monday out of the week's daily reports."
})

const isApp = {
  appId: Param.text({ max: 255, description: "The app: digits on storea, the package name on storeb." }),
  platform: Param.platform
}
const AThreshold = Schema.Struct({
  name: Schema.Literals(thresholdNames),
  title: text("What must move by it."),
  value: Schema.Finite.annotate({ description: "From where on it's told." }),
  usual: Schema.Finite.annotate({ description: "What holds for apps that have none of their own." }),
  state: Schema.Literals(["own", "usual"]).annotate({ description: "own: set for this app." }),
  text: text("Its value in words.")
}).annotate({ identifier: "CofounderThreshold" })
export const ThresholdsAnswer = Schema.Struct({
  appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
  platform: Schema.Literals(Param.platforms),
  thresholds: Schema.Array(AThreshold)
}).annotate({ identifier: "CofounderThresholds" })
export type ThresholdsAnswer = typeof ThresholdsAnswer.Type
const thresholdsView = View.list({ rows: "thresholds", title: "title", note: "state", text: "text" })

const thresholds = Endpoint.get("thresholds", "/dashboard/api/cofounder/thresholds", {
  query: isApp,
  answer: ThresholdsAnswer,
  errors: E.thresholdErrors,
  ...pageRead,
  summary: "From where on changes are told",
  description: "By how much something must move to be told in the app's daily reports.",
  view: thresholdsView
})
export const ThresholdChoice = Schema.Struct({
  appId: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255)).annotate({
    description: "An app of the workspace: digits on storea, the package name on storeb.",
    examples: ["284882215"]
  }),
  platform: Schema.Literals(Param.platforms).annotate({ description: "The app's store." }),
  name: Schema.Literals(thresholdNames).annotate({ description: "Which threshold.", examples: ["ranksMin"] }),
  value: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "From where on it's told. Leave it out to have what is usual.",
      examples: [10]
    })
  )
}).annotate({ identifier: "CofounderThresholdChoice" })
export type ThresholdChoice = typeof ThresholdChoice.Type
const setThreshold = Endpoint.put("setThreshold", "/dashboard/api/cofounder/thresholds", {
  payload: ThresholdChoice,
  answer: ThresholdsAnswer,
  errors: E.thresholdErrors,
  access: "session",
  role: "member",
  tool: false,
  summary: "Change a threshold",
  description: "Sets by how much something must move to be told in an app's daily reports, from the next one on.",
  view: thresholdsView
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

export const dashboard = group(
  "cofounderDashboard",
  webhook,
  deliveries,
  replay,
  setWeekly,
  report,
  thresholds,
  setThreshold
)
