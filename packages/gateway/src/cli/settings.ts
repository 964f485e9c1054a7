import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Flag } from "effect/cli"
import type { Environment } from "../config.ts"

// The checkout's own, and where this package is installed from npm one beside whoever runs it.
const sandbox = resolve(import.meta.dirname, "../../../../config/sandbox.yaml")
const defaultConfig = existsSync(sandbox) ? sandbox : resolve("storeglass.yaml")

/** The process environment; the one place in the gateway that reads it. */
export const environment: Environment = process.env

export const configFlag = Flag.String("config").pipe(
  Flag.withDescription(
    "Config file. Default: STOREGLASS_CONFIG, else config/sandbox.yaml (storeglass.yaml outside the checkout)."
  ),
  Flag.withDefault(
    environment.STOREGLASS_CONFIG === undefined || environment.STOREGLASS_CONFIG === ""
      ? defaultConfig
      : environment.STOREGLASS_CONFIG
  )
)

/** Whose entries a list shows; all of them without it. */
export const accountFlag = Flag.String("account").pipe(
  Flag.withDescription("Only this account (id or email)."),
  Flag.optional
)

export const limitFlag = (byDefault: number, description = "How many, newest first.") =>
  Flag.Int("limit").pipe(Flag.withDescription(description), Flag.withDefault(byDefault))

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON, for programs."),
  Flag.withDefault(false)
)
