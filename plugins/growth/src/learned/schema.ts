import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { learnedModel, statuses } from "./weights.ts"

const Prior = Schema.NullOr(Schema.Finite).annotate({
  description: "ln((helpful + 1) / (unhelpful + 1)), to 4 decimals; null: nothing is learned yet."
})
const Status = Schema.Literals(statuses).annotate({
  description:
    "too_few: under 30 decisions. one_sided: fewer than 5 of either side. Decisions are the newest 500 threads of the project that are approved, answered, or dismissed as not_relevant or spam."
})
const Decisions = Field.whole("Decisions that it stands on, at most 500.")
const feature = Field.text("A part with its level, or a word by its stem.", "ask:high")

/** Beside the base score of an opportunity. */
export const LearnedOfThread = Schema.Struct({
  status: Status,
  model: Field.text("The formula.", learnedModel),
  decisions: Decisions,
  prior: Prior,
  features: Schema.Array(Schema.Struct({ feature, weight: Schema.Finite })).annotate({
    description: "What the thread has of what the project's weights know."
  })
}).annotate({
  identifier: "GrowthLearnedScore",
  description:
    "What learnedScore is made of: 100 / (1 + e^−x), x being prior and all weights added, rounded. The project of projectId has learned it."
})

export const Learned = Schema.Struct({
  projectId: Schema.String.annotate({ format: "uuid" }),
  model: Field.text("The formula.", learnedModel),
  status: Status,
  useLearned: Schema.Boolean.annotate({
    description: "Whether the learned score takes part in the project's urgency."
  }),
  decisions: Decisions,
  helpful: Field.whole("Those that were approved or answered."),
  unhelpful: Field.whole("Those that were dismissed as not_relevant or spam."),
  prior: Prior,
  weights: Schema.Array(
    Schema.Struct({
      feature,
      helpful: Field.whole("Decisions of that side that have it."),
      unhelpful: Field.whole("Decisions of the other side that have it."),
      weight: Schema.Finite.annotate({
        description:
          "ln(((h + 1) / (H + k)) / ((u + 1) / (U + k))), to 4 decimals: h and u are helpful and unhelpful here, H and U those of all decisions, k is 5 for a part and 2 for a word."
      })
    }).annotate({ identifier: "GrowthLearnedWeight" })
  ).annotate({
    description:
      "Parts of relevance first: unknown (null), none (0), low (under 0.5), mid (under 0.8), high; points off are none or high; a level that no decision has isn't there and says nothing. Then at most 200 words that 3 decisions or more have, those that move most first. Empty: nothing is learned yet."
  })
}).annotate({ identifier: "GrowthLearned" })
export type Learned = typeof Learned.Type
