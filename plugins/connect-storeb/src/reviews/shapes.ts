/** The vendor's answers about reviews, as far as they are read. Unknown fields pass; any may be missing. */
import { Schema } from "effect"

const opt = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const text = opt(Schema.String)
const int = opt(Schema.Int)

/** Seconds as text, since 1970. */
export const Timestamp = Schema.Struct({ seconds: text, nanos: int })
export type Timestamp = typeof Timestamp.Type

const UserComment = Schema.Struct({
  /** Title and body, joined by a tab. */
  text,
  /** As it was written, where `text` is a translation. */
  originalText: text,
  lastModified: opt(Timestamp),
  starRating: int,
  reviewerLanguage: text,
  device: text,
  androidOsVersion: int,
  appVersionCode: int,
  appVersionName: text,
  thumbsUpCount: int,
  thumbsDownCount: int,
  deviceMetadata: opt(
    Schema.Struct({
      productName: text,
      manufacturer: text,
      deviceClass: text,
      screenWidthPx: int,
      screenHeightPx: int,
      nativePlatform: text,
      screenDensityDpi: int,
      glEsVersion: int,
      cpuModel: text,
      cpuMake: text,
      ramMb: int
    })
  )
})
const DeveloperComment = Schema.Struct({ text, lastModified: opt(Timestamp) })

export const Review = Schema.Struct({
  reviewId: Schema.String,
  authorName: text,
  comments: opt(Schema.Array(Schema.Struct({ userComment: opt(UserComment), developerComment: opt(DeveloperComment) })))
})
export type Review = typeof Review.Type

export const ReviewsPage = Schema.Struct({
  reviews: opt(Schema.Array(Review)),
  tokenPagination: opt(Schema.Struct({ nextPageToken: text }))
})
export const Replied = Schema.Struct({
  result: opt(Schema.Struct({ replyText: text, lastEdited: opt(Timestamp) }))
})
