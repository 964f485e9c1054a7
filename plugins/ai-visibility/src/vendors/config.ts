import { Schema } from "effect"
import type { ModelSlug } from "../models.ts"

const positive = Schema.Int.check(Schema.isGreaterThan(0))

const provider = (what: string) =>
  Schema.Struct({
    model: Schema.NonEmptyString.annotate({
      description: `Id of the model that answers, as ${what} names it. There is no default: models end within months.`
    }),
    apiKey: Schema.optionalKey(
      Schema.RedactedFromValue(
        Schema.NonEmptyString.annotate({
          description: "The operator's key. Without it only accounts with a key of their own can ask this assistant."
        })
      )
    ),
    baseUrl: Schema.optionalKey(
      Schema.NonEmptyString.annotate({ description: "The provider's API, without its version." })
    ),
    requestsPerMinute: Schema.optionalKey(
      positive.annotate({ description: "Most requests a minute for each key. Default 60." })
    ),
    concurrency: Schema.optionalKey(
      positive.annotate({ description: "Most requests at once with each key on one node. Default 4." })
    ),
    outputTokensMax: Schema.optionalKey(
      Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 32_000 })).annotate({
        description: "Longest answer, in tokens, thinking included. Default 4000."
      })
    ),
    endsOn: Schema.optionalKey(
      Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)).annotate({
        description: "The day on which the model ends, YYYY-MM-DD, where the provider announces it but doesn't list it."
      })
    )
  })

/** The providers behind the assistants. One that isn't named isn't asked. */
export const AssistantsConfig = Schema.Struct({
  model_a: Schema.optionalKey(provider("OpenAI").annotate({ description: "model_a: OpenAI's Responses API." })),
  model_b: Schema.optionalKey(provider("Anthropic").annotate({ description: "model_b: Anthropic's Messages API." })),
  model_c: Schema.optionalKey(provider("Google").annotate({ description: "model_c: Google's Gemini API." })),
  model_d: Schema.optionalKey(
    provider("Perplexity").annotate({ description: "model_d: Perplexity's Agent API, which searches the web." })
  )
})
export type AssistantsConfig = typeof AssistantsConfig.Type
export type ProviderConfig = NonNullable<AssistantsConfig[ModelSlug]>
export type ProviderSlug = typeof ModelSlug.Type
