import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { CommandSettings, PluginServices, RunningGateway } from "@storeglass/plugin-api/cli"
import { Cause, Console, Effect, Runtime } from "effect"
import { CliError, Command } from "effect/cli"
import type { Environment } from "../config.ts"
import { version } from "../version.ts"
import { commands, storeglass, storeglassWith } from "./root.ts"
import { defaultConfig, environment } from "./settings.ts"

/** Whether a command line can't mean anything, as opposed to a command that failed. */
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

/** The config that a command line names, and the command line without it. */
const withoutConfig = (args: ReadonlyArray<string>) => {
  const index = args.findIndex((arg) => arg === "--config" || arg.startsWith("--config="))
  const arg = args[index]
  if (arg === undefined) return { config: defaultConfig, rest: args }
  const isApart = arg === "--config"
  const config = isApart ? args[index + 1] : arg.slice("--config=".length)
  return { config: config ?? defaultConfig, rest: args.toSpliced(index, isApart ? 2 : 1) }
}

/** Runs one of our own commands, or else one of the config's plugins, which are looked for only then. */
const perform = Effect.fnUntraced(function* (args: ReadonlyArray<string>, variables: Environment) {
  const { config, rest } = withoutConfig(args)
  const name = rest.find((arg) => !arg.startsWith("-"))
  if (commands.some((command) => command.name === name)) return yield* Command.runWith(storeglass, { version })(args)
  const { commandSettings, pluginCommands } = yield* Effect.promise(() => import("./pluginCommands.ts"))
  const { pluginServices } = yield* Effect.promise(() => import("./pluginServices.ts"))
  const { runningGateway } = yield* Effect.promise(() => import("./runningGateway.ts"))
  const brought = yield* pluginCommands(config, commands).pipe(
    // For the help of the gateway's own, a config may be wrong or missing.
    Effect.catch((error) => (name === undefined ? Effect.succeed([]) : Effect.fail(error)))
  )
  return yield* Command.runWith(storeglassWith(brought), { version })(rest).pipe(
    Effect.provideService(RunningGateway, runningGateway(variables)),
    Effect.provideService(PluginServices, pluginServices(config)),
    Effect.provideService(CommandSettings, commandSettings(config))
  )
})

/** Runs a command; a failure is one clear message on standard error. */
export const execute = (args: ReadonlyArray<string>, variables: Environment = environment) =>
  perform(args, variables).pipe(
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
