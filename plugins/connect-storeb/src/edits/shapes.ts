/** The vendor's answers about edits, tracks and listings, as far as they are read. Unknown fields pass; any may be missing. */
import { Schema } from "effect"

const opt = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const text = opt(Schema.String)
const listOf = <S extends Schema.Constraint>(item: S) => opt(Schema.Array(item))

export const Edit = Schema.Struct({ id: Schema.String, expiryTimeSeconds: text })

export const Release = Schema.Struct({
  name: text,
  versionCodes: listOf(Schema.String),
  status: text,
  userFraction: opt(Schema.Finite),
  releaseNotes: listOf(Schema.Struct({ language: text, text })),
  countryTargeting: opt(Schema.Struct({ countries: listOf(Schema.String), includeRestOfWorld: opt(Schema.Boolean) })),
  inAppUpdatePriority: opt(Schema.Int)
})
export type Release = typeof Release.Type
export const Track = Schema.Struct({ track: Schema.String, releases: listOf(Release) })
export type Track = typeof Track.Type
export const Tracks = Schema.Struct({ tracks: listOf(Track) })

export const ReleaseSummary = Schema.Struct({
  releaseName: text,
  activeArtifacts: listOf(Schema.Struct({ versionCode: opt(Schema.Int) })),
  releaseLifecycleState: text
})
export type ReleaseSummary = typeof ReleaseSummary.Type
export const ReleaseSummaries = Schema.Struct({ releases: listOf(ReleaseSummary) })

export const Listing = Schema.Struct({
  language: Schema.String,
  title: text,
  shortDescription: text,
  fullDescription: text,
  video: text
})
export type Listing = typeof Listing.Type
export const Listings = Schema.Struct({ listings: listOf(Listing) })
