import { definePlugin } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { McpConfig } from "./config.ts"
import { McpServer } from "./McpServer.ts"
import { routes } from "./routes.ts"

class Api extends HttpApi.make("mcp") {}

export default definePlugin({
  id: "mcp",
  version: "0.1.0",
  description: "Every operation of the enabled plugins as a tool of the Model Context Protocol, at /mcp.",
  core: "^1.1.0",
  offers: [McpServer],
  config: McpConfig,
  api: Api,
  live: McpServer.layer,
  routes
})
