import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { gateway } from "./lazily.ts"
import { configFlag } from "./settings.ts"

const recordingsFlag = Flag.String("recordings").pipe(
  Flag.withDescription("Serve recorded upstream answers from this folder instead of invented stores."),
  Flag.optional
)
const portFlag = Flag.Int("port").pipe(Flag.withDescription("Port to listen on; 0 picks a free one."), Flag.optional)

export const serve = Command.make(
  "serve",
  { config: configFlag, port: portFlag, recordings: recordingsFlag },
  (flags) => Effect.flatMap(gateway, ({ serving }) => serving(flags))
).pipe(Command.withDescription("Start the gateway and everything it needs."))
