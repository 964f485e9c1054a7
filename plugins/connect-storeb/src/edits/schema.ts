/** What the routes of tracks and listings take and give. */
import { Change, Field, planIdField, Warning } from "@storeglass/plugin-api"
import { Schema } from "effect"
import * as L from "./limits.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const flag = (description: string) => Schema.Boolean.annotate({ description })
const asOf = Field.text("When the vendor was asked, ISO 8601; at most a minute ago.", "2026-11-24T10:00:00.000Z")

export const statuses = ["draft", "inProgress", "halted", "completed"] as const

const Targeting = Schema.Struct({
  countries: Schema.Array(Schema.String).annotate({ description: "ISO 3166-1 alpha-2, upper case." }),
  includeRestOfWorld: flag("Whether all other countries get it too.")
}).annotate({ identifier: "PlayCountryTargeting" })

export const Release = Schema.Struct({
  name: orNull(Field.text("The owner's name of it; null: none.", "1.4.0")),
  versionCodes: Schema.Array(Schema.String).annotate({ description: "Version codes, as text." }),
  status: orNull(Field.text("draft, inProgress, halted, completed, or what the vendor adds; null: it tells none.")),
  userFraction: orNull(Field.number("The share of users who get it, above 0 and below 1; null: it isn't staged.")),
  releaseNotes: Schema.Array(
    Schema.Struct({
      language: Field.text("BCP 47.", "en-US"),
      text: Field.text("What is new, in this language.")
    }).annotate({ identifier: "PlayReleaseNote" })
  ),
  countryTargeting: orNull(Targeting).annotate({ description: "Null: it goes to all countries of its track." }),
  inAppUpdatePriority: orNull(Field.whole("0 to 5; null: the vendor tells none."))
}).annotate({ identifier: "PlayRelease" })
export type Release = typeof Release.Type

export const Track = Schema.Struct({
  track: Field.text("Its name, with its form factor where that isn't the phone.", "production"),
  releases: Schema.Array(Release)
}).annotate({ identifier: "PlayTrack" })
export type Track = typeof Track.Type
/** As they are kept. */
export const TrackList = Schema.Array(Track)
export const TrackRead = Schema.Struct({ ...Track.fields, asOf }).annotate({ identifier: "PlayTrackRead" })
export const Tracks = Schema.Struct({
  items: Schema.Array(Track),
  total: Field.whole("How many there are."),
  asOf
}).annotate({ identifier: "PlayTracks" })

export const ReleaseState = Schema.Struct({
  name: orNull(Field.text("The owner's name of it; null: none.", "1.4.0")),
  versionCodes: Schema.Array(Schema.String).annotate({ description: "Its active version codes, as text." }),
  lifecycleState: orNull(
    Field.text(
      "draft, notSentForReview, inReview, approvedNotPublished, notApproved, published, or what the vendor adds; null: it tells none."
    )
  )
}).annotate({ identifier: "PlayReleaseState" })
export type ReleaseState = typeof ReleaseState.Type
export const ReleaseStates = Schema.Struct({
  track: Field.text("The track that was asked for.", "production"),
  items: Schema.Array(ReleaseState),
  total: Field.whole("How many are given; the vendor gives 20 at most.")
}).annotate({ identifier: "PlayReleaseStates" })

export const Listing = Schema.Struct({
  language: Field.text("BCP 47.", "en-US"),
  title: orNull(Field.text("The app's name in this language; null: none.")),
  shortDescription: orNull(Field.text("Its short description; null: none.")),
  fullDescription: orNull(Field.text("Its full description; null: none.")),
  video: orNull(Field.text("Address of its video; null: none."))
}).annotate({ identifier: "PlayListing" })
export type Listing = typeof Listing.Type
/** As they are kept. */
export const ListingList = Schema.Array(Listing)
export const ListingRead = Schema.Struct({ ...Listing.fields, asOf }).annotate({ identifier: "PlayListingRead" })
export const Listings = Schema.Struct({
  items: Schema.Array(Listing),
  total: Field.whole("How many languages there are."),
  asOf
}).annotate({ identifier: "PlayListings" })

// What is asked for

const optional = Schema.optionalKey
const commits = {
  changesInReview: optional(
    Schema.Literals(["error", "cancel"]).annotate({
      description:
        "What to do where changes of the app are in review: error (the default) refuses with VENDOR_CONFLICT, cancel ends that review and sends everything anew."
    })
  ),
  sendForReview: optional(
    flag(
      "False: commits without sending for review, which someone then does in the console. The vendor demands that of some apps, and forbids it to others; a refusal says which."
    )
  ),
  planId: planIdField
}

const code = Schema.String.check(
  Schema.makeFilter((text: string) => /^[1-9][0-9]{0,9}$/.test(text) || "must be a version code: 1 to 10 digits", {
    toJsonSchema: () => ({ pattern: "^[1-9][0-9]{0,9}$" })
  })
)
const country = Schema.String.check(
  Schema.makeFilter((text: string) => /^[A-Za-z]{2}$/.test(text) || "must be a country's code of two letters", {
    toJsonSchema: () => ({ pattern: "^[A-Za-z]{2}$" })
  })
)
const AskedRelease = Schema.Struct({
  name: optional(L.storeText("Your name of it, at most 50 characters.", { max: L.releaseNameMax })),
  versionCodes: optional(
    Schema.Array(code)
      .check(Schema.isMaxLength(L.codesMax))
      .annotate({ description: "Version codes, as text. Only a draft does without." })
  ),
  status: Schema.Literals(statuses).annotate({
    description: "inProgress is a staged rollout, halted a stopped one, completed goes to everybody."
  }),
  userFraction: optional(
    Schema.Finite.annotate({
      description:
        "The share of users who get it, above 0 and below 1. Only with inProgress, which needs it, or halted."
    })
  ),
  releaseNotes: optional(
    Schema.Array(
      Schema.Struct({
        language: L.locale("BCP 47."),
        text: L.storeText("What is new, at most 500 characters.", { max: L.notesMax })
      })
    )
      .check(Schema.isMaxLength(100))
      .annotate({ description: "What is new, by language. Without them the release has none." })
  ),
  countryTargeting: optional(
    Schema.Struct({
      countries: Schema.Array(country).check(Schema.isMaxLength(300)),
      includeRestOfWorld: optional(Schema.Boolean)
    }).annotate({ description: "Countries that get it, ISO 3166-1 alpha-2. Without it all of the track do." })
  ),
  inAppUpdatePriority: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })).annotate({
      description: "How urgent the update is for who has the app, 0 to 5."
    })
  )
})
export type AskedRelease = typeof AskedRelease.Type

