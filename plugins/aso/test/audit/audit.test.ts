import { assert, describe, it } from "@effect/vitest"
import { type storeApp, storePage, storeShots } from "@storeglass/stores/testing"
import { auditOf, type Factor } from "../../src/audit/audit.ts"
import { auditInputOf } from "../../src/audit/fromSnapshot.ts"
import { freshness, gradeOf, weightsOf } from "../../src/audit/model.ts"
import { percentile } from "../../src/audit/scores.ts"
import type { Snapshot } from "../../src/snapshot/snapshot.ts"
import { peer, snapshotOf, standingsOf, term, toolsOf, version, visibilityOf } from "./support.ts"

const audit = (over: Partial<Snapshot> = {}) => {
  const snapshot = snapshotOf(over)
  return auditOf(auditInputOf(snapshot, toolsOf(snapshot)))
}
const app = (over: Parameters<typeof storeApp>[1]) => ({ app: { ...snapshotOf().app, ...over } })
const factor = (id: string, over: Partial<Snapshot> = {}): Factor => {
  const found = audit(over).factors.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no factor ${id}`)
  return found
}
const points = (id: string, over: Partial<Snapshot> = {}) =>
  Object.fromEntries(factor(id, over).parts.map((part) => [part.id, part.points]))
const failed = (reason: string) => ({ status: "not_measured", value: null, reason }) as const
const page = (over: Parameters<typeof storePage>[0]) => ({
  page: { status: "measured", value: storePage({ screenshots: {}, previews: [], ...over }) } as const
})

describe("factors", () => {
  it("have the weights of their store", () => {
    const sum = (platform: "storea" | "storeb") => weightsOf[platform].reduce((all, [, weight]) => all + weight, 0)
    assert.deepStrictEqual([sum("storea"), sum("storeb")], [125, 120])
    assert.deepStrictEqual(
      audit({ platform: "storeb", ...page({ subtitle: "Plan your day" }) }).factors.map(({ id, weight }) => [
        id,
        weight
      ]),
      weightsOf.storeb.map(([id, weight]) => [id, weight])
    )
  })

  it("score the title by length, the targets' value and the rules", () => {
    // “Lumen: Habit Tracker” has 20 characters and holds one of the five targets: 24 of 24 + 20 + 19.2 + 8 + 3.5.
    assert.deepStrictEqual(points("title"), { length: 3.2, targets: 1.29, lint: 2 })
    assert.strictEqual(factor("title").score, 6.49)
    assert.strictEqual(points("title", app({ name: "Lumen: Habit Tracker for a Life" })).length, 4)
  })

  it("count ranks over the keywords that visibility is over, which have a volume", () => {
    const terms = [term("habit", { rank: 1 }), term("habits", { volume: null, rank: 2 }), term("plan", { volume: 10 })]
    const told = factor("rankings", { terms, visibility: visibilityOf(terms), standings: standingsOf(terms) })
    const [finding] = told.findings
    assert.match(finding?.message ?? "", /^It is ranked for 1 of the 2 keywords of its basket whose volume is known,/)
  })

  it("score the subtitle by what the title leaves", () => {
    assert.deepStrictEqual(points("subtitle"), { length: 2.25, targets: 1.58, lint: 2, words: 1 })
    // The second of its two words is in the title.
    assert.strictEqual(points("subtitle", page({ subtitle: "Best habit" })).words, 0.5)
    assert.deepStrictEqual(points("subtitle", page({ subtitle: null })), {
      length: 0,
      targets: 0,
      lint: null,
      words: null
    })
    assert.strictEqual(factor("subtitle", page({ subtitle: null })).score, 0)
  })

  it("let words of title and subtitle combine on storea alone", () => {
    const split = { terms: [term("habit planner"), term("zen")], ...page({ subtitle: "Planner" }) }
    assert.isAbove(points("subtitle", split).targets ?? 0, 0)
    assert.strictEqual(points("shortDescription", { platform: "storeb", ...split }).targets, 0)
  })

  it("score the keyword field of a released version alone", () => {
    assert.deepInclude(factor("keywordField"), { score: null, status: "not_measurable" })
    const own = { version: version("goal,setting,streak") }
    assert.deepStrictEqual(points("keywordField", own), { length: 0.8, targets: 1.04, lint: 2 })
    assert.deepInclude(factor("keywordField", { version: version(null) }), { score: null, status: "not_measurable" })
  })

  it("score the description by store", () => {
    assert.deepStrictEqual(
      points("description", app({ description: "A day well planned. ".repeat(26).slice(0, 500) })),
      {
        length: 2,
        firstLine: 0,
        lint: 3
      }
    )
    const long = `Short.\n${"A day well planned. ".repeat(60)}`
    assert.deepInclude(points("description", app({ description: long })), { length: 4, firstLine: 3 })
    const of = (description: string) =>
      points("description", { platform: "storeb", ...page({}), ...app({ platform: "storeb", description }) }).terms
    // Of the five targets, one is said: once in 100 words, or 4 times.
    const filler = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ")
    assert.strictEqual(of(`Routine. ${filler(99)}`), 0.8)
    assert.strictEqual(of(`Routine routine routine routine. ${filler(96)}`), 0)
    assert.strictEqual(of("Nothing."), 0)
  })

  it.each([
    [8, undefined, 10],
    [4, undefined, 5],
    [2, undefined, 0.5],
    [0, undefined, 0],
    [10, false, 10],
    [8, true, 9],
    [1, true, 0]
  ])("give %i screenshots, made for tablets that see none: %s, %d points", (count, madeForTablets, expected) => {
    const iphone = storeShots(...Array.from({ length: count }, (_, at) => `https://img.example/${at}`))
    // A list without any picture says nothing, so the page has to show that there are none.
    const shown = { iphone, ipad: [] }
    const watch = { watch: storeShots("w") }
    const more = madeForTablets === undefined ? {} : { madeForTablets }
    assert.strictEqual(
      factor("screenshots", {
        app: { ...snapshotOf().app, screenshots: count === 0 ? {} : shown, ...more },
        ...page({ screenshots: count === 0 ? watch : {} })
      }).score,
      expected
    )
  })

  it("score the video, and leave the icon to people", () => {
    assert.strictEqual(factor("preview").score, 0)
    const video = { url: "https://img.example/v.mp4", posterUrl: null, device: "iphone" }
    assert.strictEqual(factor("preview", page({ previews: [video] })).score, 10)
    const icon = factor("icon")
    assert.deepInclude(icon, { score: null, status: "not_measurable" })
    assert.match(icon.findings[0]?.message ?? "", /Look at it/)
  })

  it("score ratings, with what isn't measured left out", () => {
    // 5 × 1.4/1.7 + 3 × 3/5 + 2 × 3/5.
    assert.deepStrictEqual(points("ratings"), { average: 4.12, count: 1.8, recent: 1.2 })
    assert.strictEqual(factor("ratings").score, 7.12)
    const unread = { reviews: failed("the store didn't answer in time") }
    assert.strictEqual(factor("ratings", unread).score, 7.4)
    const unrated = {
      ...app({ averageRating: null, ratingCount: 0 }),
      reviews: { status: "measured", value: [] } as const
    }
    assert.deepStrictEqual(points("ratings", unrated), { average: null, count: 0, recent: null })
    assert.strictEqual(factor("ratings", unrated).score, 0)
    const untold = { ...app({ averageRating: null, ratingCount: null }), ...unread }
    assert.deepInclude(factor("ratings", untold), { score: null, status: "not_measured" })
  })

  it("score visibility over the basket", () => {
    const found = factor("rankings")
    // 60 × .3 + 50 × .15 + 30 × .85 of 360.
    assert.strictEqual(found.score, 1.42)
    assert.deepInclude(factor("rankings", { terms: [] }), { score: null, status: "not_measured" })
  })

  describe("conversion", () => {
    const told = {
      conversion: {
        status: "measured",
        value: { from: "2026-10-24", to: "2026-11-20", days: 28, pageViews: 4_000, downloads: 900 }
      }
    } as const
    const scored = (share: number) => {
      const snapshot = snapshotOf(told)
      const benchmark = ({ genreId }: { readonly genreId: string | null }) => (genreId === "6002" ? share : undefined)
      return auditOf(auditInputOf(snapshot, { ...toolsOf(snapshot), benchmark }))
    }
    const conversionIn = ({ factors }: ReturnType<typeof scored>) => factors.find(({ id }) => id === "conversion")

    it("that no console tells isn't scored", () => {
      const untold = factor("conversion")
      assert.deepInclude(untold, { score: null, status: "not_scored" })
      assert.isNull(untold.findings[0]?.evidence.found)
    })

    it("is shown and not scored without a benchmark for the genre", () => {
      const shown = factor("conversion", told)
      assert.deepInclude(shown, { score: null, status: "not_scored" })
      assert.strictEqual(shown.findings[0]?.evidence.found, 0.225)
      assert.match(shown.findings[0]?.message ?? "", /22\.5% of 4000 views of its page on 28 days/)
      assert.strictEqual(audit(told).measuredWeight, audit().measuredWeight)
    })

    it("is scored by the operator's benchmark, and never above it", () => {
      assert.strictEqual(conversionIn(scored(0.3))?.score, 7.5)
      assert.strictEqual(conversionIn(scored(0.2))?.score, 10)
      assert.closeTo(scored(0.3).measuredWeight, audit().measuredWeight + 5 / 125, 1e-4)
    })
  })

  it("score the age of the version", () => {
    assert.deepStrictEqual([0, 30, 31, 90, 91, 180, 181].map(freshness), [10, 10, 7, 7, 4, 4, 1])
    assert.strictEqual(factor("updates", app({ currentVersionReleaseDate: "2026-08-23T00:00:00Z" })).score, 7)
    assert.isNull(factor("updates", app({ currentVersionReleaseDate: null })).score)
  })

  it("count languages, where the store tells them", () => {
    assert.strictEqual(factor("localisation").score, 3)
    assert.isNull(factor("localisation", app({ languages: [] })).score)
  })

  it("place it among at least three competitors", () => {
    assert.deepStrictEqual([percentile(5, [1, 5, 9, 9]), percentile(9, [1]), percentile(0, [1])], [0.375, 1, 0])
    // Average: above one, equal to one of three; ratings the same; visibility above two.
    const own = snapshotOf().visibility.value ?? 0
    assert.isTrue(own > 10 && own < 40)
    assert.strictEqual(factor("positioning").score, 5.56)
    assert.deepInclude(factor("positioning", { competitors: [peer("2"), peer("3")] }), {
      score: null,
      status: "not_measured"
    })
  })

  it("give each point its evidence", () => {
    for (const { findings, id, parts, score } of audit().factors) {
      assert.isNotEmpty(findings, id)
      for (const part of parts)
        assert.isTrue(
          findings.some(({ code }) => code === `${id}.${part.id}`),
          `${id}.${part.id}`
        )
      const known = parts.flatMap(({ maxPoints, points }) => (points === null ? [] : [{ maxPoints, points }]))
      if (score === null) continue
      const all = known.reduce((sum, { maxPoints }) => sum + maxPoints, 0)
      const got = known.reduce((sum, { points }) => sum + points, 0)
      assert.approximately(score, (10 * got) / all, 0.02, id)
    }
  })
})

