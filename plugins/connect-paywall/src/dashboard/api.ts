/** What pages of an account read of its paywall: the connection and the daily copy, and nothing of the provider. */
import { Endpoint, Field, group, InvalidInput, Param, pageRead, ServiceUnavailable, View } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { Status } from "../schema.ts"
import { stages } from "./stages.ts"

const { number, text } = Field
const base = "/dashboard/api/connect-paywall"

/** What is left to do, where the provider's own words or names of scopes don't say it. */
export const todos = {
  connect: "Connect your organization with a key that has read scopes.",
  keep: "To see proceeds here without asking, connect again with keepHistory.",
  nothing: "Nothing: a copy is made once a day."
} as const

export const PaywallState = Schema.Struct({
  ...Status.fields,
  todo: Schema.Union([Schema.Literals(Object.values(todos)), text("What to do, in a sentence.", todos.nothing)])
}).annotate({ identifier: "PaywallState" })
export type PaywallState = typeof PaywallState.Type

const state = Endpoint.get("state", `${base}/state`, {
  answer: PaywallState,
  errors: [ServiceUnavailable.wire],
  ...pageRead,
  summary: "State of the paywall connection",
  description: "Whose key is saved, since when, and what to do. The provider isn't asked.",
  view: View.status({
    state: "state",
    details: [
      { field: "todo", title: "What to do" },
      { field: "connectedAt", title: "Connected since" },
      { field: "lastVerifiedAt", title: "Last verified" },
      { field: "organization.name", title: "Organization" },
      { field: "keepHistory", title: "Daily copy kept" },
      { field: "timeZone", title: "Time zone" }
    ]
  })
})

export const CopiedProceeds = Schema.Struct({
  from: text("First day, YYYY-MM-DD."),
  to: text("Last day."),
  lines: Schema.Array(
    Schema.Struct({
      applicationId: text("The provider's id of the application."),
      name: text("The chart, the application and the unit, in words.", "Proceeds of 9004, USD"),
      unit: Schema.NullOr(text("As the provider has it; null: none.")),
      asOf: text("When it was copied last, ISO 8601."),
      days: Schema.Array(
        Schema.Struct({
          day: text("YYYY-MM-DD, where the organization is."),
          value: Schema.NullOr(number("Null: not in the copy.")),
          status: Schema.Literals(["measured", "not_measured"])
        }).annotate({ identifier: "PaywallCopiedDay" })
      ).annotate({ description: "Each day, oldest first." })
    }).annotate({ identifier: "PaywallCopiedLine" })
  ).annotate({ description: "Each application with a daily copy, at most 6." })
}).annotate({ identifier: "PaywallCopiedProceeds" })
export type CopiedProceeds = typeof CopiedProceeds.Type

const window = {
  from: Param.optional(Param.date({ description: "First day. Default: 30 days that end with to." })),
  to: Param.optional(Param.date({ description: "Last day. Default: yesterday, in UTC." }))
}

const proceeds = Endpoint.get("proceeds", `${base}/proceeds`, {
  query: window,
  answer: CopiedProceeds,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Proceeds by day",
  description:
    "Proceeds by day out of the daily copy that's kept where the connection was made with keepHistory. The provider isn't asked.",
  view: View.series({ lines: "lines", name: "name", rows: "days", x: "day", y: "value", status: "status" })
})

export const CopiedFunnel = Schema.Struct({
  from: text("First day, YYYY-MM-DD."),
  to: text("Last day."),
  stages: Schema.Array(
    Schema.Struct({
      stage: Schema.Literals(stages),
      value: Schema.NullOr(
        number("Sum of the days over all applications: who comes on two days counts twice. Null: no chart tells it.")
      ),
      share: Schema.NullOr(number("Of those who saw a paywall, 0 to 1; null where either isn't known.")),
      status: Schema.Literals(["measured", "not_measured"])
    }).annotate({ identifier: "PaywallStage" })
  ).annotate({ description: "In the order in which people pass them." })
}).annotate({ identifier: "PaywallCopiedFunnel" })
export type CopiedFunnel = typeof CopiedFunnel.Type

const funnel = Endpoint.get("funnel", `${base}/funnel`, {
  query: window,
  answer: CopiedFunnel,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "From paywall to payment",
  description:
    "How many saw a paywall, began a trial and paid for the first time, out of the daily copy that's kept where the connection was made with keepHistory. The provider isn't asked.",
  view: View.bars({ rows: "stages", title: "stage", value: "value", share: "share", status: "status" })
})

export const dashboardGroup = group("paywallDashboard", state, proceeds, funnel)
