/**
 * From a store's public install counter alone: all installs, spread evenly over the app's age. The rule of thumb behind
 * lifetime-ratings@1 with the counter in the place of its guess of all installs; without its factors for charting apps,
 * since the counter is of the whole world and a chart of one country.
 */
import { candidate, type ModelAnswer, noBasis, spreadMax } from "./Candidate.ts"
import { daysPerMonthOfYear, type Installs } from "./calibration.ts"

/** The counter is shown as the last step that it passed: 1, 5, 10, 50, 100 … */
const nextStep = (step: number) => step * (String(step).startsWith("5") ? 2 : 5)

export const lifetimeInstalls = (input: {
  readonly installs: Installs | null
  readonly ageDays: number | null
}): ModelAnswer => {
  const model = "lifetime-installs@1"
  const { ageDays, installs } = input
  if (installs === null) return noBasis(model, "the store has no install counter")
  if (ageDays === null) return noBasis(model, "the store has no release date")
  if (installs.count === 0) return noBasis(model, "no one has installed it yet")
  // A young app has not had a month; dividing by days would multiply its launch week.
  const months = Math.max(1, ageDays / daysPerMonthOfYear)
  const all = installs.exact ? installs.count : Math.sqrt(installs.count * nextStep(installs.count))
  return candidate({
    model,
    value: all / months,
    weight: 0.25,
    spread: spreadMax,
    grade: "coarse",
    inputs: [
      { name: installs.exact ? "installs" : "installsAtLeast", value: installs.count },
      { name: "ageMonths", value: Number(months.toFixed(1)) }
    ],
    limitations: [
      "averages over the app's whole lifetime",
      ...(installs.exact ? [] : ["only a step of the counter is known; the midpoint to the next step is used"])
    ]
  })
}
