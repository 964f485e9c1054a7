import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault } = Setting

const url = (description: string, value: string) =>
  withDefault(Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/)).annotate({ description }), value)
const whole = (description: string, maximum: number, value: number) =>
  withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })).annotate({ description }), value)
const number = (description: string, range: { readonly minimum: number; readonly maximum: number }, value: number) =>
  withDefault(Schema.Finite.check(Schema.isBetween(range)).annotate({ description }), value)

/** Settings of the plugin; every one has a default. */
export const PlayConfig = Schema.Struct({
  tokenUrl: url("Where the vendor gives tokens.", "https://oauth2.googleapis.com"),
  publisherUrl: url("The vendor's publishing API.", "https://androidpublisher.googleapis.com"),
  reportingUrl: url("The vendor's reporting API.", "https://playdeveloperreporting.googleapis.com"),
  storageUrl: url("Where the vendor puts its reports.", "https://storage.googleapis.com"),
  timeoutMs: withDefault(
    Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 120_000 })).annotate({
      description:
        "For each request to the vendor, in ms; a token gets at most 10000, an edit's opening 15000, its deletion 10000. Transfers of files aren't bounded by it."
    }),
    30_000
  ),
  publisherRequestsPerMinute: whole(
    "Most requests to the publishing API per connection and minute, of 3,000 that the vendor allows.",
    100_000,
    2_400
  ),
  reportingRequestsPerSecond: whole(
    "Most requests to the reporting API per connection and second, of 10 that the vendor allows.",
    10_000,
    8
  ),
  reviewReadsPerHour: whole(
    "Most reads of an app's reviews per connection and hour, of 200 that the vendor allows.",
    100_000,
    200
  ),
  reviewSyncHours: withDefault(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 72 })).annotate({
      description: "How often the reviews of all apps are copied, in hours; 0: only when they are read."
    }),
    6
  ),
  repliesPerDay: whole(
    "Most replies to an app's reviews per connection and day, of 2,000 that the vendor allows.",
    1_000_000,
    2_000
  ),
  editWaitMs: whole(
    "How long a request waits for its turn at an app's one open edit, before EDIT_IN_PROGRESS.",
    120_000,
    30_000
  ),
  guardRatio: number(
    "A rollout's rate counts as worse above so many times that of the version it replaces.",
    { minimum: 1, maximum: 100 },
    1.5
  ),
  guardDifference: number(
    "And only if it's higher by so much, as a share of users.",
    { minimum: 0, maximum: 1 },
    0.0005
  ),
  guardUsersMin: whole("Versions with fewer users on their best day aren't compared.", 1_000_000_000, 100),
  readsLagMs: whole(
    "How long the vendor's reads may show the state before an edit was opened, or before a commit.",
    60_000,
    5_000
  )
})
export type PlayConfig = typeof PlayConfig.Type
