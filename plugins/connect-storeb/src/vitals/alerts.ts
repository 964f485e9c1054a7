import type { Alert, AlertKind } from "@storeglass/plugin-api"
import type { Anomaly } from "./schema.ts"

export const anomalyAlert = "connect-storeb.anomaly"

export const vitalsAlerts: Readonly<Record<string, AlertKind>> = {
  [anomalyAlert]: {
    title: "Second store: an app got worse",
    description:
      "Sent once for each anomaly that the store finds in an app's vitals, such as a crash rate that is higher than expected."
  }
}

const worse = ({ metric, metricSet }: Anomaly) => metric ?? metricSet ?? "a metric"
const versionOf = ({ dimensions }: Anomaly) =>
  dimensions.find(({ dimension }) => dimension === "versionCode")?.value ?? undefined

/** An anomaly, as people are told of it. */
export const alertOf = (packageName: string, anomaly: Anomaly): Alert => {
  const { anomalyId, label, startsAt, value } = anomaly
  const version = versionOf(anomaly)
  const of = label === null ? "" : ` (${label})`
  const since = startsAt === null ? "" : ` since ${startsAt.slice(0, 10)}`
  const measured = value === null ? "" : ` at ${value}`
  const advice =
    version === undefined
      ? `GET /v1/connect/storeb-play/apps/${packageName}/error-issues shows what broke.`
      : `It's version code ${version}: if that is a staged rollout, halt it with one tap in the app's Rollout tab, or with POST /v1/connect/storeb-play/apps/${packageName}/tracks/production/halt?versionCode=${version}. GET /v1/connect/storeb-play/apps/${packageName}/error-issues?versionCode=${version} shows what broke.`
  return {
    kind: anomalyAlert,
    title: `${packageName}: ${worse(anomaly)} is worse than expected${of}`,
    text: `The store finds ${worse(anomaly)} of ${packageName}${of}${measured}${since}, worse than expected. ${advice}`,
    key: `${anomalyAlert}:${packageName}:${anomalyId}`,
    fields: {
      packageName,
      metric: worse(anomaly),
      ...(value === null ? {} : { value }),
      ...(version === undefined ? {} : { versionCode: version })
    }
  }
}
