import { bounded } from "./bounded.ts"

/** What the client needs of the world beside `fetch`; tests bring their own. */
export interface Environment {
  /** Runs on steadily; where it begins does not matter. */
  readonly monotonicMs: () => number
  /** Since the epoch. */
  readonly wallMs: () => number
  /** 0 to 1. */
  readonly chance: () => number
  /** True when the whole pause went by, false when the signal ended it. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<boolean>
  readonly newIdempotencyKey: () => string
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

export const live: Environment = {
  monotonicMs: () => performance.now(),
  wallMs: () => performance.timeOrigin + performance.now(),
  chance: Math.random,
  pause: async (ms, signal) => {
    const outcome = await bounded<never>(() => new Promise(() => {}), { timeoutMs: ms, signal })
    return outcome.end === "timeout"
  },
  // Not randomUUID, which browsers have on https pages only.
  newIdempotencyKey: () => hex(crypto.getRandomValues(new Uint8Array(16)))
}
