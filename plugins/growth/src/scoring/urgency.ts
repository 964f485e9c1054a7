/** growth-urgency@1: relevance/100 × open × sign × 2^(−age / half-life). */
export const urgencyModel = "growth-urgency@1"
export const urgencies = ["must_reply", "should_reply", "nice_to_have", "ignore"] as const
export type Urgency = (typeof urgencies)[number]
export const thresholds = { must_reply: 0.55, should_reply: 0.35, nice_to_have: 0.15 } as const

/** Whether an answer of yours would still help there. */
export const openness = ["open", "answered", "closed", "competitor_review"] as const
export type Openness = (typeof openness)[number]
const openFactors: Readonly<Record<Openness, number>> = { open: 1, answered: 0.3, closed: 0, competitor_review: 0.25 }
/** A complaint about the app itself, or its unanswered review of 1 or 2 stars. */
const ownComplaint = 1.3

export interface Urge {
  readonly relevance: number
  readonly open: Openness
  readonly isOwnComplaint: boolean
  readonly publishedMs: number
  readonly halfLifeMs: number
}

const baseOf = ({ isOwnComplaint, open, relevance }: Urge) =>
  (relevance / 100) * openFactors[open] * (isOwnComplaint ? ownComplaint : 1)

/** At a moment, 0 to 1. A date in the future is no reason to hurry. */
export const urgeAt = (urge: Urge, nowMs: number): number =>
  Math.min(1, baseOf(urge) * 2 ** (-Math.max(0, nowMs - urge.publishedMs) / urge.halfLifeMs))

export const urgencyAt = (urge: Urge, nowMs: number): Urgency => {
  const u = urgeAt(urge, nowMs)
  if (u >= thresholds.must_reply) return "must_reply"
  if (u >= thresholds.should_reply) return "should_reply"
  return u >= thresholds.nice_to_have ? "nice_to_have" : "ignore"
}

/** The moments until which it's in a class or a higher one, ms since the epoch; 0: it never is. */
export interface Moments {
  readonly mustMs: number
  readonly shouldMs: number
  readonly niceMs: number
}

export const momentsOf = (urge: Urge): Moments => {
  const base = baseOf(urge)
  const until = (threshold: number) =>
    base < threshold ? 0 : Math.floor(urge.publishedMs + urge.halfLifeMs * Math.log2(base / threshold))
  return {
    mustMs: until(thresholds.must_reply),
    shouldMs: until(thresholds.should_reply),
    niceMs: until(thresholds.nice_to_have)
  }
}

/** The class that stored moments tell, and until when. */
export const urgencyFrom = (
  { mustMs, niceMs, shouldMs }: Moments,
  nowMs: number
): readonly [Urgency, number | null] => {
  if (nowMs <= mustMs) return ["must_reply", mustMs]
  if (nowMs <= shouldMs) return ["should_reply", shouldMs]
  return nowMs <= niceMs ? ["nice_to_have", niceMs] : ["ignore", null]
}
