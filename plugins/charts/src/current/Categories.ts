import { type Param, stored } from "@storeglass/plugin-api"
import { AppStores, type BadRequest } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { allName } from "../Asked.ts"
import { allGenres } from "../chartKey.ts"
import { chartNames } from "../contract.ts"
import type { CategoriesAnswer } from "../schema.ts"

/** The genres of a store. */
export class Categories extends Context.Service<
  Categories,
  {
    readonly all: (query: {
      readonly platform: Param.Platform
    }) => Effect.Effect<typeof CategoriesAnswer.Type, BadRequest>
  }
>()("@storeglass/charts/Categories") {
  static readonly layer = Layer.effect(
    Categories,
    Effect.gen(function* () {
      const stores = yield* AppStores
      const all = Effect.fn("Categories.all")(function* ({ platform }: { readonly platform: Param.Platform }) {
        const { charts: shown, genres } = yield* stores.get(platform)
        const charts = chartNames.filter((name) => shown?.includes(name) ?? true)
        const categories = [{ id: allGenres, name: allName, parentId: null }, ...genres].map(
          ({ id, name, parentId }) => ({
            id,
            name,
            parentId,
            charts
          })
        )
        const limitations = ["a table built into this version; the store isn't asked"]
        return {
          platform,
          total: categories.length,
          categories,
          provenance: stored(null, { status: "measured", limitations })
        }
      })
      return Categories.of({ all })
    })
  )
}
