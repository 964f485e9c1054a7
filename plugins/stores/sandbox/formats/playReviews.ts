/** Reviews in the second vendor's rows, given out in any order and number, with a token for what follows. */
import type { Json } from "@storeglass/sandbox"
import type { PlayReviewsQuery } from "./PlaySource.ts"

export interface PlayReview {
  readonly atMs: number
  readonly stars: number
  readonly thumbs: number
  /** The row as it is sent. */
  readonly row: Json
}

const countMax = 4_500
const tokenStart = "Ct"

const offsetOf = (token: string | null): number => {
  if (token === null) return 0
  const text = Buffer.from(token.slice(tokenStart.length), "base64url").toString("latin1")
  const offset = Number(text.replace(/^at:/, ""))
  return token.startsWith(tokenStart) && Number.isInteger(offset) && offset >= 0 ? offset : Number.POSITIVE_INFINITY
}

/** Newest first within the same rank, as the reviews are given. */
export const playReviewsPayload = (
  newestFirst: ReadonlyArray<PlayReview>,
  { count, order, stars, token }: Pick<PlayReviewsQuery, "count" | "order" | "stars" | "token">
): Json => {
  const rank = (review: PlayReview): number => (order === 1 ? review.thumbs : order === 3 ? review.stars : 0)
  const found = newestFirst
    .filter((review) => stars === null || review.stars === stars)
    .map((review, i) => ({ review, i }))
    .sort((a, b) => rank(b.review) - rank(a.review) || a.i - b.i)
  const from = offsetOf(token)
  const rows = count > countMax ? [] : found.slice(from, from + count).map(({ review }) => review.row)
  if (rows.length === 0) return []
  const end = from + rows.length
  const next = end < found.length ? `${tokenStart}${Buffer.from(`at:${end}`).toString("base64url")}` : null
  return next === null ? [rows] : [rows, [null, next]]
}
