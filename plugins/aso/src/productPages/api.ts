import { Endpoint, NotFound, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { competitorIds } from "../parameters.ts"
import { save } from "../saving.ts"
import { language } from "../snapshot/schema.ts"
import { pagesMax } from "./pages.ts"
import { ProductPagesAnswer } from "./schema.ts"

export const productPages = Endpoint.get("productPages", "/v1/aso/apps/:id/product-pages", {
  params: { id: Param.appId },
  query: {
    ...storefront,
    language,
    competitorIds,
    limit: Param.limit({ of: "pages", max: pagesMax, default: pagesMax }),
    save
  },
  answer: ProductPagesAnswer,
  errors: [...appErrors, NotFound.wire],
  price: 3,
  summary: "Plan custom product pages",
  description:
    "Which custom product pages to make, and which keywords to assign to each: at most 70 pages, each keyword of your released version's keyword field on one of them, by intent cluster. It also lists what is left over. storea only, since storeb's custom listings have no keyword field. Needs your released version in the workspace.",
  tool: { words: ["custom product pages, landing pages by keyword, which keywords belong to which page"] },
  view: View.table({
    rows: "pages",
    columns: [
      { field: "name", title: "Page" },
      { field: "volume", title: "Volume" },
      { field: "searchCount", title: "Searches" },
      { field: "searchesRanked", title: "Ranked" },
      { field: "why", title: "Why" }
    ]
  })
})
