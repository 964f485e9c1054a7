import { Caller, Exchange, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { type BeforeAfterQuery, BeforeAfters } from "./BeforeAfters.ts"

interface Request {
  readonly params: { readonly id: string }
  readonly query: Omit<BeforeAfterQuery, "accountId" | "id">
}

export const beforeAfterHandlers = Effect.map(BeforeAfters, (effects) => ({
  beforeAfter: ({ params, query }: Request) =>
    served(
      Effect.flatMap(Caller, ({ accountId }) => effects.of({ ...query, accountId, id: params.id })).pipe(
        Effect.tap(({ provenance }) =>
          provenance.status === "not_measured" ? Exchange.use(({ quote }) => quote({ credits: 0 })) : Effect.void
        )
      )
    )
}))
