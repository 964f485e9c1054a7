/** The reporting API by the vendor's rules: freshness, days of Los Angeles, hours of UTC, metrics that some periods lack. */
import { createHash } from "node:crypto"
import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import { dayMs, hash, isoDate, textHash, unit } from "@storeglass/sandbox/world"
import { failure, noSuchPath, pageOf } from "./replies.ts"

export interface AppVitals {
  /** Metric sets that came to a halt, by so many days. */
  readonly late: Record<string, number>
  /** Versions that do worse: by so many times. */
  readonly worse: Record<string, number>
  /** Days, `2026-11-20`, of which nothing was measured. */
  readonly gaps: Array<string>
  /** Found beside those that there are. */
  readonly anomalies: Array<Anomaly>
  /** The bodies of the last queries, as they came. */
  readonly asked: Array<string>
}
interface Anomaly {
  readonly id: string
  readonly set: string
  readonly metric: string
  readonly value: number
  readonly versionCode: string | null
  /** Day numbers; the last isn't in it. */
  readonly from: number
  readonly end: number
}

export const vitalsOf = (): AppVitals => ({ late: {}, worse: {}, gaps: [], anomalies: [], asked: [] })

const zone = "America/Los_Angeles"
const hourMs = 3_600_000
const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
const dayOfText = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs
const pacificDay = (ms: number) => dayOfText(calendar.format(ms))

const averages = (rate: string) => [rate, `${rate}7dUserWeighted`, `${rate}28dUserWeighted`]
const memory = (what: string) => ["P50", "P75", "P90", "P95", "P99"].map((part) => `${what}${part}`)
interface SetRules {
  readonly metrics: ReadonlyArray<string>
  readonly needs?: string
  readonly hourly?: boolean
  readonly lacks?: ReadonlyArray<string>
  readonly more?: ReadonlyArray<string>
}
const sets: Readonly<Record<string, SetRules>> = {
  crashRateMetricSet: { metrics: [...averages("crashRate"), ...averages("userPerceivedCrashRate")], hourly: true },
  anrRateMetricSet: { metrics: [...averages("anrRate"), ...averages("userPerceivedAnrRate")], hourly: true },
  errorCountMetricSet: {
    metrics: ["errorReportCount"],
    needs: "reportType",
    hourly: true,
    lacks: ["deviceBrand", "countryCode"],
    more: ["reportType", "issueId"]
  },
  excessiveWakeupRateMetricSet: { metrics: averages("excessiveWakeupRate") },
  stuckBackgroundWakelockRateMetricSet: { metrics: averages("stuckBgWakelockRate") },
  slowStartRateMetricSet: { metrics: averages("slowStartRate"), needs: "startType", more: ["startType"] },
  slowRenderingRateMetricSet: {
    metrics: [...averages("slowRenderingRate20Fps"), ...averages("slowRenderingRate30Fps")]
  },
  lmkRateMetricSet: { metrics: averages("userPerceivedLmkRate") },
  anonRssAndSwapMemoryUsageMetricSet: {
    metrics: memory("anonRssAndSwapMemoryUsage"),
    more: ["processName", "appState"]
  },
  bitmapMemoryUsageMetricSet: { metrics: memory("bitmapMemoryUsage"), more: ["processName", "appState"] }
}

const countries: Readonly<Record<string, string>> = { US: "United States", DE: "Germany", JP: "Japan" }
const valuesOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  versionCode: ["132", "140", "150"],
  countryCode: Object.keys(countries),
  apiLevel: ["33", "34", "35"],
  deviceType: ["PHONE", "TABLET"],
  deviceModel: ["google/coral", "samsung/a54x"],
  deviceBrand: ["google", "samsung"],
  deviceRamBucket: ["3072", "6144"],
  reportType: ["APPLICATION_NOT_RESPONDING", "CRASH", "NON_FATAL"],
  startType: ["COLD", "HOT", "WARM"],
  issueId: ["5a1c2e", "77b0d4"],
  appState: ["BACKGROUND", "FOREGROUND"]
}
const common = [
  "apiLevel",
  "versionCode",
  "deviceModel",
  "deviceBrand",
  "deviceType",
  "countryCode",
  "deviceRamBucket",
  "deviceSocMake",
  "deviceSocModel",
  "deviceCpuMake",
  "deviceCpuModel",
  "deviceGpuMake",
  "deviceGpuModel",
  "deviceGpuVersion",
  "deviceVulkanVersion",
  "deviceGlEsVersion",
  "deviceScreenSize",
  "deviceScreenDpi"
]
const numbered = new Set(["versionCode", "deviceRamBucket"])
const shares: Readonly<Record<string, number>> = { "132": 0.9, "140": 0.09, "150": 0.0004 }

