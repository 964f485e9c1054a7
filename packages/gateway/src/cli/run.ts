import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Console, Effect } from "effect"
import { Command } from "effect/cli"
import { version } from "../boot.ts"
import { storeglass } from "./root.ts"

const failed = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return Console.error(`storeglass: ${error instanceof Error ? error.message : String(error)}`)
}

/** Runs a command; a failure is one clear message on standard error. */
export const execute = (args: ReadonlyArray<string>) =>
  Command.runWith(storeglass, { version })(args).pipe(
    Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : failed(cause))),
    Effect.provide(NodeServices.layer)
  )

/** Runs a command and ends the process: 0 when it worked, else 1. */
export const run = (args: ReadonlyArray<string>) => NodeRuntime.runMain(execute(args), { disableErrorReporting: true })
