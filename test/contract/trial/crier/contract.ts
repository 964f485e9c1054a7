import { defineEvent } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** Somebody had something cried. */
export const Cried = defineEvent("crier.cried", Schema.Struct({ accountId: Schema.String, text: Schema.String }))
