import { assert, describe, it } from "@effect/vitest"
import { addDays, dayOf } from "@storeglass/history"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { Collector } from "../src/collection/Collector.ts"
import { AppKeywords } from "../src/compare/AppKeywords.ts"
import { Comparison } from "../src/compare/Comparison.ts"
import { Movers } from "../src/compare/Movers.ts"
import { Visibility } from "../src/compare/Visibility.ts"
import { type ImportedSnapshot, KeywordHistory, RankChanges, TrackedKeywords } from "../src/contract.ts"
import { Trending } from "../src/history/Trending.ts"
import { Trends } from "../src/history/Trends.ts"
import { Ranks } from "../src/ranks/Ranks.ts"
import { snapshot as ago, harness, makeWorld, today, us, type World } from "./support.ts"

const imported = (...snapshots: ReadonlyArray<ImportedSnapshot>) =>
  Effect.flatMap(KeywordHistory, (history) => history.importSnapshots(snapshots, { track: true }))
const quiet = (over: Partial<World> = {}) =>
  harness(makeWorld({ fails: { search: "timeout", suggestions: "timeout", app: "timeout" }, ...over }), {
    discover: { searchesMax: 0 }
  })

describe("import", () => {
  it.live("adds a keyword and day once, in whatever order, and keeps the latest as the latest", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* imported(ago(1, "alpha", "1 2"), ago(3, "alpha", "2 1")), { imported: 2, known: 0 })
      assert.deepStrictEqual(yield* imported(ago(3, "alpha", "9"), ago(2, " ALPHA ", "2 3")), { imported: 1, known: 1 })
      const trends = yield* Trends
      const { history } = yield* trends.of("2", { ...us, keyword: "alpha", days: 7 })
      assert.deepStrictEqual(
        history.map(({ rank, status }) => [status, rank]),
        [
          ["not_measured", null],
          ["not_measured", null],
          ["not_measured", null],
          ["ranked", 1],
          ["ranked", 1],
          ["ranked", 2],
          ["not_measured", null]
        ]
      )
    }).pipe(Effect.provide(quiet().layer))
  )

  it.live("waits for a search of its keyword that is being recorded, and locks nothing that this needs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const measured = imported(ago(1, "alpha", "1 2", { reach: 7 }))
      yield* measured
      yield* sql`DELETE FROM keywords_reach`
      const locked = yield* Deferred.make<void>()
      const again = yield* Effect.forkChild(Effect.andThen(Deferred.await(locked), measured))
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // As a record: its keyword first, the sums last.
          yield* sql`SELECT FROM keywords_tracked FOR UPDATE`
          yield* Deferred.succeed(locked, undefined)
          const waiting = sql`SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`
          while ((yield* waiting).length === 0) yield* Effect.yieldNow
          yield* sql`INSERT INTO keywords_reach (keyword_id, market_id, source_id, day, current, previous, next_current, next_previous)
            SELECT id, market_id, source_id, latest_day, '{}', '{}', '{}', '{}' FROM keywords_tracked`
        })
      )
      assert.deepStrictEqual(yield* Fiber.join(again), { imported: 0, known: 1 })
    }).pipe(Effect.provide(quiet().layer))
  )
})

