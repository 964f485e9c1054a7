import { ModelSlug } from "@storeglass/ai-visibility/contract"
import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { address, secret, whole, withDefault } = Setting

const ImageProvider = Schema.Struct({
  vendor: Schema.Literals(["openai", "gemini"]).annotate({
    description: "Whose API draws: OpenAI's images, or Google's Gemini with an image model."
  }),
  model: Schema.NonEmptyString.annotate({
    description: "Id of the model, as its vendor names it. There is no default: models end within months."
  }),
  apiKey: Schema.optionalKey(
    secret("The operator's key. Without it only callers with a key of their own get pictures of the model.")
  ),
  baseUrl: Schema.optionalKey(address("The vendor's API, without its version.")),
  concurrency: withDefault(whole("Most pictures at once on each node.", 1, 50), 4),
  requestsPerMinute: withDefault(whole("Most pictures a minute with each key.", 1, 1_000), 30),
  endsOn: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)).annotate({
      description: "The day on which the model ends, YYYY-MM-DD, where it isn't one that we know of."
    })
  )
})
export type ImageProvider = typeof ImageProvider.Type

/** Settings of the plugin. Without any it writes and draws by its own rules. */
export const AdCreativesConfig = Schema.Struct({
  writer: Schema.optionalKey(
    ModelSlug.annotate({
      description:
        "The assistant of ai-visibility that writes copy, on the operator's key. Without one, or while it fails, copy is written by rules."
    })
  ),
  image: Schema.optionalKey(
    ImageProvider.annotate({ description: "The model that draws scenes. Without one pictures are laid out by rules." })
  ),
  layoutEngine: withDefault(
    Schema.Boolean.annotate({
      description:
        "Whether pictures are laid out by rules, at the price of low, where no model can be asked. false: 409 PROVIDER_NOT_CONFIGURED."
    }),
    true
  ),
  jobsAtOnce: withDefault(whole("Most jobs at once on each node.", 1, 50), 2)
})
export type AdCreativesConfig = typeof AdCreativesConfig.Type
