import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import { dayFromText, isoDate, isoInstant } from "@storeglass/sandbox/world"
import { Result, Schema } from "effect"
import type { ChartHistory } from "../formats/ChartLists.ts"
import { storefrontOf } from "../formats/storefronts.ts"

const ChartKind = Schema.Literals(["top-free", "top-paid", "top-grossing"])
const Query = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  country: Schema.String,
  day: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)),
  charts: Schema.String,
  genres: Schema.String
})
const decodeQuery = Schema.decodeUnknownResult(Query, { onExcessProperty: "error" })
const isKind = Schema.is(ChartKind)

/** The upstreams whose feeds these lists equal, by the names under which a gateway knows them. */
const sources = { storea: "storea.charts", storeb: "storeb.charts" } as const

/** Charts of a past day: what a gateway would have collected then, for one that fills its history. */
export const chartsRoute = (request: SandboxRequest, history: ChartHistory, origin: string): Reply => {
  if (request.method !== "GET") return json(405, { error: "use GET" })
  const query = decodeQuery(Object.fromEntries(request.query))
  if (Result.isFailure(query)) return json(400, { error: query.failure.message })
  const { country, genres, platform } = query.success
  const storefront = storefrontOf(country)
  const day = dayFromText(query.success.day)
  const charts = query.success.charts.split(",").filter(isKind)
  if (storefront === undefined || day === undefined || isoDate(day) !== query.success.day)
    return json(400, { error: "no such country or day" })
  const { apps, lists } = history({ platform, storefront, day, charts, genres: genres.split(","), origin })
  return json(200, {
    lists: lists.map(({ asOfMs, ...list }) => ({ ...list, asOf: isoInstant(asOfMs), source: sources[platform] })),
    apps
  })
}
