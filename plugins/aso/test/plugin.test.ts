import { connectDemo, describePlugin } from "@storeglass/testkit"
import { asoCalls, publishCalls, rankedApps } from "./calls.ts"
import { type Looking, looking, settings } from "./looking.ts"

let somebody: Promise<Looking> | undefined
const ofOwnApp = new Set(["aso_productPages", "aso_beforeAfter", "aso_listingFiles", "aso_readFolder"])

const texts = { title: "Photo Studio: Free Collage App", keywords: "collage, filter" }

describePlugin("aso", {
  // So many store requests that volumes are measured too, which views show.
  plugins: settings,
  bodies: { aso_validate: texts },
  prepare: async (gateway, account, operationId) => {
    if (operationId.startsWith("asoDashboard_")) {
      somebody ??= looking(gateway)
      const { appId, changing, cookie } = await somebody
      // A check of texts is a POST, which a page of this origin sends.
      return operationId === "asoDashboard_lint"
        ? { [operationId]: { body: texts, headers: changing } }
        : { [operationId]: { values: { appId }, headers: { cookie } } }
    }
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
