/** Answers with reviews. Reviewers' ids and pictures are there too; they are never read. */
import { DateTime, Option, Result, Schema } from "effect"
import { misread, type Read } from "../common/answers.ts"
import { loose } from "../common/loose.ts"
import type { StoreReview } from "../contract.ts"
import { Count } from "./detailsParts.ts"
import { at, listAt, type Path, pick } from "./path.ts"

const positions = {
  id: [0],
  author: [1, 0],
  rating: [2],
  title: [3],
  text: [4],
  seconds: [5, 0],
  nanos: [5, 1],
  helpfulCount: [6],
  replyText: [7, 1],
  replySeconds: [7, 2, 0],
  version: [10]
} as const satisfies Readonly<Record<string, Path>>
const rows: Path = [0]
const nextToken: Path = [1, 1]

const Text = loose(Schema.NonEmptyString)

const Row = Schema.Struct({
  id: Schema.NonEmptyString,
  rating: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
  author: Text,
  title: Text,
  text: Text,
  seconds: loose(Count),
  nanos: loose(Count),
  helpfulCount: loose(Count),
  replyText: Text,
  replySeconds: loose(Count),
  version: Text
})
const decode = Schema.decodeUnknownResult(Row)

export interface ReviewsRead {
  readonly reviews: ReadonlyArray<StoreReview>
  /** Asks for what follows; null at the end. */
  readonly token: string | null
}

/** Reads the payload of one answer. */
export const readReviews = (payload: unknown): Read<ReviewsRead> => {
  const reviews: Array<StoreReview> = []
  const found = at(payload, rows)
  if (found !== undefined && !Array.isArray(found)) return misread("reviews are not where they were")
  for (const row of listAt(payload, rows)) {
    const decoded = decode(pick(row, positions))
    if (Result.isFailure(decoded)) return misread("a review without id or stars", decoded.failure)
    reviews.push(reviewOf(decoded.success))
  }
  const token = at(payload, nextToken)
  return Result.succeed({ reviews, token: typeof token === "string" && token !== "" ? token : null })
}

const isoOf = (seconds: number | null, nanos: number | null): string | null =>
  seconds === null
    ? null
    : Option.match(DateTime.make(seconds * 1000 + Math.floor((nanos ?? 0) / 1_000_000)), {
        onNone: () => null,
        onSome: (date) => DateTime.formatIso(date).replace(/\.000Z$/, "Z")
      })

const reviewOf = (row: typeof Row.Type): StoreReview => ({
  id: row.id,
  author: row.author ?? "",
  rating: row.rating,
  title: row.title,
  text: row.text ?? "",
  version: row.version,
  date: isoOf(row.seconds, row.nanos),
  helpfulCount: row.helpfulCount,
  developerReply: row.replyText === null ? null : { text: row.replyText, date: isoOf(row.replySeconds, null) }
})
