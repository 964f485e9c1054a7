/**
 * When to believe an answer that is empty. Under pressure a store answers with status 200, well-formed and empty.
 * So an empty answer is believed only when a question with a known answer, put to the same upstream, is answered.
 */
import type { Cache, Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Clock, Data, Effect } from "effect"
import { failure } from "./answers.ts"

/** How long such a proof holds for other empty answers of the same country. */
const holdsMs = 30_000

/** Nothing is known to ask for: the answer may be given once, but not kept. */
export class Unproven extends Data.TaggedError("Unproven") {}

export interface Emptiness<Q> {
  /** Remembers a question that has an answer in this country. */
  readonly learn: (country: string, question: Q) => Effect.Effect<void>
  /** Succeeds when emptiness is believable in this country just now. */
  readonly prove: (country: string) => Effect.Effect<void, UpstreamError | Unproven>
  /** The answer to a question, kept under `key`: learnt from when it holds something, else proven first. */
  readonly judge: <A>(
    cache: Cache<A>,
    key: string,
    country: string,
    question: Q,
    sizeOf: (value: A) => number
  ) => (value: A) => Effect.Effect<A, UpstreamError | Unproven>
}

export const makeEmptiness = <Q>(options: {
  readonly upstream: Upstream
  /** Whether the question has an answer now. */
  readonly ask: (country: string, question: Q) => Effect.Effect<boolean, UpstreamError>
  /** Asked where nothing is learnt yet. */
  readonly initial?: Q
}): Emptiness<Q> => {
  const learnt = new Map<string, Q>()
  const provenAtMs = new Map<string, number>()
  const suspect = (detail: string) => failure(options.upstream, "suspect", detail)

  const prove = Effect.fnUntraced(function* (country: string) {
    const nowMs = yield* Clock.currentTimeMillis
    if (nowMs - (provenAtMs.get(country) ?? Number.NEGATIVE_INFINITY) < holdsMs) return
    const question = learnt.get(country) ?? options.initial
    if (question === undefined) return yield* new Unproven()
    if (!(yield* options.ask(country, question)))
      return yield* suspect(`empty in ${country}, as is an answer that never is`)
    provenAtMs.set(country, nowMs)
  })

  return {
    learn: (country, question) => Effect.sync(() => learnt.set(country, question)),
    prove,
    judge: (cache, key, country, question, sizeOf) =>
      Effect.fnUntraced(function* (value) {
        if (sizeOf(value) > 0) {
          learnt.set(country, question)
          return value
        }
        const kept = yield* cache.peek(key)
        if (kept !== undefined && sizeOf(kept.value) > 0)
          return yield* suspect(`empty in ${country}, and was not before`)
        yield* prove(country)
        return value
      })
  }
}
