/** From a store's public install counter, where it has one: the best free signal there is. */
import { candidate, factorsOf, type ModelAnswer, noBasis } from "./Candidate.ts"
import { daysPerMonth, type Installs } from "./calibration.ts"
import { type Earlier, growthDaysMin } from "./ratings.ts"

/** The counter is exact; the month around the observed days may run differently. By judgement: 25 % over a week. */
const weekSigma = 0.25

export const installGrowth = (input: {
  readonly installs: Installs | null
  readonly earlier: Earlier | null
}): ModelAnswer => {
  const model = "install-growth@2"
  if (input.installs === null) return noBasis(model, "the store has no install counter")
  if (!input.installs.exact) return noBasis(model, "only the last step the counter passed is known")
  if (input.earlier === null || input.earlier.days < growthDaysMin)
    return noBasis(model, `no stored counter is ${growthDaysMin} days old yet`, true)
  const grown = input.installs.count - input.earlier.count
  if (grown <= 0) return noBasis(model, "the counter didn't move in the observed days")
  return candidate({
    model,
    value: (grown / input.earlier.days) * daysPerMonth,
    factors: factorsOf(Math.hypot(weekSigma * Math.sqrt(growthDaysMin / input.earlier.days), 1 / Math.sqrt(grown))),
    evidence: {
      coverageObserved: null,
      n: null,
      calibratedOn: "the store's own counter; the range is by judgement",
      fittedAt: "2026-11-22"
    },
    counted: true,
    inputs: [
      { name: "newInstalls", value: grown },
      { name: "days", value: input.earlier.days }
    ],
    limitations: []
  })
}
