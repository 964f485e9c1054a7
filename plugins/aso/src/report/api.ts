import { Endpoint, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { competitorIds } from "../parameters.ts"
import { save } from "../saving.ts"
import { ReportAnswer } from "./schema.ts"

const declared = {
  answer: ReportAnswer,
  errors: appErrors,
  price: 5,
  view: View.table({
    rows: "weaknesses",
    columns: [
      { field: "measure", title: "Behind in" },
      { field: "competitorId", title: "Competitor" },
      { field: "yours", title: "Yours" },
      { field: "theirs", title: "Theirs" }
    ]
  })
} as const

export const competitorReport = Endpoint.get("competitorReport", "/v1/aso/apps/:id/competitor-report", {
  params: { id: Param.appId },
  query: { ...storefront, competitorIds, save },
  ...declared,
  summary: "Report on competitors",
  description:
    "An app compared with its competitors: texts, keywords, ratings and how fast they grow, screenshots and updates; where it's ahead and where it's behind, by published rules, and what to do. Competitors that aren't in the storefront are listed as unavailable; 404 where all of them are.",
  tool: { words: ["compare my app with competitors, who is ahead of me, strengths and weaknesses"] }
})

/** Of one competitor, under its other name. */
export const competitorReportOf = Endpoint.get("competitorReportOf", "/v1/aso/competitor/:appId/:competitorId", {
  params: { appId: Param.appId, competitorId: Param.appId },
  query: { ...storefront, save },
  ...declared,
  summary: "Report on a competitor",
  description: "The same as /v1/aso/apps/{id}/competitor-report with this competitor alone.",
  tool: false
})
