import { Context, type Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { CreditsExhausted, ServiceUnavailable } from "./errors.ts"
import type { Bucket } from "./Price.ts"

/** Credits held for work that outlives its request. */
export interface Hold {
  /** UUID, chosen by the caller: holding the same id again is the same hold. */
  readonly id: string
  readonly accountId: string
  readonly bucket: Bucket
  readonly credits: number
}

/** What a plugin may do with the ledger by itself; requests are charged by the host. */
export class Credits extends Context.Service<
  Credits,
  {
    /** Sets credits aside until captured, released or expired. Joins the caller's SQL transaction. */
    readonly hold: (
      hold: Hold & { readonly operation: string; readonly forMs: number }
    ) => Effect.Effect<void, CreditsExhausted | ServiceUnavailable, SqlClient.SqlClient>
    /** Charges `credits` (at most what is held) and gives back the rest. Repeating it changes nothing. */
    readonly capture: (
      holdId: string,
      credits: number
    ) => Effect.Effect<{ readonly captured: number }, ServiceUnavailable, SqlClient.SqlClient>
    /** Gives back all that is held. Repeating it changes nothing. */
    readonly release: (holdId: string) => Effect.Effect<void, ServiceUnavailable, SqlClient.SqlClient>
  }
>()("@storeglass/plugin-api/Credits") {}
