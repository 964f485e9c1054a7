import { weightOf } from "./visibility.ts"

/**
 * The sums of some answers, from which every score follows. Sums of parts are the sums of the whole, as long as a prompt is in
 * one part alone: intents add up to the app.
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
  /** Prompts that were asked, whatever came of it. */
  readonly promptsAsked: number
  /** Prompts with an answer that is ok. */
  readonly promptsOk: number
  /** Prompts with an answer that names the owner. */
  readonly promptsWithOwner: number
  /**
   * Sums over prompts of the products of their own sums, for the interval: n answers that are ok, w their weights, m their
   * sentiments, s the sum of these. `nw` is the sum of n × w.
   */
  readonly nn: number
  readonly nw: number
  readonly nm: number
  readonly ns: number
  readonly ww: number
  readonly wm: number
  readonly ws: number
  readonly mm: number
  readonly ms: number
  readonly ss: number
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
  sentimentN: 0,
  promptsAsked: 0,
  promptsOk: 0,
  promptsWithOwner: 0,
  nn: 0,
  nw: 0,
  nm: 0,
  ns: 0,
  ww: 0,
  wm: 0,
  ws: 0,
  mm: 0,
  ms: 0,
  ss: 0
}

/** What of an answer counts. */
export interface ScoredAnswer {
  readonly status: "ok" | "parse_failed" | "refusal" | "error"
  /** The owner's mention; null when it isn't named. */
  readonly owner: { readonly position: number | null; readonly sentiment: number | null } | null
  /** The number of the prompt that it answers; without one it's of a prompt of its own. */
  readonly prompt?: number
}

const counter = {
  ok: "answersOk",
  refusal: "answersRefused",
  parse_failed: "answersUnread",
  error: "answersFailed"
} as const

/** The sums of one answer alone, without those of its prompt. */
const answerOf = ({ owner, status }: ScoredAnswer): Tally => {
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
  sentimentN: a.sentimentN + b.sentimentN,
  promptsAsked: a.promptsAsked + b.promptsAsked,
  promptsOk: a.promptsOk + b.promptsOk,
  promptsWithOwner: a.promptsWithOwner + b.promptsWithOwner,
  nn: a.nn + b.nn,
  nw: a.nw + b.nw,
  nm: a.nm + b.nm,
  ns: a.ns + b.ns,
  ww: a.ww + b.ww,
  wm: a.wm + b.wm,
  ws: a.ws + b.ws,
  mm: a.mm + b.mm,
  ms: a.ms + b.ms,
  ss: a.ss + b.ss
})

/** The tally of all answers to one prompt. */
const promptOf = (answers: ReadonlyArray<ScoredAnswer>): Tally => {
  const sum = answers.map(answerOf).reduce(plus, emptyTally)
  const { answersOk: n, sentimentN: m, sentimentSum: s, weightSum: w } = sum
  return {
    ...sum,
    promptsAsked: 1,
    promptsOk: Math.min(n, 1),
    promptsWithOwner: Math.min(sum.answersWithOwner, 1),
    nn: n * n,
    nw: n * w,
    nm: n * m,
    ns: n * s,
    ww: w * w,
    wm: w * m,
    ws: w * s,
    mm: m * m,
    ms: m * s,
    ss: s * s
  }
}

/** The tally of one answer, the only one of its prompt. */
export const tallyOf = (answer: ScoredAnswer): Tally => promptOf([answer])

export const tallyAll = (answers: Iterable<ScoredAnswer>): Tally => {
  const byPrompt = new Map<unknown, Array<ScoredAnswer>>()
  for (const answer of answers) {
    const prompt = answer.prompt ?? Symbol("alone")
    const group = byPrompt.get(prompt)
    if (group === undefined) byPrompt.set(prompt, [answer])
    else group.push(answer)
  }
  return [...byPrompt.values()].map(promptOf).reduce(plus, emptyTally)
}
