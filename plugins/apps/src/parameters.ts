import { InvalidInput, Param } from "@storeglass/plugin-api"
import { type AppStore, deviceNames, type ReviewSort, reviewSorts } from "@storeglass/stores/contract"
import { Effect } from "effect"

/** Absent: the store's main device. */
export const mainDevice = Param.optional(
  Param.oneOf({
    values: deviceNames,
    description:
      "Device whose screenshots screenshotUrls lists, or all. Default: the store's main one, iphone on storea and phone on storeb."
  })
)

/** Charts of the stores, as the routes name them. */
export const charts = ["top-free", "top-paid", "top-grossing"] as const
export type Chart = (typeof charts)[number]
export const chart = Param.oneOf({ values: charts, default: "top-free", description: "Which chart. Default top-free." })

/** Fails for a chart that the store does not have. */
export const chartOf = (store: AppStore, asked: Chart): Effect.Effect<Chart, InvalidInput> => {
  const had = charts.filter((name) => store.charts?.includes(name) ?? true)
  return had.includes(asked)
    ? Effect.succeed(asked)
    : Effect.fail(new InvalidInput(`chart: ${store.platform} has no chart '${asked}'; send ${had.join(", ")}`))
}

export const historyDays = Param.optional(
  Param.int({
    min: 1,
    max: 90,
    description: "Also return the app's ranks for this many days, 1 to 90, in up to 10 storefronts named in countries."
  })
)
export const historyCountriesMax = 10

const sort = (description: string) => Param.optional(Param.oneOf({ values: reviewSorts, description }))
export const reviewOrder = {
  sortBy: sort("Order of the reviews. Default mostRecent."),
  sort: sort("Alias of sortBy.")
}

export const reviewOrderOf = (query: {
  readonly sortBy?: ReviewSort
  readonly sort?: ReviewSort
}): Effect.Effect<ReviewSort, InvalidInput> =>
  query.sortBy !== undefined && query.sort !== undefined && query.sortBy !== query.sort
    ? Effect.fail(new InvalidInput(`sort: is '${query.sort}', but sortBy is '${query.sortBy}'; send one of them`))
    : Effect.succeed(query.sortBy ?? query.sort ?? "mostRecent")

export const currency = Param.text({
  max: 3,
  default: "USD",
  description: "ISO 4217 code of the revenue, converted at the rates of the guide on estimates. Default USD.",
  example: "EUR"
})

/** Fails for a currency without a rate. */
export const currencyOf = (
  rates: Readonly<Record<string, number>>,
  asked: string
): Effect.Effect<string, InvalidInput> => {
  const code = asked.toUpperCase()
  return code in rates
    ? Effect.succeed(code)
    : Effect.fail(
        new InvalidInput(`currency: no rate for '${asked}'; send one of ${Object.keys(rates).sort().join(", ")}`)
      )
}
