import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { plans } from "@storeglass/core"
import { type SiteOptions, textAt } from "@storeglass/docs"
import { Schema } from "effect"
import { isDocumented } from "./catalogue.ts"
import type { Composition } from "./compose.ts"
import { GatewayConfig } from "./config.ts"
import { settingsOf } from "./generated.ts"
import { documentedHeaders } from "./openapi/responses.ts"

/** Whether the reference and OpenAPI include an operation. */

/** The gateway's own routes have no file in the config. */
const systemFile = join(import.meta.dirname, "system/plugin.ts")

/** Packages of the product that are at hand: those that this one is made of, and what stands beside them in a checkout. */
const packageFiles = () =>
  ["plugin-api", "core", "docs", "client"].flatMap((name) => {
    try {
      return [fileURLToPath(import.meta.resolve(`@storeglass/${name}`))]
    } catch {
      return []
    }
  })

/** What the site under `/docs` is made of. */
export const documentedOf = (
  { operations, plugins }: Composition,
  gateway: Pick<SiteOptions, "version" | "url" | "sandbox">
): SiteOptions => ({
  ...gateway,
  plugins: plugins.map(({ from, plugin }) => ({
    id: plugin.id,
    version: plugin.manifest.version,
    description: plugin.description,
    unproven: plugin.unproven,
    models: plugin.models ?? {},
    alerts: plugin.alerts ?? {},
    settings: () => settingsOf(plugin),
    guide: plugin.guide,
    from: plugin.id === "system" ? systemFile : from
  })),
  operations: operations.filter(isDocumented),
  packages: packageFiles(),
  settings: () => Schema.toJsonSchemaDocument(GatewayConfig).schema,
  plans,
  headers: Object.fromEntries(
    Object.entries(documentedHeaders).map(([name, header]) => [name, textAt(header, "description")])
  )
})
