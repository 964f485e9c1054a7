import type { Upstream, UpstreamError, UpstreamResponse } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { failure, orDrift, type Read } from "../common/answers.ts"
import { type PageBlocks, readPageBlocks } from "./pageBlocks.ts"

/** The body of an answer with a good status. Who is sent elsewhere (consent) or refused is kept out. */
export const bodyOf = (
  upstream: Upstream,
  ask: string,
  { body, status }: UpstreamResponse
): Effect.Effect<string, UpstreamError> => {
  if (status < 300) return Effect.succeed(body)
  const blocked = status < 400 || status === 403 || status === 401
  return Effect.fail(failure(upstream, blocked ? "blocked" : "failed", `${ask}: status ${status}`))
}

/** Reads a page by its data blocks; null when the store has no such page. */
export const fetchPage = <A>(
  upstream: Upstream,
  ask: string,
  path: string,
  query: Readonly<Record<string, string | number>>,
  read: (page: PageBlocks) => Read<A>
): Effect.Effect<A | null, UpstreamError> =>
  Effect.flatMap(upstream.request({ path, query }), (response) =>
    response.status === 404
      ? Effect.succeed(null)
      : bodyOf(upstream, ask, response).pipe(
          Effect.flatMap((html) => orDrift(upstream, ask, readPageBlocks(html))),
          Effect.flatMap((page) => orDrift(upstream, ask, read(page)))
        )
  )
