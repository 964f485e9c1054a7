/** What every score says of itself, whichever answer it is in: one figure has one status, model, range and confidence. */
import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { difficultyModel, difficultyRange } from "./models/difficulty.ts"
import { opportunityModel } from "./models/opportunity.ts"
import { volumeModel, volumeRange } from "./models/volume.ts"

const { text } = Field

export const Range = Schema.Struct({ low: Schema.Finite, high: Schema.Finite })

export const Estimate = Schema.Struct({
  value: Schema.Finite,
  status: Schema.Literal("estimated"),
  model: text("Model and version.", volumeModel),
  range: Schema.NullOr(Range).annotate({
    description: "Where the figure would lie if the model's inputs were as far off as they may be; null if not known."
  }),
  confidence: Schema.Literals(["high", "medium", "low"])
}).annotate({ identifier: "ScoreEstimate", description: "A score with its model, range and confidence." })
export type Estimate = typeof Estimate.Type

const NullEstimate = Schema.NullOr(Estimate)
const basic = {
  volume: NullEstimate.annotate({ description: "Of volumeScore." }),
  difficulty: NullEstimate.annotate({ description: "Of difficulty." })
}
/** Of volume and difficulty, which are side by side everywhere. */
export const Estimates = Schema.Struct(basic).annotate({
  identifier: "KeywordEstimates",
  description: "Model, range and confidence of the scores beside it; null where the score is."
})
export const EstimatesWithOpportunity = Schema.Struct({
  ...basic,
  opportunity: NullEstimate.annotate({ description: "Of the opportunity." })
}).annotate({ identifier: "KeywordOpportunityEstimates" })
export const VisibilityEstimates = Schema.Struct({
  visibility: NullEstimate.annotate({ description: "Of the score." })
}).annotate({ identifier: "VisibilityEstimates" })

/** Under which a day's scores are stored. Those of version 1 had no range that anything bore out. */
export const scoresVersion = 2

interface Scores {
  readonly volume: number | null
  readonly difficulty: number | null
}

export const estimateOf = (
  value: number | null,
  model: string,
  range: (value: number) => Estimate["range"]
): Estimate | null =>
  value === null ? null : { value, status: "estimated", model, range: range(value), confidence: "low" }

const firstVersion = (model: string) => model.replace(/@\d+$/, "@1")

export const estimatesOf = ({ difficulty, volume }: Scores, version: number = scoresVersion): typeof Estimates.Type =>
  version === scoresVersion
    ? {
        volume: estimateOf(volume, volumeModel, volumeRange),
        difficulty: estimateOf(difficulty, difficultyModel, difficultyRange)
      }
    : {
        volume: estimateOf(volume, firstVersion(volumeModel), () => null),
        difficulty: estimateOf(difficulty, firstVersion(difficultyModel), () => null)
      }

/** `of` falls with difficulty and rises with volume, so its range is that of its inputs. */
export const opportunityEstimates = (
  { difficulty, volume }: Scores,
  of: (scores: Scores) => number | null,
  model: string = opportunityModel
): typeof EstimatesWithOpportunity.Type => ({
  ...estimatesOf({ volume, difficulty }),
  opportunity: estimateOf(of({ volume, difficulty }), model, () => {
    if (volume === null || difficulty === null) return null
    const [searched, hard] = [volumeRange(volume), difficultyRange(difficulty)]
    const low = of({ volume: searched.low, difficulty: hard.high })
    const high = of({ volume: searched.high, difficulty: hard.low })
    return low === null || high === null ? null : { low, high }
  })
})
