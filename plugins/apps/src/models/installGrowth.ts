/** From a store's public install counter, where it has one: the best free signal there is. */
import { candidate, type ModelAnswer, noBasis } from "./Candidate.ts"
import { daysPerMonth } from "./calibration.ts"
import { type Earlier, growthDaysMin } from "./ratings.ts"

export const installGrowth = (input: {
  readonly installs: { readonly count: number; readonly exact: boolean } | null
  readonly earlier: Earlier | null
}): ModelAnswer => {
  const model = "install-growth@1"
  if (input.installs === null) return noBasis(model, "this store has no public install counter")
  if (input.earlier === null || input.earlier.days < growthDaysMin)
    return noBasis(model, `no counter of ours is at least ${growthDaysMin} days old yet`)
  const grown = input.installs.count - input.earlier.count
  if (grown <= 0) return noBasis(model, "the counter did not move in the observed days")
  return candidate({
    model,
    value: (grown / input.earlier.days) * daysPerMonth,
    weight: 1,
    spread: input.installs.exact ? 1.6 : 3,
    grade: input.installs.exact ? "counter" : "coarse",
    inputs: [
      { name: "newInstalls", value: grown },
      { name: "days", value: input.earlier.days }
    ],
    limitations: [
      "the counter is of the whole world, not of one country",
      ...(input.installs.exact ? [] : ["the counter moves in steps: only its lower bound is known"])
    ]
  })
}
