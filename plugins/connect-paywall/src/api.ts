import {
  connectingErrors,
  Endpoint,
  group,
  InvalidInput,
  Page,
  Param,
  PlatformUnsupported,
  ServiceUnavailable,
  savedErrors,
  View
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { dashboardGroup } from "./dashboard/api.ts"
import { campaignPages, transactionPages } from "./figures/Figures.ts"
import * as Shapes from "./schema.ts"

const base = "/v1/connect/paywall"
const away = ServiceUnavailable.wire
const reading = [...savedErrors, InvalidInput.wire, PlatformUnsupported.wire, away]

const id = (what: string) =>
  Param.optional(
    Param.text({ max: 128, description: `${what}, as apps lists it. May be left out where there is only one.` })
  )
const projectId = id("The project's id")
const applicationId = id("The application's id")
const environment = Param.oneOf({
  values: ["production", "sandbox"],
  default: "production",
  description: "production (default) or the stores' test purchases, sandbox; they're never mixed."
})
const from = Param.optional(
  Param.date({
    description:
      "First day, where the organization is. Default: 30 days that end with `to`. At most 24 months before it."
  })
)
const to = Param.optional(Param.date({ description: "Last day, included. Default: today, which is partial." }))
const window = { projectId, applicationId, from, to, environment }

const connect = Endpoint.post("connect", `${base}/credentials`, {
  tokenRole: "admin",
  payload: Shapes.NewKey,
  answer: Shapes.Status,
  status: 201,
  errors: [...connectingErrors, InvalidInput.wire, away],
  summary: "Connect the paywall provider",
  description:
    "Checks an organization key with the provider and saves it sealed, in place of an earlier one. A key the provider refuses isn't saved, and an earlier one keeps working. A key that lacks scopes is saved as degraded; capabilities says what it can read. The key is never shown again.",
  tool: { title: "Connect paywall analytics", destructive: false, idempotent: true, openWorld: true }
})

const status = Endpoint.get("status", `${base}/credentials/status`, {
  answer: Shapes.Status,
  errors: [away],
  summary: "Status of the paywall connection",
  description:
    "Whether a key is saved, which organization it's of, what it can read, when the provider was last asked and what's wrong. The provider isn't asked.",
  tool: { title: "Paywall connection", readOnly: true, openWorld: false },
  view: View.status({
    state: "state",
    details: [
      { field: "organization.name", title: "Organization" },
      { field: "timeZone", title: "Time zone" },
      { field: "lastVerifiedAt", title: "Last verified" }
    ]
  })
})

const disconnect = Endpoint.delete("disconnect", `${base}/credentials`, {
  tokenRole: "admin",
  answer: Shapes.Disconnected,
  errors: [away],
  summary: "Disconnect the paywall provider",
  description: "Deletes the saved key. Nothing at the provider changes.",
  tool: { title: "Disconnect paywall analytics", destructive: true, idempotent: true, openWorld: false }
})

const apps = Endpoint.get("apps", `${base}/apps`, {
  answer: Shapes.Apps,
  errors: reading,
  price: 1,
  summary: "Projects and applications",
  description:
    "The organization's projects with their applications, whose ids the other operations take. A key limited to some projects sees those alone.",
  tool: { title: "Paywall apps", readOnly: true, openWorld: true }
})

const overview = Endpoint.get("overview", `${base}/overview`, {
  query: window,
  answer: Shapes.Overview,
  errors: reading,
  price: 1,
  summary: "Proceeds, MRR, users and conversion",
  description:
    "An application's figures in a window: proceeds, MRR, active subscriptions, new trials, conversion, users, and every further metric of the provider. A metric the provider can't tell is unavailable with its reason, never 0.",
  tool: {
    title: "Paywall overview",
    description:
      "Proceeds, MRR, users and conversion of an app in a window of days. Leave out applicationId unless told that there are several; then call apps.",
    readOnly: true,
    openWorld: true
  },
  view: View.stat({ rows: "metrics", title: "name", value: "value", unit: "unit", status: "status" })
})

const dashboard = Endpoint.get("dashboard", `${base}/dashboard`, {
  query: window,
  answer: Shapes.Dashboard,
  errors: reading,
  price: 1,
  summary: "Dashboard of an application",
  description:
    "The overview beside the period before, two charts, campaigns and the newest transactions, read at once. A part that fails is unavailable with its reason, and the others stand.",
  tool: { title: "Paywall dashboard", readOnly: true, openWorld: true }
})

const chart = Endpoint.get("chart", `${base}/charts/:chart`, {
  params: {
    chart: Param.text({
      max: 128,
      description: "The chart's key. One that doesn't exist is answered 404 with those that do.",
      example: "proceeds"
    })
  },
  query: {
    applicationId,
    from,
    to,
    preset: Param.optional(
      Param.text({
        max: 40,
        description: "A window of the provider's, such as last_30_days, in place of from and to."
      })
    ),
    interval: Param.oneOf({
      values: ["auto", "hour", "day", "week", "month", "quarter", "year", "totals"],
      default: "auto",
      description: "How long each point's interval is; totals is one for all. Default auto: the provider chooses."
    }),
    breakdown: Param.optional(
      Param.text({
        max: 128,
        description:
          "Splits the chart into series, as by placement. One that doesn't exist is answered with those that do."
      })
    ),
    environment,
    origin: Param.oneOf({
      values: ["provider", "copy"],
      default: "provider",
      description:
        "copy: from the daily copy, without asking the provider, for up to 120 months; production by day, without breakdown. It takes a connection made with keepHistory."
    })
  },
  answer: Shapes.Chart,
  errors: reading,
  price: 1,
  summary: "A chart over time",
  description:
    "A chart of the provider as series of points, the last of which may be incomplete. Kept for 15 minutes; if the provider doesn't answer, an older one is served, marked stale. Days that the provider no longer has are in the daily copy, if you keep one.",
  tool: { title: "Paywall chart", readOnly: true, openWorld: true },
  view: View.series({ lines: "series", name: "name", rows: "points", x: "x", y: "y" })
})

const transactions = Endpoint.get("transactions", `${base}/transactions`, {
  query: {
    ...window,
    limit: Param.limit({ of: "transactions", max: 100, default: 50 }),
    cursor: transactionPages.parameter
  },
  answer: Page(Shapes.Transaction, { period: Shapes.Period }),
  errors: reading,
  price: 1,
  summary: "Transactions",
  description:
    "An application's transactions in a window, newest first: purchases, renewals, trials and what else the provider tells. `userId` is the app's own id of a person; nothing of it is kept.",
  tool: { title: "Paywall transactions", readOnly: true, openWorld: true }
})

const campaigns = Endpoint.get("campaigns", `${base}/campaigns`, {
  query: {
    applicationId,
    archived: Param.boolean({
      default: false,
      description: "Archived campaigns in place of those that aren't. Default false."
    }),
    performance: Param.boolean({
      default: false,
      description: "Also how placements and variants did from `from` to `to`, in production. Default false."
    }),
    from,
    to,
    limit: Param.limit({ of: "campaigns", max: 100, default: 50 }),
    cursor: campaignPages.parameter
  },
  answer: Page(Shapes.Campaign, {
    performance: Schema.NullOr(Shapes.Performance).annotate({
      description: "Of all of the application's placements and variants; null unless asked for."
    })
  }),
  errors: reading,
  price: 1,
  summary: "Campaigns",
  description:
    "An application's campaigns with their placements, audiences and the variants each audience is shown. With performance=true also views, trials and payments by placement and by variant, with 95% intervals, and whether there is a difference yet.",
  tool: {
    title: "Paywall campaigns",
    description:
      "An application's paywall campaigns. Send performance=true for which placement or variant converts better; never name a winner when its verdict is no_difference_yet.",
    readOnly: true,
    openWorld: true
  },
  view: View.list({ rows: "items", title: "description", text: "notes" })
})

export class PaywallApi extends HttpApi.make("connect-paywall").add(
  group("paywall", connect, status, apps, overview, dashboard, chart, transactions, campaigns, disconnect),
  dashboardGroup
) {}
