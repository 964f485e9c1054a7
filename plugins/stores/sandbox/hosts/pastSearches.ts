import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import { dayFromText } from "@storeglass/sandbox/world"
import { Result, Schema } from "effect"
import type { SearchHistory } from "../formats/SearchLists.ts"
import { storefrontOf } from "../formats/storefronts.ts"

const Query = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  country: Schema.String,
  day: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)),
  /** One a line; without it the answer is terms to begin with. */
  terms: Schema.optionalKey(Schema.String),
  limit: Schema.optionalKey(Schema.NumberFromString.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
})
const decodeQuery = Schema.decodeUnknownResult(Query, { onExcessProperty: "error" })

/** Searches of a past day: what a gateway would have collected then, for one that fills its history. */
export const searchesRoute = (request: SandboxRequest, history: SearchHistory): Reply => {
  if (request.method !== "GET") return json(405, { error: "use GET" })
  const query = decodeQuery(Object.fromEntries(request.query))
  if (Result.isFailure(query)) return json(400, { error: query.failure.message })
  const { country, limit = 50, platform, terms } = query.success
  const storefront = storefrontOf(country)
  const day = dayFromText(query.success.day)
  if (storefront === undefined || day === undefined) return json(400, { error: "no such country or day" })
  if (terms === undefined) return json(200, { terms: history.terms({ platform, storefront, day }, limit) })
  return json(200, {
    searches: history.searches({ platform, storefront, day, terms: terms.split("\n").filter((term) => term !== "") })
  })
}
