import { Caller, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { reportOf, Saving } from "../saving.ts"
import { opportunityModel } from "./model.ts"
import { Opportunities, type OpportunitiesQuery } from "./Opportunities.ts"

/** Both names of the route, over one answer. */
export const opportunityHandlers = Effect.gen(function* () {
  const opportunities = yield* Opportunities
  const saving = yield* Saving

  const answer = (id: string, { save, ...asked }: Query) =>
    served(
      Effect.flatMap(Caller, ({ accountId }) => {
        const of = { ...asked, accountId, id }
        return saving.keep(save, opportunities.of(of), (answer) =>
          reportOf("aso.opportunities", "Opportunities", opportunityModel, of, answer)
        )
      }),
      ({ opportunities: found }) => found.length === 0
    )
  return {
    opportunities: ({ params, query }: { readonly params: { readonly id: string }; readonly query: Query }) =>
      answer(params.id, query),
    opportunitiesOf: ({ params, query }: { readonly params: { readonly appId: string }; readonly query: Query }) =>
      answer(params.appId, query)
  }
})
type Query = Omit<OpportunitiesQuery, "accountId" | "id"> & { readonly save: boolean }
