import { Caller, Exchange, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { type LocalePlanQuery, LocalePlans } from "./LocalePlans.ts"

interface Request {
  readonly params: { readonly id: string }
  readonly query: Omit<LocalePlanQuery, "accountId" | "id">
}

export const localePlanHandlers = Effect.map(LocalePlans, (plans) => ({
  localePlan: ({ params, query }: Request) =>
    served(
      Effect.flatMap(Caller, ({ accountId }) => plans.of({ ...query, accountId, id: params.id })).pipe(
        // Of a storefront of which nothing is published there's nothing to plan, and nothing to pay.
        Effect.tap(({ searched }) =>
          searched === null ? Exchange.use(({ quote }) => quote({ credits: 0 })) : Effect.void
        )
      )
    )
}))
