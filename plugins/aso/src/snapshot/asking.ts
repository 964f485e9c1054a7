/** Asking a store within a budget of requests and time. */
import { type AppNotFound, isoOf, type UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, countedStore, reasonOf, type Sourced } from "@storeglass/stores/contract"
import { Clock, Effect, Option, Result } from "effect"
import type { Part, SnapshotInput } from "./snapshot.ts"

export const noRequests = "the budget of store requests was spent"
export const notListed = "the store doesn't list it in this country"
export const noTime = "the time for asking the store was over"

export const missing = (reason: string): Part<never> => ({ status: "not_measured", value: null, reason })
export const present = <A>(value: A): Part<A> => ({ status: "measured", value })

export const inputOf = (
  source: string,
  { asOfMs, stale }: Pick<Sourced<unknown>, "asOfMs" | "stale">
): SnapshotInput => ({
  source,
  asOf: isoOf(asOfMs),
  stale
})

export interface Asked<A> {
  readonly part: Part<A>
  /** Absent where it wasn't measured. */
  readonly input?: SnapshotInput
}

/** What is asked of a store, and how much of the budget is left. */
export interface Asking {
  readonly store: AppStore
  readonly untilMs: number
  readonly requests: () => number
  readonly left: () => number
  /** Books requests that were made elsewhere. */
  readonly spend: (requests: number) => void
  /** A part of a snapshot, or why it isn't there; nothing is asked where the budget lacks `cost`. */
  readonly part: <A>(
    source: string,
    ask: (store: AppStore) => Effect.Effect<Sourced<A>, UpstreamError | AppNotFound>,
    cost?: number
  ) => Effect.Effect<Asked<A>>
}

export const askingOf = (
  plain: AppStore,
  { requestsMax, untilMs }: { readonly requestsMax: number; readonly untilMs: number }
): Asking => {
  const { requests: counted, store } = countedStore(plain)
  let elsewhere = 0
  const requests = () => counted() + elsewhere
  const left = () => requestsMax - requests()
  return {
    store,
    untilMs,
    requests,
    left,
    spend: (more) => {
      elsewhere += more
    },
    part: Effect.fnUntraced(function* (source, ask, cost = 1) {
      if (left() < cost) return { part: missing(noRequests) }
      const leftMs = untilMs - (yield* Clock.currentTimeMillis)
      if (leftMs <= 0) return { part: missing(noTime) }
      const result = yield* ask(store).pipe(Effect.timeoutOption(leftMs), Effect.result)
      if (Result.isFailure(result)) return { part: missing(reasonOf(result.failure)) }
      if (Option.isNone(result.success)) return { part: missing(noTime) }
      const { value } = result.success
      return { part: present(value.value), input: inputOf(source, value) }
    })
  }
}
