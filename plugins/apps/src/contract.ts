/** What other plugins may import of apps: what an owner's own consoles counted. */
import type { Param } from "@storeglass/plugin-api"
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"

/** A day of an account's own app in one country, as its console counted it. */
export interface OwnedActual {
  readonly platform: Param.Platform
  readonly appId: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** `YYYY-MM-DD`, the store's day. */
  readonly day: string
  /** First downloads; null where the console doesn't tell them. */
  readonly units: number | null
  /** What the owner earns, after the store's share; null where the console doesn't tell it. */
  readonly proceeds: number | null
  /** ISO 4217 code of `proceeds`. */
  readonly currency: string | null
}

/**
 * Counted figures of an account's own apps. The estimates that this account sees are calibrated by them; nobody else's
 * are, and no route shows them.
 */
export class OwnedActuals extends Context.Service<
  OwnedActuals,
  {
    /** Adds days, or replaces those that are there: consoles correct the last days. */
    readonly record: (accountId: string, actuals: ReadonlyArray<OwnedActual>) => Effect.Effect<void, SqlError.SqlError>
    /** Removes all of an account from one store, with what was learnt from it; gives how many days. */
    readonly forget: (accountId: string, platform: Param.Platform) => Effect.Effect<number, SqlError.SqlError>
  }
>()("@storeglass/apps/OwnedActuals") {}
