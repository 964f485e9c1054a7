import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"

const Nothing = Schema.Struct({})
/** Ends what a node that died left. */
export const SettleMails = jobRef("messaging.settle", Nothing)
export const Prune = jobRef("messaging.prune", Nothing)
/** Finds the recipients of a broadcast, and begins it. */
export const Broadcast = jobRef("messaging.broadcast", Schema.Struct({ id: Schema.String }))
/** Sends to some of the recipients of a broadcast. */
export const Chunk = jobRef("messaging.chunk", Schema.Struct({ id: Schema.String, chunk: Schema.Int }))
