import { assert, describe, it } from "@effect/vitest"
import { auditOf } from "../../src/audit/audit.ts"
import { auditInputOf, lintScoreIn } from "../../src/audit/fromSnapshot.ts"
import type { FactorId } from "../../src/audit/model.ts"
import { answerOf } from "../../src/brief/Briefs.ts"
import { clustersIn, headlineOf, readinessOf, warningsOf } from "../../src/brief/brief.ts"
import { snapshotOf, term, toolsOf } from "./support.ts"

const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"]

/** The standing of the cluster of each keyword. */
const standings = (of: (word: string, at: number) => Parameters<typeof term>[1]) => {
  const told = clustersIn(snapshotOf({ terms: words.map((word, at) => term(word, of(word, at))) }))
  assert.isFalse("skipped" in told)
  return "skipped" in told ? [] : told.clusters
}

const brief = (over: Parameters<typeof snapshotOf>[0] = {}) => {
  const snapshot = snapshotOf(over)
  return answerOf(snapshot, toolsOf(snapshot))
}
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => term(`habit ${words[n % 8]} ${n}`, { rank: 40 + n }))

describe("a brief", () => {
  it("has clusters from 8 terms on, and says below that why not", () => {
    assert.deepStrictEqual(brief({ terms: many(7) }).intentClusters, {
      skipped: true,
      reason: "7 of its keywords are known; clusters take 8"
    })
    assert.notProperty(brief({ terms: many(8) }).intentClusters, "skipped")
  })

  it("shows at most 7 actions, those of most points, and 10 opportunities", () => {
    const { app } = snapshotOf()
    const poor = {
      ...app,
      name: "Lumen",
      description: "Lumen.",
      averageRating: 3,
      ratingCount: 2,
      screenshots: {},
      languages: ["EN"]
    }
    const { opportunitiesTop, prioritizedActions } = brief({ app: poor, terms: many(40) })
    assert.deepStrictEqual([prioritizedActions.length, opportunitiesTop.length], [7, 10])
    const points = prioritizedActions.map(({ expectedPoints }) => expectedPoints)
    assert.deepStrictEqual(
      points,
      points.toSorted((a, b) => b - a)
    )
  })

  it("says in its headline what is worth most, that nothing is, or that it can't tell", () => {
    const { prioritizedActions, summary } = brief()
    const [first] = prioritizedActions
    assert.strictEqual(
      summary.headline.toLowerCase(),
      `worth most now, ${first?.expectedPoints} points: ${first?.action.toLowerCase()}`
    )
    assert.match(headlineOf({ score: 90 }, []), /nothing that the audit would have changed/)
    assert.match(headlineOf({ score: null }, []), /Too little of the listing/)
  })

  it("warns of what wasn't measured, of what is old, and of the weight that is missing", () => {
    const { meta } = brief({
      inputs: [{ source: "store.page", asOf: "2026-11-20T00:00:00.000Z", stale: true }],
      notMeasured: [{ what: "reviews", reason: "the store didn't answer in time" }]
    })
    assert.lengthOf(meta.warnings, 3)
    assert.match(meta.warnings[0] ?? "", /^\d\d% of the audit's weight was measured$/)
    assert.deepStrictEqual(meta.warnings.slice(1), [
      "store.page failed, so an older answer is used, of 2026-11-20T00:00:00.000Z",
      "reviews wasn't measured: the store didn't answer in time"
    ])
    assert.deepStrictEqual(warningsOf({ inputs: [], notMeasured: [] }, { measuredWeight: 1 }), [])
  })
})

describe("storefront readiness", () => {
  const factor = (id: FactorId, score: number | null, weight: number) => ({ id, score, weight })
  const readiness = (factors: ReadonlyArray<ReturnType<typeof factor>>, lint: number | null) => {
    const [of = fail()] = [brief()].map(() => auditOf(auditInputOf(snapshotOf(), toolsOf(snapshotOf()))).factors)
    const told = factors.map((one) => ({ ...(of.find(({ id }) => id === one.id) ?? fail()), ...one }))
    return readinessOf(told, lint)
  }
  const fail = (): never => {
    throw new Error("there is no such factor")
  }

  it("is the mean of texts and rankings by weight, of pictures by weight, and of the rules", () => {
    const all = [
      factor("title", 10, 20),
      factor("subtitle", 5, 15),
      factor("keywordField", 0, 15),
      factor("screenshots", 6, 15),
      factor("preview", 10, 5)
    ]
    const { gradeLabel, parts, score } = readiness(all, 80)
    assert.deepStrictEqual(parts, { asoCore: 55, creative: 70, lint: 80 })
    assert.deepStrictEqual([score, gradeLabel], [68, "fair"])
  })

  it("goes by what is known, within a part and of the parts", () => {
    const { parts, score, summary } = readiness(
      [factor("title", 8, 20), factor("subtitle", null, 15), factor("preview", null, 5)],
      60
    )
    assert.deepStrictEqual(parts, { asoCore: 80, creative: null, lint: 60 })
    assert.strictEqual(score, 70)
    assert.match(summary, /Not measured: pictures and video/)
    assert.deepInclude(readiness([], null), { score: null, gradeLabel: null })
  })

  it.each([
    [100, "excellent"],
    [85, "excellent"],
    [84, "good"],
    [70, "good"],
    [69, "fair"],
    [55, "fair"],
    [54, "weak"],
    [40, "weak"],
    [39, "poor"],
    [0, "poor"]
  ])("calls %i %s", (score, label) => {
    assert.strictEqual(readinessOf([], score).gradeLabel, label)
  })
})

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