const field = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined
const listIn = (input: unknown): ReadonlyArray<string> => (Array.isArray(input) ? input.map(String) : [])
const invalid = (message: string) => failure(400, "INVALID_ARGUMENT", message, { reason: "badRequest" })

const civil = (day: number) => {
  const [year = 0, month = 0, of = 0] = isoDate(day).split("-").map(Number)
  return { year, month, day: of }
}
const dayTime = (day: number) => ({ ...civil(day), timeZone: { id: zone } })
const hourTime = (hour: number) => ({
  ...civil(Math.floor(hour / 24)),
  hours: ((hour % 24) + 24) % 24,
  timeZone: { id: "UTC" }
})

/** The first day, and the first hour, that isn't there yet. */
const endsOf = (segment: string, { late }: AppVitals, nowMs: number) => {
  const days = late[segment] ?? 0
  return { day: pacificDay(nowMs) - 1 - days, hour: Math.floor(nowMs / hourMs) - 5 - 24 * days }
}

const freshness = (packageName: string, segment: string, rules: SetRules, vitals: AppVitals, nowMs: number): Reply => {
  const { day, hour } = endsOf(segment, vitals, nowMs)
  return json(200, {
    name: `apps/${packageName}/${segment}`,
    freshnessInfo: {
      freshnesses: [
        { aggregationPeriod: "DAILY", latestEndTime: dayTime(day) },
        ...(rules.hourly === true ? [{ aggregationPeriod: "HOURLY", latestEndTime: hourTime(hour) }] : [])
      ]
    }
  })
}

interface Slots {
  readonly period: string
  readonly from: number
  readonly end: number
}

/** The slots of a timeline, or what is wrong with it. */
const slotsOf = (spec: unknown, hourly: boolean): Slots | string => {
  const period = String(field(spec, "aggregationPeriod"))
  if (period === "HOURLY" && !hourly) return "HOURLY is not a supported aggregation period of this metric set."
  const edges = ["startTime", "endTime"].map((edge) => {
    const time = field(spec, edge)
    const part = (name: string) => Number(field(time, name) ?? 0)
    const id = field(field(time, "timeZone"), "id")
    const day = Date.UTC(part("year"), part("month") - 1, part("day")) / dayMs
    if (["minutes", "seconds", "nanos"].some((name) => field(time, name) !== undefined)) return "must be aligned"
    if (period === "HOURLY") return id === undefined || id === "UTC" ? day * 24 + part("hours") : "only UTC"
    if (field(time, "hours") !== undefined) return "must be aligned to the aggregation period"
    return id === undefined || id === zone ? day : `only ${zone}`
  })
  const [from = 0, end = 0] = edges
  if (typeof from === "string" || typeof end === "string") return `timeline_spec: ${[from, end].join(", ")}.`
  if (Number.isNaN(from) || Number.isNaN(end) || from >= end)
    return "timeline_spec: start_time must be before end_time."
  return { period, from, end }
}

type Values = Readonly<Record<string, string>>

/** Whether a row passes: conjunctions of disjunctions, of what the row is split by. */
const passes = (filter: string, row: Values): boolean =>
  filter.split(/\s+AND\s+/).every((group) => {
    const terms = group
      .replace(/[()]/g, "")
      .split(/\s+OR\s+/)
      .map((term) => term.split("=").map((part) => part.trim()))
    const known = terms.filter(([name = ""]) => name in row)
    return known.length === 0 || known.some(([name = "", value = ""]) => row[name] === value.replace(/^"|"$/g, ""))
  })
