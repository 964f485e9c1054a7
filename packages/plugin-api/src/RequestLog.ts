import { Context, type Effect, type Stream } from "effect"
import type { ServiceUnavailable } from "./errors.ts"
import type { Bucket } from "./Price.ts"

/** How a request came: over HTTP, as a tool of an MCP client, or from the page's explorer. */
export const requestWays = ["http", "mcp", "explorer"] as const
export type RequestWay = (typeof requestWays)[number]

/** A request as the log has it. */
export interface LoggedRequest {
  /** The row's own id, for cursors. */
  readonly rowId: string
  /** The `X-Request-Id` of its answer. A repeat with an `Idempotency-Key` has that of the first. */
  readonly requestId: string
  /** When it came, ISO 8601. */
  readonly at: string
  /** UUID of the key, or of the grant of a token. */
  readonly credentialId: string
  /** As `GET /v1/apps/:id`. */
  readonly operation: string
  /** As it was sent, without its query. */
  readonly path: string
  /** As it was sent: declared parameters alone, each value cut at 200 characters, secret and unknown ones as `…`. */
  readonly query: string
  /** 499: the client was gone before the answer. */
  readonly status: number
  /** `error.code` of a failure. */
  readonly code: string | null
  /** What the ledger says that it cost, now. */
  readonly credits: number
  /** What the ledger holds for work that goes on. */
  readonly held: number
  readonly bucket: Bucket
  /** From its head to the head of its answer. */
  readonly ms: number
  /** It got the first answer to its `Idempotency-Key` again. */
  readonly replayed: boolean
  readonly by: RequestWay
  /** Null: it came from within the process. */
  readonly address: string | null
  readonly agent: string | null
  /** It stands for so many like it: above 100 a second, an account's successes are sampled. */
  readonly weight: number
}

/** Which requests of an account to read. What is given must all hold. */
export interface RequestFilter {
  readonly accountId: string
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** 2 for 2xx, and so on; 200 for that status alone. */
  readonly status?: number | undefined
  readonly code?: string | undefined
  /** As `GET /v1/apps/:id`. */
  readonly operation?: string | undefined
  readonly credentialId?: string | undefined
  readonly by?: RequestWay | undefined
  /** As it was sent; with `*` at its end, all that begin so. */
  readonly path?: string | undefined
  /** What its path contains, in upper and lower case as it was sent. */
  readonly pathContains?: string | undefined
  /** What it was charged to. */
  readonly bucket?: Bucket | undefined
  /** The beginning of a request's id, 4 characters or more. */
  readonly idPrefix?: string | undefined
}

/** The newest first. */
export interface RequestPage {
  readonly items: ReadonlyArray<LoggedRequest>
  /**
   * The `before` of the next page; null: there is no more. A page may have fewer items than asked for, and more behind it:
   * with several filters that each hold for many, the search stops after so many rows, to answer in time.
   */
  readonly nextBefore: string | null
}

/** Failures of one code. */
export interface RequestErrors {
  readonly code: string | null
  readonly status: number
  /** How many requests, those counted that sampled rows stand for. */
  readonly requests: number
  readonly lastAt: string
  /** Of the newest. */
  readonly requestId: string
  /** The operations with the most of them, at most 5. */
  readonly operations: ReadonlyArray<string>
}

/** Rows that came since the last event of a tail, oldest first. */
export interface TailEvent {
  readonly items: ReadonlyArray<LoggedRequest>
  /** There were more than one event holds; the oldest are left out, and are in the log. */
  readonly truncated: boolean
}

/**
 * The log of an account's requests: kept for days, and neither complete nor the truth about credits, which the ledger has.
 * A row is seen within 2 s of its answer, whatever node gave it.
 */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** The newest first; `limit` at most 1 000, 100 unless given. */
    readonly page: (
      filter: RequestFilter,
      options?: { readonly before?: string | undefined; readonly limit?: number | undefined }
    ) => Effect.Effect<RequestPage, ServiceUnavailable>
    /** By what failed, the most first. Looks at the newest 100 000 failures in the range. */
    readonly errors: (
      filter: RequestFilter
    ) => Effect.Effect<{ readonly items: ReadonlyArray<RequestErrors>; readonly isWhole: boolean }, ServiceUnavailable>
    /** All of them as CSV (RFC 4180) with a head, the newest first; at most `rowsMax`, 100 000 unless given. */
    readonly csv: (
      filter: RequestFilter,
      options?: { readonly rowsMax?: number | undefined }
    ) => Stream.Stream<string, ServiceUnavailable>
    /** What comes from now on, on all nodes. Each event holds at most 200 rows; there is none while nothing comes. */
    readonly tail: (filter: RequestFilter) => Stream.Stream<TailEvent, ServiceUnavailable>
    /**
     * Whether the account's requests are logged, for how many days rows are kept, and how many requests of it this node couldn't write
     * down since it started.
     */
    readonly settings: (
      accountId: string
    ) => Effect.Effect<
      { readonly isOn: boolean; readonly keptDays: number; readonly dropped: number },
      ServiceUnavailable
    >
    /** Switches the log on or off for an account, on every node within 5 s; the audit log has it. What is there stays until its days are over. */
    readonly setOn: (accountId: string, isOn: boolean) => Effect.Effect<void, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/RequestLog") {}
