/** Parameters that several analyses take. */
import { Param } from "@storeglass/plugin-api"

export const competitorIds = Param.optional(
  Param.list({
    of: Param.text({ max: 255, description: "An app id.", picks: "app" }),
    max: 5,
    repeats: "refused",
    description:
      "Up to 5 app ids of competitors, separated by commas. Default: those your workspace tracks, else those found beside the app in searches."
  })
)

export const device = Param.optional(
  Param.oneOf({
    values: ["iphone", "phone"],
    description: "Device to search on: iphone on storea, phone on storeb. Default: the store's."
  })
)
