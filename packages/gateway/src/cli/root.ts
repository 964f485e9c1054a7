import type { PluginCommand } from "@storeglass/plugin-api/cli"
import { Command } from "effect/cli"
import { account } from "./account.ts"
import { alerts } from "./alerts.ts"
import { audit } from "./audit.ts"
import { call } from "./call.ts"
import { changes } from "./changes.ts"
import { collect } from "./collect.ts"
import { config } from "./config.ts"
import { connections } from "./connections.ts"
import { credits, ledger } from "./credits.ts"
import { health } from "./health.ts"
import { jobs } from "./jobs.ts"
import { key } from "./key.ts"
import { mcp } from "./mcp.ts"
import { migrate } from "./migrate.ts"
import { outbox } from "./outbox.ts"
import { plugin } from "./plugin.ts"
import { plugins, routes } from "./plugins.ts"
import { requests } from "./requests.ts"
import { serve } from "./serve.ts"
import { usage } from "./usage.ts"
import { vault } from "./vault.ts"
import { webhook } from "./webhook.ts"
import { writes } from "./writes.ts"

/** The gateway's own commands. */
export const commands = [
  serve,
  config,
  plugins,
  plugin,
  routes,
  mcp,
  call,
  migrate,
  account,
  key,
  credits,
  usage,
  requests,
  changes,
  audit,
  ledger,
  connections,
  vault,
  health,
  alerts,
  jobs,
  writes,
  collect,
  outbox,
  webhook
]

const made = Command.make("storeglass").pipe(Command.withDescription("Run and operate a Storeglass gateway."))

export const storeglass = made.pipe(Command.withSubcommands(commands))

/** With what plugins bring. */
export const storeglassWith = (brought: ReadonlyArray<PluginCommand>) =>
  made.pipe(Command.withSubcommands([...commands, ...brought]))
