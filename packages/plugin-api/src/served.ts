import { Effect } from "effect"
import { Exchange } from "./Exchange.ts"
import type { Provenance } from "./Provenance.ts"

/** Puts an answer into the envelope, and where it comes from into the headers. */
export const served = Effect.fnUntraced(function* <A extends { readonly provenance: Provenance }, E, R>(
  answer: Effect.Effect<A, E, R>
) {
  const data = yield* answer
  const exchange = yield* Exchange
  yield* exchange.describe(data.provenance)
  return { data }
})
