import { Context, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { noteHeader } from "./answerHeaders.ts"
import type { RouteMeta } from "./route.ts"

/** Where callers reach the gateway, for addresses in its answers; empty: they are relative to the request's. */
export const PublicUrl = Context.Reference<string>("@storeglass/core/http/PublicUrl", { defaultValue: () => "" })

const anywhere = "http://gateway.invalid"

/** `Link` of an answer whose next page begins at `next` (RFC 8288). */
const nextLink = (publicUrl: string, url: string, pagedBy: string, next: string | number) => {
  const address = new URL(url, anywhere)
  address.searchParams.set(pagedBy, String(next))
  return `<${publicUrl.replace(/\/$/, "")}${address.pathname}${address.search}>; rel="next"`
}

/** Notes where the next page begins. A route without a parameter for it has offered what nobody can ask for. */
export const nextPageIn = (
  headers: Record<string, string>,
  publicUrl: string,
  { method, pagedBy, path }: Pick<RouteMeta, "method" | "path" | "pagedBy">,
  { url }: Pick<HttpServerRequest.HttpServerRequest, "url">,
  next: string | number
): Effect.Effect<void> =>
  pagedBy === undefined
    ? Effect.die(new Error(`${method} ${path} told of a next page, but takes no cursor, page or offset`))
    : Effect.sync(() => noteHeader(headers, "Link", nextLink(publicUrl, url, pagedBy, next)))
