import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { ModelSlug } from "./models.ts"
import { AssistantsConfig } from "./vendors/config.ts"

const { withDefault, whole } = Setting

/** Settings of the plugin; those of the assistants have no default but their addresses. */
export const AiVisibilityConfig = Schema.Struct({
  assistants: withDefault(
    AssistantsConfig.annotate({
      description: "The providers behind the assistants. One that isn't named isn't asked."
    }),
    {}
  ),
  writer: Schema.optionalKey(
    ModelSlug.annotate({
      description:
        "The assistant that writes prompts at bootstrap, on the operator's key. Without one, or while it fails, they're written from templates."
    })
  ),
  secondReader: Schema.optionalKey(
    ModelSlug.annotate({
      description:
        "An assistant that reads every answer once more, on the operator's key, for names and sentiments that the parser missed. Off without one."
    })
  ),
  keepTextsDays: withDefault(
    whole("How long answers are kept, in days. What was scored from them stays for good.", 90, 3_650),
    400
  ),
  callsAtOnce: withDefault(whole("Most calls to assistants at once on each node.", 1, 100), 8)
})
export type AiVisibilityConfig = typeof AiVisibilityConfig.Type
