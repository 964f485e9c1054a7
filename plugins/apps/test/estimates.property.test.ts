import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { calibrationOf } from "../src/config.ts"
import { estimateMarket } from "../src/intelligence/marketEstimates.ts"
import { candidate, factorsOf, type ModelAnswer, noBasis } from "../src/models/Candidate.ts"
import { markets, rankCurves } from "../src/models/calibration.ts"
import { combine } from "../src/models/combine.ts"
import { rankDownloads } from "../src/models/rankCurve.ts"
import { lifetimeRatings, ratingGrowth } from "../src/models/ratings.ts"
import { settings, storeApp } from "./support.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Count = Schema.NullOr(between(0, 50_000_000))
const Said = Schema.Struct({ value: between(1, 1_000_000_000), percent: between(1, 300), counted: Schema.Boolean })
const answerOf = ({ counted, percent, value }: typeof Said.Type): ModelAnswer =>
  candidate({
    model: "m@1",
    value,
    factors: factorsOf(percent / 100),
    evidence: { coverageObserved: null, n: null, calibratedOn: "tests", fittedAt: "2026-01-01" },
    counted,
    inputs: [],
    limitations: []
  })

describe("combination", () => {
  it.prop("holds its value in its range, whatever the models say", [Schema.Array(Said)], ([said]) => {
    const joined = combine(said.map(answerOf))
    if (joined.value === null) return assert.strictEqual(said.length, 0)
    assert.isTrue(joined.low > 0 && joined.low < joined.value && joined.value < joined.high)
  })

  it.prop("lies between the least and the most that a model says", [Schema.NonEmptyArray(Said)], ([said]) => {
    const joined = combine(said.map(answerOf))
    const values = said.map(({ value }) => value)
    assert.isNotNull(joined.value)
    if (joined.value === null) return
    assert.isTrue(joined.value >= Math.min(...values) * 0.999999 && joined.value <= Math.max(...values) * 1.000001)
  })

  it.prop("never excludes every model", [Schema.NonEmptyArray(Said)], ([said]) => {
    const joined = combine(said.map(answerOf))
    if (joined.value === null) return assert.fail("nothing was combined")
    const { high, low } = joined
    assert.isTrue(
      said.some(({ value }) => value >= low * 0.999999 && value <= high * 1.000001),
      `${low} to ${high}`
    )
  })

  it.prop("has low confidence where two models exclude each other", [Schema.NonEmptyArray(Said)], ([said]) => {
    const far = { ...said[0], value: 1, percent: 10 }
    const joined = combine([...said, far, { ...far, value: 1_000_000 }].map(answerOf))
    assert.isTrue(joined.value !== null && joined.confidence === "low" && joined.contradictory)
  })

  it.prop("is not moved by a model that has nothing to say", [Schema.Array(Said)], ([said]) => {
    const answers = said.map(answerOf)
    assert.strictEqual(combine([...answers, noBasis("n@1", "none")]).value, combine(answers).value)
  })
})

describe("models", () => {
  it.prop("give a better rank no fewer downloads", [between(1, 5000), between(1, 5000)], ([one, other]) => {
    const at = (rank: number) => {
      const position = { _tag: "Ranked", rank } as const
      const answer = rankDownloads({
        position,
        chart: "top-free",
        country: "us",
        isGame: false,
        curves: rankCurves,
        markets
      })
      return answer._tag === "Candidate" ? answer.value : Number.NaN
    }
    assert.isTrue(at(Math.min(one, other)) >= at(Math.max(one, other)))
  })

  it.prop(
    "say nothing, and never 0, of what is not known",
    [Count, Schema.NullOr(between(0, 10_000)), Schema.Boolean, Count],
    ([ratingCount, ageDays, paid, earlier]) => {
      const app = { ratingCount, ageDays, paid, category: null }
      const answers = [
        lifetimeRatings(app),
        ratingGrowth({ ...app, earlier: earlier === null ? null : { count: earlier, days: 12 } })
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
        asOfMs: Date.UTC(2026, 9, 5),
        downloadsChart: { overall: chart, genre: null },
        grossingChart: { overall: chart, genre: null },
        earlier: null,
        calibration,
        currency: "EUR"
      })
      assert.strictEqual(report.estimatedRevenue.currency, "EUR")
      for (const figure of [report.estimatedDownloads, report.estimatedRevenue]) {
        if (figure.value === null) {
          assert.deepInclude(figure, { range: null, confidence: "none" })
          assert.include(["unavailable", "not_measured"], figure.status)
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
