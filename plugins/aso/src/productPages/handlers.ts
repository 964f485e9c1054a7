import { Caller, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { ProductPages, type ProductPagesQuery } from "./ProductPages.ts"

interface Request {
  readonly params: { readonly id: string }
  readonly query: Omit<ProductPagesQuery, "accountId" | "id">
}

export const productPagesHandlers = Effect.map(ProductPages, (pages) => ({
  productPages: ({ params, query }: Request) =>
    served(Effect.flatMap(Caller, ({ accountId }) => pages.of({ ...query, accountId, id: params.id })))
}))
