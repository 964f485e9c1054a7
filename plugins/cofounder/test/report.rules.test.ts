/** Rules over made-up days, beside an evaluation that shares no code with them. */

import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CofounderConfig } from "../src/config.ts"
import type { Facts, RankFact } from "../src/report/facts.ts"
import { narrativesOf } from "../src/report/narratives.ts"
import { reportBytesMax, reportOf } from "../src/report/reportOf.ts"
import { Report, sectionIds } from "../src/report/schema.ts"
import { type Expected, expectedOf, subjectOf } from "./guideRules.ts"
import { seededDay } from "./seededDays.ts"

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
  live: nothing,
  listing: nothing,
  opportunities: nothing,
  competitors: nothing,
  rivalListings: nothing,
  rivalAds: nothing,
  growth: nothing,
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
    const opportunities = (score: number, day = none.date): Partial<Facts> => ({
      opportunities: {
        status: "ok",
        data: {
          day,
          total: 9,
          before: { day: "2026-11-20", total: 8 },
          appeared: [{ keyword: "habit", score, volume: 40, difficulty: 20, rank: null }]
        }
      }
    })
    assert.deepEqual(rulesOf(opportunities(50)), ["opportunities.appeared"])
    assert.deepEqual(rulesOf(opportunities(49.9)), [])
    assert.deepEqual(rulesOf(opportunities(90, "2026-11-25")), [], "told the day before")
    const live = (status: "same" | "different" | "not_listed", since: string | null): Partial<Facts> => ({
      live: {
        status: "ok",
        data: {
          status,
          checkedOn: none.date,
          since,
          country: "us",
          version: "1.0",
          differences: status === "different" ? [{ field: "title", kept: "Ours", live: "Theirs" }] : []
        }
      }
    })
    assert.deepEqual(rulesOf(live("different", none.date)), ["live.changed"])
    assert.deepEqual(rulesOf(live("different", "2026-11-25")), [], "told the day before")
    assert.deepEqual(rulesOf(live("same", null)), [])
    assert.deepEqual(rulesOf(live("not_listed", null)), ["live.unlisted"])
    const growth = (found: number): Partial<Facts> => ({
      growth: { status: "ok", data: { scanned: 9, found, mustReply: 0, replied: 0, pending: 0 } }
    })
    assert.deepEqual(rulesOf(growth(1)), ["growth.found"])
    assert.deepEqual(rulesOf(growth(0)), [])
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

  it.each(Array.from({ length: 10 }, (_, n) => n + 1))(
    "of the seeded day %i equals the guide's rules in every section, the heaviest first, and leads with the heaviest of all",
    (seed) => {
      const facts = seededDay(seed)
      const report = reportOf(facts, config)
      const expected = expectedOf(facts)
      const byText = new Map<string, Expected>()
      for (const { findings, id } of report.sections) {
        const own = expected.filter(({ section }) => section === id)
        const heaviest = own.map(({ weight }) => weight).toSorted((a, b) => b - a)
        assert.lengthOf(findings, Math.min(5, own.length), id)
        const found = findings.map(({ evidence, severity, text }) => {
          const subject = subjectOf(evidence)
          const match = own.find((each) => each.rule === evidence.rule && each.subject === subject)
          assert.strictEqual(match?.severity, severity, `${id}: ${text} ${subject}`)
          if (match !== undefined) byText.set(text, match)
          return match?.weight
        })
        assert.deepEqual(found, heaviest.slice(0, 5), id)
      }
      const [most] = expected.toSorted((a, b) => b.weight - a.weight)
      assert.strictEqual(
        byText.get(report.headline)?.weight,
        most?.weight,
        `${report.headline} instead of ${most?.rule} ${most?.subject}`
      )
      const advised = new Map<string, number>()
      for (const { advice, weight } of byText.values()) {
        if (advice !== undefined) advised.set(advice, Math.max(weight, advised.get(advice) ?? 0))
      }
      const most3 = [...advised.values()].toSorted((a, b) => b - a).slice(0, 3)
      assert.deepEqual(
        report.actions.map(({ why }) => byText.get(why)?.weight),
        most3
      )
      assert.deepEqual(
        report.actions.map(({ priority }) => priority),
        most3.map((_, n) => n + 1)
      )
      if (facts.keywords.status !== "unavailable") {
        assert.lengthOf(report.rankChanges, facts.keywords.data.ranks.filter(({ from, to }) => from !== to).length)
      }
      assert.deepEqual(Schema.decodeUnknownSync(Report)(JSON.parse(JSON.stringify(report))), report)
      assert.deepEqual(reportOf(seededDay(seed), config), report, "the same day, the same report")
    }
  )

  it("tells each of its rules on one of twenty seeded days, each section leads one, and events come of them", () => {
    const days = Array.from({ length: 20 }, (_, n) => seededDay(n + 1))
    const sections = sectionIds.filter((id) => id !== "alerts")
    const told = new Set(days.flatMap((facts) => expectedOf(facts).map(({ section }) => section)))
    assert.deepEqual(
      sections.filter((id) => !told.has(id)),
      []
    )
    const leading = new Set(days.map((facts) => expectedOf(facts).toSorted((a, b) => b.weight - a.weight)[0]?.section))
    assert.isAbove(leading.size, 4)
    const events = new Set(days.flatMap((facts) => narrativesOf(facts, config).map(({ event }) => event)))
    assert.deepEqual([...events].toSorted(), ["app.left_chart", "app.rating_drop", "competitor.major_move"])
  })

  it.each(Array.from({ length: 20 }, (_, n) => n + 1))(
    "has every number of the texts of day %i in the evidence or the metrics, and of the events' summaries too",
    (seed) => {
      const facts = seededDay(seed)
      const report = reportOf(facts, config)
      /** What quotation marks hold is a name or a keyword. */
      const numbersIn = (text: string) => (text.replace(/“[^”]*”/g, "").match(/\d+(\.\d+)?/g) ?? []).map(Number)
      const knownIn = (values: ReadonlyArray<string | number | null>) =>
        new Set(values.flatMap((value) => (typeof value === "number" ? [value] : numbersIn(value ?? ""))))
      let looked = 0
      const check = (text: string, known: ReadonlySet<number>) => {
        looked += 1
        for (const number of numbersIn(text)) assert.isTrue(known.has(number), `${number} in: ${text}`)
      }
      for (const { findings, metrics } of report.sections) {
        for (const { evidence, text } of findings) {
          check(text, knownIn([...Object.values(evidence), ...Object.values(metrics)]))
        }
      }
      const all = knownIn(
        report.sections.flatMap(({ findings, metrics }) => [
          ...findings.flatMap(({ evidence }) => Object.values(evidence)),
          ...Object.values(metrics)
        ])
      )
      check(report.headline, all)
      for (const { title, why } of report.actions) check(`${title} ${why}`, all)
      for (const { summary } of narrativesOf(facts, config)) check(summary, all)
      assert.isAbove(looked, 10)
    }
  )

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
        ["live", "unavailable"],
        ["listing", "unavailable"],
        ["opportunities", "unavailable"],
        ["competitors", "unavailable"],
        ["competitor-listings", "unavailable"],
        ["competitor-ads", "unavailable"],
        ["assistants", "unavailable"],
        ["figures", "unavailable"],
        ["paywall", "unavailable"],
        ["ads", "unavailable"],
        ["growth", "unavailable"],
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