describe("a rank", () => {
  it.live("has three states in a trend, and its changes are told by the snapshots of its own source", () =>
    Effect.gen(function* () {
      yield* imported(
        ago(31, "alpha", "1 2 3 4 5 6 7 8 9 10 11 12"),
        ago(8, "alpha", "9 8 7 6 5 4 3 12", { source: "storea.devices" }),
        ago(7, "alpha", "1 2 3 4 5 6 12"),
        ago(3, "alpha", "1 2 3 4"),
        ago(0, "alpha", "1 2 12")
      )
      const answer = yield* (yield* Trends).of("12", { ...us, keyword: "alpha", days: 30 })
      assert.deepStrictEqual([answer.rankChange7d, answer.rankChange30d, answer.trend], [4, 9, "improving"])
      assert.strictEqual(answer.source, "storea.catalog")
      const states = Object.fromEntries(answer.history.map(({ date, rank, status }) => [date, [status, rank]]))
      assert.deepStrictEqual(states[addDays(today, -3)], ["not_in_top_n", null])
      assert.deepStrictEqual(states[addDays(today, -4)], ["not_measured", null])
      assert.deepStrictEqual(
        states[addDays(today, -8)],
        ["not_measured", null],
        "ranks of a different source aren't comparable"
      )
      assert.deepStrictEqual(states[today], ["ranked", 3])
      assert.include(answer.provenance.limitations?.join(" "), "a different source")
      const never = yield* (yield* Trends).of("777", { ...us, keyword: "alpha", days: 7 })
      assert.strictEqual(never.history.at(-1)?.status, "not_in_top_n")
      const unknown = yield* (yield* Trends).of("12", { ...us, keyword: "nobody asked", days: 7 })
      assert.deepStrictEqual([unknown.trend, unknown.tracked, unknown.provenance.status], [null, false, "not_measured"])
      assert.isTrue(unknown.history.every(({ rank, status }) => status === "not_measured" && rank === null))
    }).pipe(Effect.provide(quiet().layer))
  )

  it.live("of a past day comes from history, and a day that nobody collected is not measured", () =>
    Effect.gen(function* () {
      yield* imported(ago(5, "alpha", "3 1 2"))
      const ranks = yield* Ranks
      const then = yield* ranks.of({ ...us, keyword: "Alpha", date: addDays(today, -5) })
      assert.deepStrictEqual(
        then.rankings.map(({ rank, trackId, trackName }) => [rank, trackId, trackName]),
        [
          [1, 3, "App 3"],
          [2, 1, "App 1"],
          [3, 2, "App 2"]
        ]
      )
      assert.deepStrictEqual(
        [then.status, then.totalResults, then.popularity, then.competitiveness],
        ["measured", 3, 50, 40]
      )
      const missing = yield* ranks.of({ ...us, keyword: "alpha", date: addDays(today, -6) })
      assert.deepStrictEqual(
        [missing.status, missing.totalResults, missing.popularity, missing.rankings, missing.provenance.status],
        ["not_measured", null, null, [], "not_measured"]
      )
      const failure = yield* Effect.flip(ranks.of({ ...us, keyword: "alpha", date: addDays(today, 1) }))
      assert.strictEqual(failure._tag, "INVALID_INPUT")
    }).pipe(Effect.provide(quiet().layer))
  )

  it.live("asked for twice is collected from then on, and not before", () => {
    const world = makeWorld({ searches: { alpha: ["5", "6"] } })
    const { layer } = harness(world)
    return Effect.gen(function* () {
      const ranks = yield* Ranks
      const trends = yield* Trends
      const first = yield* ranks.of({ ...us, keyword: "alpha" })
      assert.deepStrictEqual(
        [first.status, first.totalResults, first.depth, first.source],
        ["measured", 2, 100, "storea.catalog"]
      )
      assert.strictEqual(first.popularity, first.volumeScore)
      const collector = yield* Collector
      assert.strictEqual((yield* collector.slice("storea")).claimed, 0)
      yield* ranks.of({ ...us, keyword: "ALPHA" })
      assert.strictEqual((yield* trends.of("5", { ...us, keyword: "alpha", days: 7 })).history.at(-1)?.rank, null)
      assert.strictEqual((yield* collector.slice("storea")).collected, 1)
      const answer = yield* trends.of("5", { ...us, keyword: "alpha", days: 7 })
      assert.deepStrictEqual([answer.tracked, answer.history.at(-1)?.rank], [false, 1], "collected, tracked by nobody")
    }).pipe(Effect.provide(layer))
  })
})

