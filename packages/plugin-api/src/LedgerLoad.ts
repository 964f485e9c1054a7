import { Context, type Effect } from "effect"

/** How busy the ledger is on this node, for work that can wait: what writes much slows down while charges do. */
export class LedgerLoad extends Context.Service<
  LedgerLoad,
  {
    /**
     * The 99th percentile of what charges took in the last 10 seconds, in ms, from being asked for to their receipt; null:
     * there were none.
     */
    readonly chargesP99Ms: Effect.Effect<number | null>
  }
>()("@storeglass/plugin-api/LedgerLoad") {}
