/**
 * From a store's public install counter alone: the average month since the release, times what a month now is beside
 * that average. Without factors for charting apps, since the counter is of the whole world and a chart of one country.
 */
import { candidate, factorsOf, type ModelAnswer, noBasis, together } from "./Candidate.ts"
import { daysPerMonthOfYear, type Installs } from "./calibration.ts"
import { pace } from "./growth.ts"
import { daysMin } from "./ratingShare.ts"

/** The counter is shown as the last step that it passed: 1, 5, 10, 50, 100 … */
const nextStep = (step: number) => step * (String(step).startsWith("5") ? 2 : 5)

/** Why the average of a lifetime is no figure yet. */
export const tooYoung = `released less than ${daysMin} days ago: its launch says nothing about a month`

export const lifetimeInstalls = (input: {
  readonly installs: Installs | null
  readonly ageDays: number | null
}): ModelAnswer => {
  const model = "lifetime-installs@2"
  const { ageDays, installs } = input
  if (installs === null) return noBasis(model, "the store has no install counter")
  if (ageDays === null) return noBasis(model, "the store has no release date")
  if (ageDays < daysMin) return noBasis(model, tooYoung, true)
  if (installs.count === 0) return noBasis(model, "no one has installed it yet")
  const months = ageDays / daysPerMonthOfYear
  const next = installs.exact ? installs.count : nextStep(installs.count)
  const all = Math.sqrt(installs.count * next)
  return candidate({
    model,
    value: (all / months) * pace.share,
    // Anywhere in the step alike: its logarithm has this standard deviation.
    factors: together(pace.factors, factorsOf(Math.log(next / installs.count) / Math.sqrt(12))),
    evidence: pace.evidence,
    inputs: [
      { name: installs.exact ? "installs" : "installsAtLeast", value: installs.count },
      { name: "ageMonths", value: Number(months.toFixed(1)) },
      { name: "pace", value: pace.share }
    ],
    limitations: [
      "from the app's whole lifetime, at the pace that apps of its kind keep",
      ...(installs.exact ? [] : ["only a step of the counter is known; the midpoint to the next step is used"])
    ]
  })
}
