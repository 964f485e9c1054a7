import { Context, type Effect } from "effect"

/** Whether this node is being used, for work that can wait while somebody is. */
export class RequestLoad extends Context.Service<
  RequestLoad,
  {
    /** How many requests for plugins' routes, with a key or a session, this node has answered since it started. */
    readonly answered: Effect.Effect<number>
  }
>()("@storeglass/plugin-api/RequestLoad") {}
