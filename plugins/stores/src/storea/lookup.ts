/** Records of apps by id, up to a hundred a call. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { failure, orDrift } from "../common/answers.ts"
import type { StoreApp } from "../contract.ts"
import { bodyOf } from "./answers.ts"
import { readResults } from "./results.ts"

/** Longer lists are cut or time out. */
export const lookupBatch = 100

export interface Lookup {
  readonly apps: ReadonlyMap<string, StoreApp>
  /** Whether the answer held anything: one that is empty throughout may be silent throttling. */
  readonly proven: boolean
}

/**
 * Looks ids up. `witness` is an app known to be sold there, asked along when there is room: an answer without it is
 * not believed when it is empty.
 */
export const fetchLookup = (
  upstream: Upstream,
  ids: ReadonlyArray<string>,
  country: string,
  witness: string | undefined
): Effect.Effect<Lookup, UpstreamError> => {
  const asked = witness !== undefined && ids.length < lookupBatch && !ids.includes(witness) ? [...ids, witness] : ids
  const ask = `lookup of ${ids.length} apps in ${country}`
  return upstream.request({ path: "/lookup", query: { id: asked.join(","), country } }).pipe(
    Effect.flatMap((response) => bodyOf(upstream, ask, response)),
    Effect.flatMap((body) => orDrift(upstream, ask, readResults(body, country))),
    Effect.flatMap((results) => {
      if (results.refusal !== null) return upstream.drift(`${ask}: refused: ${results.refusal}`)
      if (results.records === 0 && (asked.length > ids.length || ids.length >= lookupBatch))
        return Effect.fail(failure(upstream, "suspect", `${ask}: empty, also of apps that are sold there`))
      // The order of the answer is not that of the question.
      const apps = new Map(results.apps.map((app) => [app.appId, app]))
      return Effect.succeed({ apps, proven: results.records > 0 })
    })
  )
}
