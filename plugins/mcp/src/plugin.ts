import { definePlugin } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }
import { McpConfig } from "./config.ts"
import { McpServer } from "./McpServer.ts"
import { routes } from "./routes.ts"

class Api extends HttpApi.make("mcp") {}

export default definePlugin({
  id: "mcp",
  manifest,
  description: "Serves every operation of the enabled plugins as a Model Context Protocol tool, at /mcp.",
  own: [McpServer],
  config: McpConfig,
  guide: new URL("../guide/", import.meta.url),
  api: Api,
  live: McpServer.layer,
  routes
})
