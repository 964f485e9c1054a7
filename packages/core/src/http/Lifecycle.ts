import { Context, Effect, Latch, Layer } from "effect"

export interface LifecycleOptions {
  /** Maximum requests in progress in this process. Default 2 000. */
  readonly requestsMax?: number
  /** Maximum requests of one account in progress in this process. Default 500. */
  readonly requestsPerAccountMax?: number
  /** How many of those places requests without a known caller may take. Default half. */
  readonly publicRequestsMax?: number
}

/**
 * What a request takes a place among: those of accounts and those that need none, which share `requestsMax`; those whose
 * key is being looked up; those without a known caller whose body is still arriving. The last two take nothing from the first.
 */
export type Share = "account" | "public" | "lookUp" | "arriving"

/** What this process is doing: taking requests or draining, and how many are in progress. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    readonly isDraining: () => boolean
    /** Readiness goes false; answers from now on carry `Connection: close`. */
    readonly drain: Effect.Effect<void>
    /** Completes when draining begins. */
    readonly draining: Effect.Effect<void>
    /** Resolves when draining and no request is in progress. */
    readonly drained: Effect.Effect<void>
    readonly inFlight: () => number
    /** Whether a customer's request would be turned away now. */
    readonly isFull: () => boolean
    /** False: at the limit. True must be followed by `leave`. */
    readonly enter: (share: Share) => boolean
    readonly leave: (share: Share) => void
    readonly enterAccount: (accountId: string) => boolean
    readonly leaveAccount: (accountId: string) => void
  }
>()("@storeglass/core/http/Lifecycle") {}

export const layer = (options: LifecycleOptions = {}) =>
  Layer.effect(
    Lifecycle,
    Effect.gen(function* () {
      const requestsMax = options.requestsMax ?? 2_000
      const perAccountMax = options.requestsPerAccountMax ?? 500
      const publicMax = Math.min(options.publicRequestsMax ?? Math.ceil(requestsMax / 2), requestsMax)
      const idle = yield* Latch.make(false)
      const going = yield* Latch.make(false)
      const accounts = new Map<string, number>()
      const counts: Record<Share, number> = { account: 0, public: 0, lookUp: 0, arriving: 0 }
      let draining = false
      const inFlight = () => counts.account + counts.public
      const isIdle = () => inFlight() + counts.lookUp === 0
      const mayEnter = (share: Share) => {
        switch (share) {
          case "account":
            return inFlight() < requestsMax
          case "public":
            return counts.public < publicMax && inFlight() < requestsMax
          case "lookUp":
            return counts.lookUp < requestsMax
          case "arriving":
            return counts.arriving < publicMax
        }
      }
      return Lifecycle.of({
        isDraining: () => draining,
        drain: Effect.sync(() => {
          draining = true
          going.openUnsafe()
          if (isIdle()) idle.openUnsafe()
        }),
        draining: going.await,
        drained: idle.await,
        inFlight,
        isFull: () => inFlight() >= requestsMax,
        enter: (share) => {
          if (!mayEnter(share)) return false
          counts[share] += 1
          return true
        },
        leave: (share) => {
          counts[share] -= 1
          if (draining && isIdle()) idle.openUnsafe()
        },
        enterAccount: (accountId) => {
          const count = accounts.get(accountId) ?? 0
          if (count >= perAccountMax) return false
          accounts.set(accountId, count + 1)
          return true
        },
        leaveAccount: (accountId) => {
          const count = accounts.get(accountId) ?? 0
          if (count <= 1) accounts.delete(accountId)
          else accounts.set(accountId, count - 1)
        }
      })
    })
  )
