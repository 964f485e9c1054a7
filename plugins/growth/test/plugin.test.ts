import { describePlugin, sampleApp } from "@storeglass/testkit"
import { type Visitor, visitor } from "../../account/test/visitor.ts"
import { growthCalls } from "./calls.ts"
import { base } from "./support.ts"

let signedIn: Promise<Visitor> | undefined
describePlugin("growth", {
  plugins: { stores: true, growth: true, account: true },
  prepare: async (gateway, account, operationId) => {
    // A scan that is asked for must be the project's first: another is free for a quarter of an hour.
    const calls = await growthCalls(gateway, account, {
      hasWorkers: true,
      isScanned: operationId !== "growth_scan"
    })
    if (!operationId.startsWith("growthDashboard_")) return calls
    signedIn ??= visitor(() => gateway)
    const { headers, join } = await signedIn
    await join(account.accountId)
    // One that is approved, beside those that nobody decided on.
    const { id = "" } = calls.growth_review?.values ?? {}
    await gateway.ask(`${base}/opportunities/${id}/review`, {
      method: "PATCH",
      key: account.key,
      body: { decision: "approve" }
    })
    return { ...calls, [operationId]: { values: { appId: (await sampleApp(gateway)) ?? "" }, headers: headers() } }
  }
})
