import {
  Endpoint,
  group,
  InvalidAppId,
  InvalidInput,
  Param,
  ServiceUnavailable,
  savedErrors,
  View
} from "@storeglass/plugin-api"
import { EditInProgress } from "./errors.ts"
import * as S from "./schema.ts"

const prefix = "/v1/connect/storeb-play/apps/:packageName"
const withoutEdit = [...savedErrors, InvalidAppId.wire, InvalidInput.wire, ServiceUnavailable.wire] as const
const reading = [...withoutEdit, EditInProgress.wire] as const

const packageName = Param.packageName({
  description: "The app's package name, as apps lists it.",
  error: InvalidAppId
})
const track = Param.text({
  max: 100,
  description: "The track's name, as tracks lists it: production, beta, wear:production, or your own.",
  example: "production"
})
const locale = Param.text({ max: 20, description: "Language of the listing, BCP 47, such as en-US.", example: "en-US" })

const tracks = Endpoint.get("tracks", `${prefix}/tracks`, {
  params: { packageName },
  answer: S.Tracks,
  errors: reading,
  price: 1,
  summary: "Tracks of an app",
  description:
    "An app's tracks with their releases: version codes, state, share of a staged rollout, release notes, countries. At most a minute old.",
  tool: { words: ["what is in production", "rollout percentage of my app", "testing tracks"] },
  view: View.table({
    rows: "items",
    columns: [{ field: "track", title: "Track" }]
  })
})
const oneTrack = Endpoint.get("track", `${prefix}/tracks/:track`, {
  params: { packageName, track },
  answer: S.TrackRead,
  errors: reading,
  price: 1,
  summary: "A track of an app",
  description: "One track with its releases. At most a minute old.",
  tool: { words: ["which version is live", "staged rollout of production"] }
})
const releases = Endpoint.get("releases", `${prefix}/tracks/:track/releases`, {
  params: { packageName, track },
  answer: S.ReleaseStates,
  errors: withoutEdit,
  price: 1,
  summary: "Releases of a track and their review",
  description:
    "A track's releases with where each is in its life: draft, in review, approved, published. The vendor gives 20 at most. Read without an edit, so it's never in the way of anything.",
  tool: { words: ["is my release still in review", "was my release rejected", "review state of a release"] }
})
const listings = Endpoint.get("listings", `${prefix}/listings`, {
  params: { packageName },
  answer: S.Listings,
  errors: reading,
  price: 1,
  summary: "Listings of an app",
  description: "An app's store listing in all its languages: title, descriptions, video. At most a minute old.",
  tool: { words: ["store listing of my app", "languages of my listing", "short description"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "language", title: "Language" },
      { field: "title", title: "Title" },
      { field: "shortDescription", title: "Short description" }
    ]
  })
})
const listing = Endpoint.get("listing", `${prefix}/listings/:locale`, {
  params: { packageName, locale },
  answer: S.ListingRead,
  errors: reading,
  price: 1,
  summary: "Listing of an app in a language",
  description: "An app's store listing in one language. At most a minute old.",
  tool: { words: ["full description of my listing"] }
})

/** What needs an edit at the vendor: tracks and listings. */
export const editsGroup = group("connectStorebEdits", tracks, oneTrack, releases, listings, listing)
