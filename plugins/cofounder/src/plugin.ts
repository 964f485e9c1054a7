import { definePlugin, type HealthCheck } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { alerts } from "./alerts.ts"
import { CofounderApi } from "./api.ts"
import { audits } from "./audits.ts"
import { CofounderConfig } from "./config.ts"
import { handlers } from "./http.ts"
import { Channels } from "./integration/Channels.ts"
import { Events } from "./integration/Events.ts"
import { ReportMails } from "./integration/ReportMails.ts"
import { Webhooks } from "./integration/Webhooks.ts"
import { jobs } from "./jobs.ts"
import { features } from "./limits.ts"
import { cofounder } from "./migrations/0001_cofounder.ts"
import { own } from "./migrations/0002_own.ts"
import { channels } from "./migrations/0003_channels.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { Digests } from "./report/Digests.ts"
import { Gathering } from "./report/Gathering.ts"
import { Reports } from "./report/Reports.ts"
import { digestModel, reportModel } from "./report/schema.ts"
import { Thresholds } from "./report/Thresholds.ts"
import { Wording } from "./report/Wording.ts"

export { CofounderApi } from "./api.ts"

const services = (config: CofounderConfig) =>
  Reports.layer(config).pipe(
    Layer.provideMerge(Digests.layer(config)),
    Layer.provideMerge([Events.layer, ReportMails.layer]),
    Layer.provideMerge([Webhooks.layer(config), Gathering.layer, Thresholds.layer(config), Wording.layer(config)]),
    Layer.provideMerge(Channels.layer)
  )

const health = Effect.gen(function* () {
  const { hasApps } = yield* Gathering
  const { problem } = yield* Wording
  const checks: Readonly<Record<string, HealthCheck>> = {
    reports: hasApps
      ? { status: "ok" }
      : { status: "degraded", detail: "enable workspace or keywords: without either there are no apps to report on" },
    ...(problem === undefined ? {} : { writer: { status: "degraded", detail: problem } })
  }
  return checks
})

export default definePlugin({
  id: "cofounder",
  manifest,
  description:
    "A daily report of each app: what moved, by which rule, and what to do. Posted to the owner's own address.",
  usesIfEnabled: [
    "workspace",
    "keywords",
    "charts",
    "apps",
    "aso",
    "ad-library",
    "growth",
    "ai-visibility",
    "connect-ads",
    "connect-paywall",
    "connect-storeb",
    "alerts"
  ],
  own: [Channels, Webhooks, Events, ReportMails, Gathering, Reports, Digests, Wording],
  config: CofounderConfig,
  api: CofounderApi,
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  migrations: { "0001_cofounder": cofounder, "0002_own": own, "0003_channels": channels },
  jobs,
  audits,
  alerts,
  features,
  models: { report: reportModel, digest: digestModel },
  panels,
  panelTexts: { de },
  personal: () => ({
    tables: [
      "cofounder_channels",
      "cofounder_digests",
      "cofounder_events",
      "cofounder_reports",
      "cofounder_thresholds",
      "cofounder_told",
      { table: "cofounder_webhooks", omit: ["endpoint_id"] }
    ]
  }),
  health: () => health,
  guide: new URL("../guide/", import.meta.url)
})
