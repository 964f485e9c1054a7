import { describePlugin } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { signedIn } from "../../account/test/signedIn.ts"

const appId = 5_900_000_001
/** An ad that leads to a custom page, in two storefronts. */
const rows = ["DE", "FR"].map((countryOrRegion) => ({
  adId: "00ff00ff00ff00ff00ff00ff00ff00ff",
  appId,
  appName: "Lens",
  developerId: 5_900_000_000,
  developerName: "Lens Ltd",
  legalName: "Lens Limited",
  placement: "APPSTORE_SEARCH_RESULTS",
  format: "Icon + Asset Ad",
  countryOrRegion,
  firstImpressionDate: "2026-09-01",
  lastImpressionDate: "2026-11-01",
  adAssets: [{ pictureUrl: "https://pictures.example/lens.png?ppid=0a1b", order: 1 }]
}))

describePlugin("ad-library", {
  plugins: { "ad-library": true, account: true },
  prepare: async (gateway, { accountId, key }, operationId) => {
    const { run, running } = gateway
    const isLooking = operationId === "adLibraryDashboard_kept"
    const signed = isLooking ? await signedIn(() => gateway) : { accountId, cookie: "" }
    await running.sandbox?.control.act("ad-repository", "publish", { appId, rows })
    const moves = JSON.stringify([{ kind: "country", values: ["FR"] }])
    await run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO ad_library_watchers (account_id, app_id, is_own, since_ms, synced_ms)
          VALUES (${signed.accountId}::uuid, ${appId}::bigint, false, 0, 0)`
        yield* sql`INSERT INTO ad_library_moves (app_id, seen_ms, data_end, moves)
          VALUES (${appId}::bigint, 1, '2026-11-01', ${moves}::text::jsonb) ON CONFLICT DO NOTHING`
      })
    )
    if (isLooking) {
      // What is looked at must have been read.
      await gateway.ask(`/v1/apps/${appId}/storea-ads`, { key })
      return { [operationId]: { values: { appId: String(appId), limit: "10" }, headers: { cookie: signed.cookie } } }
    }
    return { adLibrary_ads: { values: { appId: String(appId) } } }
  }
})