const fieldsOf = (filter: string) => [...filter.matchAll(/([A-Za-z]+)\s*=/g)].map(([, name = ""]) => name)

const rowsBy = (dimensions: ReadonlyArray<string>): ReadonlyArray<Values> =>
  dimensions.reduce<ReadonlyArray<Values>>(
    (rows, dimension) =>
      rows.flatMap((row) => (valuesOf[dimension] ?? ["unknown"]).map((value) => ({ ...row, [dimension]: value }))),
    [{}]
  )

const rounded = (users: number) => {
  const to = users < 1_000 ? 10 : users < 100_000 ? 100 : 1_000
  return Math.round(users / to) * to
}
const baseOf = (metric: string): number => {
  const bases: ReadonlyArray<readonly [RegExp, number]> = [
    [/^userPerceivedCrash/, 0.009],
    [/^crash/, 0.012],
    [/^userPerceivedAnr/, 0.0028],
    [/^anr/, 0.004],
    [/^slowStart/, 0.06],
    [/^slowRendering/, 0.03],
    [/Memory/, 180_000_000],
    [/^errorReport/, 420]
  ]
  return bases.find(([of]) => of.test(metric))?.[1] ?? 0.01
}

const usersOf = (seed: number, row: Values) => {
  const share = Object.entries(row).reduce(
    (product, [dimension, value]) =>
      product * (dimension === "versionCode" ? (shares[value] ?? 0.01) : 1 / (valuesOf[dimension]?.length ?? 1)),
    1
  )
  return rounded(40_000 * (1 + unit(seed, 1) / 4) * share)
}

const metricsOf = (seed: number, row: Values, metrics: ReadonlyArray<string>, vitals: AppVitals) => {
  const users = usersOf(seed, row)
  return metrics.map((metric) => {
    if (metric === "distinctUsers") return { metric, decimalValue: { value: String(users) } }
    const version = row.versionCode === undefined ? 1 : (vitals.worse[row.versionCode] ?? 1)
    const base = baseOf(metric) * (0.95 + unit(seed, textHash(metric)) / 10) * version
    if (base >= 1) return { metric, decimalValue: { value: String(Math.round(base)) } }
    const half = 2 * Math.sqrt((base * (1 - base)) / Math.max(users, 1))
    const told = (value: number) => ({ value: Math.max(0, value).toFixed(6) })
    return {
      metric,
      decimalValue: told(base),
      decimalValueConfidenceInterval: { lowerBound: told(base - half), upperBound: told(base + half) }
    }
  })
}

const pageToken = (from: number, of: string) => Buffer.from(JSON.stringify([from, of])).toString("base64url")
/** Where a page begins, of a list with these parameters; undefined if its token is another's. */
const pageFrom = (token: string | undefined, of: string): number | undefined => {
  if (token === undefined) return 0
  try {
    const [from, whose]: ReadonlyArray<unknown> = JSON.parse(Buffer.from(token, "base64url").toString())
    return whose === of && typeof from === "number" ? from : undefined
  } catch {
    return undefined
  }
}

