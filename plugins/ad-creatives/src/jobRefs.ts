import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** Makes an ad, from the stage that is left. */
export const Make = jobRef("ad-creatives.make", Schema.Struct({ accountId: Schema.String, jobId: Schema.String }))
/** Ends what nobody ends any more, and deletes what is over. */
export const Tidy = jobRef("ad-creatives.tidy", Schema.Struct({}))
