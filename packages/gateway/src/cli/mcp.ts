import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { gateway } from "./lazily.ts"
import { configFlag } from "./settings.ts"

const urlFlag = Flag.String("url").pipe(
  Flag.withDescription("A running gateway to use, such as http://127.0.0.1:3000. Default: start one in this process."),
  Flag.optional
)
const toolsetsFlag = Flag.String("toolsets").pipe(
  Flag.withDescription("Plugins whose tools to offer, such as apps,keywords. Default: all."),
  Flag.optional
)

const headerFlag = Flag.String("header").pipe(
  Flag.withDescription(
    "A header that tools read, as 'X-Shop-Token: ${SHOP_TOKEN}'; repeat it for others. ${NAME} is that environment variable, ${file:path} that file."
  ),
  Flag.between(0, 50)
)

export const mcp = Command.make(
  "mcp",
  { config: configFlag, url: urlFlag, toolsets: toolsetsFlag, headers: headerFlag },
  (flags) => Effect.flatMap(gateway, ({ bridge }) => bridge(flags))
).pipe(Command.withDescription("Serve the tools to an MCP client over stdio. Reads the key from STOREGLASS_API_KEY."))
