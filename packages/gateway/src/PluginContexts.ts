import type { CoreServices } from "@storeglass/plugin-api"
import { Context } from "effect"

/**
 * The services that each plugin sees, by plugin id: those of core, what the plugins that it may use offer, and all that its
 * own `live` built. Its jobs, routes, health and collection run with these.
 */
export class PluginContexts extends Context.Service<
  PluginContexts,
  { readonly of: (plugin: string) => Context.Context<CoreServices> }
>()("@storeglass/gateway/PluginContexts") {}
