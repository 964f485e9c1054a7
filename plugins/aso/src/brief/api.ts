import { Endpoint, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { save } from "../saving.ts"
import { language } from "../snapshot/schema.ts"
import { BriefAnswer } from "./schema.ts"

export const brief = Endpoint.get("brief", "/v1/aso/apps/:id/brief", {
  params: { id: Param.appId },
  query: { ...storefront, language, save },
  answer: BriefAnswer,
  errors: appErrors,
  price: 3,
  summary: "Brief of an app's ASO",
  description:
    "Where an app stands, on one page: its score, what to do first, how ready the storefront is, the clusters and the best opportunities. Within 15 minutes it uses the same figures as the audit and the opportunities. Without a score (less than half of the weight measured) nothing is charged.",
  tool: { words: ["executive summary of my ASO, how am I doing in the store, what to do next"] },
  view: View.table({
    rows: "prioritizedActions",
    columns: [
      { field: "action", title: "What to do" },
      { field: "expectedPoints", title: "Points" },
      { field: "effort", title: "Effort" }
    ]
  })
})
