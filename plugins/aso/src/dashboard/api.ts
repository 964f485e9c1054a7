/** What pages of an account read of its analyses: what it kept, and nothing of a store. */
import { Endpoint, Field, group, Param, Provenance, pageRead, ServiceUnavailable, View } from "@storeglass/plugin-api"
import { storefront } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { statuses } from "../audit/audit.ts"
import { efforts } from "../audit/fixes.ts"
import { factorLabels } from "../audit/model.ts"
import { validateErrors } from "../errors.ts"
import { actions } from "../opportunities/model.ts"
import { ValidateBody, Validated } from "../rules/schema.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field
const base = "/dashboard/api/aso"
const kept = {
  query: {
    appId: Param.text({ max: 255, description: "The app: digits on storea, the package name on storeb." }),
    ...storefront
  },
  errors: [ServiceUnavailable.wire],
  ...pageRead
} as const
const head = {
  appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
  platform: Schema.Literals(Param.platforms),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  keptAt: NullOr(text("When it was kept, ISO 8601; null: none was."))
}

export const KeptAudit = Schema.Struct({
  ...head,
  figures: Schema.Array(
    Schema.Struct({
      title: Schema.Literals(["Score", "Measured", "Keywords ranked", "In the first ten"]).annotate({
        description: "What it is."
      }),
      value: NullOr(number("Null: not measured.")),
      unit: NullOr(Schema.Literals(["of 100", "%"])).annotate({ description: "Of what; null: a number alone." }),
      status: Schema.Literals(["measured", "not_measured"])
    }).annotate({ identifier: "AsoKeptFigure" })
  ).annotate({ description: "The score and how the app is ranked; none without a kept audit." }),
  factors: Schema.Array(
    Schema.Struct({
      // One that an earlier version kept may have another.
      label: Schema.Union([Schema.Literals(factorLabels), text("Its name.", "Title")]),
      score: NullOr(number("0 to 10; null: not measured.")),
      status: Schema.Literals(statuses).annotate({ description: "As in the audit." })
    }).annotate({ identifier: "AsoKeptFactor" })
  ),
  findings: Schema.Array(
    Schema.Struct({
      message: text("What was found, in a sentence."),
      severity: Schema.Literals(["error", "warning", "info"]),
      factor: text("The factor's name.", "Title"),
      evidence: text("What it stands on.", "Title. title: found 'Lens', wanted 30")
    }).annotate({ identifier: "AsoKeptFinding" })
  ).annotate({ description: "Errors first." }),
  provenance: Provenance
}).annotate({ identifier: "AsoKeptAudit" })
export type KeptAudit = typeof KeptAudit.Type

const audit = Endpoint.get("audit", `${base}/audit`, {
  ...kept,
  answer: KeptAudit,
  summary: "The audit that was kept last",
  description: "The newest audit of an app that your account kept, with its findings. No store is asked.",
  view: View.list({ rows: "findings", title: "message", note: "severity", text: "evidence" })
})

export const KeptBrief = Schema.Struct({
  ...head,
  state: Schema.Literals(["available", "none"]).annotate({ description: "Whether one was kept." }),
  headline: NullOr(text("The fix of most points, in a sentence; null: none was kept.")),
  readiness: NullOr(text("How ready the listing is, in a sentence; null: none was kept.")),
  actions: Schema.Array(
    Schema.Struct({
      action: text("What to do."),
      effort: Schema.Literals(efforts).annotate({
        description: "S: texts. M: pictures. L: the product, or its ratings."
      }),
      expectedPoints: number("Points of the score."),
      evidence: text("What it stands on.")
    }).annotate({ identifier: "AsoKeptAction" })
  ).annotate({ description: "Of most points first." }),
  provenance: Provenance
}).annotate({ identifier: "AsoKeptBrief" })
export type KeptBrief = typeof KeptBrief.Type

const brief = Endpoint.get("brief", `${base}/brief`, {
  ...kept,
  answer: KeptBrief,
  summary: "The brief that was kept last",
  description: "The newest brief of an app that your account kept: what to do next. No store is asked.",
  view: View.table({
    rows: "actions",
    columns: [
      { field: "action", title: "What to do" },
      { field: "effort", title: "Effort" },
      { field: "expectedPoints", title: "Points" },
      { field: "evidence", title: "Why" }
    ]
  })
})

