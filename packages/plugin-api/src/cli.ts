/** What a plugin adds to the command line: the default export of its package's `./cli`. Light, as `--help` loads it. */
import { Console, Context, Data, type Effect, Predicate } from "effect"
import { type Command, Flag } from "effect/cli"
import type { HttpApiGroup } from "effect/http-api"
import type { CoreServices, Plugin } from "./definePlugin.ts"

/** A command that didn't work: one message for people, and exit code 1. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

/** A request to a running gateway. */
export interface GatewayRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as they are, with their type. */
  readonly bytes?: { readonly type: string; readonly content: Uint8Array<ArrayBuffer> }
}

/** The gateway that runs at `--url` or `STOREGLASS_URL`, asked with the key of `STOREGLASS_API_KEY`. */
export class RunningGateway extends Context.Service<
  RunningGateway,
  {
    /** The answer's `data`, as JSON has it; decode it. Fails with the code and message of a refusal. */
    readonly ask: (url: string | undefined, request: GatewayRequest) => Effect.Effect<unknown, CommandFailed>
  }
>()("@storeglass/plugin-api/RunningGateway") {}

/** What the config file that the command line names has of plugins. */
export class CommandSettings extends Context.Service<
  CommandSettings,
  {
    /** A plugin's settings as they're written, references unresolved; undefined where it has none. Decode them. */
    readonly of: (plugin: string) => Effect.Effect<unknown, CommandFailed>
  }
>()("@storeglass/plugin-api/CommandSettings") {}

/**
 * The services of a plugin on the config's database, without server and workers: for commands of those who operate the
 * gateway. What they enqueue, a gateway does that runs. Who runs the command stands in the audit log.
 */
export class PluginServices extends Context.Service<
  PluginServices,
  {
    readonly run: <
      Id extends string,
      G extends HttpApiGroup.Constraint,
      Config,
      Needs,
      Offers,
      Own,
      A,
      E extends { readonly message: string }
    >(
      plugin: Plugin<Id, G, Config, Needs, Offers, Own>,
      work: Effect.Effect<A, E, CoreServices | Needs | Offers | Own>
    ) => Effect.Effect<A, CommandFailed>
  }
>()("@storeglass/plugin-api/PluginServices") {}

/** What a command is given, beside the file system and the terminal. */
export type CommandServices = CommandSettings | PluginServices | RunningGateway

// biome-ignore lint/suspicious/noExplicitAny: a command's own name is in its type, and of no interest here.
export type PluginCommand = Command.Command<any, never, unknown, unknown, Command.Environment | CommandServices>

/** A plugin's commands, which the host adds to its own. */
export interface PluginCommands {
  readonly _tag: "PluginCommands"
  readonly commands: ReadonlyArray<PluginCommand>
}

/**
 * Commands beside those of the gateway, made with `effect/cli`. They're given the file system, the terminal,
 * `RunningGateway`, `PluginServices` and `CommandSettings`. Their names must be free.
 *
 * This module and what it imports are loaded for `storeglass --help`: import what the commands do when one runs, by
 * `Effect.promise(() => import("./work.ts"))`.
 */
export const defineCommands = (...commands: ReadonlyArray<PluginCommand>): PluginCommands => ({
  _tag: "PluginCommands",
  commands
})

export const isPluginCommands = (value: unknown): value is PluginCommands =>
  Predicate.isTagged(value, "PluginCommands") && Predicate.hasProperty(value, "commands")

/** `--json`, which every command has. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON, for programs."),
  Flag.withDefault(false)
)

/** `--url`, for commands that ask a running gateway. */
export const urlFlag = Flag.String("url").pipe(
  Flag.withDescription("The gateway. Default: STOREGLASS_URL, else http://127.0.0.1:3000."),
  Flag.optional
)

/** Prints a result: JSON for programs, a text for people. */
export const print = (json: boolean, value: unknown, text: string) =>
  Console.log(json ? JSON.stringify(value, undefined, 2) : text)

/** Columns of text, as wide as their widest cell. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  const line = (row: ReadonlyArray<string>) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  return all.map(line).join("\n")
}
