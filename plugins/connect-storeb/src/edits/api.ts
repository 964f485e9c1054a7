import {
  Endpoint,
  group,
  InvalidAppId,
  InvalidInput,
  Param,
  PlanStale,
  ServiceUnavailable,
  savedErrors,
  View,
  WriteOutcomeUnknown
} from "@storeglass/plugin-api"
import { EditInProgress } from "./errors.ts"
import { RolloutRefused } from "./RolloutGuard.ts"
import * as S from "./schema.ts"

const prefix = "/v1/connect/storeb-play/apps/:packageName"
const withoutEdit = [...savedErrors, InvalidAppId.wire, InvalidInput.wire, ServiceUnavailable.wire] as const
const reading = [...withoutEdit, EditInProgress.wire] as const
const changing = [...reading, PlanStale.wire, WriteOutcomeUnknown.wire] as const

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
const validateOnly = Param.boolean({
  default: false,
  description: "Have the vendor check it, and answer what it would change, without committing."
})
const committed =
  "validateOnly=true has the vendor check it and shows what it would change, without committing. Send an Idempotency-Key: a repeat with it is never committed twice. A commit sends for review whatever else was prepared in the console."

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
const updateTrack = Endpoint.patch("updateTrack", `${prefix}/tracks/:track`, {
  params: { packageName, track },
  query: { validateOnly },
  payload: S.TrackPatch,
  answer: S.ChangedTrack,
  errors: [...changing, RolloutRefused.wire],
  price: 1,
  summary: "Change a track's releases",
  description: `Replaces the releases of a track: rolls one out, widens, halts or completes a staged rollout. A version code that isn't named is deactivated, and a staged rollout that isn't named ends: deactivated and endedRollouts list them. A staged rollout that crashes or hangs clearly more than the release before goes to no more users, unless force is true. Where changes are in review it's refused, unless changesInReview is cancel. ${committed}`,
  tool: {
    destructive: true,
    title: "Roll out, halt or complete a release",
    words: ["increase the rollout", "halt a release", "release to production"]
  }
})
const halt = Endpoint.post("halt", `${prefix}/tracks/:track/halt`, {
  params: { packageName, track },
  query: {
    validateOnly,
    versionCode: Param.optional(
      Param.digits({ max: 10, description: "A version code of the rollout to halt. Without it all of the track are." })
    ),
    changesInReview: Param.oneOf({
      values: ["error", "cancel"],
      default: "error",
      description:
        "What to do where changes of the app are in review: error refuses with VENDOR_CONFLICT, cancel ends that review and sends everything anew."
    }),
    sendForReview: Param.boolean({
      default: true,
      description: "False: commits without sending for review, where the vendor demands that."
    }),
    planId: Param.optional(
      Param.text({
        max: 64,
        description: "The planId of a preview: refused with PLAN_STALE if the state has moved on."
      })
    )
  },
  answer: S.ChangedTrack,
  errors: changing,
  price: 1,
  summary: "Halt a staged rollout",
  description: `Stops the staged rollouts of a track, or the one of a version code: nobody new gets them. All else of the track stays as it is; should that change meanwhile, it's PLAN_STALE and nothing is halted. One that is halted already answers unchanged. ${committed}`,
  tool: {
    destructive: true,
    title: "Halt a staged rollout",
    words: ["stop the rollout", "halt the release that crashes"]
  }
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
const updateListing = Endpoint.patch("updateListing", `${prefix}/listings/:locale`, {
  params: { packageName, locale },
  query: { validateOnly },
  payload: S.ListingPatch,
  answer: S.ChangedListing,
  errors: changing,
  price: 1,
  summary: "Change a listing",
  description: `Changes the title, descriptions or video of an app's store listing in one language. What isn't sent stays. A language that the listing lacks is NOT_FOUND, unless create is true. Where changes are in review it's refused, unless changesInReview is cancel. ${committed}`,
  tool: {
    destructive: true,
    title: "Change a store listing's texts",
    words: ["change the short description", "update my store listing", "add a language to my listing"]
  }
})

/** What needs an edit at the vendor: tracks and listings. */
export const editsGroup = group(
  "connectStorebEdits",
  tracks,
  oneTrack,
  releases,
  updateTrack,
  halt,
  listings,
  listing,
  updateListing
)