describe("the score", () => {
  it("is the weighted mean of the measured factors", () => {
    const { exactScore, factors, grade, measuredWeight, score } = audit()
    const known = factors.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]))
    const weight = known.reduce((sum, one) => sum + one.weight, 0)
    assert.strictEqual(weight, 125 - 15 - 5 - 5)
    assert.strictEqual(measuredWeight, 0.8)
    const mean = (10 * known.reduce((sum, one) => sum + one.weight * one.score, 0)) / weight
    assert.approximately(exactScore ?? 0, mean, 0.005)
    assert.strictEqual(score, Math.round(mean))
    assert.strictEqual(grade, gradeOf(score ?? 0))
  })

  it.each([
    [85, "A"],
    [84, "B"],
    [70, "B"],
    [69, "C"],
    [55, "C"],
    [54, "D"],
    [40, "D"],
    [39, "F"]
  ])("%i is %s", (score, grade) => assert.strictEqual(gradeOf(score), grade))

  it("is null where less than half of the weight was measured", () => {
    const little = audit({
      ...app({
        averageRating: null,
        ratingCount: null,
        currentVersionReleaseDate: null,
        languages: [],
        screenshots: {}
      }),
      page: failed("the store didn't answer in time"),
      reviews: failed("the store didn't answer in time"),
      terms: [],
      competitors: []
    })
    assert.deepInclude(little, { score: null, grade: null, quickWins: [], highImpact: [], strategic: [] })
    assert.strictEqual(little.measuredWeight, 0.2)
    assert.isNotNull(little.factors[0]?.score)
  })

  it("says why the page's parts aren't there when the page failed", () => {
    const found = audit({ page: failed("the store didn't answer in time") })
    for (const id of ["subtitle", "preview"]) {
      const one = found.factors.find((factor) => factor.id === id)
      assert.deepInclude(one, { score: null, status: "not_measured" })
      assert.match(one?.findings[0]?.message ?? "", /didn't answer in time/)
    }
    assert.deepStrictEqual(found.metadata.subtitle, { text: null, charCount: null, maxChars: 30 })
  })

  it("shows the texts with their limits", () => {
    assert.deepStrictEqual(audit({ version: version("goal,setting") }).metadata, {
      title: { text: "Lumen: Habit Tracker", charCount: 20, maxChars: 30 },
      subtitle: { text: "Your daily planner", charCount: 18, maxChars: 30 },
      keywords: { text: "goal,setting", charCount: 12, maxChars: 100 }
    })
    assert.deepStrictEqual(Object.keys(audit({ platform: "storeb" }).metadata), ["title", "shortDescription"])
  })
})

