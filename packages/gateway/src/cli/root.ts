import { Command } from "effect/cli"
import { account } from "./account.ts"
import { call } from "./call.ts"
import { changes } from "./changes.ts"
import { collect } from "./collect.ts"
import { config } from "./config.ts"
import { connections } from "./connections.ts"
import { credits, ledger } from "./credits.ts"
import { jobs } from "./jobs.ts"
import { key } from "./key.ts"
import { mcp } from "./mcp.ts"
import { migrate } from "./migrate.ts"
import { outbox } from "./outbox.ts"
import { plugin } from "./plugin.ts"
import { plugins, routes } from "./plugins.ts"
import { serve } from "./serve.ts"
import { vault } from "./vault.ts"
import { webhook } from "./webhook.ts"
import { writes } from "./writes.ts"

export const storeglass = Command.make("storeglass").pipe(
  Command.withDescription("Run and operate a Storeglass gateway."),
  Command.withSubcommands([
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
    changes,
    ledger,
    connections,
    vault,
    jobs,
    writes,
    collect,
    outbox,
    webhook
  ])
)
