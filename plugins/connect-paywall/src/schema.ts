import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { number, text, texts } = Field
const nullable = (description: string, ...examples: ReadonlyArray<string>) =>
  Schema.NullOr(Schema.String).annotate({ description, ...(examples.length === 0 ? {} : { examples }) })
const flag = (description: string) => Schema.Boolean.annotate({ description })
const moment = (description: string) => text(`${description} ISO 8601.`, "2026-11-21T08:00:00.000Z")
const day = (description: string) => text(description, "2026-11-21")

export const NewKey = Schema.Struct({
  secretKey: Schema.String.annotate({
    description: "An organization key of the provider with read scopes; not the public SDK key of an app.",
    format: "password"
  }),
  timeZone: Schema.optionalKey(
    text(
      "The organization's time zone, in which days begin; the provider's API doesn't tell it. Default UTC.",
      "America/New_York"
    )
  ),
  currency: Schema.optionalKey(
    text(
      "The organization's currency, ISO 4217; the provider's API doesn't tell it. Default: USD, marked as assumed.",
      "USD"
    )
  ),
  correctEstimates: Schema.optionalKey(
    flag(
      "Whether your proceeds may correct the revenue estimates that you see, and nobody else. Send false where much of an app's revenue isn't bought through its paywalls. Default true."
    )
  ),
  keepHistory: Schema.optionalKey(
    flag(
      "Whether to keep a daily copy of the charts here: for longer than the provider has them, and for when it doesn't answer. No transactions and no people are in it. Default false, which deletes an earlier copy."
    )
  )
}).annotate({ identifier: "PaywallKey" })

const Reached = Schema.Literals(["available", "missing_scope", "unsupported", "unknown"])
const Capabilities = Schema.Struct({
  apps: Reached,
  overview: Reached,
  charts: Reached,
  campaigns: Reached,
  transactions: Reached
}).annotate({
  identifier: "PaywallCapabilities",
  description:
    "What the key can read. missing_scope: the key lacks a right; unsupported: this provider can't; unknown: it wasn't possible to tell, so try."
})

export const Organization = Schema.Struct({
  id: text("The provider's id."),
  name: nullable("Its name, where the provider tells it.")
})

export const Status = Schema.Struct({
  connected: flag("Whether a key is saved, working or not."),
  state: Schema.Literals(["connected", "degraded", "rejected", "not_connected"]).annotate({
    description:
      "degraded: it works, but scopes are missing; rejected: the provider no longer accepts the key, connect again."
  }),
  provider: text("Which provider this gateway reads.", "paywall_a"),
  organization: Schema.NullOr(Organization).annotate({
    description: "Whose key it is; null without a connection, or where the provider doesn't tell."
  }),
  capabilities: Schema.NullOr(Capabilities).annotate({
    description: "What the key can read; null without a connection."
  }),
  missingScopes: texts("Scopes that the key lacks, as the provider names them."),
  timeZone: nullable("In which days begin.", "UTC"),
  currency: nullable("As given when connecting; null: figures are assumed to be in USD.", "USD"),
  correctEstimates: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether these proceeds may correct the revenue estimates that you see; null without a connection."
  }),
  keepHistory: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether a daily copy of the charts is kept here; null without a connection."
  }),
  connectedAt: nullable("When the key was saved, ISO 8601."),
  lastVerifiedAt: nullable("When the provider last showed what the key can do, ISO 8601."),
  lastError: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })).annotate({
    description: "What's wrong with the connection now."
  })
}).annotate({ identifier: "PaywallStatus" })
export type Status = typeof Status.Type

export const Disconnected = Schema.Struct({
  disconnected: flag("False: there was no connection.")
}).annotate({ identifier: "PaywallDisconnected" })

export const Application = Schema.Struct({
  id: text("Send it as applicationId.", "9004"),
  bundleId: nullable("Bundle id or package name."),
  storeId: nullable("The app's id in its store."),
  name: text("Its name."),
  platform: text("ios, android, flutter, react_native or web; what the provider adds passes through.", "ios"),
  integrated: Schema.NullOr(Schema.Boolean).annotate({ description: "Whether the provider's SDK reports from it." })
}).annotate({ identifier: "PaywallApplication" })
export type Application = typeof Application.Type

export const Project = Schema.Struct({
  id: text("Send it as projectId.", "7003"),
  name: text("Its name."),
  archived: flag("Whether it's archived."),
  createdAt: nullable("ISO 8601."),
  applications: Schema.Array(Application)
}).annotate({ identifier: "PaywallProject" })
export type Project = typeof Project.Type

export const Apps = Schema.Struct({
  projects: Schema.Array(Project),
  note: text("What the list covers.")
}).annotate({ identifier: "PaywallApps" })

