import { Context, type Effect } from "effect"
import type { CollectionRow } from "./Collection.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** Jobs at a moment. */
export interface QueueCount {
  /** Due or due later, not running. */
  readonly waiting: number
  readonly running: number
  /** Dead letters. */
  readonly failed: number
  /** How long the one that is overdue most has waited; null when none is due. */
  readonly oldestWaitingMs: number | null
}

/** A job that failed on its last attempt, and stays until it is retried. */
export interface DeadLetter {
  readonly id: string
  readonly job: string
  readonly attempts: number
  /** What kind of failure it was; null where none was kept. */
  readonly lastError: string | null
  readonly createdAtMs: number
}

/** The queue over all nodes. */
export interface QueueState extends QueueCount {
  /** Of those that are in the queue, by name. */
  readonly jobs: ReadonlyArray<QueueCount & { readonly job: string }>
  /** Jobs that wait although no enabled plugin declares them. */
  readonly undeclared: ReadonlyArray<string>
  readonly schedules: { readonly total: number; readonly due: number; readonly late: number; readonly paused: number }
}

interface Check {
  readonly status: string
  readonly detail?: string
}
type Checks = Readonly<Record<string, Check>>

/** How the gateway is, with everything that it depends on. */
export interface GatewayHealth {
  readonly status: "ok" | "degraded"
  /** Seconds since it started. */
  readonly uptime: number
  readonly timestamp: string
  readonly version: string
  /** How the sandbox's stores answer; null: they're the real ones. */
  readonly sandbox: string | null
  readonly draining: boolean
  readonly checks: {
    readonly database: string
    readonly queue: string
    readonly cache: string
    readonly upstreams: Checks
    readonly tokens: Checks
    readonly plugins: Checks
  }
  /** Enabled plugins that haven't run against their live vendors yet, by id, with what that means. */
  readonly unproven: Readonly<Record<string, string>>
}

/** How the gateway is, over all its plugins: for those who operate it, and for what tells of accounts as a whole. */
export class GatewayState extends Context.Service<
  GatewayState,
  {
    /** As the operator's own page `/health` tells it. Only a gateway that serves knows. */
    readonly health: Effect.Effect<GatewayHealth, ServiceUnavailable>
    readonly queue: Effect.Effect<QueueState, ServiceUnavailable>
    /** Oldest first, of these jobs or of all; `after` is the id of the last one seen. At most 100. */
    readonly deadLetters: (wanted: {
      readonly jobs?: ReadonlyArray<string> | undefined
      readonly after?: string | undefined
    }) => Effect.Effect<ReadonlyArray<DeadLetter>, ServiceUnavailable>
    /** Lets it run again at once, with all its attempts. False: there is no dead letter of this id. */
    readonly retry: (id: string) => Effect.Effect<boolean, ServiceUnavailable>
    readonly collection: Effect.Effect<ReadonlyArray<CollectionRow & { readonly plugin: string }>, ServiceUnavailable>
    /** How much of each feature an account uses, where its plugin can tell (`featuresUsed`). */
    readonly featuresUsed: (accountId: string) => Effect.Effect<Readonly<Record<string, number>>, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/GatewayState") {}
