/** 95%, two-sided. */
const z95 = 1.959964

export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * The score interval of a share (Wilson, JASA 22, 1927), which holds its level with few cases too (Brown, Cai & DasGupta,
 * Statistical Science 16, 2001). `z` is the normal quantile; 95% by default.
 */
export const wilson = (hits: number, of: number, z = z95): Interval => {
  const share = hits / of
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const reach = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return { low: hits === 0 ? 0 : middle - reach, high: hits === of ? 1 : middle + reach }
}

export interface Counted {
  readonly hits: number
  readonly of: number
}

/** The interval of a difference of two shares, from both ones' score intervals (Newcombe, Statistics in Medicine 17, 1998, method 10). */
export const difference = (a: Counted, b: Counted, z = z95): Interval => {
  const [shareA, shareB] = [a.hits / a.of, b.hits / b.of]
  const [ofA, ofB] = [wilson(a.hits, a.of, z), wilson(b.hits, b.of, z)]
  return {
    low: shareA - shareB - Math.hypot(shareA - ofA.low, ofB.high - shareB),
    high: shareA - shareB + Math.hypot(ofA.high - shareA, shareB - ofB.low)
  }
}

/** The normal quantile for 95% over so many comparisons at once (Bonferroni), by Abramowitz & Stegun 26.2.23. */
export const quantileFor = (comparisons: number): number => {
  if (comparisons <= 1) return z95
  const t = Math.sqrt(-2 * Math.log(0.025 / comparisons))
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3)
}
