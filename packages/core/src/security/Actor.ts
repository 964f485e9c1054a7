import { Context } from "effect"

/** Who acts outside a request: the command line's user, or the gateway itself. */
export const Actor = Context.Reference<string>("@storeglass/core/security/Actor", { defaultValue: () => "gateway" })
