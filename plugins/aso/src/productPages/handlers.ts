import { Caller, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { reportOf, Saving } from "../saving.ts"
import { ProductPages, type ProductPagesQuery } from "./ProductPages.ts"
import { productPagesModel } from "./pages.ts"

interface Request {
  readonly params: { readonly id: string }
  readonly query: Omit<ProductPagesQuery, "accountId" | "id"> & { readonly save: boolean }
}

export const productPagesHandlers = Effect.gen(function* () {
  const pages = yield* ProductPages
  const saving = yield* Saving
  return {
    productPages: ({ params, query: { save, ...query } }: Request) =>
      served(
        Effect.flatMap(Caller, ({ accountId }) => {
          const of = { ...query, accountId, id: params.id }
          return saving.keep(save, pages.of(of), (answer) =>
            reportOf("aso.product-pages", "Custom product pages", productPagesModel, of, answer)
          )
        })
      )
  }
})
