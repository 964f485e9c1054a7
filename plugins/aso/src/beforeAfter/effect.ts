/**
 * before-after@1: how ranks went before and after a release, for the terms that it changed beside those that it didn't.
 *
 * A term's change is mean(log2 rank before) − mean(log2 rank after) over the searches of two windows of equal length: 1
 * means that the rank's number halved, as from 20 to 10; −1 that it doubled. A search that didn't find the app counts as
 * one place behind the least depth that the term was searched to. Averaging each window first is what Bertrand, Duflo and
 * Mullainathan ("How Much Should We Trust Differences-in-Differences Estimates?", QJE 119, 2004) propose, as the days of
 * a term go together.
 *
 * The figure is the difference in differences: mean change of the changed terms − mean change of the untouched ones, with
 * Welch's interval of 95% ("The Generalization of Student's Problem", Biometrika 34, 1947; degrees of freedom by
 * Satterthwaite). Each group's mean has Student's interval. Where the intervals of the two groups overlap, or that of the
 * difference holds 0, it says `no_evidence`. Terms count alike; none is left out for how it went.
 *
 * It tells what went together and not why: what else changed with the release touches the changed terms as well.
 */

import type { MeasuredRank } from "@storeglass/keywords/contract"
import { byCodePoint } from "@storeglass/stores/contract"
import type { TermChange } from "@storeglass/workspace/contract"
import { quantile } from "./student.ts"

export const beforeAfterModel = "before-after@1"

/** Searches that a term needs in each window, and terms that a group needs. */
export const searchesMin = 3
export const termsMin = 3
const beyond = 0.05

export const verdicts = ["no_evidence", "climbed_more", "fell_more"] as const
export type Verdict = (typeof verdicts)[number]
export const statuses = ["measured", "no_former_version", "too_early", "too_few_terms", "too_little_measured"] as const
export type Status = (typeof statuses)[number]

export interface Days {
  /** YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
}

export interface Windows {
  /** Null: no day is left of it. */
  readonly before: Days | null
  readonly after: Days | null
}

const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const daysFrom = (from: number, to: number): Days | null => (from > to ? null : { from: dayOf(from), to: dayOf(to) })

/** The day of the release is in neither window, and neither reaches into another release's time or the future. */
export const windowsOf = (known: {
  readonly releasedMs: number
  readonly formerMs: number | null
  readonly nextMs: number | null
  readonly nowMs: number
  readonly days: number
}): Windows => {
  const midnight = (ms: number) => Math.floor(ms / dayMs) * dayMs
  const released = midnight(known.releasedMs)
  const first = released - known.days * dayMs
  const last = released + known.days * dayMs
  const since = known.formerMs === null ? first : Math.max(first, midnight(known.formerMs) + dayMs)
  const until = Math.min(last, midnight(known.nowMs), known.nextMs === null ? last : midnight(known.nextMs) - dayMs)
  return { before: daysFrom(since, released - dayMs), after: daysFrom(released + dayMs, until) }
}

export interface TermDays {
  readonly keyword: string
  readonly change: TermChange
  readonly days: ReadonlyArray<MeasuredRank>
}

/** One window of a term. */
export interface Level {
  /** Geometric mean of the ranks; null: too few searches. */
  readonly position: number | null
  readonly searches: number
  /** Searches that found the app. */
  readonly ranked: number
}

export interface TermEffect {
  readonly keyword: string
  readonly change: TermChange
  readonly before: Level
  readonly after: Level
  /** Null: too few searches. */
  readonly gain: number | null
}

export interface Interval {
  readonly low: number
  readonly high: number
}

export interface Group {
  /** Tracked in this market. */
  readonly terms: number
  /** With enough searches. */
  readonly measured: number
  /** Null with fewer than 3. */
  readonly mean: number | null
  readonly interval: Interval | null
}

export interface Comparison {
  readonly status: Status
  readonly verdict: Verdict | null
  readonly difference: number | null
  readonly interval: Interval | null
  readonly group: Group
}

const within = ({ from, to }: Days, { day }: MeasuredRank) => from <= day && day <= to
const rounded = (value: number) => {
  const thousandths = Math.round(value * 1_000) / 1_000
  return thousandths === 0 ? 0 : thousandths
}
const meanOf = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Ranks of different sources don't compare: of the one with most searches here. */
const ofOneSource = (days: ReadonlyArray<MeasuredRank>): ReadonlyArray<MeasuredRank> => {
  const bySource = Map.groupBy(days, ({ source }) => source)
  const [most] = [...bySource].sort(([a, one], [b, other]) => other.length - one.length || byCodePoint(a, b))
  return [...(most?.[1] ?? [])].sort((a, b) => byCodePoint(a.day, b.day))
}

interface Read extends TermEffect {
  /** By day: log2 of the rank as it counts. */
  readonly levels: ReadonlyArray<readonly [day: string, level: number]>
}

const read = ({ change, days, keyword }: TermDays, { after, before }: Windows): Read => {
  const all = ofOneSource(days)
  const behind = Math.min(...all.map(({ depth }) => depth)) + 1
  const levelOf = ({ rank }: MeasuredRank) => Math.log2(Math.min(rank ?? behind, behind))
  const inWindow = (window: Days | null) => (window === null ? [] : all.filter((day) => within(window, day)))
  const windowLevel = (found: ReadonlyArray<MeasuredRank>) =>
    found.length < searchesMin ? null : meanOf(found.map(levelOf))
  const [was, is] = [inWindow(before), inWindow(after)]
  const [level, levelAfter] = [windowLevel(was), windowLevel(is)]
  const told = (found: ReadonlyArray<MeasuredRank>, mean: number | null): Level => ({
    position: mean === null ? null : Math.round(2 ** mean * 10) / 10,
    searches: found.length,
    ranked: found.filter(({ rank }) => rank !== null && rank < behind).length
  })
  return {
    keyword,
    change,
    before: told(was, level),
    after: told(is, levelAfter),
    gain: level === null || levelAfter === null ? null : level - levelAfter,
    levels: all.map((day) => [day.day, levelOf(day)])
  }
}

