import type { Composition } from "../compose.ts"
import type { Json } from "../json.ts"
import { renamed, renames } from "./effectDocument.ts"
import { sharedParameters } from "./parameters.ts"
import { openApiPath, type PluginDocument, security } from "./pluginDocument.ts"
import { advicesOf, documentedHeaders } from "./responses.ts"

const pascal = (text: string) => text.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The document of a plugin with other names for schemas that others have under the same name and in another shape. */
const withoutClashes = (plugin: string, own: PluginDocument, taken: ReadonlyMap<string, string>) => {
  const clashing = Object.entries(own.schemas).flatMap(([name, schema]): ReadonlyArray<readonly [string, string]> => {
    const other = taken.get(name)
    return other === undefined || other === JSON.stringify(schema) ? [] : [[name, `${pascal(plugin)}${name}`]]
  })
  if (clashing.length === 0) return own
  const names = renames(clashing)
  const byName = new Map(clashing)
  const all = (record: Json): Json =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [byName.get(name) ?? name, renamed(value, names)]))
  return {
    schemas: all(own.schemas),
    responses: all(own.responses),
    operations: new Map(Array.from(own.operations, ([id, operation]) => [id, all(operation)]))
  }
}

const kinds = ["schemas", "responses", "headers"] as const
type Components = Readonly<Record<(typeof kinds)[number], Json>>
const references = /"#\/components\/(schemas|responses|headers)\/([^"]+)"/g

/** The components that something refers to, directly or through another. */
const usedComponents = (paths: Json, all: Components): Components => {
  const used = { schemas: new Map<string, unknown>(), responses: new Map(), headers: new Map() }
  const visit = (value: unknown) => {
    for (const [, kind, name = ""] of JSON.stringify(value).matchAll(references)) {
      const place = kinds.find((each) => each === kind)
      if (place === undefined || used[place].has(name)) continue
      used[place].set(name, all[place][name])
      visit(all[place][name] ?? {})
    }
  }
  visit(paths)
  const sorted = (found: ReadonlyMap<string, unknown>): Json =>
    Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)))
  return { schemas: sorted(used.schemas), responses: sorted(used.responses), headers: sorted(used.headers) }
}

/** The OpenAPI 3.1 document of what is enabled. `internal` routes are the operator's and stay out of it. */
export const openApiOf = ({ plugins }: Composition, info: { readonly version: string; readonly url: string }): Json => {
  const taken = new Map<string, string>()
  const paths: Record<string, Json> = {}
  const schemas: Record<string, unknown> = {}
  const responses: Record<string, unknown> = {}
  for (const { document, operations, plugin } of plugins) {
    const own = withoutClashes(plugin.id, document(), taken)
    for (const [name, schema] of Object.entries(own.schemas)) taken.set(name, JSON.stringify(schema))
    Object.assign(schemas, own.schemas)
    Object.assign(responses, own.responses)
    for (const { id, method, path } of operations) {
      const operation = own.operations.get(id)
      const at = openApiPath(path)
      if (operation !== undefined) paths[at] = { ...paths[at], [method.toLowerCase()]: operation }
    }
  }
  const components = usedComponents(paths, { schemas, responses, headers: documentedHeaders })
  return {
    openapi: "3.1.0",
    info: {
      title: "Storeglass",
      version: info.version,
      description:
        "Mobile-app-store intelligence. Every success is `{ data }`, every failure `{ error: { code, message } }`, some with `details` for programs. Credits are charged only for 2xx answers.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" }
    },
    servers: [{ url: info.url }],
    tags: plugins
      .filter(({ operations }) => operations.some(({ access }) => access !== "internal"))
      .map(({ plugin }) => ({ name: plugin.id, description: plugin.description })),
    security,
    paths,
    // `retry`, `wait` or `fix`, by the code of an error.
    "x-retry-advice": advicesOf(components.responses),
    components: {
      ...components,
      parameters: sharedParameters,
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "Wins when both are sent." },
        bearer: { type: "http", scheme: "bearer" }
      }
    }
  }
}
