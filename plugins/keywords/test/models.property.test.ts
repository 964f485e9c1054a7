import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { difficultyOf } from "../src/models/difficulty.ts"
import { byWeight } from "../src/models/movers.ts"
import { gapOpportunity } from "../src/models/opportunity.ts"
import { shareOf } from "../src/models/overlap.ts"
import { rankDiff } from "../src/models/rankDiff.ts"
import { reachGrowth } from "../src/models/reachGrowth.ts"
import { reachSumsOf, shiftedReach } from "../src/models/reachSums.ts"
import { rankWeight, visibilityScore } from "../src/models/visibility.ts"
import { rankVolatility } from "../src/models/volatility.ts"
import { weightedScore } from "../src/models/weighted.ts"
import { isoOfUs, usOf } from "../src/moments.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const NullOr = Schema.NullOr
const Score = between(0, 100)
const Rank = NullOr(between(1, 200))
const Signal = Schema.Struct({ score: NullOr(Score), weight: between(1, 10) })
const App = Schema.Struct({
  title: Schema.Literals(["photo editor", "editor of a photo", "camera", ""]),
  ratings: NullOr(between(0, 10_000_000)),
  averageRating: NullOr(between(1, 5)),
  installs: NullOr(between(0, 1_000_000_000)),
  daysSinceRelease: NullOr(between(0, 4_000)),
  ageDays: NullOr(between(0, 6_000))
})
const Apps = Schema.Array(between(1, 30)).check(Schema.isMaxLength(25))
const unique = (apps: ReadonlyArray<number>) => [...new Set(apps)]

describe("a weighted score", () => {
  const scoreOf = (signals: ReadonlyArray<typeof Signal.Type>) =>
    weightedScore(signals.map((signal, index) => ({ ...signal, name: String(index), input: signal.score })))

  it.prop("lies in its range, and the range within 0 to 100", [Schema.Array(Signal)], ([signals]) => {
    const { measured, range, score } = scoreOf(signals)
    assert.strictEqual(score === null, range === null)
    assert.strictEqual(score !== null, measured >= 0.5 - 1e-9 && measured > 0)
    if (score === null || range === null) return
    assert.isTrue(0 <= range.low && range.low <= score && score <= range.high && range.high <= 100)
  })

  it.prop("lies between its least and its largest signal", [Schema.NonEmptyArray(Score)], ([scores]) => {
    const { score } = scoreOf(scores.map((own) => ({ score: own, weight: 3 })))
    assert.isTrue(score !== null && score >= Math.min(...scores) && score <= Math.max(...scores))
  })
})

describe("difficulty", () => {
  it.prop(
    "is 0 to 100 or null, with the weakest place at most the mean of taken ones",
    [Schema.Array(App)],
    ([apps]) => {
      const { mean, range, score, weakest } = difficultyOf("photo editor", apps)
      if (score === null || range === null || weakest === null || mean === null)
        return assert.isTrue(score === null && range === null)
      assert.isTrue(0 <= score && score <= 100 && range.low <= score && score <= range.high)
      assert.isTrue(weakest <= mean + 1)
    }
  )

  it.prop(
    "never falls when an app is added below",
    [Schema.Array(App).check(Schema.isMaxLength(9)), App],
    ([apps, more]) => {
      const before = difficultyOf("photo editor", apps)
      const known = { ...more, ratings: 5, averageRating: 4, ageDays: 10, daysSinceRelease: 10 }
      const all = apps.map((app) => ({ ...known, title: app.title }))
      const [fewer, one] = [difficultyOf("photo editor", all), difficultyOf("photo editor", [...all, known])]
      assert.isTrue((one.score ?? 0) >= (fewer.score ?? 0))
      assert.isTrue(before.score === null || before.score >= 0)
    }
  )
})