interface Sample {
  readonly count: number
  readonly mean: number
  /** Of the mean, squared. */
  readonly error2: number
}

const sampleOf = (gains: ReadonlyArray<number>): Sample => {
  const mean = meanOf(gains)
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1)
  return { count: gains.length, mean, error2: variance / gains.length }
}

const around = (mean: number, error2: number, freedom: number): Interval => {
  const half = error2 === 0 ? 0 : quantile(beyond, freedom) * Math.sqrt(error2)
  return { low: mean - half, high: mean + half }
}
const own = ({ count, error2, mean }: Sample) => around(mean, error2, count - 1)

const overlap = (a: Interval, b: Interval) => a.low <= b.high && b.low <= a.high
const told = ({ high, low }: Interval): Interval => ({ low: rounded(low), high: rounded(high) })

const gainsOf = (terms: ReadonlyArray<TermEffect>) => terms.flatMap(({ gain }) => gain ?? []).sort((a, b) => a - b)

export const groupOf = (terms: ReadonlyArray<TermEffect>): Group => {
  const gains = gainsOf(terms)
  const sample = gains.length < termsMin ? undefined : sampleOf(gains)
  return {
    terms: terms.length,
    measured: gains.length,
    mean: sample === undefined ? null : rounded(sample.mean),
    interval: sample === undefined ? null : told(own(sample))
  }
}

/** The changed terms beside the untouched ones. */
export const compare = (
  changed: ReadonlyArray<TermEffect>,
  untouched: ReadonlyArray<TermEffect>,
  lack: Status | undefined
): Comparison => {
  const group = groupOf(changed)
  const none = (status: Status): Comparison => ({ status, verdict: null, difference: null, interval: null, group })
  if (lack !== undefined) return none(lack)
  if (changed.length < termsMin || untouched.length < termsMin) return none("too_few_terms")
  const [gains, others] = [gainsOf(changed), gainsOf(untouched)]
  if (gains.length < termsMin || others.length < termsMin) return none("too_little_measured")
  const [a, b] = [sampleOf(gains), sampleOf(others)]
  const difference = a.mean - b.mean
  const error2 = a.error2 + b.error2
  const freedom = error2 ** 2 / (a.error2 ** 2 / (a.count - 1) + b.error2 ** 2 / (b.count - 1))
  const interval = around(difference, error2, freedom)
  const isOpen = overlap(own(a), own(b)) || overlap(interval, { low: 0, high: 0 })
  return {
    status: "measured",
    verdict: isOpen ? "no_evidence" : difference > 0 ? "climbed_more" : "fell_more",
    difference: rounded(difference),
    interval: told(interval),
    group
  }
}

export interface Point {
  readonly day: string
  readonly phase: "before" | "release" | "after"
  /** Geometric mean of the ranks of that day's searches. */
  readonly position: number
  readonly terms: number
}

const pointsOf = (terms: ReadonlyArray<Read>, releasedDay: string): ReadonlyArray<Point> => {
  const byDay = new Map<string, Array<number>>()
  for (const { levels } of terms) for (const [day, level] of levels) byDay.set(day, [...(byDay.get(day) ?? []), level])
  return [...byDay]
    .sort(([a], [b]) => byCodePoint(a, b))
    .map(([day, levels]) => ({
      day,
      phase: day < releasedDay ? "before" : day === releasedDay ? "release" : "after",
      position: Math.round(2 ** meanOf(levels.toSorted((a, b) => a - b)) * 10) / 10,
      terms: levels.length
    }))
}

export interface BeforeAfter {
  readonly added: Comparison
  readonly removed: Comparison
  readonly untouched: Group
  readonly lines: ReadonlyArray<{
    readonly name: "added" | "removed" | "untouched"
    readonly points: ReadonlyArray<Point>
  }>
  /** Added ones first, then removed and untouched ones, each by code point. */
  readonly terms: ReadonlyArray<TermEffect>
}

const order = { added: 0, removed: 1, none: 2 } as const

/** The same for the same searches, in whatever order terms and days come. */
export const beforeAfterOf = (
  given: ReadonlyArray<TermDays>,
  known: {
    readonly windows: Windows
    readonly releasedDay: string
    readonly hasFormer: boolean
    readonly isOver: boolean
  }
): BeforeAfter => {
  const { hasFormer, isOver, releasedDay, windows } = known
  const terms = given
    .map((term) => read(term, windows))
    .sort((a, b) => order[a.change] - order[b.change] || byCodePoint(a.keyword, b.keyword))
  const of = (change: TermChange) => terms.filter((term) => term.change === change)
  const days = windows.after === null ? 0 : (Date.parse(windows.after.to) - Date.parse(windows.after.from)) / dayMs + 1
  const lack = !hasFormer ? "no_former_version" : days < searchesMin && !isOver ? "too_early" : undefined
  return {
    added: compare(of("added"), of("none"), lack),
    removed: compare(of("removed"), of("none"), lack),
    untouched: groupOf(of("none")),
    lines: (
      [
        ["added", of("added")],
        ["removed", of("removed")],
        ["untouched", of("none")]
      ] as const
    ).flatMap(([name, members]) => {
      const points = pointsOf(members, releasedDay)
      return points.length === 0 ? [] : [{ name, points }]
    }),
    terms: terms.map(({ levels: _, gain, ...term }) => ({ ...term, gain: gain === null ? null : rounded(gain) }))
  }
}
