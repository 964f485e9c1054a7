import { CreditLedger, connectionAlertKinds } from "@storeglass/core"
import { apiVersion, Caller, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import manifest from "../../package.json" with { type: "json" }
import { erased } from "../AnyPlugin.ts"
import { HostInfo } from "../HostInfo.ts"
import { Api } from "./api.ts"
import { collectionJob } from "./collection.ts"
import { exportJob } from "./export.ts"
import { fileRoute } from "./files.ts"
import { forgetJob, forgetLateJob } from "./forget.ts"
import { healthReport } from "./health.ts"
import { tidyJob } from "./tidy.ts"

const iso = (ms: number) => new Date(ms).toISOString()

const SystemLive = HttpApiBuilder.group(Api, "system", (handlers) =>
  handlers.handle(
    "health",
    // Anyone may ask: which vendors are used, and what is wrong with them, is on the internal page.
    () =>
      Effect.map(healthReport, ({ checks: { cache, database, queue }, ...report }) => ({
        data: { ...report, checks: { database, queue, cache } }
      }))
  )
)

const ServiceLive = HttpApiBuilder.group(Api, "service", (handlers) =>
  handlers.handle("version", () =>
    Effect.map(
      HostInfo,
      ({ composition, version }) =>
        ({
          data: {
            name: "storeglass",
            version,
            apiVersion: "v1",
            pluginApi: apiVersion,
            plugins: Object.fromEntries(composition.plugins.map(({ plugin }) => [plugin.id, plugin.manifest.version])),
            models: Object.fromEntries(composition.plugins.flatMap(({ plugin }) => Object.entries(plugin.models ?? {})))
          }
        }) as const
    )
  )
)

const AccountLive = HttpApiBuilder.group(Api, "account", (handlers) =>
  handlers.handle(
    "usage",
    Effect.fnUntraced(function* () {
      const { accountId } = yield* Caller
      const ledger = yield* CreditLedger.CreditLedger
      const usage = yield* Effect.mapError(
        ledger.usage(accountId),
        (cause) => new ServiceUnavailable("the ledger is unavailable; retry", { retryAfterSeconds: 1, cause })
      )
      if (usage === undefined) return yield* Effect.die(new Error(`no account ${accountId}`))
      const { buckets } = usage
      const bucket = ({ limit, remaining, used }: CreditLedger.BucketState) => ({ limit, used, remaining })
      const resetDate = iso(usage.resetMs)
      return {
        data: {
          plan: usage.plan,
          monthlyCredits: buckets.general.limit,
          used: buckets.general.used + buckets.aiVisibility.used + buckets.creative.used,
          remaining: buckets.general.remaining,
          credits: {
            general: bucket(buckets.general),
            aiVisibility: bucket(buckets.aiVisibility),
            creative: bucket(buckets.creative),
            resetDate
          },
          resetDate,
          usageByEndpoint: usage.byOperation.map(({ credits, operation, requests }) => ({
            endpoint: operation,
            totalCredits: credits,
            requestCount: requests
          }))
        }
      }
    })
  )
)

/** The gateway's own routes; part of every host. It uses services of the host that no plugin can name. */
export default erased({
  id: "system",
  manifest: { ...manifest, peerDependencies: { "@storeglass/plugin-api": `^${apiVersion}` } },
  description: "Health, versions and credit usage.",
  config: Schema.Struct({}),
  api: Api,
  live: () => Layer.mergeAll(SystemLive, ServiceLive, AccountLive),
  jobs: () => [tidyJob, forgetJob, forgetLateJob, exportJob, collectionJob],
  alerts: connectionAlertKinds,
  routes: () => [fileRoute]
})