describe("comparison", () => {
  const five = [
    ago(0, "both near", "1 2 9"),
    ago(0, "both far", "9 8 7 2 1", { volume: 80 }),
    ago(0, "mine", "1 9"),
    ago(0, "theirs", "9 2", { volume: 82, difficulty: 43 }),
    ago(0, "theirs too", "2 9", { volume: null, difficulty: null })
  ]
  it.live("tells shared, unique and behind, and 2 of 5 as 40 percent", () =>
    Effect.gen(function* () {
      yield* imported(...five)
      const compare = (yield* Comparison).pair({ ...us, appId: "1", competitorIds: ["2"] })
      const { competitorUnique, gapAnalysis, shared, summary, yourUnique } = yield* compare
      assert.deepStrictEqual(summary, {
        totalShared: 2,
        totalYourUnique: 1,
        totalCompetitorUnique: 2,
        totalGaps: 1,
        overlapPercent: 40
      })
      assert.deepStrictEqual(
        shared.map(({ keyword, rankDiff }) => [keyword, rankDiff]),
        [
          ["both far", -1],
          ["both near", 1]
        ]
      )
      assert.deepStrictEqual(
        yourUnique.map(({ keyword }) => keyword),
        ["mine"]
      )
      assert.deepStrictEqual(
        competitorUnique.map(({ keyword }) => keyword),
        ["theirs", "theirs too"]
      )
      assert.deepStrictEqual(
        gapAnalysis.map(({ keyword }) => keyword),
        ["both far"]
      )
    }).pipe(Effect.provide(quiet().layer))
  )

  it.live("puts the keywords of a cluster into buckets, and gaps into the order of what they are worth", () =>
    Effect.gen(function* () {
      yield* imported(...five)
      const comparison = yield* Comparison
      const cluster = yield* comparison.cluster({ ...us, appId: "1", competitorIds: ["9", "2"] })
      assert.deepStrictEqual(cluster.competitorIds, [2, 9])
      assert.deepStrictEqual(
        [cluster.summary.inAllApps, cluster.summary.partialOverlap.count, cluster.summary.withoutPrimaryCount],
        [{ count: 2, avgVolumeScore: 65, avgDifficulty: 40 }, 3, 2]
      )
      assert.deepStrictEqual(cluster.inAllApps[0]?.ranks, { "1": 5, "2": 4, "9": 1 })
      assert.deepStrictEqual(cluster.perCompetitorExclusive, { "2": [], "9": [] })
      const gaps = yield* comparison.gaps({ ...us, appId: "1", competitorIds: ["2"], limit: 25 })
      assert.deepStrictEqual(
        gaps.opportunities.map(({ bestCompetitorRank, keyword, opportunityScore, yourStatus }) => [
          keyword,
          bestCompetitorRank,
          opportunityScore,
          yourStatus
        ]),
        [
          // 82 · 0.57 · 0.98
          ["theirs", 2, 45.81, "not_in_top_n"],
          ["theirs too", 1, null, "not_in_top_n"]
        ]
      )
      assert.deepStrictEqual(gaps.summary, { totalGaps: 2, totalBrandGaps: 0, avgVolumeScore: 82, avgDifficulty: 43 })
    }).pipe(Effect.provide(quiet().layer))
  )

  it.live("lists an app's keywords by what they bring, with their three states", () =>
    Effect.gen(function* () {
      yield* imported(ago(7, "both far", "1 2"), ...five)
      const answer = yield* (yield* AppKeywords).of("1", { ...us, limit: 2 })
      assert.strictEqual(answer.total, 3)
      assert.deepStrictEqual(
        answer.keywords.map(({ keyword, opportunity, rank, rankChange7d, trend }) => [
          keyword,
          rank,
          rankChange7d,
          trend,
          opportunity
        ]),
        [
          // 80 · 0.7 is more than 50 · 1.
          ["both far", 5, -4, "declining", 2.4],
          ["both near", 1, null, null, 0.3]
        ]
      )
      assert.deepInclude(answer.keywords[0], { popularity: 80, competitiveness: 40, status: "ranked", depth: 100 })
    }).pipe(Effect.provide(quiet().layer))
  )
})

