import { asConnectorAnswer, Caller, type Connection } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { connectRoute, PlayConnection } from "./PlayConnection.ts"

/** A value as the `data` of an answer. */
export const asData = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(effect, (data) => ({ data }))
export const account = Effect.map(Caller, ({ accountId }) => accountId)
/** Failures of a saved connection as those that the routes declare. */
export const saved = asConnectorAnswer({ credentials: "saved", connectRoute })

/** Makes what answers with the caller's connection; its failures are still those of a connection, for `saved`. */
export const makeAsked = Effect.map(
  PlayConnection,
  ({ ready }) =>
    <A, E, R>(read: (connection: Connection) => Effect.Effect<A, E, R>) =>
      account.pipe(Effect.flatMap(ready), Effect.flatMap(read), asData)
)
