import { Context, Effect, Latch, Layer } from "effect"

export interface LifecycleOptions {
  /** Most requests at work in this process. Default 2 000. */
  readonly requestsMax?: number
  /** Most requests of one account at work in this process. Default 500. */
  readonly requestsPerAccountMax?: number
}

/** What this process is doing: taking requests or draining, and how many are at work. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    readonly isDraining: () => boolean
    /** Readiness goes false; answers from now on carry `Connection: close`. */
    readonly drain: Effect.Effect<void>
    /** Completes when draining begins. */
    readonly draining: Effect.Effect<void>
    /** Resolves when draining and nothing is at work. */
    readonly drained: Effect.Effect<void>
    readonly inFlight: () => number
    /** False: at the limit. True must be followed by `leave`. */
    readonly enter: () => boolean
    readonly leave: () => void
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
      const idle = yield* Latch.make(false)
      const going = yield* Latch.make(false)
      const accounts = new Map<string, number>()
      let draining = false
      let inFlight = 0
      return Lifecycle.of({
        isDraining: () => draining,
        drain: Effect.sync(() => {
          draining = true
          going.openUnsafe()
          if (inFlight === 0) idle.openUnsafe()
        }),
        draining: going.await,
        drained: idle.await,
        inFlight: () => inFlight,
        enter: () => {
          if (inFlight >= requestsMax) return false
          inFlight += 1
          return true
        },
        leave: () => {
          inFlight -= 1
          if (draining && inFlight === 0) idle.openUnsafe()
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
