import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { ModelSlug } from "./models.ts"

const run = Schema.Struct({ accountId: Schema.String, runId: Schema.String })

/** Writes an app's intents and prompts, and begins their first scan. */
export const Bootstrap = jobRef("ai-visibility.bootstrap", run)
/** What a schedule begins with: a scan, of as much as the credits pay for. */
export const Due = jobRef(
  "ai-visibility.due",
  Schema.Struct({ accountId: Schema.String, appId: Schema.String, country: Schema.String })
)
/** Gives each call of a scan a job of its own. */
export const Scan = jobRef("ai-visibility.scan", run)
/** Asks one assistant one prompt. */
export const Ask = jobRef(
  "ai-visibility.answer",
  Schema.Struct({ accountId: Schema.String, runId: Schema.String, answerId: Schema.String })
)
/** Adds a scan up and charges it: when all is answered, or at its deadline. */
export const Finish = jobRef("ai-visibility.finish", run)
/** Tells an account that a score left its band. */
export const LeftBand = jobRef(
  "ai-visibility.left-band",
  Schema.Struct({
    accountId: Schema.String,
    appId: Schema.String,
    country: Schema.String,
    model: ModelSlug,
    day: Schema.String,
    score: Schema.Int,
    low: Schema.Int,
    high: Schema.Int,
    side: Schema.Literals(["above", "below"])
  })
)
/** Daily: which models end, and texts that are too old. */
export const Models = jobRef("ai-visibility.models", Schema.Struct({}))
