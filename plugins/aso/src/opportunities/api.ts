import { Endpoint, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { save } from "../saving.ts"
import { language } from "../snapshot/schema.ts"
import { OpportunitiesAnswer } from "./schema.ts"

/** Behind the last of a page: where the list goes on, also in a later snapshot. */
export const cursor = Param.cursor(
  Schema.Struct({
    score: Schema.NullOr(Schema.Finite),
    relevance: Schema.NullOr(Schema.Finite),
    keyword: Schema.String
  })
)

const declared = {
  query: {
    ...storefront,
    language,
    limit: Param.limit({ of: "opportunities", max: 100, default: 25 }),
    cursor,
    save
  },
  answer: OpportunitiesAnswer,
  errors: appErrors,
  price: 4,
  summary: "Keyword opportunities of an app",
  description:
    "Keywords to win with, from the app's and its competitors' ranks, what the store suggests and what the listing says: each with a score, its range, and where in the listing it fits. Within 15 minutes it uses the same figures as the audit and the brief.",
  view: View.table({
    rows: "opportunities",
    columns: [
      { field: "keyword", title: "Keyword" },
      { field: "opportunityScore", title: "Opportunity" },
      { field: "volumeScore", title: "Volume" },
      { field: "difficulty", title: "Difficulty" },
      { field: "relevance", title: "Relevance" },
      { field: "currentRank", title: "Rank" },
      { field: "recommendedAction", title: "Action" },
      { field: "reason", title: "Why" }
    ]
  })
} as const

export const opportunities = Endpoint.get("opportunities", "/v1/aso/apps/:id/opportunities", {
  params: { id: Param.appId },
  ...declared,
  tool: { words: ["which keywords should I target, add to my title, low hanging fruit"] }
})

/** The other name of the same. */
export const opportunitiesOf = Endpoint.get("opportunitiesOf", "/v1/aso/opportunities/:appId", {
  params: { appId: Param.appId },
  ...declared,
  description: "The same as /v1/aso/apps/{id}/opportunities, under its other name.",
  tool: false
})
