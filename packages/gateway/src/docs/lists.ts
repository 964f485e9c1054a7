import { planIds, plans } from "@storeglass/core"
import type { Operation } from "@storeglass/plugin-api"
import { Schema } from "effect"
import type { Composition } from "../compose.ts"
import { GatewayConfig } from "../config.ts"
import { configRows } from "../generated.ts"
import { textAt } from "../json.ts"
import { documentedHeaders } from "../openapi/responses.ts"
import { escapeHtml, inline, table } from "./html.ts"
import type { Lists } from "./markdown.ts"
import { commonCodes, isRetryable, priceOf, writtenPath } from "./prices.ts"

const code = (text: string) => `<code>${escapeHtml(text)}</code>`
const number = (value: number) => value.toLocaleString("en-US")
/** The address of an operation in the reference. */
export const hrefOf = ({ id, plugin }: Pick<Operation, "id" | "plugin">) => `/docs/reference/${plugin}#${id}`
const linkTo = (operation: Operation) => `<a href="${hrefOf(operation)}">${escapeHtml(operation.summary)}</a>`

const errors = (operations: ReadonlyArray<Operation>) => {
  const common = commonCodes(operations)
  const found = new Map<string, { readonly status: number; readonly meaning: string; readonly by: Array<Operation> }>()
  for (const operation of operations) {
    for (const { code: name, meaning, status } of operation.shapes.errors) {
      const entry = found.get(name) ?? { status, meaning, by: [] }
      entry.by.push(operation)
      found.set(name, entry)
    }
  }
  const rows = [...found].toSorted(([a, x], [b, y]) => x.status - y.status || a.localeCompare(b))
  const by = (name: string, users: ReadonlyArray<Operation>) => {
    if (common.has(name)) return "every operation with a key"
    const plugins = [...new Set(users.map(({ plugin }) => plugin))]
    return plugins.map((id) => `<a href="/docs/reference/${id}">${escapeHtml(id)}</a>`).join(", ")
  }
  return table(
    "Error codes",
    ["Status", "Code", "Meaning", "Retry", "Given by"],
    rows.map(([name, { by: users, meaning, status }]) => [
      String(status),
      `<code id="${name}">${name}</code>`,
      inline(meaning),
      isRetryable(status) ? "yes" : "no",
      by(name, users)
    ])
  )
}

const prices = (operations: ReadonlyArray<Operation>) =>
  table(
    "Operations and prices",
    ["Operation", "Route", "Price", "Plugin"],
    operations.map((operation) => [
      linkTo(operation),
      code(`${operation.method} ${writtenPath(operation)}`),
      priceOf(operation),
      `<a href="/docs/reference/${operation.plugin}">${escapeHtml(operation.plugin)}</a>`
    ])
  )

const enabled = ({ plugins }: Composition, operations: ReadonlyArray<Operation>) =>
  table(
    "Plugins",
    ["Plugin", "Version", "Operations", "What it does"],
    plugins
      .toSorted((a, b) => a.plugin.id.localeCompare(b.plugin.id))
      .map(({ plugin }) => {
        const own = operations.filter((operation) => operation.plugin === plugin.id).length
        const name = escapeHtml(plugin.id)
        return [
          own === 0 ? code(plugin.id) : `<a href="/docs/reference/${name}"><code>${name}</code></a>`,
          escapeHtml(plugin.manifest.version),
          String(own),
          inline(plugin.description)
        ]
      })
  )

const models = ({ plugins }: Composition) => {
  const rows = plugins.flatMap(({ plugin }) =>
    Object.entries(plugin.models ?? {}).map(([figure, model]) => [
      code(model),
      escapeHtml(figure.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()),
      `<a href="/docs/reference/${escapeHtml(plugin.id)}">${escapeHtml(plugin.id)}</a>`
    ])
  )
  return rows.length === 0
    ? "<p>No enabled plugin estimates anything.</p>"
    : table("Models", ["Model and version", "What it gives", "Plugin"], rows)
}

const buckets = ["general", "aiVisibility", "creative"] as const
const planTable = () =>
  table(
    "Plans",
    ["Plan id", "General credits a month", "AI visibility", "Creative"],
    Object.entries(plans).map(([id, plan]) => [code(id), ...buckets.map((bucket) => number(plan[bucket]))])
  )

const settings = () =>
  table(
    "Settings",
    ["Key", "What"],
    configRows(Schema.toJsonSchemaDocument(GatewayConfig).schema, undefined)
      .filter(([key = ""]) => !key.includes("`plugins"))
      .map(([key = "", , what = ""]) => [inline(key), inline(what)])
  )

const pluginSettings = ({ plugins }: Composition) =>
  plugins
    .map(({ plugin }) => {
      const defaults = Schema.decodeUnknownExit(plugin.config)({})
      const rows = configRows(
        Schema.toJsonSchemaDocument(plugin.config).schema,
        defaults._tag === "Success" ? defaults.value : undefined
      )
      return rows.length === 0
        ? ""
        : `<h3 id="settings-${escapeHtml(plugin.id)}">${escapeHtml(plugin.id)}</h3>${table(
            `Settings of ${plugin.id}`,
            ["Key", "Default", "What"],
            rows.map((row) => row.map(inline))
          )}`
    })
    .join("")

const headers = () =>
  table(
    "Response headers",
    ["Header", "Meaning"],
    Object.entries(documentedHeaders).map(([name, header]) => [code(name), inline(textAt(header, "description"))])
  )

/** Everything that the guide lists and that is not written by hand: it shows what is enabled, and no more. */
export const listsOf = (composition: Composition, operations: ReadonlyArray<Operation>): Lists => ({
  errors: () => errors(operations),
  prices: () => prices(operations),
  plugins: () => enabled(composition, operations),
  models: () => models(composition),
  plans: planTable,
  settings,
  "plugin-settings": () => pluginSettings(composition),
  headers,
  "plan-ids": () => `<p>${planIds.map(code).join(" ")}</p>`
})
