import { Caller, Exchange, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { reportOf, Saving } from "../saving.ts"
import { type BeforeAfterQuery, BeforeAfters } from "./BeforeAfters.ts"
import { beforeAfterModel } from "./effect.ts"

interface Request {
  readonly params: { readonly id: string }
  readonly query: Omit<BeforeAfterQuery, "accountId" | "id"> & { readonly save: boolean }
}

export const beforeAfterHandlers = Effect.gen(function* () {
  const effects = yield* BeforeAfters
  const saving = yield* Saving
  return {
    beforeAfter: ({ params, query: { save, ...query } }: Request) =>
      served(
        Effect.flatMap(Caller, ({ accountId }) => {
          const of = { ...query, accountId, id: params.id }
          return saving.keep(save, effects.of(of), (answer) =>
            reportOf("aso.before-after", "Before and after a release", beforeAfterModel, of, answer)
          )
        }).pipe(
          Effect.tap(({ provenance }) =>
            provenance.status === "not_measured" ? Exchange.use(({ quote }) => quote({ credits: 0 })) : Effect.void
          )
        )
      )
  }
})
