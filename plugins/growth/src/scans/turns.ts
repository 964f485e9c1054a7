/** One page of a step, as scans and dry runs alike take it. */
import { isoOf } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { type Asked, type GrowthChannel, type Post, SourceFailed, type Step } from "../contract.ts"
import { makePauses } from "./Pauses.ts"

export interface Place {
  readonly step: Step
  /** Where the page begins; null: it's the first. */
  readonly cursor: string | null
  /** Of the page before. */
  readonly hash: string | null
}

export type Turn =
  | {
      readonly kind: "page"
      /** No older than what the step wants. */
      readonly posts: ReadonlyArray<Post>
      /** Null: there's no further page. */
      readonly next: string | null
      /** The same for two pages with the same posts; null: it has none. */
      readonly hash: string | null
    }
  | { readonly kind: "failed"; readonly failure: SourceFailed }
  /** There's no page before so long; `failure` is what to say where nobody waits for it. */
  | { readonly kind: "wait"; readonly ms: number; readonly failure: SourceFailed }

export const makeTurns = Effect.gen(function* () {
  const pauses = yield* makePauses

  return Effect.fnUntraced(function* (channel: GrowthChannel, asked: Asked, { cursor, hash: before, step }: Place) {
    const told = yield* pauses
      .ask(channel, step.source, channel.page(step, cursor, asked))
      .pipe(Effect.catchTag("SourceFailed", (failure) => Effect.succeed({ failure })))
    if ("failure" in told) {
      const { failure } = told
      // By our own limit it has no turn now: nothing has failed.
      return failure.isOurs === true
        ? ({ kind: "wait", ms: (failure.retryAfterSeconds ?? 1) * 1_000, failure } satisfies Turn)
        : ({ kind: "failed", failure } satisfies Turn)
    }
    const { answer, pauseMs: ms } = told
    if (answer === undefined) {
      const until = isoOf((yield* Clock.currentTimeMillis) + ms)
      const failure = new SourceFailed({ message: `it asked to be left alone until ${until}` })
      return { kind: "wait", ms, failure } satisfies Turn
    }
    const hash = answer.posts.length === 0 ? null : answer.posts.map(({ key }) => key).join("\n")
    // A page that is the same as the one before is the end.
    if (hash !== null && hash === before) return { kind: "page", posts: [], next: null, hash } satisfies Turn
    const posts = answer.posts.filter(({ publishedMs }) => publishedMs >= step.sinceMs)
    return { kind: "page", posts, next: answer.next, hash } satisfies Turn
  })
})
