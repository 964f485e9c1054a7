/** What other plugins may use of the ad library. */
import { defineEvent, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, type Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
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

/**
 * Something that changed in the ads of an app that an account keeps or competes with, each told once.
 * - `started`, with the storefronts; `stopped`: no ad was shown for 7 days
 * - `creative`, with an address of each new one; `country`, with codes of storefronts; `placement`, with places, that the
 *   app wasn't seen with before
 */
export const Move = Schema.Struct({
  kind: Schema.Literals(["started", "stopped", "creative", "country", "placement"]),
  values: Schema.Array(Schema.String)
})
export type Move = typeof Move.Type

/** What was noted of an app's ads on a day, for an account that watches it. */
export interface MovesOfDay {
  /** As text. */
  readonly appId: string
  /** ISO 8601 of its last daily reading; null: it wasn't read yet. */
  readonly readAt: string | null
  /** By that reading; null: it wasn't read yet. */
  readonly isAdvertising: boolean | null
  /** Of the readings of that day, in their order. */
  readonly moves: ReadonlyArray<Move>
  /** The last day that these readings tell of, YYYY-MM-DD; null: there was none, or it wasn't told. */
  readonly dataEndDate: string | null
}

/** What the daily readings noted of apps that accounts keep or compete with: nobody is asked. */
export class AdMoves extends Context.Service<
  AdMoves,
  {
    /** Of a day, YYYY-MM-DD (UTC). Apps that the account doesn't watch are left out, and so is what was noted before it did. */
    readonly on: (
      accountId: string,
      appIds: ReadonlyArray<string>,
      day: string
    ) => Effect.Effect<ReadonlyArray<MovesOfDay>, SqlError.SqlError>
  }
>()("@storeglass/ad-library/AdMoves") {}

/** Published once for an app and reading, in the transaction that notes it, whoever watches the app. */
export const AdsMoved = defineEvent(
  "ad-library.ads.moved",
  Schema.Struct({
    /** At storea. */
    appId: Schema.Int,
    moves: Schema.Array(Move),
    /** The last day that the repository tells of, YYYY-MM-DD: it's 7 days behind. */
    dataEndDate: Schema.NullOr(Schema.String),
    /** ISO 8601. */
    seenAt: Schema.String
  })
)