describe("movers", () => {
  it.live("compares the latest with the closest at or before, within the common depth and of one source", () =>
    Effect.gen(function* () {
      yield* imported(
        ago(9, "up", "9 8 7 6 1"),
        ago(0, "up", "1 9 8"),
        ago(7, "down", "1 2", { volume: 90 }),
        ago(6, "down", "2 3 1", { volume: 90 }),
        ago(0, "down", "2 3 4 1", { volume: 90 }),
        ago(7, "in", "2 3"),
        ago(0, "in", "2 1"),
        ago(7, "out", "1 3"),
        ago(0, "out", "2 3"),
        ago(7, "other source", "1 2 3", { source: "storea.devices" }),
        ago(0, "other source", "3 2 1"),
        ago(7, "shallow", "2 1", { depth: 2 }),
        ago(0, "shallow", "2 3 4 1"),
        ago(0, "new", "1 2")
      )
      const movers = yield* (yield* Movers).of({ ...us, appId: "1", days: 7, limit: 20 })
      assert.deepStrictEqual(movers.summary, {
        totalKeywords: 5,
        gainers: 1,
        losers: 1,
        newEntries: 1,
        droppedOut: 2,
        unchanged: 0,
        notCompared: 2
      })
      assert.deepInclude(movers.topGainers[0], {
        keyword: "up",
        currentRank: 1,
        previousRank: 5,
        rankChange: 4,
        previousDate: addDays(today, -9)
      })
      assert.deepInclude(movers.topLosers[0], { keyword: "down", currentRank: 4, previousRank: 1, rankChange: -3 })
      assert.deepInclude(movers.newEntries[0], { keyword: "in", currentRank: 2, previousRank: null, rankChange: null })
      assert.deepStrictEqual(
        movers.droppedOut.map(({ depth, keyword }) => [keyword, depth]),
        [
          ["out", 100],
          ["shallow", 2]
        ]
      )
      assert.deepStrictEqual(movers.period, { current: today, previous: addDays(today, -7) })
    }).pipe(Effect.provide(quiet().layer))
  )
})

