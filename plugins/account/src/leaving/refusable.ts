import { AccountRefused, asDocumented, InvalidInput, NotFound } from "@storeglass/plugin-api"
import { Effect } from "effect"

const answered = ({ field, message, reason }: AccountRefused) =>
  reason === "not_found"
    ? new NotFound(message)
    : new InvalidInput(field === undefined ? message : `${field} (body): ${message}`, { field })

/** Turns what can't be done with an account into the documented error, and leaves all others as they are. */
function answeredFrom<A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, AccountRefused> | InvalidInput | NotFound, R>
function answeredFrom<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, unknown, R> {
  return Effect.mapError(effect, (error) => (error instanceof AccountRefused ? answered(error) : error))
}

/** The same, and the database's failures. */
export const refusable = <A, E, R>(effect: Effect.Effect<A, E, R>) => answeredFrom(asDocumented(effect))
