/** From a store's public install counter, where it has one: the best free signal there is. */
import { candidate, type ModelAnswer, noBasis } from "./Candidate.ts"
import { daysPerMonth, type Installs } from "./calibration.ts"
import { type Earlier, growthDaysMin } from "./ratings.ts"

export const installGrowth = (input: {
  readonly installs: Installs | null
  readonly earlier: Earlier | null
}): ModelAnswer => {
  const model = "install-growth@1"
  if (input.installs === null) return noBasis(model, "the store has no install counter")
  if (!input.installs.exact) return noBasis(model, "only the last step the counter passed is known")
  if (input.earlier === null || input.earlier.days < growthDaysMin)
    return noBasis(model, `no stored counter is ${growthDaysMin} days old yet`)
  const grown = input.installs.count - input.earlier.count
  if (grown <= 0) return noBasis(model, "the counter didn't move in the observed days")
  return candidate({
    model,
    value: (grown / input.earlier.days) * daysPerMonth,
    weight: 1,
    spread: 1.6,
    grade: "counter",
    inputs: [
      { name: "newInstalls", value: grown },
      { name: "days", value: input.earlier.days }
    ],
    limitations: []
  })
}
