/** What callers ask of vitals, checked before the vendor is asked. */
import { InvalidInput, plusDays } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { betaDimensions, isRolling, type MetricSet, metricSetNames, metricSetOf, metricsOf } from "./metricSets.ts"
import type { VitalsQuery } from "./schema.ts"
import { type Period, plusSlots, readSlot, type Span, slotsBetween } from "./timelines.ts"

export const daysMax = 366
const hoursMax = 31 * 24
/** Of a window of which the caller names one end, or none. */
export const daysUsual = 28

const wrong = (text: string) => new InvalidInput(text)

/** The metric set of a path or a body. */
export const metricSetIn = (text: string, where: string): Effect.Effect<MetricSet, InvalidInput> => {
  const set = metricSetOf(text)
  return set === undefined
    ? Effect.fail(wrong(`${where}: must be one of ${metricSetNames.join(", ")}, or the vendor's name of one`))
    : Effect.succeed(set)
}

/** A window of days of which both ends are known. */
export const daysIn = (from: string, to: string, where = ""): Effect.Effect<Span, InvalidInput> => {
  const span = { from, end: plusDays(to, 1) }
  if (from > to) return Effect.fail(wrong(`from${where}: must not be after to`))
  return slotsBetween(span.from, span.end) > daysMax
    ? Effect.fail(wrong(`from${where}: the window may have at most ${daysMax} days`))
    : Effect.succeed(span)
}

/** The window of a query, whose last day or hour is in it. */
export const spanIn = (
  period: Period,
  given: { readonly from: string; readonly to: string }
): Effect.Effect<Span, InvalidInput> => {
  const form =
    period === "HOURLY"
      ? "must be a whole hour of UTC, such as 2026-11-20T05:00:00Z, or a day, such as 2026-11-20"
      : "must be a day in the form YYYY-MM-DD"
  const from = readSlot(period, given.from, "from")
  if (from === undefined) return Effect.fail(wrong(`from (body): ${form}`))
  const to = readSlot(period, given.to, "to")
  if (to === undefined) return Effect.fail(wrong(`to (body): ${form}`))
  if (period !== "HOURLY") return daysIn(from, to, " (body)")
  const span = { from, end: plusSlots(to, 1) }
  if (from > to) return Effect.fail(wrong("from (body): must not be after to"))
  return slotsBetween(span.from, span.end) > hoursMax
    ? Effect.fail(wrong("from (body): the window may have at most 31 days with HOURLY"))
    : Effect.succeed(span)
}

const repeated = (names: ReadonlyArray<string>) => names.find((name, index) => names.indexOf(name) !== index)

const tokenForm = /\s*(?:(\(|\)|=)|"((?:[^"\\]|\\.)*)"|([A-Za-z0-9_.:/-]+))/y

/** The parts of a filter; undefined where there is something else in it. */
const tokensOf = (filter: string): ReadonlyArray<{ readonly sign?: string; readonly word?: string }> | undefined => {
  const tokens: Array<{ sign?: string; word?: string }> = []
  const text = filter.trim()
  tokenForm.lastIndex = 0
  for (let at = 0; at < text.length; at = tokenForm.lastIndex) {
    const [, sign, quoted, word] = tokenForm.exec(text) ?? []
    if (sign !== undefined) tokens.push({ sign })
    else if (quoted !== undefined) tokens.push({ sign: "quoted" })
    else if (word !== undefined) tokens.push({ word })
    else return undefined
  }
  return tokens
}

/** Why it isn't an equality of fields, joined by AND and OR; undefined if it is. */
export const filterProblem = (filter: string, fields: ReadonlyArray<string>): string | undefined => {
  const form = 'must be equalities joined by AND and OR, such as versionCode = 140 AND countryCode = "US"'
  const tokens = tokensOf(filter)
  if (tokens === undefined) return form
  let at = 0
  let unknown: string | undefined
  const sign = (wanted: string) => tokens[at]?.sign === wanted && at++ >= 0
  const term = (): boolean => {
    if (sign("(")) return all() && sign(")")
    const name = tokens[at]?.word
    if (name === undefined) return false
    at++
    if (!fields.includes(name)) unknown ??= name
    if (!sign("=")) return false
    const value = tokens[at++]
    return value?.word !== undefined || value?.sign === "quoted"
  }
  const all = (): boolean => {
    if (!term()) return false
    while (tokens[at]?.word === "AND" || tokens[at]?.word === "OR") {
      at++
      if (!term()) return false
    }
    return true
  }
  if (!all() || at !== tokens.length) return form
  return unknown === undefined ? undefined : `has no field ${unknown}; there are ${fields.join(", ")}`
}

/** Of which metrics, split by what. */
export interface Selection {
  readonly metrics: ReadonlyArray<string>
  readonly dimensions: ReadonlyArray<string>
}

const problemOf = (set: MetricSet, { dimensions, filter, metrics = [], period, userCohort }: VitalsQuery) => {
  if (period === "HOURLY" && !set.hourly) return `period (body): ${set.name} has no hours; use DAILY or FULL_RANGE`
  const strange = metrics.find((metric) => !set.metrics.includes(metric))
  if (strange !== undefined) return `metrics (body): ${set.name} has no ${strange}; it has ${set.metrics.join(", ")}`
  const rolling = period === "HOURLY" ? metrics.find(isRolling) : undefined
  if (rolling !== undefined) return `metrics (body): ${rolling} is an average over days, and has no hours`
  const twice = repeated(metrics) ?? repeated(dimensions ?? [])
  if (twice !== undefined) return `${metrics.includes(twice) ? "metrics" : "dimensions"} (body): names ${twice} twice`
  if (userCohort !== undefined && !set.cohorts)
    return `userCohort (body): ${set.name} can't be told by users; leave it out`
  const known = userCohort === "OS_BETA" ? [...(set.required ? [set.required] : []), ...betaDimensions] : set.dimensions
  const other = (dimensions ?? []).find((dimension) => !known.includes(dimension))
  if (other !== undefined) {
    const of = userCohort === "OS_BETA" ? "OS_BETA" : set.name
    return `dimensions (body): ${of} has no ${other}; it has ${known.join(", ")}`
  }
  if (dimensions !== undefined && set.required !== null && !dimensions.includes(set.required)) {
    return `dimensions (body): ${set.name} can't be told without ${set.required}; add it`
  }
  const problem = filter === undefined ? undefined : filterProblem(filter, [...set.dimensions, ...set.filters])
  return problem === undefined ? undefined : `filter (body): ${problem}`
}

/** What is asked for, with the defaults. */
export const selectionIn = (set: MetricSet, query: VitalsQuery): Effect.Effect<Selection, InvalidInput> => {
  const problem = problemOf(set, query)
  return problem === undefined
    ? Effect.succeed({
        metrics: query.metrics ?? metricsOf(set, query.period),
        dimensions: query.dimensions ?? (set.required === null ? [] : [set.required])
      })
    : Effect.fail(wrong(problem))
}
