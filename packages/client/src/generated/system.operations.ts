// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation } from "../operation.ts"
import type * as S from "./system.schemas.ts"

export interface Account {
  /**
   * Credit usage.
   *
   * The plan, what is used and left of each credit bucket in the current calendar month (UTC), and what each
   * endpoint has cost.
   *
   * Costs no credits. `GET /v1/auth/usage`
   */
  readonly usage: Operation<NoInput, S.Usage>
}

export interface Service {
  /**
   * Versions of the gateway, of each enabled plugin and of each estimator.
   *
   * Costs no credits. `GET /v1/version`
   */
  readonly version: Operation<NoInput, S.Version>
}

export interface System {
  /**
   * Service health.
   *
   * Status, uptime, the state of the database, the queue and the shared cache, and which plugins aren't proven yet.
   * Needs no key and always answers 200. `degraded` may come from an upstream or a plugin, which the operator's own
   * page shows.
   *
   * Needs no key and costs nothing. `GET /v1/health`
   */
  readonly health: Operation<NoInput, S.Health>
}

export interface Operations {
  readonly account: Account
  readonly service: Service
  readonly system: System
}

export const operations = (bind: Bind): Operations => ({
  account: {
    usage: bind.operation({ method: "GET", path: "/v1/auth/usage", access: "key" })
  },
  service: {
    version: bind.operation({ method: "GET", path: "/v1/version", access: "key" })
  },
  system: {
    health: bind.operation({ method: "GET", path: "/v1/health", access: "public" })
  }
})

/** What to do about each error code. */
export const retryAdvice = { FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", PAYLOAD_TOO_LARGE: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix" } as const
