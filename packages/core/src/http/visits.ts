import {
  type ApiFailure,
  type Client,
  Entitlements,
  Forbidden,
  ServiceUnavailable,
  TierLimitExceeded
} from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"
import { answerHeaders } from "./answerHeaders.ts"
import { nobody } from "./clientAddresses.ts"
import { Lifecycle, type Share } from "./Lifecycle.ts"
import { RateLimits } from "./RateLimits.ts"
import { makeRequestId } from "./requestIds.ts"
import { type RouteMeta, routeName } from "./route.ts"

/** One request, from its admission to the end of its answer. */
export interface Visit {
  readonly requestId: string
  readonly startedNs: bigint
  /** Who sent it; known to the lane of kept answers only where it asks. */
  client: Client
  /** What it has a place among. */
  share: Share | undefined
  /** The account whose place it takes. */
  accountId: string | undefined
  /** Its answer is still being streamed, so it leaves later. */
  streaming: boolean
  left: boolean
}

/** Counts a request by its status and its time in milliseconds. */
export type Observe = (status: number, ms: number) => void

export const busy = new ServiceUnavailable("too many requests at once; nothing was charged, retry", {
  retryAfterSeconds: 1
})

const startedMsOf = ({ startedNs }: Visit) => Number(startedNs) / 1e6

/** The scope that a key must have for a route. */
export const scopeOf = ({ access, method, scope }: RouteMeta) =>
  access === "internal" ? "internal" : (scope ?? (method === "GET" ? "read" : "write"))

/** Whether a credential for some plugins opens a route; what tells it of itself, and of the gateway, it always may ask. */
const opens = (plugins: ReadonlyArray<string>, { path, plugin }: RouteMeta) =>
  plugins.includes(plugin) || plugin === "system" || !path.startsWith("/v1/")

/**
 * What every request passes before its route and after it, by the guard as by the lane of kept answers: a check or a
 * header that is for all requests is written here and nowhere else.
 */
export const makeVisits = Effect.gen(function* () {
  const lifecycle = yield* Lifecycle
  const clock = yield* Clock.Clock
  const entitlements = yield* Entitlements
  const rates = yield* RateLimits

  /** Takes a place, and gives back the one it had. */
  const take = (visit: Visit, share: Share) => {
    if (!lifecycle.enter(share)) return false
    if (visit.share !== undefined) lifecycle.leave(visit.share)
    visit.share = share
    return true
  }
  const leaveAccount = (visit: Visit) => {
    if (visit.accountId !== undefined) lifecycle.leaveAccount(visit.accountId)
    visit.accountId = undefined
  }
  const enterAccount = (visit: Visit, accountId: string) => {
    // First among its own: what is over an account's share takes no place from others while it is told so.
    if (!lifecycle.enterAccount(accountId)) return false
    visit.accountId = accountId
    if (take(visit, "account")) return true
    leaveAccount(visit)
    return false
  }
  const leave = (visit: Visit) => {
    if (visit.left) return
    visit.left = true
    leaveAccount(visit)
    if (visit.share !== undefined) lifecycle.leave(visit.share)
  }

  return {
    /** Begins a request, which must leave; it has no place yet. */
    begin: (): Visit => ({
      requestId: makeRequestId(clock.currentTimeMillisUnsafe()),
      startedNs: clock.monotonicTimeNanosUnsafe(),
      client: nobody,
      share: undefined,
      accountId: undefined,
      streaming: false,
      left: false
    }),
    take,
    enterAccount,
    leaveAccount,
    /**
     * Why this caller may not have this route now; undefined when they may. `counted`: the request was counted before, as
     * that of who sent it.
     */
    admit: (visit: Visit, route: RouteMeta, holder: KeyHolder, counted = false): ApiFailure | undefined => {
      if (!enterAccount(visit, holder.accountId)) return busy
      const limited = counted ? undefined : rates.ofAccount(holder, startedMsOf(visit))
      if (limited !== undefined) return limited
      const scope = scopeOf(route)
      if (!holder.scopes.includes(scope)) {
        return new Forbidden(
          `this ${route.access === "session" ? "session" : "API key"} lacks the scope '${scope}' that ${routeName(route)} needs`
        )
      }
      if (holder.plugins !== undefined && !opens(holder.plugins, route)) {
        return new Forbidden(
          `this ${holder.credential === "key" ? "API key" : "token"} may call operations of ${holder.plugins.join(", ")} alone, and ${routeName(route)} is one of ${route.plugin}`
        )
      }
      if (route.requires !== undefined && entitlements.limit(holder.plan, route.requires) === 0) {
        return new TierLimitExceeded(
          `the plan '${holder.plan}' doesn't include ${route.requires}; change to one that does`
        )
      }
    },
    /** Why nobody may have a route from this address now: without a holder of a key, the address stands for the caller. */
    admitUnknown: (visit: Visit, request: HttpServerRequest.HttpServerRequest, holder: KeyHolder | undefined) =>
      holder === undefined ? rates.ofAddress(request, startedMsOf(visit)) : rates.ofAccount(holder, startedMsOf(visit)),
    /** Takes back that nobody stood for a request. */
    known: rates.giveBack,
    /** Counts the answer, and gives the headers that every answer has. */
    finish: (
      visit: Visit,
      { access }: RouteMeta,
      status: number,
      observe: Observe,
      /** It has an ETag, so that its caller may keep it and ask whether it is still true. */
      marked = false
    ): Record<string, string> => {
      observe(status, Number(clock.monotonicTimeNanosUnsafe() - visit.startedNs) / 1e6)
      const own = answerHeaders(lifecycle, visit.requestId)
      if (access === "public") return own
      own["cache-control"] = marked ? "private, no-cache" : "private, no-store"
      own.vary = access === "session" ? "Cookie, Accept-Encoding" : "X-API-Key, Authorization, Accept-Encoding"
      return own
    },
    leave
  }
})
export type Visits = Effect.Success<typeof makeVisits>
