import { at } from "@storeglass/testkit"
import { Schema } from "effect"

const Mentions = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      name: Schema.String,
      position: Schema.NullOr(Schema.Int),
      trackId: Schema.NullOr(Schema.String),
      isOwnerApp: Schema.Boolean,
      sentiment: Schema.NullOr(Schema.Finite)
    })
  )
)
/** What is stored of answers, as the tests read it. */
export const Rows = Schema.Array(
  Schema.Struct({
    day: Schema.String,
    intent: Schema.String,
    prompt: Schema.String,
    model: Schema.String,
    status: Schema.String,
    mentions: Mentions
  })
)
export type Row = (typeof Rows.Type)[number]

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
export const tenth = (value: number) => Math.round(value * 10) / 10
const weight = (position: number | null) => {
  if (position === null) return 0.5
  return position === 1 ? 1 : position < 4 ? 0.85 : position < 6 ? 0.7 : position < 11 ? 0.5 : 0.3
}
/** The document's words, over single answers. */
export const counted = (rows: ReadonlyArray<Row>) => {
  const ok = rows.filter(({ status }) => status === "ok")
  const owners = ok.map(({ mentions }) => mentions.find(({ isOwnerApp }) => isOwnerApp))
  const named = owners.flatMap((owner) => (owner === undefined ? [] : [owner]))
  const sentiments = named.flatMap(({ sentiment }) => (sentiment === null ? [] : [sentiment]))
  const visibility = 100 * mean(owners.map((owner) => (owner === undefined ? 0 : weight(owner.position))))
  const sentiment = sentiments.length === 0 ? null : ((mean(sentiments) + 1) / 2) * 100
  const score = sentiment === null ? visibility : 0.7 * visibility + 0.3 * sentiment
  return {
    sampleSize: ok.length,
    promptsWithOwner: named.length,
    visibilityScore: named.length === 0 ? 0 : Math.round(Number(score.toFixed(6))),
    sentimentPct: sentiment === null ? null : tenth(sentiment)
  }
}
/** What a mention names: an app of the store, or a name that none has. */
export const appOf = ({ name, trackId }: { readonly name: string; readonly trackId: string | null }) =>
  trackId ?? name.normalize("NFKC").toLowerCase()

export const trackIdOf = (row: unknown): string | null => {
  const id = at(row, "trackId")
  return typeof id === "string" ? id : null
}
