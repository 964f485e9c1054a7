import { Endpoint, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { save } from "../saving.ts"
import { language } from "../snapshot/schema.ts"
import { AuditAnswer } from "./schema.ts"

const declared = {
  query: { ...storefront, language, save },
  answer: AuditAnswer,
  errors: appErrors,
  price: 5,
  summary: "Audit of a listing",
  view: View.table({
    rows: "factors",
    columns: [
      { field: "label", title: "Factor" },
      { field: "weight", title: "Weight" },
      { field: "score", title: "Points of 10" },
      { field: "status", title: "Measured" }
    ]
  })
} as const

export const audit = Endpoint.get("audit", "/v1/aso/apps/:id/audit", {
  params: { id: Param.appId },
  ...declared,
  description:
    "How good a listing is, factor by factor, with the evidence for each point, and what to fix first: each fix with the points it would add. What can't be seen is null, never 0; the keyword field is read from the released version in your workspace. Without a score (less than half of the weight measured) nothing is charged. Within 15 minutes it uses the same figures as the brief and the opportunities.",
  tool: { words: ["health check of my listing, ASO score, what should I improve, why don't I rank"] }
})

/** The other name of the same. */
export const auditOf = Endpoint.get("auditOf", "/v1/aso/audit/:appId", {
  params: { appId: Param.appId },
  ...declared,
  description: "The same as /v1/aso/apps/{id}/audit, under its other name.",
  tool: false
})
