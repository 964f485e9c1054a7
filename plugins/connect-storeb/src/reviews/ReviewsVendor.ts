import type { Credential } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { rights } from "../vendor/refusals.ts"
import { applicationPath, PlayTransport } from "../vendor/transport.ts"
import * as V from "./shapes.ts"

/** As many as a page may have. */
const pageSize = 100

const make = Effect.gen(function* () {
  const { ask, replies, reviews } = yield* PlayTransport
  const path = (packageName: string, reviewId: string) =>
    `${applicationPath(packageName)}/reviews/${encodeURIComponent(reviewId)}`

  return {
    /** What was written or changed within about a week, a page of it. */
    page: (
      credential: Credential,
      packageName: string,
      { language, token }: { readonly language?: string | undefined; readonly token?: string | undefined }
    ) =>
      ask(
        reviews,
        credential,
        {
          path: `${applicationPath(packageName)}/reviews`,
          query: { maxResults: pageSize, translationLanguage: language, token },
          quotaOf: packageName
        },
        V.ReviewsPage,
        rights.reviews,
        "a page of reviews"
      ),
    one: (credential: Credential, packageName: string, reviewId: string) =>
      ask(
        reviews,
        credential,
        // Whoever replies has waited for it.
        { path: path(packageName, reviewId), quotaOf: packageName, write: true },
        V.Review,
        rights.reviews,
        "a review"
      ),
    reply: (credential: Credential, packageName: string, reviewId: string, replyText: string) =>
      ask(
        replies,
        credential,
        {
          method: "POST",
          path: `${path(packageName, reviewId)}:reply`,
          json: { replyText },
          quotaOf: packageName
        },
        V.Replied,
        rights.reply,
        "a reply"
      )
  }
})

/** The vendor's reviews, within its quota for each app. */
export class ReviewsVendor extends Context.Service<ReviewsVendor, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/ReviewsVendor"
) {
  static readonly layer = Layer.effect(this, make)
}
