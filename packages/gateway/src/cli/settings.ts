import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Flag } from "effect/cli"
import type { Environment } from "../config.ts"

// The checkout's own, and where this package is installed from npm one beside whoever runs it.
const sandbox = resolve(import.meta.dirname, "../../../../config/sandbox.yaml")
const unset = existsSync(sandbox) ? sandbox : resolve("storeglass.yaml")

/** The process environment; the one place in the gateway that reads it. */
export const environment: Environment = process.env

/** The config where a command line names none. */
const named = environment.STOREGLASS_CONFIG
export const defaultConfig = named === undefined || named === "" ? unset : named

export const configFlag = Flag.String("config").pipe(
  Flag.withDescription(
    "Config file. Default: STOREGLASS_CONFIG, else config/sandbox.yaml (storeglass.yaml outside the checkout)."
  ),
  Flag.withDefault(defaultConfig)
)

/** Whose entries a list shows; all of them without it. */
export const accountFlag = Flag.String("account").pipe(
  Flag.withDescription("Only this account (id or email)."),
  Flag.optional
)

export const limitFlag = (byDefault: number, description = "How many, newest first.") =>
  Flag.Int("limit").pipe(Flag.withDescription(description), Flag.withDefault(byDefault))

export { jsonFlag } from "@storeglass/plugin-api/cli"