const query = (
  packageName: string,
  segment: string,
  rules: SetRules,
  body: unknown,
  vitals: AppVitals,
  nowMs: number
): Reply => {
  const [dimensions, metrics] = [listIn(field(body, "dimensions")), listIn(field(body, "metrics"))]
  const known = [...common.filter((one) => !rules.lacks?.includes(one)), ...(rules.more ?? [])]
  const beta = field(body, "userCohort") === "OS_BETA"
  const other = dimensions.find((one) =>
    beta ? !["versionCode", "osBuild", rules.needs].includes(one) : !known.includes(one)
  )
  if (other !== undefined) return invalid(`Unsupported dimension: ${other}.`)
  if (rules.needs !== undefined && !dimensions.includes(rules.needs)) {
    return invalid(`Dimension ${rules.needs} must always be specified.`)
  }
  const strange = metrics.find((one) => one !== "distinctUsers" && !rules.metrics.includes(one))
  if (strange !== undefined || metrics.length === 0) return invalid(`Unsupported metric: ${strange ?? "none"}.`)
  const slots = slotsOf(field(body, "timelineSpec"), rules.hourly === true)
  if (typeof slots === "string") return invalid(slots)
  if (slots.period === "HOURLY" && metrics.some((one) => one.endsWith("UserWeighted"))) {
    return invalid("User weighted metrics are not supported in HOURLY granularity.")
  }
  const ends = endsOf(segment, vitals, nowMs)
  if (slots.end > (slots.period === "HOURLY" ? ends.hour : ends.day)) {
    return invalid("timeline_spec.end_time is after the latest end time for which there are data.")
  }
  const filter = String(field(body, "filter") ?? "")
  const foreign = fieldsOf(filter).find((one) => !known.includes(one) && one !== "isUserPerceived")
  if (foreign !== undefined) return invalid(`Unsupported filter field: ${foreign}.`)

  const { pageToken: token, ...asked } = Object(body)
  const of = createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 16)
  const from = pageFrom(token, of)
  if (from === undefined) return invalid("The page token doesn't belong to these parameters.")
  const whole = slots.period === "FULL_RANGE"
  const starts = whole ? [slots.from] : Array.from({ length: slots.end - slots.from }, (_, index) => slots.from + index)
  const rows = starts
    .filter((slot) => slots.period !== "DAILY" || !vitals.gaps.includes(isoDate(slot)))
    .flatMap((slot) =>
      rowsBy(dimensions)
        .filter((row) => filter === "" || passes(filter, row))
        .map((row) => ({ row, slot }))
    )
  const size = Math.min(Number(field(body, "pageSize") ?? 1_000) || 1_000, 100_000)
  const page = rows.slice(from, from + size).map(({ row, slot }) => ({
    aggregationPeriod: slots.period,
    ...(whole ? {} : { startTime: slots.period === "HOURLY" ? hourTime(slot) : dayTime(slot) }),
    dimensions: Object.entries(row).map(([dimension, value]) => ({
      dimension,
      ...(numbered.has(dimension) ? { int64Value: value } : { stringValue: value }),
      ...(dimension === "countryCode" ? { valueLabel: countries[value] ?? value } : {})
    })),
    metrics: metricsOf(hash(textHash(packageName), slot, textHash(JSON.stringify(row))), row, metrics, vitals)
  }))
  return json(200, {
    rows: page,
    ...(from + size < rows.length ? { nextPageToken: pageToken(from + size, of) } : {})
  })
}

/** One every other week, and those that were added. */
const anomaliesOf = (vitals: AppVitals, nowMs: number): ReadonlyArray<Anomaly> => {
  const end = endsOf("crashRateMetricSet", vitals, nowMs).day
  const weeks = Array.from({ length: 60 }, (_, back) => Math.floor(end / 7) - back)
  const found = weeks
    .filter((week) => week % 2 === 0)
    .map((week) => ({
      id: `crash-${isoDate(week * 7)}`,
      set: "crashRateMetricSet",
      metric: "crashRate",
      value: 0.031,
      versionCode: "140",
      from: week * 7,
      end: week * 7 + 2
    }))
  return [...vitals.anomalies, ...found.filter((one) => one.end <= end)]
}

