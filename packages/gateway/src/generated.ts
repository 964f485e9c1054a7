import { at, configRows } from "@storeglass/docs"
import { Predicate, Schema } from "effect"
import type { AnyPlugin } from "./AnyPlugin.ts"
import type { ServedOperation } from "./catalogue.ts"
import type { Composition } from "./compose.ts"
import { GatewayConfig } from "./config.ts"

// What is listed anywhere is made here from the declarations: `npm run generate` writes it, a test compares.

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ")

/** A Markdown table. */
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(" | ")} |`).join("\n")

const readOf = ({ headers, queryNames }: ServedOperation): ReadonlyArray<string> =>
  [...(queryNames ?? []), ...headers.map(({ name }) => name)].map((name) => `\`${name}\``)

const costOf = ({ access, bucket, credits }: ServedOperation) => {
  if (access === "public") return "no key"
  if (access === "internal") return "scope `internal`"
  return credits === 0 ? "0" : `${credits} ${bucket}`
}

/** The routes of a plugin with what they cost and take. */
export const routesTable = (operations: ReadonlyArray<ServedOperation>): string =>
  table(
    ["Route", "Credits", "Parameters", "What"],
    operations.map((each) => [`${each.method} ${each.path}`, costOf(each), readOf(each).join(" "), each.description])
  )

/** The settings of a plugin as JSON Schema, and their defaults where it needs none to be given. */
export const settingsOf = ({ config }: AnyPlugin) => {
  const defaults = Schema.decodeUnknownExit(config)({})
  const { schema } = Schema.toJsonSchemaDocument(config)
  return { schema, defaults: defaults._tag === "Success" ? defaults.value : undefined }
}

/** The settings of a plugin, with their defaults, as its schema describes them. */
export const configTable = (plugin: AnyPlugin): string => {
  const { defaults, schema } = settingsOf(plugin)
  const rows = configRows(schema, defaults)
  return rows.length === 0 ? "It has no settings." : table(["Key", "Default", "What"], rows)
}

/** The jobs of a plugin. */
export const jobsTable = (jobs: Composition["plugins"][number]["jobs"]): string =>
  table(
    ["Job", "When", "Attempts"],
    jobs.map((job) => [
      `\`${job.name}\``,
      job.cron === undefined ? "when enqueued" : `\`${job.cron}\` (UTC)`,
      String(job.attempts ?? 10)
    ])
  )

/** JSON Schema of the config file with the sections of these plugins, for editors. */
export const configSchema = ({ plugins }: Composition): Record<string, unknown> => {
  const { schema } = Schema.toJsonSchemaDocument(GatewayConfig, { onExcessProperty: "error" })
  const sections = Object.fromEntries(
    plugins
      .filter(({ plugin }) => plugin.id !== "system")
      .map(({ plugin }) => [
        plugin.id,
        { anyOf: [{ type: "null" }, Schema.toJsonSchemaDocument(plugin.config, { onExcessProperty: "error" }).schema] }
      ])
  )
  const properties = at(schema, "properties")
  const entry = at(properties, "plugins")
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Storeglass gateway config",
    ...schema,
    properties: {
      ...(Predicate.isObject(properties) ? properties : {}),
      plugins: { ...(Predicate.isObject(entry) ? entry : {}), properties: sections }
    }
  }
}

/** Puts text between the marks `<!-- name -->` and `<!-- /name -->`; undefined where there are none. */
export const withBlock = (document: string, name: string, text: string): string | undefined => {
  const marks = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  return marks.test(document)
    ? document.replace(marks, (_, open: string, close: string) => `${open}\n${text}\n\n${close}`)
    : undefined
}
