import { dayIn, plusDays } from "@storeglass/plugin-api"
import { type PreparedCalls, sampleValues, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { SyncRoom } from "../src/sync/Syncs.ts"

const dayBefore = (days: number) => plusDays(dayIn("UTC", Date.now()), -days)

/** How operations are called whose declarations don't tell: changes of what the demo's first app has. */
export const playCalls = async (
  gateway: TestGateway,
  account?: Pick<TestAccount, "accountId">,
  operationId = ""
): Promise<PreparedCalls> => {
  const { locale = "", name = "", packageName = "", reviewId = "", track = "" } = await sampleValues(gateway)
  if (account !== undefined && /Reports_(?:analytics|appAnalytics|searchTerms|sources)$/.test(operationId)) {
    // What there is to draw: the app's last months.
    const from = dayBefore(31).slice(0, 7)
    const task = { id: "calls", asked: { packageName, from } }
    await gateway.runJob(SyncRoom, { accountId: account.accountId, room: "reports", task })
  }
  // As old as what the vendor is sure to have.
  const week = { from: dayBefore(21), to: dayBefore(15) }
  return {
    connectStorebReports_importReports: { body: { packageName } },
    connectStorebReports_importReport: { body: { object: name } },
    // A whole account's rows may be more than one file holds.
    connectStorebReports_exportRows: { body: { format: "csv", packageName, from: dayBefore(60) } },
    connectStorebVitals_vitals: {
      values: { packageName, metricSet: "slowStartRate", ...week }
    },
    connectStorebVitals_query: {
      values: { packageName, metricSet: "crashRate" },
      body: { ...week, period: "DAILY", dimensions: ["versionCode"], limit: 5 }
    },
    connectStorebVitals_sync: { values: { packageName }, body: { metricSets: ["crashRate"] } },
    connectStorebEdits_updateTrack: {
      values: { packageName, track },
      body: {
        releases: [
          { name: "1.4.0", versionCodes: ["140"], status: "inProgress", userFraction: 0.25 },
          { name: "1.3.2", versionCodes: ["132"], status: "completed" }
        ]
      }
    },
    connectStorebEdits_halt: { values: { packageName, track } },
    connectStorebReviews_reply: {
      values: { packageName, reviewId },
      body: { replyText: "Thank you for telling us." }
    },
    connectStorebEdits_updateListing: {
      values: { packageName, locale },
      body: { shortDescription: "Everything in one place, and more." }
    }
  }
}