const anomalies = (packageName: string, given: URLSearchParams, vitals: AppVitals, nowMs: number): Reply => {
  const filter = given.get("filter") ?? "activeBetween(UNBOUNDED, UNBOUNDED)"
  const [, , from, , end] = /^activeBetween\((UNBOUNDED|"([^"]+)"), (UNBOUNDED|"([^"]+)")\)$/.exec(filter) ?? [
    undefined
  ]
  if (!filter.startsWith("activeBetween(") || Number.isNaN(Date.parse(from ?? "2000-01-01"))) {
    return invalid(`Invalid filter: ${filter}.`)
  }
  const [fromMs, endMs] = [
    from === undefined ? -Infinity : Date.parse(from),
    end === undefined ? Infinity : Date.parse(end)
  ]
  const active = anomaliesOf(vitals, nowMs).filter((one) => one.end * dayMs > fromMs && one.from * dayMs < endMs)
  const { nextPageToken, page } = pageOf(active, given, { usual: 10, most: 100 })
  return json(200, {
    anomalies: page.map((one) => ({
      name: `apps/${packageName}/anomalies/${one.id}`,
      metricSet: `apps/${packageName}/${one.set}`,
      timelineSpec: { aggregationPeriod: "DAILY", startTime: dayTime(one.from), endTime: dayTime(one.end) },
      dimensions: one.versionCode === null ? [] : [{ dimension: "versionCode", int64Value: one.versionCode }],
      metric: { metric: one.metric, decimalValue: { value: String(one.value) } }
    })),
    ...(nextPageToken === undefined ? {} : { nextPageToken })
  })
}

interface Issue {
  readonly id: string
  readonly type: "APPLICATION_NOT_RESPONDING" | "CRASH" | "NON_FATAL"
  readonly cause: string
  readonly location: string
  readonly perDay: number
  readonly users: number
  readonly versions: readonly [string, string]
  readonly perceived: boolean
}
const issue = (
  [id, type, cause, location]: readonly [string, Issue["type"], string, string],
  [perDay, users]: readonly [number, number],
  versions: Issue["versions"],
  perceived = true
): Issue => ({ id, type, cause, location, perDay, users, versions, perceived })
const issues: ReadonlyArray<Issue> = [
  issue(["5a1c2e", "CRASH", "java.lang.IllegalStateException", "app.sync.SyncWorker.doWork"], [41, 29], ["140", "140"]),
  issue(["77b0d4", "CRASH", "SIGSEGV", "libmedia.so!decodeFrame"], [17, 16], ["132", "140"], false),
  issue(
    ["c3f9a8", "APPLICATION_NOT_RESPONDING", "Input dispatching timed out", "app.ui.MainActivity"],
    [9, 31],
    ["132", "140"]
  ),
  issue(["e10b67", "NON_FATAL", "java.io.IOException", "app.net.Client.send"], [3, 2], ["132", "132"])
]
const matches = (filter: string, one: Issue): boolean =>
  filter
    .split(/\s+AND\s+/)
    .filter(Boolean)
    .every((term) => {
      const [name = "", value = ""] = term.split("=").map((part) => part.trim())
      const type = one.type === "APPLICATION_NOT_RESPONDING" ? "ANR" : one.type
      const tests: Readonly<Record<string, boolean>> = {
        errorIssueType: type === value,
        versionCode: one.versions.includes(value),
        isUserPerceived: one.perceived,
        errorIssueId: one.id === value
      }
      return tests[name] ?? false
    })

const intervalOf = (given: URLSearchParams) => {
  const [from = 0, end = 0] = ["startTime", "endTime"].map((edge) => {
    const part = (name: string) => Number(given.get(`interval.${edge}.${name}`) ?? Number.NaN)
    return Date.UTC(part("year"), part("month") - 1, part("day")) / dayMs
  })
  return { from, end, days: end - from }
}

