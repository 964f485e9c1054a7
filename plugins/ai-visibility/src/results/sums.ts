/** Sums over answers as they're kept and read: those of several intents add up. */
import { Schema } from "effect"
import type { Tally } from "../scoring/Tally.ts"

export const Sums = Schema.Struct({
  answersOk: Schema.Int,
  answersRefused: Schema.Int,
  answersUnread: Schema.Int,
  answersFailed: Schema.Int,
  answersWithOwner: Schema.Int,
  weightSum: Schema.Finite,
  weightSquares: Schema.Finite,
  positionSum: Schema.Int,
  positionN: Schema.Int,
  sentimentSum: Schema.Finite,
  sentimentSquares: Schema.Finite,
  sentimentN: Schema.Int,
  promptsAsked: Schema.Int,
  promptsOk: Schema.Int,
  promptsWithOwner: Schema.Int,
  nn: Schema.Finite,
  nw: Schema.Finite,
  nm: Schema.Finite,
  ns: Schema.Finite,
  ww: Schema.Finite,
  wm: Schema.Finite,
  ws: Schema.Finite,
  mm: Schema.Finite,
  ms: Schema.Finite,
  ss: Schema.Finite
} satisfies Record<keyof Tally, Schema.Top>)

/** The columns of each, in the order of the table. */
export const columns = {
  answersOk: "ok",
  answersRefused: "refused",
  answersUnread: "unread",
  answersFailed: "failed",
  answersWithOwner: "named",
  weightSum: "weight_sum",
  weightSquares: "weight_squares",
  positionSum: "position_sum",
  positionN: "position_n",
  sentimentSum: "sentiment_sum",
  sentimentSquares: "sentiment_squares",
  sentimentN: "sentiment_n",
  promptsAsked: "prompts_asked",
  promptsOk: "prompts_ok",
  promptsWithOwner: "prompts_named",
  nn: "nn",
  nw: "nw",
  nm: "nm",
  ns: "ns",
  ww: "ww",
  wm: "wm",
  ws: "ws",
  mm: "mm",
  ms: "ms",
  ss: "ss"
} as const satisfies Record<keyof Tally, string>
const isFloat = (column: string) => /^((weight|sentiment)_s|[nwms]{2}$)/.test(column)

/** Of rows from before prompts were counted: each answer was a prompt's. */
const before: Readonly<Record<string, string>> = {
  prompts_asked: "coalesce(prompts_asked, ok + refused + unread + failed)",
  prompts_named: "coalesce(prompts_named, named)"
}
const read = (column: string) => before[column] ?? column

const listed = (each: (name: string, column: string) => string) =>
  Object.entries(columns)
    .map(([name, column]) => each(name, column))
    .join(", ")

/** SQL of these: as they are in a row, and their columns, sources and types for writing. */
export const sql = {
  plain: listed((name, column) => `${read(column)} AS "${name}"`),
  columns: Object.values(columns).join(", "),
  names: listed((name) => `"${name}"`),
  types: listed((name, column) => `"${name}" ${isFloat(column) ? "float8" : "int"}`)
}