describe("fixes", () => {
  it("are sorted into five quick wins, of high impact, and the rest", () => {
    const { fixes, highImpact, quickWins, strategic } = audit({
      ...app({ name: "Lumen", screenshots: { iphone: storeShots("1"), ipad: [] } })
    })
    const ids = (of: typeof fixes) => of.map(({ id }) => id)
    assert.include(ids(quickWins), "title.targets")
    assert.include(ids(highImpact), "screenshots.count")
    for (const list of [quickWins, highImpact, strategic]) {
      assert.isAtMost(list.length, 5)
      assert.deepStrictEqual(
        list.map(({ expectedPoints }) => expectedPoints),
        list.map(({ expectedPoints }) => expectedPoints).toSorted((a, b) => b - a)
      )
    }
    assert.isTrue(quickWins.every(({ effort, expectedPoints }) => effort === "S" && expectedPoints >= 1))
    assert.isTrue(highImpact.every(({ expectedPoints }) => expectedPoints >= 4))
    assert.isTrue(strategic.every(({ expectedPoints }) => expectedPoints < 4))
    assert.isEmpty(ids(quickWins).filter((id) => [...ids(highImpact), ...ids(strategic)].includes(id)))
  })

  it("write a title that holds more of the targets' value and breaks no rule", () => {
    const [fix] = audit(app({ name: "Lumen" })).fixes.filter(({ id }) => id === "title.targets")
    assert.strictEqual(fix?.evidence.wanted, "Lumen: Habit Tracker & Routine")
  })

  it("never write another app's brand", () => {
    for (const { evidence } of audit({ ...app({ name: "Lumen" }), version: version("") }).fixes)
      assert.notMatch(String(evidence.wanted), /streaks/i)
  })

  it("add to the keyword field what title and subtitle leave, each word once", () => {
    const [fix] = audit({ version: version("streak") }).fixes.filter(({ id }) => id === "keywordField.targets")
    assert.strictEqual(fix?.evidence.wanted, "streak,routine,goal,setting,list")
  })
})
