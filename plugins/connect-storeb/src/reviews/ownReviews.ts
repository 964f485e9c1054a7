import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OwnReviews } from "../contract.ts"

const reviewsMax = 1_000
const counted = rowsOf(Schema.Struct({ n: Schema.Int }))
const reviews = rowsOf(
  Schema.Struct({
    rating: Schema.Int,
    title: Schema.NullOr(Schema.String),
    text: Schema.String,
    modifiedMs: Schema.Finite
  })
)

export const ownReviews = Layer.effect(
  OwnReviews,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return OwnReviews.of({
      written: Effect.fn("OwnReviews.written")(function* (accountId, packageName, { fromMs, toMs }) {
        const ofApp = sql`account_id = ${accountId}::uuid AND package_name = ${packageName}`
        const found = yield* reviews(sql`
          SELECT star_rating::int AS rating, title, body AS text, (extract(epoch FROM modified_at) * 1000)::float8 AS "modifiedMs"
          FROM connect_storeb_reviews WHERE ${ofApp} AND star_rating IS NOT NULL
            AND modified_at >= ${isoOf(fromMs)}::timestamptz AND modified_at < ${isoOf(toMs)}::timestamptz
          ORDER BY modified_at DESC, review_id LIMIT ${reviewsMax}::int`)
        if (found.length === 0) {
          const [any] = yield* counted(sql`SELECT count(*)::int AS n FROM (
            SELECT 1 FROM connect_storeb_reviews WHERE ${ofApp} LIMIT 1) kept`)
          if (any === undefined || any.n === 0) return undefined
        }
        return found.map(({ modifiedMs, ...review }) => ({ ...review, date: isoOf(modifiedMs) }))
      })
    })
  })
)
