/** Rules over made-up days, beside an evaluation that shares no code with them. */

import { assert, describe, it } from "@effect/vitest"
import { random } from "@storeglass/testkit"
import { Schema } from "effect"
import { CofounderConfig } from "../src/config.ts"
import type { Facts, RankFact } from "../src/report/facts.ts"
import { reportBytesMax, reportOf } from "../src/report/reportOf.ts"
import { Report } from "../src/report/schema.ts"

const config = Schema.decodeUnknownSync(CofounderConfig)({})
const nothing = { status: "unavailable", reason: "Not here." } as const
const none: Facts = {
  date: "2026-11-26",
  app: { platform: "storea", appId: "284882215", appName: "Habits", country: "us" },
  keywords: nothing,
  visibility: nothing,
  charts: nothing,
  ratings: nothing,
  reviews: nothing,
  listing: nothing,
  competitors: nothing,
  assistants: nothing,
  figures: nothing,
  paywall: nothing,
  ads: nothing,
  alerts: nothing,
  madeAt: "2026-11-27T06:00:00.000Z"
}
const ranked = (...ranks: ReadonlyArray<Pick<RankFact, "from" | "to"> & Partial<RankFact>>): Facts["keywords"] => ({
  status: "ok",
  data: {
    tracked: ranks.length,
    ranks: ranks.map((rank, n) => ({
      keyword: `term ${"abcdefghij"[n % 10]}`,
      country: "us",
      device: "iphone",
      ...rank
    }))
  }
})
const findingsOf = (facts: Partial<Facts>) =>
  reportOf({ ...none, ...facts }, config).sections.flatMap(({ findings }) => findings)
const rulesOf = (facts: Partial<Facts>) => findingsOf(facts).map(({ evidence }) => evidence.rule)

const randomOf = (seed: number) => {
  const below = random(seed)
  return () => below(2 ** 30) / 2 ** 30
}
const rankBy = (random: () => number) => (random() < 0.15 ? null : 1 + Math.floor(random() * 60))

