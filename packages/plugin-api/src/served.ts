import { Effect } from "effect"
import { Exchange } from "./Exchange.ts"
import { nextOf } from "./Page.ts"
import type { Provenance } from "./Provenance.ts"

/**
 * Puts an answer into the envelope, and where it comes from and where its next page is into the headers. `isEmpty`: whether there is nothing in it for
 * its caller, beside what its provenance says is `not_measured`.
 *
 * @example
 * reviews: ({ query }) => served(reviews.of(query), ({ reviews }) => reviews.length === 0)
 */
export const served = Effect.fnUntraced(function* <A extends { readonly provenance: Provenance }, E, R>(
  answer: Effect.Effect<A, E, R>,
  isEmpty?: (data: A) => boolean
) {
  const data = yield* answer
  const exchange = yield* Exchange
  yield* exchange.describe(data.provenance)
  const next = nextOf(data)
  if (next !== undefined) yield* exchange.nextPage(next)
  if (data.provenance.status === "not_measured" || isEmpty?.(data) === true) yield* exchange.empty
  return { data }
})
