import { weightOf } from "./visibility.ts"

/**
 * The sums of some answers, from which every score follows. Sums of parts are the sums of the whole: days of intents add up to
 * those of the app, and days to windows.
 */
export interface Tally {
  readonly answersOk: number
  /** Beside the denominator. */
  readonly answersRefused: number
  readonly answersUnread: number
  readonly answersFailed: number
  /** Of those that are ok. */
  readonly answersWithOwner: number
  /** Sum of the weights of the owner's mentions; 0 for an answer without one. */
  readonly weightSum: number
  /** Sum of the weights' squares, for the interval. */
  readonly weightSquares: number
  readonly positionSum: number
  readonly positionN: number
  readonly sentimentSum: number
  readonly sentimentSquares: number
  readonly sentimentN: number
}

export const emptyTally: Tally = {
  answersOk: 0,
  answersRefused: 0,
  answersUnread: 0,
  answersFailed: 0,
  answersWithOwner: 0,
  weightSum: 0,
  weightSquares: 0,
  positionSum: 0,
  positionN: 0,
  sentimentSum: 0,
  sentimentSquares: 0,
  sentimentN: 0
}

/** What of an answer counts. */
export interface ScoredAnswer {
  readonly status: "ok" | "parse_failed" | "refusal" | "error"
  /** The owner's mention; null when it isn't named. */
  readonly owner: { readonly position: number | null; readonly sentiment: number | null } | null
}

const counter = {
  ok: "answersOk",
  refusal: "answersRefused",
  parse_failed: "answersUnread",
  error: "answersFailed"
} as const

/** The tally of one answer. */
export const tallyOf = ({ owner, status }: ScoredAnswer): Tally => {
  const counted = { ...emptyTally, [counter[status]]: 1 }
  if (status !== "ok" || owner === null) return counted
  const weight = weightOf(owner.position)
  const { position, sentiment } = owner
  return {
    ...counted,
    answersWithOwner: 1,
    weightSum: weight,
    weightSquares: weight ** 2,
    ...(position === null ? {} : { positionSum: position, positionN: 1 }),
    ...(sentiment === null ? {} : { sentimentSum: sentiment, sentimentSquares: sentiment ** 2, sentimentN: 1 })
  }
}

export const plus = (a: Tally, b: Tally): Tally => ({
  answersOk: a.answersOk + b.answersOk,
  answersRefused: a.answersRefused + b.answersRefused,
  answersUnread: a.answersUnread + b.answersUnread,
  answersFailed: a.answersFailed + b.answersFailed,
  answersWithOwner: a.answersWithOwner + b.answersWithOwner,
  weightSum: a.weightSum + b.weightSum,
  weightSquares: a.weightSquares + b.weightSquares,
  positionSum: a.positionSum + b.positionSum,
  positionN: a.positionN + b.positionN,
  sentimentSum: a.sentimentSum + b.sentimentSum,
  sentimentSquares: a.sentimentSquares + b.sentimentSquares,
  sentimentN: a.sentimentN + b.sentimentN
})

export const tallyAll = (answers: Iterable<ScoredAnswer>): Tally => {
  let sum = emptyTally
  for (const answer of answers) sum = plus(sum, tallyOf(answer))
  return sum
}
