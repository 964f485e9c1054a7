import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { savedFields } from "../saving.ts"
import { ReadLanguage } from "../schema.ts"
import { NotMeasured, SnapshotAnswer } from "../snapshot/schema.ts"
import { statuses } from "./audit.ts"
import { efforts } from "./fixes.ts"
import { factorIds, grades } from "./model.ts"

const { NullOr } = Schema
const { number, text, whole } = Field

export const score = NullOr(
  whole(
    "0 to 100: 10 × the weighted mean of the measured factors; null where less than half of the weight was measured."
  )
)
export const grade = NullOr(Schema.Literals(grades)).annotate({
  description: "A from 85, B from 70, C from 55, D from 40, else F; null where the score is."
})
const textOrNumber = NullOr(Schema.Union([Schema.Finite, Schema.String]))

export const Evidence = Schema.Struct({
  field: text("What it's about.", "title"),
  found: textOrNumber.annotate({ description: "What is there; null: nothing, or it wasn't measured." }),
  wanted: textOrNumber.annotate({
    description: "Of a finding what gets all points, of a fix what it makes of it; null where neither can be said."
  }),
  span: NullOr(
    Schema.Struct({
      start: whole("First code point of the text, from 0."),
      end: whole("The code point behind the last.")
    })
  ).annotate({ description: "Where in the text; null: all of it, or none." }),
  ruleIds: Schema.Array(Schema.String).annotate({ description: "Metadata rules that it's by." })
}).annotate({ identifier: "AsoEvidence" })

const factorId = Schema.Literals(factorIds).annotate({ description: "Id of a factor." })

const Finding = Schema.Struct({
  severity: Schema.Literals(["error", "warning", "info"]).annotate({
    description: "By the share of its points: error under half, warning under all, else info."
  }),
  code: text("The part of the factor, or the metadata rule.", "title.targets"),
  message: text("What was found, in a sentence."),
  evidence: Evidence
}).annotate({ identifier: "AsoFinding" })

export const Factor = Schema.Struct({
  id: factorId,
  label: text("Its name.", "Title"),
  weight: whole("Its part of the whole; 125 on storea, 120 on storeb."),
  score: NullOr(number("0 to 10; null: not measured, which is never 0.")),
  status: Schema.Literals(statuses).annotate({
    description:
      "measured; not_measured: it could be; not_measurable: only the app's owner or a person can tell; not_scored: no rule says what is good."
  }),
  parts: Schema.Array(
    Schema.Struct({
      id: text("As in the findings' code.", "length"),
      maxPoints: whole("Points that it can have."),
      points: NullOr(number("Points that it has; null: not measured, and the other parts are scaled to 10."))
    })
  ).annotate({ description: "What the score is made of." }),
  findings: Schema.Array(Finding).annotate({ description: "Why it has these points." })
}).annotate({ identifier: "AsoFactor" })

export const Fix = Schema.Struct({
  id: text("The same for the same kind of fix.", "title.targets"),
  action: text("What to do."),
  factorId,
  expectedPoints: number("Points of this score, by the audit computed again with the fix in place. Not installs."),
  effort: Schema.Literals(efforts).annotate({ description: "S: texts. M: pictures. L: the product, or its ratings." }),
  evidence: Evidence
}).annotate({ identifier: "AsoFix" })
const fixes = (description: string) =>
  Schema.Array(Fix).annotate({ description: `${description} At most five, of most points first.` })

/** How the app is ranked over the basket of its keywords. */
export const standing = {
  ranked: NullOr(whole("Keywords that it's ranked for; null: none was measured.")),
  top10: NullOr(whole("Of these, in the first ten; null: none was measured.")),
  avgRank: NullOr(number("Mean rank over those; null: none."))
}

export const AuditAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  score,
  exactScore: NullOr(number("The score to two decimals, in which expectedPoints counts; null where the score is.")),
  grade,
  measuredWeight: number("Share of the weight that was measured, 0 to 1."),
  factors: Schema.Array(Factor),
  quickWins: fixes("Texts that are worth a point or more."),
  highImpact: fixes("Of the rest, what is worth four points or more."),
  strategic: fixes("What is worth less, or takes longer."),
  keywords: Schema.Struct(standing).annotate({ description: "Over the basket of its and its competitors' keywords." }),
  metadata: Schema.Record(
    Schema.String,
    Schema.Struct({
      text: NullOr(text("As it is; empty: there is none; null: it couldn't be seen.")),
      charCount: NullOr(whole("In code points; null where the text is.")),
      maxChars: whole("What the store takes.")
    })
  ).annotate({
    description: "By field: title, subtitle and keywords on storea, title and shortDescription on storeb."
  }),
  notMeasured: NotMeasured,
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version.", "aso-audit@1"),
  provenance: Provenance,
  ...savedFields
}).annotate({ identifier: "AsoAudit" })
