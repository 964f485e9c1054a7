/** The back-test of keyword scores on an owner's known popularity. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { rankCorrelation } from "../backtest/scores.ts"

describe("npm run -s backtest -- --keywords FILE", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "storeglass-keywords-backtest-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const backtest = (rows: ReadonlyArray<string>, ...flags: ReadonlyArray<string>) => {
    const file = join(folder, "known.csv")
    writeFileSync(file, rows.join("\n"))
    const script = join(root, "scripts/backtest.ts")
    return spawnSync(process.execPath, [script, "--keywords", file, ...flags], { encoding: "utf8" })
  }

  it("says how well the volumes order an owner's keywords, beside naive scores, and how far off they are", () => {
    const { status, stderr, stdout } = backtest(
      [
        "keyword,popularity,prefix,place,titles,volume",
        // What is completed early is searched most: the model and the owner's figures agree on the order.
        "music,80,2,1,0.9,",
        "photo editor,62,4,1,0.8,",
        "doctor online,40,8,3,0.3,",
        "zzyzx tracker,5,,,0,",
        "unmeasured,50,,,,",
        "unknown,,3,1,0.5,",
        "as answered,30,,,,20"
      ],
      "--json"
    )
    assert.strictEqual(status, 0, stderr)
    const [score] = JSON.parse(stdout).scores
    assert.deepInclude(score, { estimator: "kw-volume@2", n: 5, withoutScore: 1 })
    assert.approximately(score.rankCorrelation, 1, 1e-12)
    assert.isAtMost(score.medianAbsoluteError, 17)
    assert.isAtLeast(score.coverage, 0.6)
    assert.isBelow(score.baselines[0].rankCorrelation, 1)
    const table = backtest(["keyword,popularity,volume", "a,1,2", "b,2,3", "c,3,1"]).stdout
    assert.match(table, /^\| kw-volume@2 \| 3 \| 0 \| -0\.50 \|/m)
  })

  it("names the row and the column that it can't read", () => {
    for (const [row, why] of [
      ["music,loud,2,1,0.9", /row 2: popularity is 'loud', not a number from 0 to 100/],
      ["music,80,2,,0.9", /row 2: prefix and place go together/],
      [",80,2,1,0.9", /row 2: keyword is empty/],
      ["music,80,2,1,9", /row 2: titles is '9'/]
    ] as const) {
      const { status, stderr } = backtest(["keyword,popularity,prefix,place,titles", row])
      assert.strictEqual(status, 1)
      assert.match(stderr, why)
    }
  })
})

describe("the rank correlation", () => {
  it("is Spearman's, with ties sharing their rank", () => {
    assert.approximately(rankCorrelation([1, 2, 3], [10, 20, 90]) ?? 0, 1, 1e-12)
    assert.approximately(rankCorrelation([1, 2, 3], [3, 2, 1]) ?? 0, -1, 1e-12)
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 over the root of 4.5 times 5.
    assert.approximately(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4]) ?? 0, 4.5 / Math.sqrt(22.5), 1e-12)
    assert.isNull(rankCorrelation([1, 1, 1], [1, 2, 3]))
    assert.isNull(rankCorrelation([1, 2], [1, 2]))
  })
})
