import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { Fix, grade, score, standing } from "../audit/schema.ts"
import { intents } from "../clusters/intent.ts"
import { Opportunity } from "../opportunities/schema.ts"
import { savedFields } from "../saving.ts"
import { ReadLanguage } from "../schema.ts"
import { SnapshotAnswer } from "../snapshot/schema.ts"
import { gradeLabels } from "./brief.ts"

const { NullOr } = Schema
const { number, text, texts, whole } = Field
const part = (what: string) => NullOr(whole(`${what}, 0 to 100; null: not measured, and the others count alone.`))

const BriefCluster = Schema.Struct({
  clusterId: text("As in the intent clusters.", "8f1b2c3d4e5f6071"),
  clusterLabel: text("Its most searched keyword whose words half of the others have.", "photo editor"),
  intent: NullOr(Schema.Literals(intents)).annotate({
    description: "What people want who search for it; null where its language has no word lists, or none fits."
  }),
  keywords: texts("Its most searched keywords, at most 5."),
  keywordsRanked: NullOr(whole("Keywords of it that the app is ranked for; null: none was measured.")),
  weightedVisibility: NullOr(
    number("Sum of volume / 100 × the weight of the rank; null: no volume of its measured keywords is known.")
  ),
  avgOpportunityScore: NullOr(number("Mean opportunity of those that have a score; null: none has."))
}).annotate({ identifier: "AsoBriefCluster" })

const Clusters = Schema.Union([
  Schema.Struct({
    clusters: Schema.Array(BriefCluster).annotate({
      description: "The prioritized first, then the most searched; at most 10."
    }),
    prioritizeClusterId: NullOr(text("Where the app has most to gain: most volume that it isn't seen in; null: none."))
  }),
  Schema.Struct({ skipped: Schema.Literal(true), reason: text("Why there are no clusters.") })
]).annotate({ description: "Groups of keywords by what people want, or why there are none." })

export const BriefAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  summary: Schema.Struct({
    headline: text("The fix of most points, in a sentence."),
    asoScore: score,
    grade,
    keywordsRanked: standing.ranked,
    top10: standing.top10,
    avgRank: standing.avgRank
  }),
  storefrontReadiness: Schema.Struct({
    score: part("Mean of the parts"),
    gradeLabel: NullOr(Schema.Literals(Object.values(gradeLabels))).annotate({
      description: "excellent from 85, good from 70, fair from 55, weak from 40, else poor; null where the score is."
    }),
    parts: Schema.Struct({
      asoCore: part("Title, subtitle or short description, keyword field, description and rankings"),
      creative: part("Screenshots and preview"),
      lint: part("The score of the metadata rules")
    }),
    summary: text("That in a sentence.")
  }),
  intentClusters: Clusters,
  prioritizedActions: Schema.Array(Fix).annotate({ description: "The audit's fixes of most points, at most 7." }),
  opportunitiesTop: Schema.Array(Opportunity).annotate({ description: "The first of the opportunities, at most 10." }),
  meta: Schema.Struct({ warnings: texts("What wasn't measured or is old.") }),
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version.", "aso-brief@1"),
  provenance: Provenance,
  ...savedFields
}).annotate({ identifier: "AsoBrief" })
