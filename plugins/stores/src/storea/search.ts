/** The documented search: whole records, in an order that differs from that of devices. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { orDrift } from "../common/answers.ts"
import type { StoreApp } from "../contract.ts"
import { bodyOf } from "./answers.ts"
import { readResults } from "./results.ts"

/** Longer lists are never given. */
export const searchDepth = 200

export const fetchSearch = (
  upstream: Upstream,
  term: string,
  country: string,
  limit: number
): Effect.Effect<{ readonly apps: ReadonlyArray<StoreApp>; readonly proven: boolean }, UpstreamError> => {
  const ask = `search in ${country}`
  return upstream
    .request({ path: "/search", query: { term, country, media: "software", entity: "software", limit } })
    .pipe(
      Effect.flatMap((response) => bodyOf(upstream, ask, response)),
      Effect.flatMap((body) => orDrift(upstream, ask, readResults(body, country))),
      Effect.flatMap(({ apps, records, refusal }) =>
        refusal === null ? Effect.succeed({ apps, proven: records > 0 }) : upstream.drift(`${ask}: refused: ${refusal}`)
      )
    )
}
