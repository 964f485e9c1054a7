/** The estimators against the shared figures, so that no change makes them worse unseen. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readCounted } from "../backtest/data.ts"
import { backtest, isRated } from "../backtest/estimators.ts"
import { fitRatingShare } from "../backtest/fit.ts"
import { sharedFiles } from "../backtest/main.ts"
import { summaryOf } from "../backtest/summary.ts"
import { pace } from "../src/models/growth.ts"
import { ratingShare } from "../src/models/ratingShare.ts"

const withFile = <A, E>(text: string, use: (file: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "storeglass-backtest-"))),
    (folder) => {
      const file = join(folder, "sales.csv")
      writeFileSync(file, text)
      return use(file)
    },
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

describe.skipIf(!sharedFiles.every(existsSync))("the back-test on the shared figures", () => {
  const scores = Effect.map(Effect.forEach(sharedFiles, readCounted), (files) => backtest(files.flat()))

  it.effect("finds each stated range of 80 % covering 75 to 88 % of what was counted", () =>
    Effect.gen(function* () {
      const all = yield* scores
      assert.deepStrictEqual(
        all.map(({ estimator, n }) => [estimator, n]),
        [
          ["installs-by-ratings@2", 8921],
          ["lifetime-installs@2", 22],
          ["rating-growth@2", 17],
          ["downloads@2", 14]
        ]
      )
      for (const { coverage, estimator } of all)
        assert.isTrue(coverage >= 0.75 && coverage <= 0.88, `${estimator} covers ${coverage}`)
    })
  )

  it.effect("finds the estimators no worse than they were, and better than the published rules", () =>
    Effect.gen(function* () {
      const worst = {
        "installs-by-ratings@2": 0.62,
        "lifetime-installs@2": 0.96,
        "rating-growth@2": 0.47,
        "downloads@2": 0.61
      }
      for (const { baselines, estimator, medianAbsoluteLogError: error } of yield* scores) {
        assert.isAtMost(error, Object.entries(worst).find(([name]) => name === estimator)?.[1] ?? 0, estimator)
        if (estimator !== "rating-growth@2")
          for (const baseline of baselines) assert.isBelow(error, baseline.medianAbsoluteLogError, baseline.name)
      }
    })
  )

  it.effect("states for the pace of installs the coverage that it finds", () =>
    Effect.map(scores, (all) => {
      const found = all.find(({ estimator }) => estimator === "lifetime-installs@2")
      assert.deepStrictEqual(
        [pace.evidence.n, pace.evidence.coverageObserved],
        [found?.n, Number(found?.coverage.toFixed(4))]
      )
    })
  )

  it.effect("covers in each band, by models of the other snapshots, what it states", () =>
    Effect.sync(() => {
      for (const { coverageObserved, n } of ratingShare.bands) {
        assert.isAtLeast(n, 80)
        assert.isTrue(coverageObserved >= 0.75 && coverageObserved <= 0.88)
      }
    })
  )
})

describe("the back-test on an owner's sales", () => {
  it.effect("scores the estimators whose columns a file has", () => {
    const rows = ["chart,rank,country,downloads,revenue", "top-free,1,us,4100000,", "top-grossing,10,us,,8000000"]
    return withFile(rows.join("\n"), (file) =>
      Effect.map(readCounted(file), (counted) => {
        const scores = backtest(counted)
        assert.deepStrictEqual(
          scores.map(({ estimator, n }) => [estimator, n]),
          [
            ["rank-downloads@2 (top-free)", 1],
            ["grossing-revenue@2 (top-grossing)", 1]
          ]
        )
        assert.include(summaryOf(scores).table, "| rank-downloads@2 (top-free) | a month's downloads | 1 | 0.02 |")
      })
    )
  })

  it.effect("names the row and the column that it can't read", () =>
    withFile("chart,rank\ntop-free,first\n", (file) =>
      Effect.map(Effect.flip(readCounted(file)), ({ message }) =>
        assert.strictEqual(message, `${file}, row 2: rank is 'first', not a number from 0 up`)
      )
    )
  )
})

describe("the fit", () => {
  it("finds the share that invented apps were made with", () => {
    const apps = Array.from({ length: 600 }, (_, index) => {
      const ratings = 20 + ((index * 37) % 900)
      const years = 0.5 + (index % 40) / 5
      const paid = index % 10 === 0
      const noise = ((index * 17) % 21) / 10 - 1
      const share = Math.exp(-4.5 + 0.2 * Math.log(ratings / 300) - 0.1 * Math.log(years) + (paid ? 1.5 : 0) + noise)
      return { ratings, years, paid, category: "Tools", installs: ratings / share, snapshot: `s${index % 3}` }
    })
    const fitted = fitRatingShare(apps, { calibratedOn: "invented", fittedAt: "2026-01-01" })
    assert.approximately(fitted.level + (fitted.categories.Tools ?? 0), -4.5, 0.1)
    assert.approximately(fitted.ratings, 0.2, 0.05)
    assert.approximately(fitted.paid, 1.5, 0.1)
    assert.isTrue(isRated({ ...counted, ratings: 20 }) && !isRated({ ...counted, ratings: 19 }))
  })
})

const counted = {
  snapshot: "s",
  category: null,
  paid: false,
  ratings: 20,
  installs: 100,
  ageDays: 400,
  ratingsBefore: null,
  installsBefore: null,
  days: null,
  chart: null,
  rank: null,
  country: "us",
  game: false,
  downloads: null,
  revenue: null
}