describe("ranks", () => {
  it.prop("weigh less the worse they are", [between(1, 200), between(1, 200)], ([a, b]) => {
    assert.isTrue(a > b || rankWeight(a) >= rankWeight(b))
    assert.isAtLeast(rankWeight(a), rankWeight(null))
  })

  it.prop(
    "give a visibility from 0 to 100 in any mixture",
    [Schema.NonEmptyArray(Schema.Tuple([Score, Rank]))],
    ([rows]) => {
      const volume = rows.reduce((sum, [own]) => sum + own, 0)
      const contribution = rows.reduce((sum, [own, rank]) => sum + own * rankWeight(rank), 0)
      const score = visibilityScore({ contribution, volumeMeasured: volume, volumeAll: volume })
      assert.isTrue(volume === 0 ? score === null : score !== null && score >= 0 && score <= 100)
    }
  )

  it.prop("differ by changes that turn one ranking into the other", [Apps, Apps], ([one, other]) => {
    const [before, after] = [unique(one), unique(other)]
    const ranking = new Map(before.map((app, index) => [app, index + 1]))
    for (const { app, currentRank, previousRank } of rankDiff(
      { depth: 30, apps: before },
      { depth: 30, apps: after }
    )) {
      assert.strictEqual(ranking.get(app) ?? null, previousRank)
      if (currentRank === null) ranking.delete(app)
      else ranking.set(app, currentRank)
    }
    assert.deepStrictEqual(
      [...ranking].sort((a, b) => a[1] - b[1]).map(([app]) => app),
      after
    )
  })

  it.prop("do not change against themselves, and the same both ways in number", [Apps, Apps], ([one, other]) => {
    const [a, b] = [
      { depth: 30, apps: unique(one) },
      { depth: 30, apps: unique(other) }
    ]
    assert.deepStrictEqual(rankDiff(a, a), [])
    assert.strictEqual(rankDiff(a, b).length, rankDiff(b, a).length)
  })

  it.prop(
    "of still lists have no volatility, of any at most 10",
    [Schema.Array(Apps).check(Schema.isMinLength(3))],
    ([lists]) => {
      const days = lists.map((apps, dayNumber) => ({ dayNumber, source: "s", apps: unique(apps).slice(0, 10) }))
      const volatility = rankVolatility(days)
      assert.isTrue(volatility === null || (volatility >= 0 && volatility <= 10))
      const still = rankVolatility(days.map((day) => ({ ...day, apps: [1, 2, 3] })))
      assert.strictEqual(still, 0)
    }
  )

  it.prop("put each keyword into exactly one bucket", [Schema.NonEmptyArray(Rank)], ([ranks]) => {
    const share = shareOf(ranks)
    const held = ranks.filter((rank) => rank !== null).length
    assert.strictEqual(share === null, held === 0)
    assert.strictEqual(share === "inAllApps", held === ranks.length)
  })
})

describe("opportunity and growth", () => {
  it.prop(
    "falls with difficulty and with a better own rank",
    [Score, Score, Score, between(1, 100), between(1, 100)],
    ([volume, a, b, best, rank]) => {
      const of = (difficulty: number, own: number | null) =>
        gapOpportunity({ volume, difficulty, bestCompetitorRank: best, rank: own }) ?? 0
      assert.isAtLeast(of(Math.min(a, b), null), of(Math.max(a, b), null))
      assert.isAtLeast(of(a, null), of(a, rank))
    }
  )

  it.prop(
    "is growth only where the maximum grew, and brings the previous one to the current",
    [between(0, 10_000), between(0, 10_000)],
    ([current, previous]) => {
      const growth = reachGrowth(current, previous)
      assert.strictEqual(growth !== null, previous > 0 && current > previous)
      if (growth !== null) assert.closeTo(previous * (1 + growth / 100), current, previous * 0.0001)
    }
  )

  it.prop(
    "has one order, whatever the order of the input",
    [Schema.Array(Schema.Tuple([Rank, Rank, NullOr(Score)]))],
    ([rows]) => {
      const movements = rows.map(([currentRank, previousRank, volume], index) => ({
        keyword: `k${index}`,
        currentRank,
        previousRank,
        volume,
        depth: 200
      }))
      const order = (list: typeof movements) => [...list].sort(byWeight).map(({ keyword }) => keyword)
      assert.deepStrictEqual(order(movements), order([...movements].reverse()))
    }
  )
})

describe("moments", () => {
  it.prop(
    "are read back as they were written, to the microsecond",
    [between(0, 4_000_000_000), between(0, 999_999)],
    ([seconds, micros]) => {
      const us = seconds * 1_000_000 + micros
      assert.strictEqual(usOf(isoOfUs(us)), us)
    }
  )

  it("are read in the forms of ISO 8601, and nothing else", () => {
    const noon = Date.UTC(2026, 10, 21, 12) * 1_000
    for (const text of [
      "2026-11-21T12:00:00Z",
      "2026-11-21T12:00Z",
      "2026-11-21T13:00:00+01:00",
      "2026-11-21T13:00:00 01:00",
      "2026-11-21 12:00:00.000000"
    ])
      assert.strictEqual(usOf(text), noon, text)
    assert.strictEqual(usOf("2026-11-21"), noon - 43_200_000_000)
    assert.strictEqual(usOf("2026-11-21T12:00:00.123456789Z"), noon + 123_456)
    for (const text of ["", "now", "1763726400", "2026-13-01", "2026-11-21T25:00:00Z", "21.11.2026"])
      assert.isNull(usOf(text), text)
  })
})

describe("the sums of reach", () => {
  const Days = Schema.Array(NullOr(between(0, 1_000))).check(Schema.isMaxLength(70))

  it.prop(
    "that move on with a snapshot are those of all days",
    [Days, between(1, 70), NullOr(between(0, 1_000))],
    ([byAge, passed, reach]) => {
      const moved = shiftedReach(reachSumsOf(byAge), passed, reach)
      assert.deepStrictEqual(moved, reachSumsOf([reach, ...new Array<null>(passed - 1).fill(null), ...byAge]))
    }
  )
})
