import { Caller, Exchange, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { reportOf, Saving } from "../saving.ts"
import { type LocalePlanQuery, LocalePlans } from "./LocalePlans.ts"
import { localePlanModel } from "./plan.ts"

interface Request {
  readonly params: { readonly id: string }
  readonly query: Omit<LocalePlanQuery, "accountId" | "id"> & { readonly save: boolean }
}

export const localePlanHandlers = Effect.gen(function* () {
  const plans = yield* LocalePlans
  const saving = yield* Saving
  return {
    localePlan: ({ params, query: { save, ...query } }: Request) =>
      served(
        Effect.flatMap(Caller, ({ accountId }) => {
          const of = { ...query, accountId, id: params.id }
          return saving.keep(save, plans.of(of), (answer) =>
            reportOf("aso.locale-plan", "Locale plan", localePlanModel, of, answer)
          )
        }).pipe(
          // Of a storefront of which nothing is published there's nothing to plan, and nothing to pay.
          Effect.tap(({ searched }) =>
            searched === null ? Exchange.use(({ quote }) => quote({ credits: 0 })) : Effect.void
          )
        )
      )
  }
})
