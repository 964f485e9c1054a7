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
/** The same of all apps of a developer. */
export const ReadSeller = jobRef(
  "ad-library.read-developer",
  Schema.Struct({
    developerId: Schema.Int,
    datePreset: Schema.Literals(datePresets),
    storefronts: Schema.Array(Schema.String)
  })
)
const Nothing = Schema.Struct({})
export const CompareStorefronts = jobRef("ad-library.storefronts", Nothing)
export const Prune = jobRef("ad-library.prune", Nothing)
/** What accounts watch, as their workspaces have it. */
export const WatchSync = jobRef("ad-library.watch-sync", Nothing)
/** Enqueues the watched apps that are due. */
export const WatchDue = jobRef("ad-library.watch-due", Nothing)
export const WatchApp = jobRef("ad-library.watch", Schema.Struct({ appId: Schema.Int }))
/** Tells of the moves of one reading. */
export const Tell = jobRef("ad-library.tell", Schema.Struct({ appId: Schema.Int, seenMs: Schema.Int }))
