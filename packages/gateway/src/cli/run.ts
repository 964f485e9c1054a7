import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Runtime } from "effect"
import { CliError, Command } from "effect/cli"
import { version } from "../version.ts"
import { storeglass } from "./root.ts"

/** Whether a command line can't mean anything, which is told apart from what didn't work. */
const isUsage = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return CliError.isCliError(error) && (error._tag !== "ShowHelp" || error.errors.length > 0)
}

const failed = (cause: Cause.Cause<unknown>, json: boolean) => {
  const error = Cause.squash(cause)
  const message =
    CliError.isCliError(error) && error._tag === "ShowHelp"
      ? error.errors.map((each) => each.message).join("; ")
      : error instanceof Error
        ? error.message
        : String(error)
  return Console.error(
    json ? JSON.stringify({ error: { code: isUsage(cause) ? "USAGE" : "FAILED", message } }) : `storeglass: ${message}`
  )
}

/** Runs a command; a failure is one clear message on standard error. */
export const execute = (args: ReadonlyArray<string>) =>
  Command.runWith(storeglass, { version })(args).pipe(
    Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : failed(cause, args.includes("--json")))),
    Effect.provide(NodeServices.layer)
  )

/**
 * Runs a command and ends the process: 0 when it worked or was asked to stop by SIGTERM and did, 130 after Ctrl-C,
 * 2 when the command line is wrong, else 1.
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
        : exit._tag === "Failure" && isUsage(exit.cause)
          ? onExit(2)
          : Runtime.defaultTeardown(exit, onExit)
  })
}
