/** Student's t, for intervals over few terms. */

/** ln Γ by Lanczos' sum, good to 1e-14 for x > 0. */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7
]
const lnGamma = (x: number): number => {
  const shifted = x - 1
  const t = shifted + 7.5
  const sum = lanczos.reduce((total, term, at) => total + term / (shifted + at + 1), 0.99999999999980993)
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum)
}

const tiny = 1e-300

/** The continued fraction of the incomplete beta function, by Lentz's way. */
const fraction = (a: number, b: number, x: number): number => {
  const safe = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1))
  let found = d
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / safe(1 + even * d)
    c = safe(1 + even / c)
    found *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / safe(1 + odd * d)
    c = safe(1 + odd / c)
    found *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return found
}

/** The regularised incomplete beta function, 0 ≤ x ≤ 1. */
const incompleteBeta = (a: number, b: number, x: number): number => {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(a, b, x)) / a : 1 - (front * fraction(b, a, 1 - x)) / b
}

/** How likely |t| is beyond this, with so many degrees of freedom (any number above 0). */
export const twoSided = (t: number, freedom: number): number =>
  incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t))

/** The t that |t| passes with this likelihood, as 0.05 for intervals of 95%. */
export const quantile = (beyond: number, freedom: number): number => {
  let low = 0
  let high = 1
  while (twoSided(high, freedom) > beyond && high < 1e12) high *= 2
  for (let step = 0; step < 200 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2
    if (twoSided(middle, freedom) > beyond) low = middle
    else high = middle
  }
  return (low + high) / 2
}
