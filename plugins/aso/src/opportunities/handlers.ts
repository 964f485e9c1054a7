import { Caller, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Opportunities, type OpportunitiesQuery } from "./Opportunities.ts"

/** Both names of the route, over one answer. */
export const opportunityHandlers = Effect.map(Opportunities, (opportunities) => {
  const answer = (id: string, query: Omit<OpportunitiesQuery, "accountId" | "id">) =>
    served(
      Effect.flatMap(Caller, ({ accountId }) => opportunities.of({ ...query, accountId, id })),
      ({ opportunities: found }) => found.length === 0
    )
  return {
    opportunities: ({ params, query }: { readonly params: { readonly id: string }; readonly query: Query }) =>
      answer(params.id, query),
    opportunitiesOf: ({ params, query }: { readonly params: { readonly appId: string }; readonly query: Query }) =>
      answer(params.appId, query)
  }
})
type Query = Omit<OpportunitiesQuery, "accountId" | "id">