const problemOf = ({
  releaseNotes = [],
  status,
  userFraction,
  versionCodes = []
}: AskedRelease): string | undefined => {
  const staged = status === "inProgress" || status === "halted"
  if (userFraction !== undefined && !staged) return "userFraction (body): goes with inProgress and halted alone"
  if (userFraction === undefined && status === "inProgress") {
    return "userFraction (body): is required with inProgress; send a number above 0 and below 1"
  }
  if (userFraction !== undefined && !(userFraction > 0 && userFraction < 1)) {
    return "userFraction (body): must be above 0 and below 1; completed is for everybody"
  }
  if (versionCodes.length === 0 && status !== "draft") {
    return "versionCodes (body): must have a version code; only a draft does without"
  }
  if (new Set(versionCodes).size < versionCodes.length) return "versionCodes (body): must not have a version code twice"
  const languages = releaseNotes.map(({ language }) => L.localeOf(language))
  return new Set(languages).size < languages.length ? "releaseNotes (body): must not have a language twice" : undefined
}
/** What is wrong with releases whose fields are each as they must be; undefined where nothing is. */
export const releasesProblem = (releases: ReadonlyArray<AskedRelease>): string | undefined => {
  for (const [at, release] of releases.entries()) {
    const problem = problemOf(release)
    if (problem !== undefined) return `releases.${at}.${problem}`
  }
  return undefined
}

export const TrackPatch = Schema.Struct({
  releases: Schema.Array(AskedRelease).check(Schema.isMinLength(1), Schema.isMaxLength(L.releasesMax)).annotate({
    description:
      "All releases that the track is to have: a version code that isn't named is deactivated, a staged rollout that isn't named ends."
  }),
  force: optional(
    flag(
      "True: a staged rollout goes to more users though it crashes or hangs more than the release before, which is otherwise ROLLOUT_REFUSED."
    )
  ),
  ...commits
})
export type TrackPatch = typeof TrackPatch.Type

const video = Schema.String.check(
  Schema.makeFilter(
    (text: string) => (/^https:\/\/[^\s]{1,490}$/.test(text) && URL.canParse(text)) || "must be an https:// address",
    { toJsonSchema: () => ({ pattern: "^https://", maxLength: 498 }) }
  )
)
export const ListingPatch = Schema.Struct({
  title: optional(L.storeText("The app's name, at most 30 characters.", { max: L.titleMax })),
  shortDescription: optional(L.storeText("At most 80 characters.", { max: L.shortMax })),
  fullDescription: optional(L.storeText("At most 4,000 characters.", { max: L.fullMax })),
  video: optional(Schema.NullOr(video).annotate({ description: "Address of the video; null removes it." })),
  create: optional(flag("True: adds the language where the listing lacks it, which is otherwise NOT_FOUND.")),
  ...commits
}).check(
  Schema.makeFilter(
    ({ fullDescription, shortDescription, title, video }) =>
      [fullDescription, shortDescription, title, video].some((field) => field !== undefined) ||
      "must have one of title, shortDescription, fullDescription or video"
  )
)
export type ListingPatch = typeof ListingPatch.Type

// What a change answers

const done = {
  validateOnly: flag("Whether it was only tried."),
  valid: flag("Whether the vendor takes it. False: warnings say what it objects to; only with validateOnly."),
  unchanged: flag("Whether there was nothing to change; then nothing was committed."),
  changes: Schema.Array(Change).annotate({ description: "What it changes, field by field." }),
  warnings: Schema.Array(Warning).annotate({ description: "What to know of it." }),
  planId: orNull(
    Field.text(
      "With validateOnly: send it back in the body, and the change is refused with PLAN_STALE if the state has moved on. Else null."
    )
  )
}
export const EndedRollout = Schema.Struct({
  name: orNull(Field.text("The release's name; null: it has none.")),
  versionCodes: Schema.Array(Schema.String).annotate({ description: "Its version codes." }),
  userFraction: orNull(Field.number("The share of users that had it; null: the vendor tells none."))
}).annotate({ identifier: "PlayEndedRollout" })
export type EndedRollout = typeof EndedRollout.Type

export const lost = {
  deactivated: Schema.Array(Schema.String).annotate({
    description: "Version codes that are served now and aren't named: nobody gets them any more."
  }),
  endedRollouts: Schema.Array(EndedRollout).annotate({ description: "Staged rollouts that aren't named, and end." })
}
export const ChangedTrack = Schema.Struct({
  ...done,
  ...lost,
  track: Track
}).annotate({ identifier: "PlayChangedTrack" })
export const ChangedListing = Schema.Struct({
  ...done,
  listing: Listing
}).annotate({ identifier: "PlayChangedListing" })
