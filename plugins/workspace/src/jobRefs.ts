import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** Asks the store for the names of what was added while it was away. */
export const Fill = jobRef(
  "workspace.fill",
  Schema.Struct({
    accountId: Schema.String,
    kind: Schema.Literals(["app", "competitor"]),
    id: Schema.String
  })
)

/** The same of all that an account awaits: what comes in bulk would be a job a row. */
export const FillAll = jobRef("workspace.fill-all", Schema.Struct({ accountId: Schema.String }))

/** Once a day and account: what the plan keeps, and what is too old. */
export const Upkeep = jobRef("workspace.upkeep", Schema.Struct({ accountId: Schema.String }))

/** Deletes what is left of apps that can't be restored any more. */
export const Purge = jobRef("workspace.purge", Schema.Struct({ accountId: Schema.String }))

/** Looks at what the store shows of an account's apps, from behind this one on. */
export const Watch = jobRef(
  "workspace.watch",
  Schema.Struct({ accountId: Schema.String, after: Schema.optionalKey(Schema.String) })
)

/** Tells of ranks that moved on the day before. */
export const Moves = jobRef("workspace.moves", Schema.Struct({ accountId: Schema.String }))

/** Looks at what an account's apps are rated, from behind this one on. */
export const Ratings = jobRef(
  "workspace.ratings",
  Schema.Struct({ accountId: Schema.String, after: Schema.optionalKey(Schema.String) })
)
