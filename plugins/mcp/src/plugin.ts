import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import { HttpApi } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }
import { McpConfig } from "./config.ts"
import { McpServer } from "./McpServer.ts"
import { OpenStreams } from "./OpenStreams.ts"
import { routes } from "./routes.ts"

class Api extends HttpApi.make("mcp") {}

export default definePlugin({
  id: "mcp",
  manifest,
  description: "Serves every operation of the enabled plugins as a Model Context Protocol tool, at /mcp.",
  own: [McpServer, OpenStreams],
  config: McpConfig,
  guide: new URL("../guide/", import.meta.url),
  api: Api,
  live: (config) => Layer.merge(McpServer.layer(config), OpenStreams.layer(config)),
  routes
})
