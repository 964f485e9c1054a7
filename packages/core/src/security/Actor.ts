import { Context } from "effect"

/** Who acts outside of a request: the command line names its user, and the gateway is itself. */
export const Actor = Context.Reference<string>("@storeglass/core/security/Actor", { defaultValue: () => "gateway" })
