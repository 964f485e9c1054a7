import { Effect } from "effect"
import { Argument, Command } from "effect/cli"

/** For the list of commands: `cli.ts` runs it before any other is loaded, by `callOperation`. */
export const call = Command.make(
  "call",
  { operation: Argument.String("operation").pipe(Argument.optional) },
  () => Effect.void
).pipe(
  Command.withDescription(
    "Call an operation of a running gateway, with flags from its declaration. Reads STOREGLASS_API_KEY."
  )
)
