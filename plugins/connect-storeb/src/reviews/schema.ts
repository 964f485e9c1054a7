/** What the routes of reviews take and give. */
import { Change, Field, nextCursor, planIdField, Warning } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { storeText } from "../edits/limits.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const flag = (description: string) => Schema.Boolean.annotate({ description })
const textOr = (description: string) => orNull(Field.text(description))
const wholeOr = (description: string) => orNull(Field.whole(description))

/** The vendor says "about 350"; what is longer it refuses. */
export const replyMax = 350

export const DeviceMetadata = Schema.Struct({
  productName: textOr("The device's name."),
  manufacturer: textOr("Who made it."),
  deviceClass: textOr("Phone, tablet and so on, as the vendor names it."),
  screenWidthPx: wholeOr("Width of its screen in pixels."),
  screenHeightPx: wholeOr("Height of its screen in pixels."),
  nativePlatform: textOr("Its instruction sets."),
  screenDensityDpi: wholeOr("Density of its screen, in dots per inch."),
  glEsVersion: wholeOr("Its version of OpenGL ES."),
  cpuModel: textOr("Its processor."),
  cpuMake: textOr("Who made its processor."),
  ramMb: wholeOr("Its memory in MiB.")
}).annotate({ identifier: "PlayDevice" })
export type DeviceMetadata = typeof DeviceMetadata.Type

const starRating = orNull(Field.whole("1 to 5; null: the vendor tells none."))
const title = textOr("Its title; null: none.")
const modified = (what: string) => Field.text(`When ${what}, ISO 8601.`, "2026-11-24T10:00:00.000Z")

export const DeveloperComment = Schema.Struct({
  text: Field.text("The reply's text."),
  lastModified: modified("it was last changed")
}).annotate({ identifier: "PlayReply" })

export const ReviewVersion = Schema.Struct({
  kind: Schema.Literals(["review", "reply"]).annotate({ description: "Which of the two it was a version of." }),
  starRating: starRating.annotate({ description: "1 to 5; null with a reply." }),
  title,
  text: Field.text("As it was then, in the language in which it was written."),
  lastModified: modified("it was written")
}).annotate({ identifier: "PlayReviewVersion" })
export type ReviewVersion = typeof ReviewVersion.Type

export const Review = Schema.Struct({
  reviewId: Field.text("The vendor's id of it."),
  authorName: textOr("Who wrote it; null: the vendor tells none."),
  starRating,
  title,
  text: Field.text("Its text; with language, translated where translatedTo says so."),
  originalText: textOr("The text as it was written, where text is a translation; else null."),
  translatedTo: textOr("The language that title and text are translated to; null: they're as written."),
  reviewerLanguage: textOr("The reviewer's language, BCP 47; null: the vendor tells none."),
  device: textOr("The vendor's code of the device."),
  deviceMetadata: orNull(DeviceMetadata).annotate({ description: "About the device; null: the vendor tells nothing." }),
  androidOsVersion: wholeOr("API level of the device."),
  appVersionCode: textOr("Version code of the app that was reviewed, as text; null: the vendor doesn't tell."),
  appVersionName: textOr("That version's name."),
  thumbsUpCount: wholeOr("How many found it helpful."),
  thumbsDownCount: wholeOr("How many didn't."),
  lastModified: modified("it was written or last changed"),
  developerComment: orNull(DeveloperComment).annotate({ description: "The owner's reply; null: there is none." }),
  versions: Schema.Array(ReviewVersion).annotate({
    description: "Earlier versions of the review and of replies that were seen here, newest first."
  }),
  firstSeenAt: modified("it was first seen here"),
  lastSeenAt: modified("the vendor last showed it, which it does for about a week")
}).annotate({ identifier: "PlayReview" })
export type Review = typeof Review.Type

export const Live = Schema.Struct({
  status: Schema.Literals(["current", "kept", "limited", "failed", "missing", "denied"]).annotate({
    description:
      "current: the vendor was asked within two minutes. kept: a later page, which doesn't ask it. limited: the quota of reads is used up; failed: it gave no usable answer; missing: the account no longer has the app; denied: a right is missing. In all but the first, these are the copies kept here."
  }),
  asOf: textOr("When the vendor's reviews of this app were last read, ISO 8601; null: never."),
  message: textOr("What is wrong, and what to do about it; null: nothing.")
}).annotate({ identifier: "PlayReviewsLive" })
export type Live = typeof Live.Type

export const Reviews = Schema.Struct({
  items: Schema.Array(Review),
  nextCursor,
  live: Live
}).annotate({ identifier: "PlayReviews" })

const Draft = Schema.Struct({
  text: Field.text("A reply to begin with, within the limit. Go over it before you send it."),
  language: Field.text("Its language, BCP 47: the reviewer's where there are sentences in it, else en.", "en"),
  characters: Field.whole(`How long it is; the store takes ${replyMax}.`)
}).annotate({ identifier: "PlayReplyDraft" })
export const InboxItem = Schema.Struct({
  ...Review.fields,
  themes: orNull(Field.texts("What it's about.")).annotate({
    description: "What it's about, read from English texts; null where the plugin apps isn't enabled."
  }),
  draft: orNull(Draft).annotate({ description: "A draft of a reply; null: it has one." })
}).annotate({ identifier: "PlayInboxReview" })
export const Inbox = Schema.Struct({
  items: Schema.Array(InboxItem),
  nextCursor,
  total: Field.whole("How many reviews there are in the window."),
  unanswered: Field.whole("How many of them have no reply."),
  themes: orNull(
    Schema.Array(
      Schema.Struct({
        theme: Field.text("What it is.", "crashes and bugs"),
        polarity: Schema.Literals(["positive", "negative"]).annotate({ description: "Praise or complaint." }),
        mentions: Field.whole("How many reviews mention it."),
        phrases: Field.texts("In which words, the most frequent first.")
      }).annotate({ identifier: "PlayReviewTheme" })
    )
  ).annotate({
    description: "What the 500 newest of the window are about; null where the plugin apps isn't enabled."
  }),
  live: Live
}).annotate({ identifier: "PlayInbox" })

export const Reply = Schema.Struct({
  replyText: storeText(`The reply, 1 to ${replyMax} characters. The store strips HTML.`, { max: replyMax }),
  overwrite: Schema.optionalKey(
    flag("True: takes the place of a reply that is there, which is otherwise REPLY_EXISTS.")
  ),
  planId: planIdField
})
export type Reply = typeof Reply.Type

export const Replied = Schema.Struct({
  reviewId: Field.text("The review that was replied to."),
  replyText: Field.text("The reply as the store has it; with validateOnly, as it would be."),
  lastEditedAt: textOr("When the store took it, ISO 8601; null with validateOnly."),
  replaced: flag("Whether it took the place of another."),
  validateOnly: flag("Whether it was only tried."),
  unchanged: flag("Whether the review had this very reply; then nothing was sent."),
  changes: Schema.Array(Change).annotate({ description: "What it changes." }),
  warnings: Schema.Array(Warning).annotate({ description: "What to know of it." }),
  planId: textOr(
    "With validateOnly: send it back in the body, and the reply is refused with PLAN_STALE if the state has moved on. Else null."
  )
}).annotate({ identifier: "PlayReplied" })
