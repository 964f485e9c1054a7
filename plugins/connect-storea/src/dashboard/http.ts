import { asDocumented, Caller, Param } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsoleApi } from "../api.ts"
import { makeCounted } from "../sync/counted.ts"
import { countriesOf, daysOf } from "../sync/own.ts"
import { SavedConsole } from "../sync/SavedConsole.ts"
import type { SavedConnection } from "../sync/schema.ts"
import { Undo } from "../undo/Undo.ts"
import { type KeptFigures, todos } from "./api.ts"
import { makeKeptProducts } from "./KeptProducts.ts"

/** Bars that can be read. */
const countriesMax = 20

const accountId = Effect.map(Caller, (caller) => caller.accountId)
const asData = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(effect, (data) => ({ data }))

const todoOf = ({ imports, lastError, state, vendorNumber }: SavedConnection): string => {
  if (state === "not_connected") return todos.connect
  if (lastError !== null) return `${lastError.slice(0, 1).toUpperCase()}${lastError.slice(1)}.`
  if (imports.length === 0) return todos.wait
  return vendorNumber === null ? todos.vendorNumber : todos.nothing
}

export const dashboardHandlers = HttpApiBuilder.group(
  ConsoleApi,
  "connectStoreaDashboard",
  Effect.fn(function* (group) {
    const counted = yield* makeCounted
    const products = yield* makeKeptProducts
    const saved = yield* SavedConsole
    const undo = yield* Undo
    return group.handleAll({
      state: () =>
        accountId.pipe(
          Effect.flatMap((account) => asDocumented(saved.status(account))),
          Effect.map((told) => ({ ...told, todo: todoOf(told) })),
          asData
        ),
      changes: ({ query: { limit } }) =>
        asData(
          Effect.map(undo.list({ limit, after: undefined }), ({ items }) => ({
            items: items.map((item) => ({
              ...item,
              by: item.keyId ?? "no API key",
              undo: item.undoable ? "It can be taken back, by its id." : (item.whyNot ?? "It can't be taken back.")
            }))
          }))
        ),
      products: ({ query }) => asData(Effect.flatMap(accountId, (account) => asDocumented(products(account, query)))),
      figures: ({ query: { appId, ...query } }) =>
        asData(
          Effect.map(counted(appId, query), ({ soldDays, sums, window }) => {
            const days = daysOf(sums, soldDays, window).map((day) => ({
              ...day,
              status: day.downloadsFrom === null ? ("not_measured" as const) : ("measured" as const)
            }))
            const currencies = days.flatMap(({ proceeds }) => (proceeds ?? []).map(({ currency }) => currency))
            const told: KeptFigures = {
              appId,
              ...window,
              days,
              proceeds: [...new Set(currencies)].toSorted().map((currency) => ({
                currency,
                days: days.map(({ day, proceeds }) => ({
                  day,
                  amount:
                    proceeds === null ? null : Number(proceeds.find((each) => each.currency === currency)?.amount ?? 0),
                  status: proceeds === null ? ("not_measured" as const) : ("measured" as const)
                }))
              })),
              countries: countriesOf(sums, soldDays)
                .slice(0, countriesMax)
                .map(({ country, firstDownloads }) => ({
                  country,
                  name: Param.countryName(country) ?? country,
                  firstDownloads
                }))
            }
            return told
          })
        )
    })
  })
)
