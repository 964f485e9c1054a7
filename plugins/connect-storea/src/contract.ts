/** What other plugins may import of connect-storea: what an owner's console counts of its own apps. */
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"

/** Of those who saw an app's page, how many got it. */
export interface PageConversion {
  /** The first and the last day, `YYYY-MM-DD`, and how many of those between are counted. */
  readonly from: string
  readonly to: string
  readonly days: number
  /** Above 0. */
  readonly pageViews: number
  /** First downloads from the page. */
  readonly downloads: number
}

/** Of the last four weeks that an account's console told of; nobody else's answers may use it. */
export class OwnConversions extends Context.Service<
  OwnConversions,
  {
    /** Null: the account has connected no console, it has no such app, or its reports don't tell yet. */
    readonly of: (
      accountId: string,
      app: { readonly appId: string; readonly country: string }
    ) => Effect.Effect<PageConversion | null, SqlError.SqlError>
  }
>()("@storeglass/connect-storea/OwnConversions") {}