describe("visibility", () => {
  it.live("is 62.9 of 74 at rank 2, day by day over the keywords measured on the first and the last day", () =>
    Effect.gen(function* () {
      yield* imported(
        ago(3, "alpha", "1 2", { volume: 74 }),
        ago(3, "beta", "5 6 1", { volume: 26 }),
        ago(3, "gone", "1 2", { volume: 60 }),
        ago(1, "alpha", "2 1", { volume: 74 }),
        ago(0, "alpha", "2 1", { volume: 74 }),
        ago(1, "beta", "5 6 1", { volume: 26 }),
        ago(0, "beta", "5 6 7", { volume: 26 }),
        ago(2, "dark", "1", { volume: null }),
        ago(1, "new", "1", { volume: 90 }),
        ago(0, "new", "1", { volume: 90 })
      )
      const answer = yield* (yield* Visibility).of({ ...us, appId: "1", days: 7 })
      assert.deepStrictEqual(
        answer.series.map(({ date, measuredCount, rankedCount, score }) => [date, score, rankedCount, measuredCount]),
        [
          // (74 + 22.1) / 100
          [addDays(today, -3), 96.1, 2, 2],
          // (62.9 + 22.1) / 100
          [addDays(today, -1), 85, 2, 2],
          [today, 62.9, 1, 2]
        ]
      )
      assert.deepStrictEqual([answer.score, answer.scoreChange], [62.9, -33.2])
      assert.deepStrictEqual(answer.topContributors, [
        { keyword: "alpha", rank: 2, volumeScore: 74, contribution: 62.9 }
      ])
      assert.deepStrictEqual(answer.breakdown[0], { bucket: "top3", rankedCount: 1, weightedScore: 62.9, share: 1 })
      assert.deepStrictEqual([answer.keywordsInWindow, answer.keywordsWithoutVolume], [5, 1])
    }).pipe(Effect.provide(quiet().layer))
  )

  it.live("that can't be told yet says why: the volume of the app's keywords isn't known, or it has none", () =>
    Effect.gen(function* () {
      yield* imported(ago(0, "dark", "1", { volume: null }))
      const visibility = yield* Visibility
      const dark = yield* visibility.of({ ...us, appId: "1", days: 7 })
      assert.deepStrictEqual([dark.score, dark.series, dark.keywordsInWindow], [null, [], 1])
      assert.include(dark.provenance.limitations?.[0], "the volume of the 1 keywords it ranks for isn't known yet")
      const none = yield* visibility.of({ ...us, appId: "2", days: 7 })
      assert.deepStrictEqual([none.score, none.keywordsInWindow], [null, 0])
      assert.include(none.provenance.limitations?.[0], "nothing is collected in us that the app is ranked for")
    }).pipe(Effect.provide(quiet().layer))
  )

  it.live("adds up in the database what the model says", () =>
    Effect.gen(function* () {
      const ranks = [1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 50, 51, 100]
      yield* imported(
        ...ranks.map((rank) =>
          ago(
            0,
            `at ${rank}`,
            [...Array.from({ length: rank - 1 }, (_, index) => String(1000 + index)), "1"].join(" "),
            {
              volume: rank + 3
            }
          )
        )
      )
      const answer = yield* (yield* Visibility).of({ ...us, appId: "1", days: 7 })
      const weights = [1, 0.85, 0.85, 0.7, 0.7, 0.5, 0.5, 0.3, 0.3, 0.15, 0.15, 0.05, 0.05]
      const volume = ranks.reduce((sum, rank) => sum + rank + 3, 0)
      const contributions = ranks.map((rank, index) => (rank + 3) * (weights[index] ?? 0))
      const all = contributions.reduce((sum, own) => sum + own, 0)
      assert.closeTo(answer.score ?? 0, (100 * all) / volume, 0.01)
      assert.strictEqual(answer.topContributors.length, 10)
      assert.deepStrictEqual(
        answer.breakdown.map(({ bucket, rankedCount }) => [bucket, rankedCount]),
        [
          ["top3", 3],
          ["top10", 4],
          ["top30", 3]
        ]
      )
    }).pipe(Effect.provide(quiet().layer))
  )
})

describe("trending", () => {
  const reach = (days: number, keyword: string, value: number | null, over: Partial<ImportedSnapshot> = {}) =>
    ago(days, keyword, "1 2", { reach: value, ...over })

  it.live(
    "follows the rule: maxima of two windows, growth, order, total before the limit, previous zero left out",
    () =>
      Effect.gen(function* () {
        yield* imported(
          reach(13, "grows", 100),
          reach(7, "grows", 80),
          reach(6, "grows", 150),
          reach(2, "grows", 110),
          reach(0, "grows", 120),
          reach(8, "doubles", 10),
          reach(0, "doubles", 20),
          reach(7, "still", 50),
          reach(0, "still", 50),
          reach(7, "falls", 50),
          reach(0, "falls", 40),
          reach(7, "from nothing", 0),
          reach(0, "from nothing", 40),
          reach(0, "new", 40),
          reach(14, "too long ago", 10),
          reach(0, "too long ago", 40),
          reach(7, "unknown reach", null),
          reach(0, "unknown reach", 40),
          reach(7, "other source", 10, { source: "storea.devices" }),
          reach(0, "other source", 40)
        )
        const trending = yield* Trending
        const answer = yield* trending.of({ ...us, days: 7, limit: 50 })
        assert.deepStrictEqual(
          answer.keywords.map(({ currentReach, growthPercent, keyword, maxReach, minReach, previousMaxReach }) => [
            keyword,
            growthPercent,
            maxReach,
            minReach,
            previousMaxReach,
            currentReach
          ]),
          [
            ["doubles", 100, 20, 20, 10, 20],
            ["grows", 50, 150, 110, 100, 120]
          ]
        )
        assert.deepStrictEqual([answer.total, answer.period, answer.country], [2, "7d", "us"])
        assert.deepStrictEqual(answer.windows, {
          current: { from: "2026-11-15", to: "2026-11-21" },
          previous: { from: "2026-11-08", to: "2026-11-14" }
        })
        const one = yield* trending.of({ ...us, days: 7, limit: 1 })
        assert.deepStrictEqual([one.keywords.length, one.total], [1, 2])
        assert.strictEqual((yield* trending.of({ ...us, country: "de", days: 7, limit: 1 })).total, 0)
      }).pipe(Effect.provide(quiet().layer))
  )

  it.live("considers only keywords that are collected", () =>
    Effect.gen(function* () {
      const history = yield* KeywordHistory
      yield* history.importSnapshots([reach(7, "untracked", 1), reach(0, "untracked", 2)])
      assert.strictEqual((yield* (yield* Trending).of({ ...us, days: 7, limit: 1 })).total, 0)
    }).pipe(Effect.provide(quiet().layer))
  )
})

