import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { calibrationOf } from "../src/config.ts"
import { estimateMarket } from "../src/intelligence/marketEstimates.ts"
import { candidate, type ModelAnswer, noBasis } from "../src/models/Candidate.ts"
import { markets, rankCurves } from "../src/models/calibration.ts"
import { combine } from "../src/models/combine.ts"
import { rankDownloads } from "../src/models/rankCurve.ts"
import { lifetimeRatings, ratingGrowth } from "../src/models/ratings.ts"
import { settings, storeApp } from "./support.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Count = Schema.NullOr(between(0, 50_000_000))
const grades = { counter: 1.6, calibrated: 1.6, coarse: 3 } as const
const Said = Schema.Struct({
  value: between(1, 1_000_000_000),
  weight: between(1, 10),
  grade: Schema.Literals(["counter", "calibrated", "coarse"])
})
const answerOf = ({ grade, value, weight }: typeof Said.Type): ModelAnswer =>
  candidate({ model: "m@1", value, weight: weight / 10, spread: grades[grade], grade, inputs: [], limitations: [] })
const width = (answers: ReadonlyArray<ModelAnswer>) => {
  const joined = combine(answers)
  return joined.value === null ? Number.POSITIVE_INFINITY : joined.high / joined.low
}

describe("combination", () => {
  it.prop("holds its value in its range, whatever the models say", [Schema.Array(Said)], ([said]) => {
    const joined = combine(said.map(answerOf))
    if (joined.value === null) return assert.strictEqual(said.length, 0)
    assert.isTrue(joined.low > 0 && joined.low < joined.value && joined.value < joined.high)
    assert.isTrue(joined.high / joined.value <= 3.000001)
  })

  it.prop("lies between the least and the most that a model says", [Schema.NonEmptyArray(Said)], ([said]) => {
    const joined = combine(said.map(answerOf))
    const values = said.map(({ value }) => value)
    assert.isNotNull(joined.value)
    if (joined.value === null) return
    assert.isTrue(joined.value >= Math.min(...values) * 0.999999 && joined.value <= Math.max(...values) * 1.000001)
  })

  it.prop(
    "never widens when one more model agrees",
    [Schema.NonEmptyArray(Said), Schema.Literals(["counter", "calibrated", "coarse"]), between(0, 29)],
    ([said, grade, percent]) => {
      // All of one opinion, give or take a few percent.
      const base = said[0].value
      const agreeing = said.map((one, index) => answerOf({ ...one, value: base * (1 + (index % 2) * 0.1) }))
      const more = answerOf({ value: base * (1 + percent / 100), weight: 5, grade })
      assert.isTrue(width([...agreeing, more]) <= width(agreeing) * 1.000001)
    }
  )

  it.prop("is not moved by a model that has nothing to say", [Schema.Array(Said)], ([said]) => {
    const answers = said.map(answerOf)
    assert.strictEqual(combine([...answers, noBasis("n@1", "none")]).value, combine(answers).value)
  })
})

describe("models", () => {
  it.prop("give a better rank no fewer downloads", [between(1, 5000), between(1, 5000)], ([one, other]) => {
    const at = (rank: number) => {
      const position = { _tag: "Ranked", rank } as const
      const answer = rankDownloads({ position, chart: "top-free", country: "us", curves: rankCurves, markets })
      return answer._tag === "Candidate" ? answer.value : Number.NaN
    }
    assert.isTrue(at(Math.min(one, other)) >= at(Math.max(one, other)))
  })

  it.prop(
    "say nothing, and never 0, of what is not known",
    [Count, Schema.NullOr(between(0, 10_000)), Schema.NullOr(Schema.Boolean), Count],
    ([ratingCount, ageDays, charting, earlier]) => {
      const answers = [
        lifetimeRatings({ ratingCount, ageDays, charting }),
        ratingGrowth({ ratingCount, earlier: earlier === null ? null : { count: earlier, days: 12 } })
      ]
      for (const answer of answers) if (answer._tag === "Candidate") assert.isTrue(answer.value > 0)
      if (ratingCount === null) assert.isNull(combine(answers).value)
    }
  )
})

describe("the market figures of a report", () => {
  const calibration = calibrationOf(settings())
  it.prop(
    "are null with a status, or positive with a range around them",
    [Count, Schema.NullOr(between(0, 100)), Schema.NullOr(between(1, 120)), Schema.Literals(["us", "de", "lu"])],
    ([ratingCount, price, rank, country]) => {
      const entries = Array.from({ length: 100 }, (_, index) => ({ appId: `x${index}`, genreId: "6002" }))
      if (rank !== null && rank <= 100) entries[rank - 1] = { appId: "1", genreId: "6002" }
      const chart = rank === null ? null : { asOfMs: 0, entries }
      const report = estimateMarket({
        app: storeApp("1", { ratingCount, price, country }),
        nowMs: Date.UTC(2026, 9, 5),
        downloadsChart: { overall: chart, genre: null },
        grossingChart: { overall: chart, genre: null },
        earlier: null,
        calibration
      })
      for (const figure of [report.estimatedDownloads, report.estimatedRevenue]) {
        if (figure.value === null) {
          assert.deepInclude(figure, { range: null, status: "unavailable", confidence: "none" })
          assert.isNotEmpty(figure.notUsed)
        } else {
          assert.deepInclude(figure, { status: "estimated" })
          assert.notStrictEqual(figure.confidence, "high")
          const { range } = figure
          assert.isTrue(range !== null && range.low >= 1 && range.low <= figure.value && figure.value <= range.high)
        }
      }
      if (price === 0 && (rank === null || rank > 100)) assert.isNull(report.estimatedRevenue.value)
    }
  )
})
