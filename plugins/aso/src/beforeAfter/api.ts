import { Endpoint, NotFound, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { device } from "../parameters.ts"
import { save } from "../saving.ts"
import { BeforeAfterAnswer } from "./schema.ts"

export const daysDefault = 14

export const beforeAfter = Endpoint.get("beforeAfter", "/v1/aso/apps/:id/before-after", {
  params: { id: Param.appId },
  query: {
    ...storefront,
    device,
    versionId: Param.optional(
      Param.text({
        max: 36,
        description: "Id of a released version in your workspace. Default: the latest released."
      })
    ),
    days: Param.int({
      min: 7,
      max: 28,
      default: daysDefault,
      description: "Days before and after the release, 7 to 28. Default 14."
    }),
    save
  },
  answer: BeforeAfterAnswer,
  errors: [...appErrors, NotFound.wire],
  price: 1,
  summary: "Ranks before and after a release",
  description:
    "How the ranks of your keywords went before and after one of your released versions: those that came into its searched texts or left them, beside those that it didn't touch (difference in differences, with a 95% interval). Says no_evidence where the intervals overlap, and null with a status where too little was measured; nothing is charged then. It's about what went together, not about why.",
  tool: { words: ["did my new title help, ranks after my update, effect of a metadata change on ranks"] },
  view: View.ranks({ lines: "lines", name: "name", rows: "points", x: "day", y: "position" })
})