describe("the feed of changes", () => {
  const track = (keyword: string) =>
    Effect.flatMap(TrackedKeywords, (tracked) =>
      tracked.track("00000000-0000-0000-0000-000000000001", { ...us, device: "iphone", keyword })
    )

  it.live("gives every change once, in order, page by page and by app, also to who reads while it grows", () => {
    const world = makeWorld({ searches: { alpha: ["1", "2", "3"], beta: ["4", "1"] } })
    const { layer, nextDay } = harness(world)
    return Effect.gen(function* () {
      const [collector, feed] = yield* Effect.all([Collector, RankChanges])
      yield* track("alpha")
      yield* track("beta")
      const untilUs = Number.MAX_SAFE_INTEGER
      const seen: Array<string> = []
      let sinceUs = 0
      const follow = (limit: number) =>
        Effect.gen(function* () {
          for (;;) {
            const page = yield* feed.read({ sinceUs, untilUs, limit })
            seen.push(
              ...page.changes.map(
                ({ appId, currentRank, keyword, previousRank, type }) =>
                  `${keyword} ${appId} ${type} ${previousRank}>${currentRank}`
              )
            )
            assert.isAtLeast(page.nextUs, sinceUs)
            sinceUs = page.nextUs
            if (!page.hasMore) return
          }
        })
      yield* collector.slice("storea")
      yield* follow(1)
      assert.deepStrictEqual(seen, [], "a first snapshot is no change")
      nextDay()
      world.searches = { alpha: ["2", "1", "5"], beta: ["4", "1"] }
      yield* collector.slice("storea")
      yield* follow(2)
      nextDay()
      world.searches = { alpha: ["2", "1", "5"], beta: ["1"] }
      yield* collector.slice("storea")
      yield* follow(1)
      const expected = [
        "alpha 2 moved 2>1",
        "alpha 1 moved 1>2",
        "alpha 5 entered_top null>3",
        "alpha 3 fell_out 3>null",
        "beta 1 moved 2>1",
        "beta 4 fell_out 1>null"
      ]
      assert.deepStrictEqual(seen, expected)
      const all = yield* feed.read({ sinceUs: 0, untilUs, limit: 1000 })
      assert.strictEqual(new Set(all.changes.map(({ detectedUs }) => detectedUs)).size, 6)
      const ofOne = yield* feed.read({ sinceUs: 0, untilUs, limit: 1000, appIds: ["1"] })
      assert.deepStrictEqual(
        ofOne.changes,
        all.changes.filter(({ appId }) => appId === "1")
      )
      const paged = yield* feed.read({ sinceUs: 0, untilUs, limit: 1, appIds: ["1"] })
      assert.deepStrictEqual([paged.hasMore, paged.changes.length], [true, 1])
      const rest = yield* feed.read({ sinceUs: paged.nextUs, untilUs, limit: 10, appIds: ["1"] })
      assert.deepStrictEqual([...paged.changes, ...rest.changes], ofOne.changes)
      const moved = yield* feed.read({ sinceUs: 0, untilUs, limit: 1000, types: ["fell_out"], country: "us" })
      assert.deepStrictEqual(
        moved.changes,
        all.changes.filter(({ type }) => type === "fell_out")
      )
      assert.deepStrictEqual((yield* feed.read({ sinceUs: 0, untilUs, limit: 9, country: "de" })).changes, [])
      assert.deepStrictEqual((yield* feed.read({ sinceUs: 0, untilUs, limit: 9, appIds: ["424242"] })).changes, [])
    }).pipe(Effect.provide(layer))
  })

  it.live("compares snapshots of one source, no deeper than both, and does not take a gap for a change", () =>
    Effect.gen(function* () {
      const feed = yield* RankChanges
      yield* imported(
        ago(6, "alpha", "1 2 3", { depth: 3 }),
        ago(5, "alpha", "3 2 1", { source: "storea.devices" }),
        ago(4, "alpha", "1 2 3 4 5"),
        ago(1, "alpha", "1 2 3 5 4")
      )
      const { changes } = yield* feed.read({ sinceUs: 0, untilUs: Number.MAX_SAFE_INTEGER, limit: 100 })
      assert.deepStrictEqual(
        changes.map(({ appId, currentRank, detectedUs, previousRank }) => [
          appId,
          previousRank,
          currentRank,
          dayOf(detectedUs / 1000)
        ]),
        [
          ["5", 5, 4, addDays(today, -1)],
          ["4", 4, 5, addDays(today, -1)]
        ]
      )
    }).pipe(Effect.provide(quiet().layer))
  )
})

