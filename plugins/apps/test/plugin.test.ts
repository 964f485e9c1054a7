import { describePlugin } from "@storeglass/testkit"
import { erased } from "../../../packages/gateway/src/index.ts"
import { keepCharts, keepCounters, signedIn } from "./kept.ts"
import { watchedApp, watching } from "./watching.ts"

/** What pages draw is of an app that is kept: it stands in charts, and somebody asked its store for it. */
const kept = "5000000011"
const other = "5000000012"
const names = { [kept]: { name: "Kept", genreId: "6014" }, [other]: { name: "Other" } }
let signed: ReturnType<typeof signedIn> | undefined

describePlugin("apps", {
  plugins: { stores: true, charts: { collectOnStart: false }, apps: true, account: true },
  further: [{ plugin: erased(watching({ workspace: () => [watchedApp(kept)] })), settings: {}, from: "the test" }],
  prepare: async (gateway, _, operationId) => {
    if (!operationId.startsWith("appsDashboard_")) return {}
    await gateway.run(
      keepCharts(
        [
          { daysBack: 8, apps: [other, kept] },
          { daysBack: 0, apps: [kept, other] },
          { daysBack: 0, chart: "top-grossing", apps: [kept] }
        ],
        names
      )
    )
    await gateway.run(
      keepCounters({ platform: "storea", appId: kept, country: "us" }, [{ daysBack: 0, average: 4.5, count: 1100 }])
    )
    signed ??= signedIn(() => gateway)
    const { cookie } = await signed
    return { [operationId]: { values: { appId: kept, measure: "downloads" }, headers: { cookie } } }
  }
})
