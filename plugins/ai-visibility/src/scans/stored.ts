/** What is kept of an answer, as JSON in its row. */
import { Schema } from "effect"

export const StoredMention = Schema.Struct({
  name: Schema.String,
  position: Schema.NullOr(Schema.Int),
  trackId: Schema.NullOr(Schema.String),
  isOwnerApp: Schema.Boolean,
  sentiment: Schema.NullOr(Schema.Finite),
  /** Of the source that it refers to; not shown. */
  citation: Schema.NullOr(Schema.Int)
})
export type StoredMention = typeof StoredMention.Type
export const Mentions = Schema.fromJsonString(Schema.Array(StoredMention))
export const mentionsText = Schema.encodeSync(Mentions)

export const Citations = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ url: Schema.String, title: Schema.String }))
)
export const citationsText = Schema.encodeSync(Citations)
