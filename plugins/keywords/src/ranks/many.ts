import { Exchange } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { KeywordQuery } from "../parameters.ts"

interface ManyQuery extends KeywordQuery {
  readonly keywords?: ReadonlyArray<string>
}

/** What one keyword costs. */
const credits = 2

/** The answer for a keyword, and for the others that are named beside it. One that fails fails them all, and none is charged. */
export const many = Effect.fnUntraced(function* <Q extends ManyQuery, A, E, R>(
  { keyword, keywords = [], ...rest }: Q,
  of: (query: Omit<Q, "keywords" | "keyword"> & KeywordQuery) => Effect.Effect<A, E, R>
) {
  const others = [...new Set(keywords)].filter((other) => other !== keyword)
  if (others.length === 0) return yield* of({ ...rest, keyword })
  yield* (yield* Exchange).quote({ credits: credits * (1 + others.length) })
  const [first, more] = yield* Effect.all(
    [of({ ...rest, keyword }), Effect.forEach(others, (other) => of({ ...rest, keyword: other }), { concurrency: 2 })],
    { concurrency: 2 }
  )
  return { ...first, more }
})
