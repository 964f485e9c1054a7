import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Console, Effect, Runtime } from "effect"
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

/**
 * Runs a command and ends the process: 0 when it worked or was asked to stop by SIGTERM and did, 130 after Ctrl-C,
 * else 1.
 */
export const run = (args: ReadonlyArray<string>) => {
  let terminated = false
  process.once("SIGTERM", () => {
    terminated = true
  })
  NodeRuntime.runMain(execute(args), {
    disableErrorReporting: true,
    teardown: (exit, onExit) =>
      terminated && exit._tag === "Failure" && Cause.hasInterruptsOnly(exit.cause)
        ? onExit(0)
        : Runtime.defaultTeardown(exit, onExit)
  })
}
