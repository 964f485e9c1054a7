import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { ReadLanguage } from "../schema.ts"
import { NotMeasured, SnapshotAnswer } from "../snapshot/schema.ts"
import { clustersModels } from "./clusters.ts"
import { intents } from "./intent.ts"

const { NullOr } = Schema
const { number, text, texts, whole } = Field

const clusterId = text("Lasts as long as the app, the market and the label's stems do.", "8f1b2c3d4e5f6071")
const clusterLabel = text("Its most searched keyword whose words half of the others have.", "photo editor")
const intent = NullOr(
  Schema.Literals(intents).annotate({
    description: "What people want who search for it, by word lists; null where a language has none."
  })
)
const topKeywords = texts("Its most searched keywords, at most 5.")

const ClusterRow = Schema.Struct({
  clusterId,
  clusterLabel,
  intent,
  keywords: whole("How many keywords it has.", 4),
  keywordsRanked: whole("How many of them the app is ranked for.", 3),
  avgRank: NullOr(number("Mean rank over those; null: none.")),
  weightedVisibility: NullOr(
    number(
      "Sum of volume / 100 × the weight of the rank, as /v1/keywords/visibility weighs it; null: no volume of its keywords is known."
    )
  ),
  keywordsWithoutVolume: whole("Keywords whose volume isn't known. They weigh 0.", 1),
  topKeywords,
  strength: NullOr(
    Schema.Literals(["strong", "moderate", "weak"]).annotate({
      description:
        "strong: weightedVisibility ≥ 10 and avgRank ≤ 15; moderate: ≥ 4 and ≤ 30; else weak. Null with weightedVisibility."
    })
  )
}).annotate({ identifier: "AsoIntentCluster" })

const GapRow = Schema.Struct({
  clusterId,
  clusterLabel,
  intent,
  keywords: whole("How many keywords it has.", 2),
  topKeywords,
  competitorsPresent: whole("How many competitors are ranked for some of them.", 2),
  competitorAvgRank: number("Mean of their best ranks in it."),
  yourRank: Schema.Null.annotate({ description: "Always null: the app isn't among the places that were looked at." }),
  interpretation: text("What that says.")
}).annotate({ identifier: "AsoIntentGap" })

export const IntentClustersAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  country: text("Storefront.", "us"),
  device: text("Device that was searched on.", "iphone"),
  asOf: text("When the snapshot was made, ISO 8601."),
  total: whole("Number of clusters in which the app is ranked.", 6),
  clusters: Schema.Array(ClusterRow).annotate({ description: "Most visible first." }),
  gaps: Schema.Array(GapRow).annotate({
    description: "Clusters in which competitors are ranked and the app isn't: most searched first."
  }),
  idle: whole("Clusters in which neither the app nor a competitor is ranked.", 1),
  unmeasured: whole("Clusters in which the app's rank isn't measured.", 0),
  keywords: Schema.Struct({
    read: whole("Keywords of the app and its competitors that were grouped, most searched first, at most 300.", 42),
    leftOut: whole("Keywords beyond those.", 0),
    withoutVolume: whole("Of those read, how many have no known volume.", 5)
  }),
  competitorIds: Schema.Array(TrackId).annotate({ description: "Whose keywords were read beside the app's." }),
  competitorsFrom: Schema.Literals(["given", "tracked", "found"]).annotate({
    description: "Named in the request, tracked in your workspace, or found beside the app in searches."
  }),
  notMeasured: NotMeasured,
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version of the clusters.", "intent-clusters@1"),
  models: Schema.Array(Schema.Literals(clustersModels)).annotate({
    description: "The model of the clusters, and that of the words it reads by."
  }),
  provenance: Provenance
}).annotate({ identifier: "AsoIntentClusters" })
