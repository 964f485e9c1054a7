import type { Tally } from "./Tally.ts"

/** The model of the score, named wherever a score is. */
export const scoreModel = "visibility@1"

/** What an answer counts by how the owner's app stands in it. */
export const weightOf = (position: number | null): number => {
  if (position === null) return 0.5
  if (position <= 1) return 1
  if (position <= 3) return 0.85
  if (position <= 5) return 0.7
  return position <= 10 ? 0.5 : 0.3
}

export const labels = ["excellent", "good", "fair", "poor"] as const
export type ScoreLabel = (typeof labels)[number]
export const labelOf = (score: number): ScoreLabel => {
  if (score >= 80) return "excellent"
  if (score >= 60) return "good"
  return score >= 40 ? "fair" : "poor"
}

/** Parts of a percentage are kept to a tenth: more would say more than was measured. */
const tenth = (value: number) => Math.round(value * 10) / 10

/** A score, and what it was counted from. */
export interface Score {
  /** 0 to 100; null when nothing was measured. */
  readonly score: number | null
  readonly label: ScoreLabel | null
  readonly status: "measured" | "not_measured"
  /** Weighed by position, 0 to 100. */
  readonly visibility: number | null
  /** 0 to 100; null without a sentiment. */
  readonly sentimentPct: number | null
  /** Mean list rank; null when it's in no list. */
  readonly positionAvg: number | null
  /** Percent of answers that name the app. */
  readonly mentionPct: number | null
  /** Answers that are counted. */
  readonly sampleSize: number
}

const notMeasured: Score = {
  score: null,
  label: null,
  status: "not_measured",
  visibility: null,
  sentimentPct: null,
  positionAvg: null,
  mentionPct: null,
  sampleSize: 0
}

/**
 * `visibility@1`. Over answers that are ok: visibility = 100 × mean weight; sentimentPct = (mean sentiment + 1) / 2 × 100;
 * score = round(.7 visibility + .3 sentimentPct), or visibility alone without a sentiment; 0 for an app that's never named.
 */
export const scoreOf = ({
  answersOk,
  answersWithOwner,
  positionN,
  positionSum,
  sentimentN,
  sentimentSum,
  weightSum
}: Tally): Score => {
  if (answersOk === 0) return notMeasured
  const visibility = (100 * weightSum) / answersOk
  const sentimentPct = sentimentN === 0 ? null : ((sentimentSum / sentimentN + 1) / 2) * 100
  const composite = sentimentPct === null ? visibility : 0.7 * visibility + 0.3 * sentimentPct
  const score = answersWithOwner === 0 ? 0 : Math.min(100, Math.max(0, roundHalfUp(composite)))
  return {
    score,
    label: labelOf(score),
    status: "measured",
    visibility: tenth(visibility),
    sentimentPct: sentimentPct === null ? null : tenth(sentimentPct),
    positionAvg: positionN === 0 ? null : tenth(positionSum / positionN),
    mentionPct: tenth((100 * answersWithOwner) / answersOk),
    sampleSize: answersOk
  }
}

/** Sums of tenths aren't exact: 62.49999999999999 is meant as 62.5. */
const roundHalfUp = (value: number) => Math.round(Number(value.toFixed(6)))
