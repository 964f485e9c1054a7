/** What the vendor measures of an app: ten sets, and no others. From its description of 2026-08-13. */

const rolling = (rate: string) => [rate, `${rate}7dUserWeighted`, `${rate}28dUserWeighted`]
const percentiles = (measure: string) => ["P50", "P75", "P90", "P95", "P99"].map((of) => `${measure}${of}`)

const phone = [
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
const usual = ["apiLevel", "versionCode", "deviceModel", "deviceBrand", "deviceType", "countryCode", ...phone]
const ofMemory = [...usual, "processName", "appState"]
/** The only ones among beta versions of the system. */
export const betaDimensions: ReadonlyArray<string> = ["versionCode", "osBuild"]

export interface MetricSet {
  /** What it's called in paths and answers. */
  readonly name: MetricSetName
  /** The vendor's name, accepted too. */
  readonly vendorName: string
  /** The first is what it's about. */
  readonly metrics: ReadonlyArray<string>
  readonly dimensions: ReadonlyArray<string>
  /** The vendor answers no query without it. */
  readonly required: string | null
  /** Whether it's counted by the hour too. */
  readonly hourly: boolean
  /** Whether groups of users can be told apart. */
  readonly cohorts: boolean
  /** What can be filtered by, beside the dimensions. */
  readonly filters: ReadonlyArray<string>
}

export const metricSetNames = [
  "crashRate",
  "anrRate",
  "errorCount",
  "excessiveWakeupRate",
  "stuckBackgroundWakelockRate",
  "slowStartRate",
  "slowRenderingRate",
  "lmkRate",
  "anonRssAndSwapMemoryUsage",
  "bitmapMemoryUsage"
] as const
export type MetricSetName = (typeof metricSetNames)[number]

const suffix = "MetricSet"
const users = "distinctUsers"
const set = (
  name: MetricSetName,
  metrics: ReadonlyArray<string>,
  more: Partial<Omit<MetricSet, "name" | "vendorName" | "metrics">> = {}
): MetricSet => ({
  name,
  vendorName: `${name}${suffix}`,
  metrics: [...metrics, users],
  dimensions: usual,
  required: null,
  hourly: false,
  cohorts: true,
  filters: [],
  ...more
})

export const metricSets: Readonly<Record<MetricSetName, MetricSet>> = {
  crashRate: set("crashRate", [...rolling("crashRate"), ...rolling("userPerceivedCrashRate")], { hourly: true }),
  anrRate: set("anrRate", [...rolling("anrRate"), ...rolling("userPerceivedAnrRate")], { hourly: true }),
  errorCount: set("errorCount", ["errorReportCount"], {
    dimensions: ["reportType", "apiLevel", "versionCode", "deviceModel", "deviceType", "issueId", ...phone],
    required: "reportType",
    hourly: true,
    cohorts: false,
    filters: ["isUserPerceived"]
  }),
  excessiveWakeupRate: set("excessiveWakeupRate", rolling("excessiveWakeupRate")),
  stuckBackgroundWakelockRate: set("stuckBackgroundWakelockRate", rolling("stuckBgWakelockRate")),
  slowStartRate: set("slowStartRate", rolling("slowStartRate"), {
    dimensions: ["startType", ...usual],
    required: "startType"
  }),
  slowRenderingRate: set("slowRenderingRate", [
    ...rolling("slowRenderingRate20Fps"),
    ...rolling("slowRenderingRate30Fps")
  ]),
  lmkRate: set("lmkRate", rolling("userPerceivedLmkRate")),
  anonRssAndSwapMemoryUsage: set("anonRssAndSwapMemoryUsage", percentiles("anonRssAndSwapMemoryUsage"), {
    dimensions: ofMemory
  }),
  bitmapMemoryUsage: set("bitmapMemoryUsage", percentiles("bitmapMemoryUsage"), { dimensions: ofMemory })
}

const isName = (text: string): text is MetricSetName => metricSetNames.some((name) => name === text)

/** By its short name or the vendor's. */
export const metricSetOf = (text: string): MetricSet | undefined => {
  const name = text.endsWith(suffix) ? text.slice(0, -suffix.length) : text
  return isName(name) ? metricSets[name] : undefined
}

/** Averages over several days have no value for an hour. */
export const isRolling = (metric: string): boolean => metric.endsWith("UserWeighted")

/** What is asked for where the caller names no metrics. */
export const metricsOf = ({ metrics }: MetricSet, period: string): ReadonlyArray<string> =>
  period === "HOURLY" ? metrics.filter((metric) => !isRolling(metric)) : metrics

/** What is kept of each day: rolling averages follow from the days. */
export const keptMetrics = ({ metrics }: MetricSet): ReadonlyArray<string> =>
  metrics.filter((metric) => !isRolling(metric))
