import { Schema } from "effect"

/** The assistants, by the names that callers see. `model_d` searches the web and tells its sources. */
export const modelSlugs = ["model_a", "model_b", "model_c", "model_d"] as const
export const ModelSlug = Schema.Literals(modelSlugs)
export type ModelSlug = (typeof modelSlugs)[number]