const amount = {
  currency: nullable("ISO 4217, with amounts alone.", "USD"),
  assumed: flag("The currency is assumed to be USD: neither the provider nor the connection tells it.")
}

export const Metric = Schema.Struct({
  key: text(
    "proceeds, mrr, activeSubscriptions, newTrials, trialConversion, paywallConversion, users; every other metric has the provider's own key.",
    "proceeds"
  ),
  providerKey: text("The provider's own key."),
  name: text("The provider's name for it."),
  description: nullable("What the provider says about it."),
  value: Schema.NullOr(Schema.Finite).annotate({
    description: "Null where it's unavailable. Percentages are as of 100."
  }),
  unit: nullable("currency, number or percentage; null where an error stands in place of the value.", "currency"),
  ...amount,
  status: Schema.Literals(["measured", "unavailable"]),
  reason: nullable("Why it's unavailable, in the provider's words."),
  chart: nullable("The chart that shows it over time.", "proceeds")
}).annotate({ identifier: "PaywallMetric" })
export type Metric = typeof Metric.Type

export const Period = Schema.Struct({
  from: day("First day."),
  to: day("Last day, included."),
  timeZone: text("In which the days begin.", "UTC"),
  toIsPartial: flag("The last day isn't over.")
}).annotate({ identifier: "PaywallPeriod" })

const EnvironmentName = Schema.Literals(["production", "sandbox"])
const where = {
  projectId: text("The project.", "7003"),
  applicationId: text("The application.", "9004"),
  environment: EnvironmentName
}

export const Overview = Schema.Struct({
  ...where,
  period: Period,
  metrics: Schema.Array(Metric),
  asOf: moment("When the provider told these figures.")
}).annotate({ identifier: "PaywallOverview" })

export const Point = Schema.Struct({
  x: text("Where on the axis: a day, a time, or a text.", "2026-11-21"),
  y: Schema.NullOr(Schema.Finite).annotate({ description: "Null where the provider tells nothing for this series." }),
  incomplete: flag("The interval isn't over."),
  extra: Schema.Record(Schema.String, Schema.Finite).annotate({
    description: "Further metrics of the chart, by the provider's key."
  })
}).annotate({ identifier: "PaywallPoint" })

export const Series = Schema.Struct({
  key: text("The value of the breakdown; total without one."),
  name: text("Its name."),
  points: Schema.Array(Point)
}).annotate({ identifier: "PaywallSeries" })

export const Chart = Schema.Struct({
  chart: text("Its key.", "proceeds"),
  name: text("Its name."),
  unit: nullable("currency, number or percentage.", "currency"),
  ...amount,
  interval: text("As asked for; with auto the provider chose.", "day"),
  breakdown: nullable("What the series are split by."),
  applicationId: where.applicationId,
  environment: EnvironmentName,
  series: Schema.Array(Series),
  asOf: moment("When the provider told these figures: they are kept for 15 minutes."),
  stale: flag("Older figures are served: the provider didn't answer, or they're from the daily copy."),
  origin: Schema.Literals(["provider", "copy"]).annotate({
    // Clients would give it the name that they give the parameter.
    identifier: "PaywallFiguresFrom",
    description:
      "copy: from the daily copy, in which asOf is when this chart was last copied and a day without a figure is null."
  })
}).annotate({ identifier: "PaywallChart" })
export type Chart = typeof Chart.Type

export const Transaction = Schema.Struct({
  id: text("The provider's id."),
  type: text("The provider's event, as it names it.", "initial_purchase"),
  store: nullable("The store, as the provider names it."),
  product: nullable("The product's id, where the provider tells it."),
  price: Schema.NullOr(Schema.Finite).annotate({ description: "Null where there was none, as for a trial." }),
  ...amount,
  purchasedAt: moment("When it was bought."),
  paywall: nullable("The paywall's name."),
  placement: nullable("The placement that showed it."),
  environment: EnvironmentName,
  userId: nullable("The app's own id of the person who bought. It's passed on and kept nowhere.")
}).annotate({ identifier: "PaywallTransaction" })
export type Transaction = typeof Transaction.Type

export const Variant = Schema.Struct({
  id: text("The provider's id."),
  type: text("treatment or holdout.", "treatment"),
  paywallId: nullable("The paywall it shows; null for a holdout."),
  percentage: number("Its share of the audience, of 100.")
}).annotate({ identifier: "PaywallVariant" })

export const Audience = Schema.Struct({
  id: text("The provider's id."),
  description: nullable("What its owner wrote."),
  enabled: flag("Whether it's on."),
  expression: nullable("Who is in it; null: everybody."),
  rank: nullable("Its place among the campaign's audiences, as text to sort by."),
  optimization: text("none, or how the provider chooses among the variants.", "ucb1_bandit"),
  variants: Schema.Array(Variant)
}).annotate({ identifier: "PaywallAudience" })

