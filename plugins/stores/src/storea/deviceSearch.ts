/** The search that devices use: ids in the order that people see. Undocumented. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import { orDrift, type Read } from "../common/answers.ts"
import { looseList } from "../common/loose.ts"
import { bodyOf, readJson } from "./answers.ts"
import type { Body } from "./body.ts"
import { Id } from "./fields.ts"
import { storefrontId } from "./storefronts.ts"

const readBubbles = readJson(
  Schema.Struct({ bubbles: Schema.Array(Schema.Struct({ results: looseList(Schema.Struct({ id: Id })) })) })
)

export const readDeviceSearch = (body: Body): Read<ReadonlyArray<string>> =>
  Result.map(readBubbles(body), ({ bubbles }) => [...new Set((bubbles[0]?.results ?? []).map(({ id }) => id))])

export const fetchDeviceSearch = (
  upstream: Upstream,
  term: string,
  country: string,
  userAgent: string
): Effect.Effect<ReadonlyArray<string>, UpstreamError> => {
  const ask = `device search in ${country}`
  return upstream
    .request({
      path: "/WebObjects/MZStore.woa/wa/search",
      query: { clientApplication: "Software", media: "software", term },
      headers: {
        "X-Apple-Store-Front": `${storefrontId(country)},24 t:native`,
        "Accept-Language": "en-US",
        "User-Agent": userAgent
      }
    })
    .pipe(
      Effect.flatMap((response) => bodyOf(upstream, ask, response)),
      Effect.flatMap((body) => orDrift(upstream, ask, readDeviceSearch(body)))
    )
}
