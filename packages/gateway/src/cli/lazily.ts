import { Effect } from "effect"

/** What commands do needs most of the gateway, and that takes a second to load. It's loaded when one runs, not for `--help`. */
export const gateway = Effect.promise(() => import("./gateway.ts"))
