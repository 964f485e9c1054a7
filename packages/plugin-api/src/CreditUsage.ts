import { Context, type Effect } from "effect"
import type { ServiceUnavailable } from "./errors.ts"
import type { Bucket } from "./Price.ts"

/** What usage may be split by. */
export const usageDimensions = ["day", "credential", "operation", "bucket"] as const
export type UsageDimension = (typeof usageDimensions)[number]

/** Which usage of an account to sum up. */
export interface UsageQuery {
  readonly accountId: string
  /** `YYYY-MM-DD` in UTC, inclusive. */
  readonly from: string
  /** `YYYY-MM-DD` in UTC, inclusive. At most 400 days after `from`. */
  readonly to: string
  /** One row for each combination of these; none: one row for all of it. */
  readonly by?: ReadonlyArray<UsageDimension> | undefined
  /** UUIDs of keys and tokens; `null` among them is what came with none. */
  readonly credentialIds?: ReadonlyArray<string | null> | undefined
  /** As `GET /v1/apps/:id`. */
  readonly operations?: ReadonlyArray<string> | undefined
  readonly buckets?: ReadonlyArray<Bucket> | undefined
}

/** Credits and charged requests. A field that wasn't asked for is undefined. */
export interface UsageRow {
  /** `YYYY-MM-DD`. */
  readonly day?: string
  /** Of the key, or of the grant of a token; null where there was none. */
  readonly credentialId?: string | null
  /** As `GET /v1/apps/:id`. */
  readonly operation?: string
  readonly bucket?: Bucket
  readonly credits: number
  readonly requests: number
}

/**
 * Credits that an account has used, by day, key, operation and bucket: sums of the ledger, to the credit. A charge counts for
 * the day of its request, a captured hold for the day on which it was held, and what was given back for neither.
 */
export class CreditUsage extends Context.Service<
  CreditUsage,
  {
    /** By day, then by credits, the most first. At most 100 000 rows. */
    readonly read: (query: UsageQuery) => Effect.Effect<ReadonlyArray<UsageRow>, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/CreditUsage") {}
