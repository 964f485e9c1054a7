/** The figures of before and after: against tables, by hand, and by simulation. */
import { assert, describe, it } from "@effect/vitest"
import type { MeasuredRank } from "@storeglass/keywords/contract"
import { Random } from "@storeglass/sandbox/world"
import { Schema } from "effect"
import { beforeAfterOf, type TermDays, windowsOf } from "../../src/beforeAfter/effect.ts"
import { quantile, twoSided } from "../../src/beforeAfter/student.ts"
import { shuffled } from "../suggest/support.ts"

const dayMs = 86_400_000
const at = (day: string) => Date.parse(`${day}T10:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

describe("Student's t", () => {
  it.each([
    [1, 12.7062],
    [2, 4.3027],
    [4, 2.7764],
    [10, 2.2281],
    [30, 2.0423],
    [1_000, 1.9623]
  ])("has the quantiles of the printed tables for %i degrees of freedom", (freedom, t) => {
    assert.approximately(quantile(0.05, freedom), t, 5e-5)
    assert.approximately(twoSided(t, freedom), 0.05, 1e-5)
  })
})

describe("the windows of a release", () => {
  const known = { releasedMs: at("2026-06-15"), formerMs: null, nextMs: null, nowMs: at("2026-12-01"), days: 14 }
  it.each([
    ["have equal lengths around its day", {}, ["2026-06-01", "2026-06-14"], ["2026-06-16", "2026-06-29"]],
    [
      "begin after the release before",
      { formerMs: at("2026-06-10") },
      ["2026-06-11", "2026-06-14"],
      ["2026-06-16", "2026-06-29"]
    ],
    [
      "end before the next one",
      { nextMs: at("2026-06-18") },
      ["2026-06-01", "2026-06-14"],
      ["2026-06-16", "2026-06-17"]
    ],
    ["end today", { nowMs: at("2026-06-17") }, ["2026-06-01", "2026-06-14"], ["2026-06-16", "2026-06-17"]],
    ["are none of the future", { nowMs: at("2026-06-15") }, ["2026-06-01", "2026-06-14"], undefined],
    ["are none between two of a day", { formerMs: at("2026-06-15"), nextMs: at("2026-06-15") }, undefined, undefined]
  ])("%s", (_, more, before, after) => {
    const windows = windowsOf({ ...known, ...more })
    const pair = (days: typeof windows.before) => (days === null ? undefined : [days.from, days.to])
    assert.deepStrictEqual([pair(windows.before), pair(windows.after)], [before, after])
  })
})

const released = at("2026-06-15")
const windows = windowsOf({ releasedMs: released, formerMs: null, nextMs: null, nowMs: at("2026-12-01"), days: 14 })
const known = { windows, releasedDay: "2026-06-15", hasFormer: true, isOver: false }
const searchOn = (offset: number, rank: number | null, more: Partial<MeasuredRank> = {}): MeasuredRank => ({
  day: dayOf(released + offset * dayMs),
  rank,
  depth: 200,
  source: "search@1",
  ...more
})
/** Searched for on each of the 14 days before and after, with these ranks. */
const term = (keyword: string, change: TermDays["change"], before: number | null, after: number | null): TermDays => ({
  keyword,
  change,
  days: [
    ...Array.from({ length: 14 }, (_, n) => searchOn(n - 14, before)),
    ...Array.from({ length: 14 }, (_, n) => searchOn(n + 1, after))
  ]
})
const effectOf = (terms: ReadonlyArray<TermDays>, more: Partial<typeof known> = {}) =>
  beforeAfterOf(terms, { ...known, ...more })

describe("before and after", () => {
  const added = [term("a", "added", 40, 10), term("b", "added", 20, 10), term("c", "added", 80, 10)]
  const untouched = [term("d", "none", 10, 10), term("e", "none", 20, 10), term("f", "none", 10, 20)]

  it("is the difference in differences of log2 ranks, with Welch's interval", () => {
    const { added: found, untouched: control } = effectOf([...added, ...untouched])
    // Gains 2, 1, 3 and 0, 1, −1: both a mean's error² of 1/3, so that Welch has 4 degrees of freedom.
    assert.deepInclude(found, { status: "measured", difference: 2, verdict: "no_evidence" })
    const half = 2.7764 * Math.sqrt(2 / 3)
    assert.approximately(found.interval?.low ?? 0, 2 - half, 1e-3)
    assert.approximately(found.interval?.high ?? 0, 2 + half, 1e-3)
    assert.deepStrictEqual([found.group.mean, control.mean, control.measured], [2, 0, 3])
    const own = 4.3027 / Math.sqrt(3)
    assert.approximately(control.interval?.high ?? 0, own, 1e-3)
  })

  it("says that they climbed or fell more only where the intervals are apart", () => {
    const many = (change: TermDays["change"], before: number, after: number) =>
      Array.from({ length: 8 }, (_, n) => term(`${change} ${n}`, change, before + n, after + (n % 3)))
    const verdict = (terms: ReadonlyArray<TermDays>) => effectOf(terms).added.verdict
    assert.strictEqual(verdict([...many("added", 60, 12), ...many("none", 30, 30)]), "climbed_more")
    assert.strictEqual(verdict([...many("added", 12, 60), ...many("none", 30, 30)]), "fell_more")
    // What all terms did together isn't these terms' own.
    assert.strictEqual(verdict([...many("added", 60, 12), ...many("none", 60, 12)]), "no_evidence")
  })

  it("counts a search that didn't find the app as one place behind the least depth, before as after", () => {
    const days = [
      ...[-3, -2, -1].map((offset) => searchOn(offset, null, { depth: 100 })),
      ...[1, 2].map((offset) => searchOn(offset, 150)),
      searchOn(3, null)
    ]
    const { terms } = effectOf([{ keyword: "a", change: "added", days }])
    assert.deepStrictEqual(terms[0]?.before, { position: 101, searches: 3, ranked: 0 })
    assert.deepStrictEqual(terms[0]?.after, { position: 101, searches: 3, ranked: 0 })
    assert.strictEqual(terms[0]?.gain, 0)
  })

  it("doesn't compare ranks of two sources", () => {
    const days = [
      ...[-3, -2, -1].map((offset) => searchOn(offset, 10)),
      ...[1, 2, 3, 4].map((offset) => searchOn(offset, 1, { source: "other@1" }))
    ]
    assert.isNull(effectOf([{ keyword: "a", change: "added", days }]).terms[0]?.gain)
  })

  it.each([
    ["no_former_version", [...added, ...untouched], { hasFormer: false }],
    [
      "too_early",
      [...added, ...untouched],
      { windows: { ...windows, after: { from: "2026-06-16", to: "2026-06-17" } } }
    ],
    ["too_few_terms", [...added.slice(1), ...untouched], {}],
    ["too_few_terms", [...added, ...untouched.slice(1)], {}],
    ["too_little_measured", [...added, ...untouched.map((one) => ({ ...one, days: one.days.slice(0, 16) }))], {}]
  ] as const)("is null with the status %s where too little is known", (status, terms, more) => {
    const { added: found } = effectOf(terms, more)
    assert.deepInclude(found, { status, verdict: null, difference: null, interval: null })
    for (const { gain } of effectOf(terms, { windows: { before: null, after: null } }).terms) assert.isNull(gain)
  })

  it("draws the groups by day, with the release between", () => {
    const days = [...(added[0]?.days ?? []), searchOn(0, 30)]
    const { lines } = effectOf([{ keyword: "a", change: "added", days }])
    assert.deepStrictEqual(
      lines.map(({ name, points }) => [name, points.length, points[14]]),
      [["added", 29, { day: "2026-06-15", phase: "release", position: 30, terms: 1 }]]
    )
  })

  it("finds evidence in hardly any release that changed nothing", () => {
    const random = new Random(7)
    const noisy = (change: TermDays["change"], n: number): TermDays => ({
      keyword: `${change} ${n}`,
      change,
      days: Array.from({ length: 29 }, (_, day) => searchOn(day - 14, random.int(5, 60)))
    })
    let found = 0
    for (let round = 0; round < 300; round++) {
      const terms = [
        ...Array.from({ length: 6 }, (_, n) => noisy("added", n)),
        ...Array.from({ length: 12 }, (_, n) => noisy("none", n))
      ]
      if (effectOf(terms).added.verdict !== "no_evidence") found += 1
    }
    // At most the 5% of the interval: the groups' own intervals are stricter.
    assert.isAtMost(found, 15)
  })

  const Rank = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 220 })))
  const Term = Schema.Struct({
    change: Schema.Literals(["added", "removed", "none"]),
    ranks: Schema.Array(Rank).check(Schema.isMaxLength(29))
  })
  it.prop("is the same in whatever order terms and days come", [Schema.Array(Term), Schema.Int], ([given, seed]) => {
    const random = new Random(seed)
    const terms = given.map(({ change, ranks }, n) => ({
      keyword: `t${n}`,
      change,
      days: ranks.map((rank, day) => searchOn(day - 14, rank))
    }))
    const one = effectOf(terms)
    const other = effectOf(shuffled(random, terms).map((each) => ({ ...each, days: shuffled(random, each.days) })))
    assert.strictEqual(JSON.stringify(other), JSON.stringify(one))
    for (const { interval, verdict } of [one.added, one.removed]) {
      const holdsZero = interval !== null && interval.low <= 0 && interval.high >= 0
      if (holdsZero) assert.strictEqual(verdict, "no_evidence")
    }
  })
})
