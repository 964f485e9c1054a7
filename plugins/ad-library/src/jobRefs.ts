import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { datePresets } from "./ads.ts"

/** Reads what a caller couldn't wait for. */
export const Read = jobRef(
  "ad-library.read",
  Schema.Struct({
    appId: Schema.Int,
    datePreset: Schema.Literals(datePresets),
    storefronts: Schema.Array(Schema.String)
  })
)
const Nothing = Schema.Struct({})
export const CompareStorefronts = jobRef("ad-library.storefronts", Nothing)
export const Prune = jobRef("ad-library.prune", Nothing)