export const KeptOpportunities = Schema.Struct({
  ...head,
  opportunities: Schema.Array(
    Schema.Struct({
      keyword: text("The keyword."),
      opportunityScore: NullOr(number("What there is to win, 0 to 100; null: a part of it wasn't measured.")),
      rank: NullOr(whole("The app's rank; null: none, or not measured.")),
      recommendedAction: Schema.Literals(actions).annotate({ description: "What to do." }),
      reason: text("Why.")
    }).annotate({ identifier: "AsoKeptOpportunity" })
  ).annotate({ description: "Best first." }),
  provenance: Provenance
}).annotate({ identifier: "AsoKeptOpportunities" })
export type KeptOpportunities = typeof KeptOpportunities.Type

const opportunities = Endpoint.get("opportunities", `${base}/opportunities`, {
  ...kept,
  answer: KeptOpportunities,
  summary: "The opportunities that were kept last",
  description: "The newest opportunities of an app that your account kept. No store is asked.",
  view: View.table({
    rows: "opportunities",
    columns: [
      { field: "keyword", title: "Keyword" },
      { field: "opportunityScore", title: "To win" },
      { field: "rank", title: "Rank" },
      { field: "recommendedAction", title: "What to do" },
      { field: "reason", title: "Why" }
    ]
  })
})

const nullText = (description: string) => NullOr(Schema.String).annotate({ description })

export const KeptDraft = Schema.Struct({
  appId: head.appId,
  platform: head.platform,
  state: Schema.Literals(["draft", "released", "none"]).annotate({
    description:
      "Of the version that your workspace has: the newest draft, else the one that was released last, else none."
  }),
  versionName: nullText("What you call it; null: there's none."),
  locale: nullText("The store's locale that it's in; null: there's none."),
  title: nullText("Its title."),
  subtitle: nullText("Its subtitle."),
  keywords: nullText("Its keyword field."),
  shortDescription: nullText("Its short description."),
  fullDescription: nullText("Its description."),
  promotionalText: nullText("Its promotional text."),
  whatsNew: nullText("What's new in it."),
  provenance: Provenance
}).annotate({ identifier: "AsoKeptDraft" })
export type KeptDraft = typeof KeptDraft.Type

const { country: _, ...appQuery } = kept.query
const draft = Endpoint.get("draft", `${base}/draft`, {
  ...kept,
  query: appQuery,
  answer: KeptDraft,
  summary: "The texts that you work on",
  description: "The newest draft of an app's listing in your workspace, else its newest release. No store is asked."
})

export const KeptDrafts = Schema.Struct({
  appId: head.appId,
  platform: head.platform,
  drafts: Schema.Array(
    Schema.Struct({
      versionId: text("Id of the version in your workspace."),
      title: text("Its name, its language and its title.", "2.5 · en-US · Photo Studio")
    }).annotate({ identifier: "AsoKeptDraftRow" })
  ).annotate({ description: "The newest first, at most 100." }),
  provenance: Provenance
}).annotate({ identifier: "AsoKeptDrafts" })
export type KeptDrafts = typeof KeptDrafts.Type

const drafts = Endpoint.get("drafts", `${base}/drafts`, {
  ...kept,
  query: appQuery,
  answer: KeptDrafts,
  summary: "Drafts of a listing",
  description: "The versions of an app's listing that your workspace has and that aren't released. No store is asked."
})

const lint = Endpoint.post("lint", `${base}/lint`, {
  payload: ValidateBody,
  answer: Validated,
  errors: validateErrors,
  access: "session",
  role: "viewer",
  tool: { hidden: true, readOnly: true, destructive: false, idempotent: true },
  summary: "Check texts as you type",
  description:
    "The rules of the metadata validation over a listing's texts, with what your workspace keeps of the app. It's free, as no store is asked: the app's live name and category don't count.",
  view: View.table({
    rows: "issues",
    columns: [
      { field: "severity", title: "Severity" },
      { field: "field", title: "Field" },
      { field: "message", title: "Issue" },
      { field: "suggestion", title: "Suggestion" }
    ]
  })
})

export const dashboard = group("asoDashboard", audit, brief, opportunities, draft, drafts, lint)
