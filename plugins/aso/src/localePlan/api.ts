import { Endpoint, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { competitorIds } from "../parameters.ts"
import { save } from "../saving.ts"
import { language } from "../snapshot/schema.ts"
import { LocalePlanAnswer } from "./schema.ts"

export const localePlan = Endpoint.get("localePlan", "/v1/aso/apps/:id/locale-plan", {
  params: { id: Param.appId },
  query: {
    ...storefront,
    language,
    locales: Param.optional(
      Param.list({
        of: Param.text({ max: 20, description: "A locale of storea, such as en-US." }),
        max: 50,
        repeats: "refused",
        description:
          "Locales that the listing has, separated by commas. Default: the languages of your released versions, else the storefront's first."
      })
    ),
    competitorIds,
    save
  },
  answer: LocalePlanAnswer,
  errors: appErrors,
  price: 4,
  summary: "Plan unused locales",
  description:
    "A storea storefront searches several locales: which of them your listing lacks, with keywords for each. The keywords are about the app, none of the listing's locales has them yet, each is in one locale, and no text breaks a rule of POST /v1/aso/metadata/validate. Within 15 minutes it uses the same figures as the audit.",
  tool: {
    words: ["which locales should I add, extra localizations, keyword field of another language, cross localization"]
  },
  view: View.table({
    rows: "locales",
    columns: [
      { field: "locale", title: "Locale" },
      { field: "keywordCount", title: "Keywords" },
      { field: "summary", title: "Plan" }
    ]
  })
})
