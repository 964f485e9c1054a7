import {
  type AccountRole,
  type ApiFailure,
  accountRoles,
  type Client,
  Entitlements,
  Forbidden,
  ServiceUnavailable,
  TierLimitExceeded
} from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"
import type { Noted } from "../requests/noted.ts"
import { RequestRecorder } from "../requests/RequestRecorder.ts"
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
  /** The group in which it has a place. */
  share: Share | undefined
  /** The account whose place it takes. */
  accountId: string | undefined
  /** Its answer is still being streamed, so it leaves later. */
  streaming: boolean
  left: boolean
  /** Who asks; known once their credential is, also where it opens nothing. */
  holder: KeyHolder | undefined
  route: RouteMeta | undefined
  /** The number under which the ledger counts the route. */
  operationId: number
  url: string
  way: Noted["way"]
  keyed: boolean
  /** What the answer tells that it cost: 0 until it is paid or held. */
  credits: number
  bucket: number
  holdId: string | undefined
  /** How it ended; 0 until it has. */
  status: number
  ms: number
  toldId: string | undefined
  replayed: boolean
  failure: Uint8Array | undefined
}

/** What the log of requests is told of an answer. */
export interface Ending {
  /** The id that it tells. */
  readonly toldId: string | undefined
  readonly replayed: boolean
  /** The body of a failure. */
  readonly failure: Uint8Array | undefined
  /** Whether its client was still there. */
  readonly isThere: boolean
}

/** The status of a request whose client was gone before its answer, as logs have it. */
const clientGone = 499

/** Counts a request by its status and its time in milliseconds. */
export type Observe = (status: number, ms: number) => void

export const busy = new ServiceUnavailable("too many requests at once; nothing was charged, retry", {
  retryAfterSeconds: 1
})

const startedMsOf = ({ startedNs }: Visit) => Number(startedNs) / 1e6

/** The scope that a key must have for a route. */
export const scopeOf = ({ access, method, scope }: RouteMeta) =>
  access === "internal" ? "internal" : (scope ?? (method === "GET" ? "read" : "write"))

/** Whether a token's person is less than an operation asks. A key has no person, and does what its scopes say. */
const isBelow = ({ credential, role }: KeyHolder, least: AccountRole) =>
  credential === "token" && (role === undefined || accountRoles.indexOf(role) < accountRoles.indexOf(least))

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
  const recorder = yield* RequestRecorder

  /** Sessions are those of our own pages. Of what is public nobody is known, but whose credential was refused there. */
  const isLogged = ({ access }: RouteMeta) => recorder.isOn && access !== "session"
  const note = (visit: Visit, route: RouteMeta, status: number, ms: number) => {
    visit.route = route
    visit.status = status
    visit.ms = ms
    recorder.note(visit)
  }
  const msOf = (visit: Visit) => Number(clock.monotonicTimeNanosUnsafe() - visit.startedNs) / 1e6

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
      left: false,
      holder: undefined,
      route: undefined,
      operationId: 0,
      url: "",
      way: "http",
      keyed: false,
      credits: 0,
      bucket: 0,
      holdId: undefined,
      status: 0,
      ms: 0,
      toldId: undefined,
      replayed: false,
      failure: undefined
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
      // What who is signed in may do is told by their role.
      if (route.access !== "session" && !holder.scopes.includes(scope)) {
        return new Forbidden(
          `this ${holder.credential === "key" ? "API key" : "token"} lacks the scope '${scope}' that ${routeName(route)} needs`
        )
      }
      if (route.tokenRole !== undefined && isBelow(holder, route.tokenRole)) {
        return new Forbidden(
          `${routeName(route)} takes the role ${route.tokenRole}; that of the token's person in this account is ${holder.role ?? "none"}`
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
    /** Takes back the count of a request without a known caller. */
    known: rates.giveBack,
    /** Counts the answer, logs it, and gives the headers that every answer has. */
    finish: (
      visit: Visit,
      route: RouteMeta,
      status: number,
      observe: Observe,
      /** It has an ETag, so that its caller may keep it and ask whether it is still true. */
      marked: boolean,
      ending: Ending
    ): Record<string, string> => {
      const { access } = route
      const ms = msOf(visit)
      observe(status, ms)
      if (visit.holder !== undefined && isLogged(route)) {
        visit.toldId = ending.toldId
        visit.replayed = ending.replayed
        visit.failure = ending.failure
        // A repeat was paid for by the first.
        if (status >= 300 || ending.replayed) {
          visit.credits = 0
          visit.holdId = undefined
        }
        note(visit, route, ending.isThere ? status : clientGone, ms)
      }
      const own = answerHeaders(lifecycle, visit.requestId)
      if (access === "public") return own
      own["cache-control"] = marked ? "private, no-cache" : "private, no-store"
      own.vary = access === "session" ? "Cookie, Accept-Encoding" : "X-API-Key, Authorization, Accept-Encoding"
      return own
    },
    /** A request ended without an answer, as its client was gone or the gateway went. */
    abandoned: (visit: Visit, route: RouteMeta) => {
      if (visit.holder !== undefined && visit.status === 0 && isLogged(route))
        note(visit, route, clientGone, msOf(visit))
    },
    leave
  }
})
export type Visits = Effect.Success<typeof makeVisits>
