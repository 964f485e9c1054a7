import { Provenance } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** How an app is rated in one country; null is what the store does not tell. */
export const Rating = Schema.Struct({
  appId: Schema.String,
  name: Schema.String,
  country: Schema.String,
  averageRating: Schema.NullOr(Schema.Finite),
  ratingCount: Schema.NullOr(Schema.Int),
  provenance: Provenance
})
export type Rating = typeof Rating.Type