export const Placement = Schema.Struct({
  id: text("The provider's id."),
  name: text("The event that triggers it.", "onboarding_end"),
  enabled: flag("Whether it's on.")
}).annotate({ identifier: "PaywallPlacement" })

export const Campaign = Schema.Struct({
  id: text("The provider's id."),
  applicationId: where.applicationId,
  description: text("What its owner called it."),
  notes: nullable("Its owner's notes."),
  archived: flag("Whether it's archived."),
  legacy: flag("Whether it's of the provider's older kind."),
  placements: Schema.Array(Placement),
  audiences: Schema.Array(Audience),
  createdAt: nullable("ISO 8601."),
  updatedAt: nullable("ISO 8601.")
}).annotate({ identifier: "PaywallCampaign" })
export type Campaign = typeof Campaign.Type

const Rate = Schema.NullOr(
  Schema.Struct({
    percent: number("As of 100."),
    low: number("Lower end of the 95% interval, as of 100."),
    high: number("Its upper end.")
  }).annotate({ identifier: "PaywallRate" })
)
const count = (what: string) =>
  Schema.NullOr(Schema.Finite).annotate({ description: `${what} Null where the provider doesn't tell.` })
const Performer = Schema.Struct({
  key: text("The placement's name or the variant's id, as the provider's charts have it.", "onboarding_end"),
  views: count("People who saw a paywall, or how often it was shown where the provider doesn't count people."),
  trials: count("Trials begun."),
  paid: count("First payments: of trials that began earlier, too."),
  trialRate: Rate.annotate({
    description: "Trials of views. The interval is Wilson's; null where one isn't told or views are fewer."
  }),
  paidRate: Rate.annotate({ description: "Payments of views, likewise." })
}).annotate({ identifier: "PaywallPerformer" })
const performers = Schema.Struct({
  status: Schema.Literals(["available", "unavailable"]),
  reason: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })).annotate({
    description: "Why this part is unavailable; null when it's there."
  }),
  items: Schema.NullOr(Schema.Array(Performer)).annotate({
    description: "Most views first; null while this part is unavailable."
  }),
  verdict: Schema.NullOr(
    Schema.Struct({
      status: Schema.Literals(["difference", "no_difference_yet", "not_comparable"]).annotate({
        description:
          "difference: the leader's paidRate is above each other's, by Newcombe's 95% interval of the difference over all comparisons at once."
      }),
      leader: nullable("The key of the best; null unless there's a difference."),
      message: text("The same in words.")
    })
  ).annotate({ description: "Whether one does better than the others; null while this part is unavailable." })
}).annotate({ identifier: "PaywallPerformers" })

export const Performance = Schema.Struct({
  applicationId: where.applicationId,
  period: Period,
  placements: performers,
  variants: performers
}).annotate({ identifier: "PaywallPerformance" })
export type Performance = typeof Performance.Type

export const Comparison = Schema.Struct({
  key: Metric.fields.key,
  current: Schema.NullOr(Schema.Finite).annotate({ description: "Its value now; null where it's unavailable." }),
  previous: Schema.NullOr(Schema.Finite).annotate({
    description: "Its value in the period before; null where it's unavailable."
  }),
  absolute: Schema.NullOr(Schema.Finite).annotate({
    description: "current - previous; null unless both were measured and the earlier isn't 0."
  }),
  percent: Schema.NullOr(Schema.Finite).annotate({ description: "The same, as a percentage of the earlier." })
}).annotate({ identifier: "PaywallComparison" })

const Reason = Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })).annotate({
  description: "Why this part, or one of its charts, is unavailable; null when all of it is there."
})
const items = <S extends Schema.Constraint>(of: S) =>
  Schema.NullOr(Schema.Array(of)).annotate({ description: "Null while this part is unavailable." })
const part = <const F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct({ status: Schema.Literals(["available", "unavailable"]), reason: Reason, ...fields })

export const Dashboard = Schema.Struct({
  ...where,
  period: Period,
  previousPeriod: Period,
  overview: part({
    metrics: items(Metric),
    comparison: Schema.NullOr(Schema.Array(Comparison)).annotate({
      description: "Each metric beside its value in the period before; null where that period is unavailable."
    })
  }),
  charts: part({ items: items(Chart) }),
  campaigns: part({ items: items(Campaign) }),
  transactions: part({ items: items(Transaction) })
}).annotate({ identifier: "PaywallDashboard", description: "Each part stands by itself: one may be unavailable." })
export type Dashboard = typeof Dashboard.Type
