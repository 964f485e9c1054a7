import { IncomingMessage } from "node:http"
import { TooManyRequests } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Redis } from "effect/persistence"
import type { KeyHolder } from "../auth/KeyRing.ts"
import type { PlanId } from "../credits/plans.ts"
import { ClientAddresses } from "./clientAddresses.ts"
import { makeBuckets, type Rate, type Share } from "./rates.ts"

/** What an address may ask without a valid key. */
const addressRateDefault: Rate = { perSecond: 50, burst: 1_000 }

/** What an account may ask: far more than its monthly credits, and little enough that nobody fills a node alone. */
export const accountRateDefaults: Readonly<Record<PlanId, Rate>> = {
  free: { perSecond: 20, burst: 1_000 },
  indie: { perSecond: 50, burst: 1_000 },
  small: { perSecond: 100, burst: 1_000 },
  growth: { perSecond: 200, burst: 2_000 },
  medium: { perSecond: 500, burst: 5_000 },
  large: { perSecond: 1_000, burst: 10_000 },
  web_indie: { perSecond: 50, burst: 1_000 },
  web_startup: { perSecond: 50, burst: 1_000 },
  web_agentic_scale: { perSecond: 50, burst: 1_000 }
}

/** What one key leaves to the others of its account, so that a script gone wrong doesn't stop what else they run. */
export const keyShareDefault = 0.8

export interface RateLimitsOptions {
  /** Of requests without a valid key; null: no limit. */
  readonly address?: Rate | null | undefined
  /** By plan id, over the defaults; null: no limit. */
  readonly accounts?: Readonly<Record<string, Rate | null>> | null | undefined
  /** The share of its account's rate that a single key may take; null: all of it. */
  readonly keys?: number | null | undefined
}

type Request = HttpServerRequest.HttpServerRequest

/** How many requests may come from an address without a valid key, from an account, and with one of its keys. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts a request of an account and its key; undefined: it may go on. */
    readonly ofAccount: (
      holder: Pick<KeyHolder, "accountId" | "keyId" | "plan">,
      nowMs: number
    ) => TooManyRequests | undefined
    /** Counts a request without a known caller yet. What comes from this process was counted where it came in. */
    readonly ofAddress: (request: Request, nowMs: number) => TooManyRequests | undefined
    /** It has a known caller after all. */
    readonly giveBack: (request: Request) => void
  }
>()("@storeglass/core/http/RateLimits") {}

const refusal = (whose: string, { burst, perSecond }: Rate, waitMs: number) => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new TooManyRequests(
    `${whose} may send ${Number(perSecond.toFixed(2))} requests a second, ${burst} at once; nothing was done or charged, retry after ${seconds} s`,
    { retryAfterSeconds: seconds }
  )
}

// In Redis's own time: the nodes' clocks may differ. What is owed is bounded, so that nobody is shut out for long.
const spend = Redis.script(
  (key: string, perSecond: number, burst: number, count: number) => [key, perSecond, burst, count],
  {
    numberOfKeys: 1,
    lua: `
      local perSecond, burst, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
      local time = redis.call("TIME")
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local kept = redis.call("HMGET", KEYS[1], "tokens", "at")
      local tokens, at = tonumber(kept[1]) or burst, tonumber(kept[2]) or now
      tokens = math.min(burst, tokens + math.max(0, now - at) * perSecond / 1000) - count
      tokens = math.max(tokens, -burst)
      redis.call("HSET", KEYS[1], "tokens", tostring(tokens), "at", tostring(now))
      redis.call("PEXPIRE", KEYS[1], math.ceil(2 * burst / perSecond * 1000) + 1000)
      return math.floor(tokens)`
  }
).withReturnType<number>()

/** Tells the other nodes through Redis; while it is away each node counts for itself. */
const makeShare = Effect.gen(function* () {
  const redis = yield* Effect.serviceOption(Redis.Redis)
  if (Option.isNone(redis)) return undefined
  const run = redis.value.eval(spend)
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  return (prefix: string): Share =>
    (id, { burst, perSecond }, count, heard) => {
      runFork(
        Effect.matchCause(run(`sg:rate:${prefix}:${id}`, perSecond, burst, count), {
          onFailure: () => heard(undefined),
          onSuccess: heard
        })
      )
    }
})

const partOf = ({ burst, perSecond }: Rate, share: number): Rate => ({
  perSecond: perSecond * share,
  burst: Math.max(1, Math.floor(burst * share))
})

export const layer = ({ accounts, address = addressRateDefault, keys = keyShareDefault }: RateLimitsOptions = {}) =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const shareOf = yield* makeShare
      const addresses = yield* ClientAddresses
      const ofAccounts = makeBuckets(shareOf?.("account"))
      const ofKeys = makeBuckets(shareOf?.("key"))
      const ofAddresses = makeBuckets(shareOf?.("address"))
      const rates = new Map<string, Rate | null>(
        accounts === null ? [] : Object.entries({ ...accountRateDefaults, ...accounts })
      )
      const keyRates = new Map(
        [...rates].flatMap(([plan, rate]) =>
          rate === null || keys === null || keys === 1 ? [] : [[plan, partOf(rate, keys)] as const]
        )
      )
      return RateLimits.of({
        ofAccount: ({ accountId, keyId, plan }, nowMs) => {
          const rate = rates.get(plan)
          if (rate === undefined || rate === null) return undefined
          const keyRate = keyRates.get(plan)
          if (keyRate !== undefined) {
            const keyWaitMs = ofKeys.take(keyId, keyRate, nowMs)
            if (keyWaitMs !== 0) return refusal(`one key of an account on the plan '${plan}'`, keyRate, keyWaitMs)
          }
          const waitMs = ofAccounts.take(accountId, rate, nowMs)
          return waitMs === 0 ? undefined : refusal(`an account on the plan '${plan}'`, rate, waitMs)
        },
        ofAddress: ({ source }, nowMs) => {
          if (address === null || !(source instanceof IncomingMessage)) return undefined
          const waitMs = ofAddresses.take(addresses.countedOf(source), address, nowMs)
          return waitMs === 0 ? undefined : refusal("an address without a valid API key", address, waitMs)
        },
        giveBack: ({ source }) => {
          if (address === null || !(source instanceof IncomingMessage)) return
          ofAddresses.giveBack(addresses.countedOf(source), address)
        }
      })
    })
  )
