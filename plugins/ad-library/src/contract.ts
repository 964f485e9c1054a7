/** What other plugins may use of the ad library. */
import type { ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, type Effect } from "effect"
import type { RepositoryFailure } from "./errors.ts"

/** Whether an app advertises in the EU. */
export interface Presence {
  readonly isAdvertising: boolean
  readonly totalAds: number
  /** Earliest first impression that is told, YYYY-MM-DD. */
  readonly since: string | null
  readonly sinceOverOneYear: boolean
  readonly last: string | null
  /** Storefronts with ads, most ads first. */
  readonly storefronts: ReadonlyArray<string>
  /** When the repository said so, ISO 8601: that of the storefront read longest ago. */
  readonly asOf: string
}

/** What the store's ad repository tells of an app of storea, over the last 90 days. */
export class AdPresence extends Context.Service<
  AdPresence,
  {
    /** Of what was read within 12 hours, else within so many ms; undefined where neither suffices. */
    readonly of: (
      appId: number,
      budgetMs: number
    ) => Effect.Effect<Presence | undefined, RepositoryFailure | ServiceUnavailable>
  }
>()("@storeglass/ad-library/AdPresence") {}
