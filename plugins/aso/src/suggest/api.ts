import { Endpoint, View } from "@storeglass/plugin-api"
import { appErrors } from "@storeglass/stores/contract"
import { SuggestAnswer, SuggestBody } from "./schema.ts"

export const suggest = Endpoint.post("suggest", "/v1/aso/metadata/suggest", {
  payload: SuggestBody,
  answer: SuggestAnswer,
  errors: appErrors,
  price: 3,
  summary: "Suggest metadata",
  description:
    "Title, subtitle and keyword field for storea, title and short description for storeb, from your keywords: the texts worth most by the keywords' volume, difficulty and relevance and by where each is placed. No text breaks a rule of POST /v1/aso/metadata/validate, and every phrase is yours or the listing's. No language model is involved: the same input gives the same texts.",
  tool: {
    readOnly: false,
    destructive: false,
    idempotent: true,
    openWorld: true,
    words: ["write my title and subtitle, fill the keyword field, optimise my listing for keywords"]
  },
  view: View.table({
    rows: "targetKeywords",
    columns: [
      { field: "keyword", title: "Keyword" },
      { field: "volumeScore", title: "Volume" },
      { field: "difficulty", title: "Difficulty" },
      { field: "relevance", title: "Relevance" }
    ]
  })
})
