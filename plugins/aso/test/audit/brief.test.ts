import { assert, describe, it } from "@effect/vitest"
import { auditInputOf, lintScoreIn } from "../../src/audit/fromSnapshot.ts"
import { clustersIn } from "../../src/brief/brief.ts"
import { snapshotOf, term, toolsOf } from "./support.ts"

const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"]

/** The standing of the cluster of each keyword. */
const standings = (of: (word: string, at: number) => Parameters<typeof term>[1]) => {
  const told = clustersIn(snapshotOf({ terms: words.map((word, at) => term(word, of(word, at))) }))
  assert.isFalse("skipped" in told)
  return "skipped" in told ? [] : told.clusters
}

describe("the rules in a brief", () => {
  it("are those of the year in which its snapshot was made", () => {
    const lint = (asOf: string) => {
      const { app } = snapshotOf()
      const snapshot = snapshotOf({ asOf, app: { ...app, name: "Lumen: Planner of 2026" } })
      return lintScoreIn(auditInputOf(snapshot, toolsOf(snapshot)))
    }
    assert.strictEqual(lint("2027-01-01T00:00:00.000Z"), lint("2026-12-31T23:59:59.000Z") - 2)
  })
})

describe("the clusters of a brief", () => {
  const first = (volume: (word: string) => number | null) => {
    const told = clustersIn(snapshotOf({ terms: words.map((word) => term(word, { volume: volume(word), rank: 30 })) }))
    return "skipped" in told ? "skipped" : told.prioritizeClusterId
  }

  it("have none to prioritize where no volume is known, and else the one with most to gain", () => {
    assert.isNull(first(() => null))
    assert.isNull(first(() => 0))
    const told = clustersIn(
      snapshotOf({ terms: words.map((word) => term(word, { volume: word === "hotel" ? 1 : null, rank: 30 })) })
    )
    const [most] = "skipped" in told ? [] : told.clusters
    assert.deepStrictEqual(
      [most?.clusterLabel, first((word) => (word === "hotel" ? 1 : null))],
      ["hotel", most?.clusterId]
    )
  })

  it("have no figures where nothing of them was measured", () => {
    const clusters = standings(() => ({ rankStatus: "not_measured" }))
    assert.isNotEmpty(clusters)
    for (const { keywordsRanked, weightedVisibility } of clusters) {
      assert.deepStrictEqual([keywordsRanked, weightedVisibility], [null, null])
    }
  })

  it("have no visibility where no volume is known, and zeros where all was looked for", () => {
    for (const one of standings(() => ({ volume: null, rank: 3 }))) {
      assert.isNull(one.weightedVisibility)
      assert.isAbove(one.keywordsRanked ?? 0, 0)
    }
    for (const { keywordsRanked, weightedVisibility } of standings(() => ({}))) {
      assert.deepStrictEqual([keywordsRanked, weightedVisibility], [0, 0])
    }
  })
})