const searchIssues = (packageName: string, given: URLSearchParams): Reply => {
  const { days, end } = intervalOf(given)
  if (!(days > 0)) return invalid("interval: must begin before it ends.")
  const [by = "errorReportCount", direction = "desc"] = (given.get("orderBy") ?? "errorReportCount desc").split(" ")
  if (!["errorReportCount", "distinctUsers"].includes(by) || direction !== "desc") return invalid(`orderBy: ${by}.`)
  const found = issues
    .filter((one) => matches(given.get("filter") ?? "", one))
    .toSorted((a, b) => (by === "distinctUsers" ? b.users - a.users : b.perDay - a.perDay))
  const { nextPageToken, page } = pageOf(found, given, { usual: 50, most: 1_000 })
  return json(200, {
    errorIssues: page.map((one) => ({
      name: `apps/${packageName}/${one.id}`,
      type: one.type,
      cause: one.cause,
      location: one.location,
      errorReportCount: String(one.perDay * days),
      distinctUsers: String(one.users * days),
      distinctUsersPercent: { value: (one.users / 0.78).toFixed(2) },
      firstAppVersion: { versionCode: one.versions[0] },
      lastAppVersion: { versionCode: one.versions[1] },
      firstOsVersion: { apiLevel: "33" },
      lastOsVersion: { apiLevel: "35" },
      lastErrorReportTime: `${isoDate(end - 1)}T05:00:00Z`,
      issueUri: `https://play.google.com/console/app/vitals/${one.id}`,
      annotations: one.perceived
        ? [{ category: "Insight", title: "Recently", body: "It began with the last release." }]
        : []
    })),
    ...(nextPageToken === undefined ? {} : { nextPageToken })
  })
}

const searchReports = (packageName: string, given: URLSearchParams): Reply => {
  const { days, end } = intervalOf(given)
  if (!(days > 0)) return invalid("interval: must begin before it ends.")
  const found = issues
    .filter((one) => matches(given.get("filter") ?? "", one))
    .flatMap((one) => [0, 1, 2].map((serial) => ({ one, serial })))
  const { nextPageToken, page } = pageOf(found, given, { usual: 50, most: 100 })
  return json(200, {
    errorReports: page.map(({ one, serial }) => ({
      name: `apps/${packageName}/${one.id}r${serial}`,
      type: one.type,
      issue: `apps/${packageName}/${one.id}`,
      reportText: `${one.cause}\n\tat ${one.location}(SyncWorker.kt:${40 + serial})\n\tat app.sync.Queue.run(Queue.kt:12)`,
      eventTime: `${isoDate(end - 1 - serial)}T05:00:00Z`,
      appVersion: { versionCode: one.versions[1] },
      osVersion: { apiLevel: "34" },
      deviceModel: { deviceId: { buildBrand: "google", buildDevice: "coral" }, marketingName: "Pixel 4 XL" },
      vcsInformation: "revision: 0a1b2c3"
    })),
    ...(nextPageToken === undefined ? {} : { nextPageToken })
  })
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Below an app: metric sets and their queries, anomalies, and errors by cause. */
export const answerVitals = (
  { body, method, query: given }: SandboxRequest,
  packageName: string,
  below: string,
  vitals: AppVitals,
  nowMs: number
): Reply => {
  const [segment = "", action] = below.split(":")
  const rules = sets[segment]
  if (rules !== undefined && method === "GET" && action === undefined) {
    return freshness(packageName, segment, rules, vitals, nowMs)
  }
  if (rules !== undefined && method === "POST" && action === "query") {
    vitals.asked.push(body)
    vitals.asked.splice(0, vitals.asked.length - 100)
    return query(packageName, segment, rules, parsed(body), vitals, nowMs)
  }
  if (method !== "GET") return noSuchPath
  if (below === "anomalies") return anomalies(packageName, given, vitals, nowMs)
  if (below === "errorIssues:search") return searchIssues(packageName, given)
  return below === "errorReports:search" ? searchReports(packageName, given) : noSuchPath
}

/** What tests do to an app's vitals: `{ email, packageName, late, worse, gaps, anomaly }`. */
export const changeVitals = (vitals: AppVitals, input: unknown): void => {
  Object.assign(vitals.late, field(input, "late"))
  Object.assign(vitals.worse, field(input, "worse"))
  vitals.gaps.push(...listIn(field(input, "gaps")))
  const anomaly = field(input, "anomaly")
  if (anomaly === undefined) return
  const day = (name: string) => dayOfText(String(field(anomaly, name)))
  const version = field(anomaly, "versionCode")
  vitals.anomalies.push({
    id: String(field(anomaly, "id")),
    set: "crashRateMetricSet",
    metric: "crashRate",
    value: 0.05,
    versionCode: version === undefined ? null : String(version),
    from: day("from"),
    end: day("to") + 1
  })
}
