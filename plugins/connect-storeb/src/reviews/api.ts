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
import { Schema } from "effect"
import { ReplyExists } from "./errors.ts"
import * as S from "./schema.ts"

const prefix = "/v1/connect/storeb-play/apps/:packageName/reviews"
const reading = [...savedErrors, InvalidAppId.wire, InvalidInput.wire, ServiceUnavailable.wire] as const

const packageName = Param.packageName({
  description: "The app's package name, as apps lists it.",
  error: InvalidAppId
})
const reviewId = Param.text({ max: 200, description: "The review's id, as reviews lists it." })
const language = Param.optional(
  Param.text({
    max: 20,
    description:
      "Language to translate texts to, BCP 47, such as en. The vendor translates what it shows; what is older comes as written, unless its translation was read then.",
    example: "en"
  })
)

export const reviewCursor = Param.cursor(Schema.Struct({ atMs: Schema.Finite, id: Schema.String }))
const window = {
  from: Param.optional(Param.date({ description: "First day on which they were written or changed, UTC." })),
  to: Param.optional(Param.date({ description: "Last day on which they were written or changed, UTC." }))
}

const reviews = Endpoint.get("reviews", prefix, {
  params: { packageName },
  query: {
    limit: Param.limit({ of: "reviews", max: 100, default: 50 }),
    cursor: reviewCursor,
    language,
    ...window
  },
  answer: S.Reviews,
  errors: reading,
  price: 1,
  summary: "Reviews of an app in the console",
  description:
    "Reviews with text and the owner's replies, newest first. The vendor shows those of about a week; copies are kept here from when the app was first read, with earlier versions of reviews and replies. The first page asks the vendor, at most every two minutes, and live says how that went; if the vendor can't be asked, the copies are given.",
  tool: { words: ["reviews in my play console", "what do users of my android app say", "replies to my reviews"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "starRating", title: "Stars" },
      { field: "text", title: "Review" },
      { field: "lastModified", title: "Changed" }
    ]
  })
})
export const inboxCursor = Param.cursor(
  Schema.Struct({ answered: Schema.Boolean, atMs: Schema.Finite, id: Schema.String })
)
const inbox = Endpoint.get("inbox", `${prefix}/inbox`, {
  params: { packageName },
  query: { limit: Param.limit({ of: "reviews", max: 100, default: 20 }), cursor: inboxCursor, ...window },
  answer: S.Inbox,
  errors: reading,
  price: 1,
  summary: "Reviews to answer",
  description:
    "Reviews as work to do: those without a reply first, newest first among them, each with what it's about and the draft of a reply that keeps the limit; and how many there are, and what the newest are about. Nothing is sent.",
  tool: { words: ["unanswered reviews", "which reviews should I answer", "draft replies to reviews"] }
})
const reply = Endpoint.post("reply", `${prefix}/:reviewId/reply`, {
  params: { packageName, reviewId },
  query: {
    validateOnly: Param.boolean({
      default: false,
      description: "Check it, and answer what it would change, without sending it."
    })
  },
  payload: S.Reply,
  answer: S.Replied,
  errors: [...reading, ReplyExists.wire, PlanStale.wire, WriteOutcomeUnknown.wire],
  price: 1,
  summary: "Reply to a review",
  description:
    "Replies publicly to a review, in at most 350 characters. A review has one reply: where there is one it's REPLY_EXISTS, unless overwrite is true. validateOnly=true shows what it would change, without sending it. Send an Idempotency-Key: a repeat with it is never sent twice.",
  tool: {
    destructive: true,
    title: "Reply to a review in the second store",
    words: ["answer a review", "reply to a user's review"]
  }
})

/** Reviews and replies. */
export const reviewsGroup = group("connectStorebReviews", reviews, inbox, reply)
