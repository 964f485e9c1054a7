import { hash } from "node:crypto"
import type { UpstreamRequest } from "@storeglass/plugin-api"
import { type Context, Metric, Redacted } from "effect"
import { lastUsed } from "../cache/lastUsed.ts"
import { type Quota, quotasOf } from "./quota.ts"
import { makeRetryBudget, type RetryBudget } from "./retry.ts"

/** Lanes that are remembered for each upstream; the least recently used goes. */
const lanesMax = 5_000
/** Lanes of an upstream that show in metrics. */
const shownMax = 500
/** What is left of a quota when only writes may use it. */
const keptForWrites = 0.05
const throttledMs = 1_000
const throttledMsMax = 60_000

const limits = Metric.gauge("storeglass_upstream_quota_limit", {
  description:
    "Quota that an upstream grants to a credential, by lane (a hash of the credential) and the vendor's name for it."
})
const remainders = Metric.gauge("storeglass_upstream_quota_remaining", {
  description: "What is left of that quota, by the last answer."
})

/** Wall-clock time, and monotonic time. */
export interface Now {
  readonly wallMs: number
  readonly passedMs: number
}

/** What is known of the requests of one credential, or of all that have none. */
export interface Lane {
  /** A hash; undefined for the requests without a credential. */
  readonly id: string | undefined
  /** Pays for retries after its own 429s, so that they use up no other lane's. */
  readonly budget: RetryBudget
  readonly cooldownUntilMs: () => number
  readonly cool: (untilMs: number) => void
  /** How long to leave it alone after a 429 that does not say: longer each time. */
  readonly throttled: () => number
  /** Takes what the headers say; vendors give wall-clock times, and monotonic ones are kept. */
  readonly answered: (headers: Readonly<Record<string, string>>, now: Now, throttled: boolean) => void
  /** Counts a request as sent. */
  readonly sent: () => void
  /** How long reads must wait because what is left is kept for writes; 0 when they need not. */
  readonly readsWaitMs: (nowMs: number) => number
}

interface Shown {
  readonly show: (quota: Quota) => void
  readonly hide: () => void
}

/** The gauges of a lane. `context` is where metrics are registered. */
const makeShown = (upstream: string, lane: string, context: Context.Context<never>): Shown => {
  const names = new Set<string>()
  const of = (metric: typeof limits, quota: string) => Metric.withAttributes(metric, { upstream, lane, quota })
  return {
    show: ({ limit, name, remaining }) => {
      names.add(name)
      of(remainders, name).updateUnsafe(remaining, context)
      if (limit !== undefined) of(limits, name).updateUnsafe(limit, context)
    },
    hide: () => {
      for (const name of names) {
        Metric.removeUnsafe(of(remainders, name), context)
        Metric.removeUnsafe(of(limits, name), context)
      }
    }
  }
}

const makeLane = (id: string | undefined, nowMs: number, show: (quota: Quota) => void): Lane => {
  const quotas = new Map<string, { limit: number; remaining: number; untilMs: number }>()
  let cooldownUntilMs = 0
  let throttledInARow = 0
  return {
    id,
    budget: makeRetryBudget(nowMs),
    cooldownUntilMs: () => cooldownUntilMs,
    cool: (untilMs) => {
      cooldownUntilMs = Math.max(cooldownUntilMs, untilMs)
    },
    throttled: () => Math.min(throttledMs * 2 ** throttledInARow, throttledMsMax),
    answered: (headers, { passedMs, wallMs }, throttled) => {
      throttledInARow = throttled ? throttledInARow + 1 : 0
      for (const quota of quotasOf(headers, wallMs)) {
        // A vendor that names no limit had at least what was left before.
        const limit = quota.limit ?? Math.max(quotas.get(quota.name)?.limit ?? 0, quota.remaining)
        if (quotas.size < 16 || quotas.has(quota.name)) {
          quotas.set(quota.name, { ...quota, limit, untilMs: passedMs + quota.untilMs - wallMs })
        }
        show(quota)
      }
    },
    sent: () => {
      for (const quota of quotas.values()) quota.remaining -= 1
    },
    readsWaitMs: (nowMs) => {
      let waitMs = 0
      for (const { limit, remaining, untilMs } of quotas.values()) {
        if (untilMs > nowMs && remaining <= limit * keptForWrites) waitMs = Math.max(waitMs, untilMs - nowMs)
      }
      return waitMs
    }
  }
}

/** The lanes of one upstream. */
export const makeLanes = (upstream: string, startMs: number, context: Context.Context<never>) => {
  const shown = lastUsed<string, Shown>(shownMax, { dispose: ({ hide }) => hide() })
  const lanes = lastUsed<string, Lane>(lanesMax, { dispose: (_, id) => shown.delete(id) })
  const shared = makeLane(undefined, startMs, () => {})

  const show = (id: string) => (quota: Quota) => {
    const known = shown.get(id)
    if (known !== undefined) return known.show(quota)
    const made = makeShown(upstream, id, context)
    shown.set(id, made)
    made.show(quota)
  }
  return {
    of: ({ lane }: UpstreamRequest, nowMs: number): Lane => {
      if (lane === undefined) return shared
      const id = hash("sha256", Redacted.isRedacted(lane) ? Redacted.value(lane) : lane, "hex").slice(0, 16)
      const known = lanes.get(id)
      if (known !== undefined) return known
      const made = makeLane(id, nowMs, show(id))
      lanes.set(id, made)
      return made
    },
    /** Takes all of them out of the metrics. */
    close: () => shown.clear()
  }
}
export type Lanes = ReturnType<typeof makeLanes>
