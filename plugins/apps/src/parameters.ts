import { InvalidInput, Param } from "@storeglass/plugin-api"
import { type ReviewSort, reviewSorts } from "@storeglass/stores/contract"
import { Effect } from "effect"

/** Every route takes these. */
export const store = { country: Param.country, platform: Param.platform }

const deviceNames = ["iphone", "ipad", "appletv", "watch", "all"] as const
export type Device = (typeof deviceNames)[number]

/** Absent: the store's main device. */
export const mainDevice = Param.optional(
  Param.oneOf({
    values: deviceNames,
    description: "Whose screenshots screenshotUrls lists; all for every device. Default: the store's main phone."
  })
)
export const device = Param.oneOf({
  values: deviceNames,
  default: "all",
  description: "Device whose screenshots are given; all (default) for every device."
})

/** Charts of the stores, as the routes name them. */
export const charts = ["top-free", "top-paid", "top-grossing"] as const
export type Chart = (typeof charts)[number]
export const chart = Param.oneOf({ values: charts, default: "top-free", description: "Which chart. Default top-free." })

const sort = (description: string) => Param.optional(Param.oneOf({ values: reviewSorts, description }))
export const reviewOrder = {
  sortBy: sort("Order of the reviews. Default mostRecent."),
  sort: sort("Another spelling of sortBy.")
}

export const reviewOrderOf = (query: {
  readonly sortBy?: ReviewSort
  readonly sort?: ReviewSort
}): Effect.Effect<ReviewSort, InvalidInput> =>
  query.sortBy !== undefined && query.sort !== undefined && query.sortBy !== query.sort
    ? Effect.fail(new InvalidInput(`sort: is '${query.sort}' where sortBy is '${query.sortBy}'; send one of them`))
    : Effect.succeed(query.sortBy ?? query.sort ?? "mostRecent")