describe("a report", () => {
  it.each<readonly [number | null, number | null, string | undefined]>([
    [12, 9, "keywords.top-10-entered"],
    [11, 10, "keywords.top-10-entered"],
    [null, 3, "keywords.top-10-entered"],
    [10, 11, "keywords.top-10-left"],
    [2, null, "keywords.top-10-left"],
    [null, 40, "keywords.entered"],
    [40, null, "keywords.left"],
    [30, 25, "keywords.rose"],
    [25, 30, "keywords.fell"],
    [30, 26, undefined],
    [8, 4, undefined],
    [7, 7, undefined],
    [null, null, undefined]
  ])("tells of a rank from %s to %s by the rule %s", (from, to, rule) => {
    assert.deepEqual(rulesOf({ keywords: ranked({ from, to }) }), rule === undefined ? [] : [rule])
  })

  it("has thresholds: what is just below them isn't told", () => {
    const market = { country: "us", device: "iphone", terms: 9 }
    const visibility = (from: number, to: number): Partial<Facts> => ({
      visibility: { status: "ok", data: [{ ...market, from, to }] }
    })
    assert.deepEqual(rulesOf(visibility(40, 43)), ["visibility.rose"])
    assert.deepEqual(rulesOf(visibility(43, 40)), ["visibility.fell"])
    assert.deepEqual(rulesOf(visibility(40, 42.9)), [])
    const charts = (from: number | null, to: number | null): Partial<Facts> => ({
      charts: { status: "ok", data: [{ chart: "top-free", country: "us", genreId: null, from, to }] }
    })
    assert.deepEqual(rulesOf(charts(null, 90)), ["charts.entered"])
    assert.deepEqual(rulesOf(charts(90, null)), ["charts.left"])
    assert.deepEqual(rulesOf(charts(20, 25)), ["charts.fell"])
    assert.deepEqual(rulesOf(charts(20, 24)), [])
    const ratings = (before: number, now: number): Partial<Facts> => ({
      ratings: {
        status: "ok",
        data: {
          day: none.date,
          averageRating: now,
          ratingCount: 900,
          before: { averageRating: before, ratingCount: 800 }
        }
      }
    })
    assert.deepEqual(rulesOf(ratings(4.5, 4.45)), ["ratings.fell"])
    assert.deepEqual(rulesOf(ratings(4.5, 4.46)), [])
    const complaints = (mentions: number, polarity: "positive" | "negative"): Partial<Facts> => ({
      reviews: {
        status: "ok",
        data: { reviews: 9, averageRating: 2.5, themes: [{ theme: "crashes", polarity, mentions }] }
      }
    })
    assert.deepEqual(rulesOf(complaints(3, "negative")), ["reviews.complaint"])
    assert.deepEqual(rulesOf(complaints(2, "negative")), [])
    assert.deepEqual(rulesOf(complaints(9, "positive")), [])
    const listing = (score: number, day = none.date): Partial<Facts> => ({
      listing: {
        status: "ok",
        data: {
          day,
          score,
          before: { day: "2026-11-20", score: 60 },
          newFixes: [{ id: "title.targets", action: "Name what it does in the title.", points: 2.5 }]
        }
      }
    })
    assert.deepEqual(rulesOf(listing(57)), ["listing.fix", "listing.fell"])
    assert.deepEqual(rulesOf(listing(62)), ["listing.fix"])
    assert.deepEqual(rulesOf(listing(20, "2026-11-25")), [])
    const assistants = (score: number, day = none.date): Partial<Facts> => ({
      assistants: {
        status: "ok",
        data: [{ model: "model_a", day, score, answers: 40, before: { day: "2026-11-19", score: 60 } }]
      }
    })
    assert.deepEqual(rulesOf(assistants(70)), ["assistants.rose"])
    assert.deepEqual(rulesOf(assistants(50)), ["assistants.fell"])
    assert.deepEqual(rulesOf(assistants(51)), [])
    assert.deepEqual(rulesOf(assistants(20, "2026-11-25")), [], "told the day before")
    const figures = (installs: number, meanInstalls: number): Partial<Facts> => ({
      figures: { status: "ok", data: { day: none.date, installs, meanInstalls, proceeds: {}, meanProceeds: {} } }
    })
    assert.deepEqual(rulesOf(figures(75, 100)), ["figures.installs"])
    assert.deepEqual(rulesOf(figures(76, 100)), [])
    assert.deepEqual(rulesOf(figures(1, 19)), [])
    const ads = (spend: Record<string, number>, meanSpend: Record<string, number>): Partial<Facts> => ({
      ads: { status: "ok", data: { day: none.date, spend, installs: 3, meanSpend } }
    })
    assert.deepEqual(rulesOf(ads({ USD: 125 }, { USD: 100 })), ["ads.spend"])
    assert.deepEqual(rulesOf(ads({ USD: 75 }, { USD: 100 })), ["ads.spend"])
    assert.deepEqual(rulesOf(ads({ USD: 124, EUR: 90 }, { USD: 100 })), [])
    assert.deepEqual(rulesOf(ads({ USD: 19 }, { USD: 19 })), [])
    assert.deepEqual(rulesOf(ads({}, { USD: 100 })), [])
  })

  it("tells of a competitor that passed, and of one that moved on three keywords", () => {
    const rank = (n: number, from: number | null, to: number | null, own: number | null, ownBefore: number | null) => ({
      keyword: `term ${"abc"[n]}`,
      country: "us",
      device: "iphone",
      from,
      to,
      own,
      ownBefore
    })
    const rival = (...ranks: ReadonlyArray<ReturnType<typeof rank>>): Partial<Facts> => ({
      competitors: { status: "ok", data: [{ appId: "7", name: "Rival", ranks }] }
    })
    assert.deepEqual(rulesOf(rival(rank(0, 9, 3, 5, 5))), ["competitors.passed"])
    assert.deepEqual(rulesOf(rival(rank(0, 4, 3, 5, 5))), [])
    assert.deepEqual(rulesOf(rival(rank(0, 9, 3, null, 5))), [])
    const three = [rank(0, 40, 15, null, null), rank(1, 15, 40, null, null), rank(2, 30, 9, null, null)]
    assert.deepEqual(rulesOf(rival(...three)), ["competitors.major-move"])
    assert.deepEqual(rulesOf(rival(...three.slice(1))), [])
  })

  it("of ten seeded days equals the rules as somebody else reads them", () => {
    // As the guide has them, written anew.
    const weight = (rank: number | null) => {
      if (rank === null || rank > 100) return 0
      if (rank === 1) return 1
      if (rank <= 3) return 0.85
      if (rank <= 5) return 0.7
      if (rank <= 10) return 0.5
      if (rank <= 20) return 0.3
      return rank <= 50 ? 0.15 : 0.05
    }
    const ruleOf = (from: number | null, to: number | null) => {
      const [wasTop, isTop] = [(from ?? 999) <= 10, (to ?? 999) <= 10]
      if (isTop && !wasTop) return "keywords.top-10-entered"
      if (wasTop && !isTop) return "keywords.top-10-left"
      if (from === null) return to === null ? undefined : "keywords.entered"
      if (to === null) return "keywords.left"
      if (from - to >= 5) return "keywords.rose"
      return to - from >= 5 ? "keywords.fell" : undefined
    }
    for (let day = 1; day <= 10; day++) {
      const random = randomOf(day)
      const ranks = Array.from({ length: 40 }, (_, n) => ({
        keyword: `k${n}`,
        from: rankBy(random),
        to: rankBy(random)
      }))
      const report = reportOf({ ...none, keywords: ranked(...ranks) }, config)
      const told = ranks
        .flatMap(({ from, keyword, to }) => {
          const rule = ruleOf(from, to)
          const heavy = Math.round(1_000 * Math.abs(weight(to) - weight(from))) / 10
          return rule === undefined ? [] : [{ keyword, rule, heavy }]
        })
        .toSorted((a, b) => b.heavy - a.heavy)
      const [section] = report.sections
      const found = (section?.findings ?? []).map(({ evidence }) => ({
        keyword: evidence.keyword,
        rule: evidence.rule
      }))
      assert.lengthOf(found, Math.min(5, told.length))
      for (const [index, { keyword, rule }] of found.entries()) {
        const expected = told.find((each) => each.keyword === keyword)
        assert.strictEqual(expected?.rule, rule)
        assert.strictEqual(expected?.heavy, told[index]?.heavy, "the heaviest first")
      }
      assert.strictEqual(report.headline, section?.findings[0]?.text)
      assert.lengthOf(report.rankChanges, ranks.filter(({ from, to }) => from !== to).length)
      const losses = report.actions.map(({ why }) => why)
      assert.isAtMost(losses.length, 3)
      assert.isTrue(losses.every((why) => /^(Left|Fell|No longer)/.test(why)))
      assert.deepEqual(Schema.decodeUnknownSync(Report)(JSON.parse(JSON.stringify(report))), report)
      assert.deepEqual(
        reportOf({ ...none, keywords: ranked(...ranks) }, config),
        report,
        "the same day, the same report"
      )
    }
  })

  it("has every number of its texts in the evidence or the metrics", () => {
    const random = randomOf(77)
    const facts: Facts = {
      ...none,
      keywords: ranked(...Array.from({ length: 30 }, () => ({ from: rankBy(random), to: rankBy(random) }))),
      visibility: { status: "ok", data: [{ country: "us", device: "iphone", to: 31.27, from: 44.81, terms: 30 }] },
      charts: { status: "ok", data: [{ chart: "top-free", country: "us", genreId: "6013", from: 61, to: 22 }] },
      ratings: {
        status: "ok",
        data: {
          day: none.date,
          averageRating: 4.11,
          ratingCount: 990,
          before: { averageRating: 4.4, ratingCount: 900 }
        }
      },
      competitors: {
        status: "ok",
        data: [
          {
            appId: "9",
            name: "Rival",
            ranks: Array.from({ length: 4 }, (_, n) => ({
              keyword: "term",
              country: "us",
              device: "iphone",
              from: 50,
              to: 3 + n,
              own: 20,
              ownBefore: 21
            }))
          }
        ]
      },
      figures: {
        status: "ok",
        data: {
          day: none.date,
          installs: 12,
          meanInstalls: 88.12,
          proceeds: { USD: 310.5 },
          meanProceeds: { USD: 120.25 }
        }
      },
      paywall: {
        status: "ok",
        data: { day: none.date, proceeds: { USD: 99.999, EUR: 10 }, meanProceeds: { USD: 250.333, EUR: 9 } }
      },
      alerts: { status: "ok", data: [{ title: "Ranks moved", alerts: 2 }] },
      ads: {
        status: "ok",
        data: { day: none.date, spend: { USD: 210.759 }, installs: 12, meanSpend: { USD: 44.456 } }
      }
    }
    const report = reportOf(facts, config)
    const texts = report.sections.flatMap(({ findings, metrics }) =>
      findings.map((finding) => ({ ...finding, metrics }))
    )
    assert.isAbove(texts.length, 8)
    for (const { evidence, metrics, text } of texts) {
      const known = new Set([...Object.values(evidence), ...Object.values(metrics)].map(String))
      const numbers = text.replace(/“[^”]*”/g, "").match(/\d+(\.\d+)?/g) ?? []
      for (const number of numbers) assert.isTrue(known.has(number), `${number} in: ${text}`)
    }
  })

  it("tells revenue by consoles, else by the paywall; alerts are counted", () => {
    const paywall = { day: "2026-11-25", proceeds: { USD: 125 }, meanProceeds: { USD: 100 } }
    const facts: Partial<Facts> = {
      paywall: { status: "ok", data: paywall },
      alerts: {
        status: "ok",
        data: [
          { title: "Ranks moved", alerts: 2 },
          { title: "A rating dropped", alerts: 1 }
        ]
      }
    }
    assert.deepEqual(rulesOf(facts), ["paywall.proceeds"])
    assert.deepEqual(rulesOf({ paywall: { status: "ok", data: { ...paywall, meanProceeds: { USD: 101 } } } }), [])
    const report = reportOf({ ...none, ...facts }, config)
    assert.deepEqual(report.revenue, { day: "2026-11-25", installs: null, proceeds: { USD: 125 } })
    assert.deepEqual(report.sections.find(({ id }) => id === "alerts")?.metrics, {
      alerts: 3,
      "Ranks moved": 2,
      "A rating dropped": 1
    })
    const figures = { day: none.date, installs: 3, proceeds: { EUR: 1 }, meanInstalls: null, meanProceeds: {} }
    assert.deepEqual(reportOf({ ...none, ...facts, figures: { status: "ok", data: figures } }, config).revenue, {
      day: none.date,
      installs: 3,
      proceeds: { EUR: 1 }
    })
  })

  it("says that nothing changed, or that nothing was measured", () => {
    assert.strictEqual(reportOf(none, config).headline, "Nothing was measured that day; each section says why.")
    const quiet = reportOf({ ...none, keywords: ranked({ from: 4, to: 4 }) }, config)
    assert.strictEqual(quiet.headline, "Nothing changed that day.")
    assert.deepEqual(quiet.actions, [])
    assert.deepEqual(
      quiet.sections.map(({ id, status }) => [id, status]),
      [
        ["keywords", "ok"],
        ["visibility", "unavailable"],
        ["charts", "unavailable"],
        ["ratings", "unavailable"],
        ["reviews", "unavailable"],
        ["listing", "unavailable"],
        ["competitors", "unavailable"],
        ["assistants", "unavailable"],
        ["figures", "unavailable"],
        ["paywall", "unavailable"],
        ["ads", "unavailable"],
        ["alerts", "unavailable"]
      ]
    )
    assert.strictEqual(quiet.sections[1]?.reason, "Not here.")
  })

  it("is cut to 1 MiB where its lists are too long, and says which", () => {
    const ranks = Array.from({ length: 9_000 }, (_, n) => ({
      keyword: `${n} ${"long ".repeat(19)}`,
      from: 50,
      to: n % 49
    }))
    const report = reportOf({ ...none, keywords: ranked(...ranks) }, config)
    assert.isAtMost(Buffer.byteLength(JSON.stringify(report)), reportBytesMax)
    assert.deepEqual(report.truncated, [{ list: "rankChanges", of: 9_000 }])
    assert.isAbove(report.rankChanges.length, 2_000)
  })
})
