import { Schema } from "effect"
import { placeWeights } from "./suggest.ts"

const weight = (description: string) =>
  Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({ description }))

export const PlaceWeightsConfig = Schema.Struct({
  title: weight("The title has it as a phrase. Default 1."),
  titleWords: weight("The title has its words. Default 0.9."),
  subtitle: weight("Title and subtitle have its words. Default 0.75."),
  keywordField: weight("The keyword field is needed too. Default 0.6.")
}).check(
  Schema.makeFilter((given) => {
    const { keywordField, subtitle, title, titleWords } = { ...placeWeights, ...given }
    return (
      (title >= titleWords && titleWords >= subtitle && subtitle >= keywordField && title > 0) ||
      "placeWeights must fall from title over titleWords and subtitle to keywordField"
    )
  })
)

/** Settings of suggestions. */
export const suggestFields = {
  placeWeights: Schema.optionalKey(
    PlaceWeightsConfig.annotate({
      description:
        "What it counts for where a suggested listing says a keyword, 0 to 1. Practice of the trade: no store has published such weights."
    })
  ),
  suggestNodes: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 1_000_000 })).annotate({
      description: "How far suggestions for more than 12 keywords are searched. Default 15000."
    })
  )
} as const

export const SuggestConfig = Schema.Struct(suggestFields)
export type SuggestConfig = typeof SuggestConfig.Type
