import { describePlugin, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"

const Ranks = Schema.Struct({
  data: Schema.Struct({ rankings: Schema.NonEmptyArray(Schema.Struct({ trackId: Schema.Int })) })
})

/** Apps of the sandbox that are ranked for a keyword. */
const rankedApps = async (gateway: TestGateway, { key }: TestAccount) => {
  const { json } = await gateway.ask("/v1/keywords/ranks?keyword=weather", { key })
  return Schema.decodeUnknownSync(Ranks)(json).data.rankings.map(({ trackId }) => String(trackId))
}

describePlugin("aso", {
  // So many store requests that volumes are measured too, which views show.
  plugins: { stores: true, keywords: true, aso: { storeRequests: 80, storeWaitMs: 60_000 } },
  bodies: { aso_validate: { title: "Photo Studio: Free Collage App", keywords: "collage, filter" } },
  prepare: async (gateway, account, operationId) => {
    if (operationId !== "aso_competitorReportOf" && operationId !== "aso_suggest") return {}
    const [competitorId = ""] = await rankedApps(gateway, account)
    if (operationId === "aso_suggest") {
      return { [operationId]: { body: { appId: competitorId, keywords: ["weather radar", "rain forecast"] } } }
    }
    return { [operationId]: { values: { competitorId } } }
  }
})
