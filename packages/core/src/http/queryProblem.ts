import { InvalidInput } from "@storeglass/plugin-api"
import type { HttpServerRequest } from "effect/http"
import type { RouteMeta } from "./route.ts"

/** Typos in a parameter's name must not be charged for an answer to another question. */
export const queryProblem = (
  { queryNames }: Pick<RouteMeta, "queryNames">,
  params: HttpServerRequest.ParsedSearchParams["Service"]
): InvalidInput | undefined => {
  if (queryNames === undefined) return undefined
  for (const [name, value] of Object.entries(params)) {
    if (!queryNames.includes(name)) {
      const known = queryNames.length === 0 ? "no parameters" : queryNames.join(", ")
      return new InvalidInput(`${name.slice(0, 60)} (query): isn't a parameter of this route; it takes ${known}`)
    }
    if (Array.isArray(value)) return new InvalidInput(`${name} (query): was sent ${value.length} times; send it once`)
  }
}
