import { type HostDefinition, json } from "@storeglass/sandbox"
import type { Stores } from "../stores.ts"
import { chartsRoute } from "./pastCharts.ts"
import { searchesRoute } from "./pastSearches.ts"

/**
 * No host of any vendor: what the stores' charts and searches were on past days, for those who fill a history. It keeps
 * out of the ledger.
 */
export const history: HostDefinition<Stores, undefined> = {
  prefix: "/store-history",
  inLedger: false,
  handle: (request, { origin, shared }) => {
    if (request.method !== "GET") return json(405, { error: "use GET" })
    if (request.path === "/charts") return chartsRoute(request, shared.chartHistory, origin)
    if (request.path === "/searches") return searchesRoute(request, shared.searchHistory)
    return json(404, { error: "there are /charts and /searches" })
  }
}