describe("an app of which nothing is stored", () => {
  it.live("has its keywords looked for within bounds, once, and collected from then on", () => {
    const world = makeWorld({
      apps: { "5": { name: "Duo: Language Lessons", description: "Learn languages with lessons." } },
      searches: { "language lessons": ["6", "5"], language: ["7"], duo: ["5"] },
      suggestions: ["language lessons", "language lessons learn", "language schools"]
    })
    const { layer } = harness(world, { discover: { searchesMax: 4 } })
    return Effect.gen(function* () {
      const keywords = yield* AppKeywords
      const first = yield* keywords.of("5", { ...us, limit: 100 })
      assert.deepStrictEqual([first.discovered, first.total], [true, 2])
      assert.deepStrictEqual(first.keywords.map(({ keyword, rank }) => [keyword, rank]).sort(), [
        ["duo", 1],
        ["language lessons", 2]
      ])
      const searched = world.asked.filter((line) => line.startsWith("search"))
      assert.strictEqual(searched.length, 4)
      assert.include(searched, "search us language lessons learn")
      assert.notInclude(searched, "search us language schools")
      const second = yield* keywords.of("5", { ...us, limit: 100 })
      assert.deepStrictEqual([second.discovered, second.total], [true, 2], "as the first answer")
      assert.strictEqual(world.asked.filter((line) => line.startsWith("search")).length, 4)
    }).pipe(Effect.provide(layer))
  })

  it.live("fails as its store fails when nothing at all could be looked for, and is not found where it is not", () => {
    const world = makeWorld({ apps: { "5": { name: "Duo" } }, fails: { search: "rate_limited" } })
    const { layer } = harness(world)
    return Effect.gen(function* () {
      const keywords = yield* AppKeywords
      const failure = yield* Effect.flip(keywords.of("5", { ...us, limit: 100 }))
      assert.strictEqual(failure._tag, "UPSTREAM_RATE_LIMITED")
      assert.strictEqual(world.asked.filter((line) => line.startsWith("search")).length, 1)
      const missing = yield* Effect.flip((yield* Visibility).of({ ...us, appId: "404", days: 7 }))
      assert.strictEqual(missing._tag, "APP_NOT_FOUND")
    }).pipe(Effect.provide(layer))
  })
})
