import { connectDemo, describePlugin } from "@storeglass/testkit"
import { asoCalls, publishCalls, rankedApps } from "./calls.ts"

const ofOwnApp = new Set(["aso_productPages", "aso_beforeAfter", "aso_listingFiles", "aso_readFolder"])

describePlugin("aso", {
  // So many store requests that volumes are measured too, which views show.
  plugins: {
    stores: true,
    keywords: true,
    workspace: true,
    "connect-storeb": true,
    aso: { storeRequests: 80, storeWaitMs: 60_000 }
  },
  bodies: { aso_validate: { title: "Photo Studio: Free Collage App", keywords: "collage, filter" } },
  prepare: async (gateway, account, operationId) => {
    if (operationId === "aso_publish") {
      await connectDemo(gateway, account)
      return publishCalls(gateway, account)
    }
    if (ofOwnApp.has(operationId)) return asoCalls(gateway, account)
    if (operationId !== "aso_competitorReportOf" && operationId !== "aso_suggest") return {}
    const [competitorId = ""] = await rankedApps(gateway)
    if (operationId === "aso_suggest") {
      return { [operationId]: { body: { appId: competitorId, keywords: ["weather radar", "rain forecast"] } } }
    }
    return { [operationId]: { values: { competitorId } } }
  }
})
