/**
 * How an account's own counted figures correct the estimates that it sees. A residual is ln(counted ÷ estimated). The
 * mean of those of the same category is shrunk towards that of the same country, and this towards that of all, by
 * n/(n + 5); the residuals of the same developer then count by n/(n + 1), since its apps resemble each other most. In
 * the data that this was found in, the factor of the 80 % range fell from 3.2 to 2.4 with one other app of the same
 * developer, and to 2.2 with two to four.
 */

export interface Residual {
  readonly appId: string
  readonly country: string
  readonly genreId: string | null
  readonly developerId: string | null
  /** ln(counted ÷ estimated). */
  readonly log: number
}

/**
 * Whose counted figures an estimate rests on, beside those the models were fitted on.
 * - `global`: nobody's
 * - `category`: the account's own, of apps of the category
 * - `account`: the account's own, of this app or its developer
 */
export const calibrations = ["global", "category", "account"] as const
export type CalibrationLevel = (typeof calibrations)[number]

export interface Correction {
  readonly level: CalibrationLevel
  /** Factor on the figure and its range. */
  readonly factor: number
  /** Factor on the logarithmic width of the range, at most 1. */
  readonly width: number
  /** Residuals it comes from. */
  readonly n: number
}

/** Where the account has nothing to say. */
export const uncorrected: Correction = { level: "global", factor: 1, width: 1, n: 0 }
const shrinkage = { group: 5, developer: 1 } as const
const factorUncalibrated = 3.2
/** By the number of other apps of the developer. */
const widthOf = (n: number) =>
  Math.log(n === 0 ? factorUncalibrated : n === 1 ? 2.4 : 2.2) / Math.log(factorUncalibrated)

const mean = (residuals: ReadonlyArray<Residual>) =>
  residuals.reduce((sum, { log }) => sum + log, 0) / Math.max(1, residuals.length)

/** From `towards` to the mean of these, the further the more there are. */
const shrunk = (towards: number, residuals: ReadonlyArray<Residual>, k: number) =>
  towards + (mean(residuals) - towards) * (residuals.length / (residuals.length + k))

export const correctionFor = (
  residuals: ReadonlyArray<Residual>,
  app: Pick<Residual, "country" | "genreId" | "developerId">
): Correction => {
  const ofCategory = residuals.filter(({ genreId }) => genreId !== null && genreId === app.genreId)
  const ofDeveloper = residuals.filter(({ developerId }) => developerId !== null && developerId === app.developerId)
  if (ofCategory.length === 0 && ofDeveloper.length === 0) return uncorrected
  const ofCountry = residuals.filter(({ country }) => country === app.country)
  const all = shrunk(0, residuals, shrinkage.group)
  const country = shrunk(all, ofCountry, shrinkage.group)
  const category = shrunk(country, ofCategory, shrinkage.group)
  const log = shrunk(category, ofDeveloper, shrinkage.developer)
  const apps = new Set(ofDeveloper.map(({ appId }) => appId)).size
  return {
    level: apps > 0 ? "account" : "category",
    factor: Math.exp(log),
    width: widthOf(apps),
    n: new Set([...ofCategory, ...ofDeveloper]).size
  }
}

interface Ranged {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** A figure after the correction, with its range. */
export const corrected = <R extends Ranged>(figure: R, { factor, width }: Correction): R => {
  const value = figure.value * factor
  const around = (end: number) => value * Math.exp(Math.log(end / figure.value) * width)
  return { ...figure, value, low: around(figure.low), high: around(figure.high) }
}
