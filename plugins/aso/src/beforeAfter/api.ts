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
    "How your keywords' ranks changed around one of your releases: those that entered or left its searched texts, compared with those it didn't touch (difference in differences, with a 95% interval). It says no_evidence where the intervals overlap, and null with a status where too little was measured; nothing is charged then. It shows what happened together, not why.",
  tool: { words: ["did my new title help, ranks after my update, effect of a metadata change on ranks"] },
  view: View.ranks({ lines: "lines", name: "name", rows: "points", x: "day", y: "position" })
})
