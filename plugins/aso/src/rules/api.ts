import { Endpoint, View } from "@storeglass/plugin-api"
import { validateErrors } from "../errors.ts"
import * as S from "./schema.ts"

export const validate = Endpoint.post("validate", "/v1/aso/metadata/validate", {
  payload: S.ValidateBody,
  answer: S.Validated,
  errors: validateErrors,
  price: 1,
  summary: "Validate metadata",
  description:
    "Checks a listing's texts against the store's limits and policies and what is known to work. Each issue says where it is, what the rule stands on and what to do. Texts that break rules are answered with 200.",
  tool: {
    readOnly: true,
    destructive: false,
    idempotent: true,
    openWorld: false,
    words: ["lint my listing, is my title allowed, check keyword field, character limits"]
  },
  view: View.table({
    rows: "issues",
    columns: [
      { field: "severity", title: "Severity" },
      { field: "field", title: "Field" },
      { field: "message", title: "Issue" },
      { field: "suggestion", title: "Suggestion" },
      { field: "ruleId", title: "Rule" }
    ]
  })
})
