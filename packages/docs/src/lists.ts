import type { Operation, OperationError } from "@storeglass/plugin-api"
import { escapeHtml, inline, table } from "./html.ts"
import type { Lists } from "./markdown.ts"
import { commonCodes, priceOf, writtenPath } from "./prices.ts"
import type { SiteOptions } from "./SiteOptions.ts"
import { configRows } from "./settings.ts"

const code = (text: string) => `<code>${escapeHtml(text)}</code>`
const number = (value: number) => value.toLocaleString("en-US")
/** The address of an operation in the reference. */
export const hrefOf = ({ id, plugin }: Pick<Operation, "id" | "plugin">) => `/docs/reference/${plugin}#${id}`
const linkTo = (operation: Operation) => `<a href="${hrefOf(operation)}">${escapeHtml(operation.summary)}</a>`

const errors = (operations: ReadonlyArray<Operation>) => {
  const common = commonCodes(operations)
  const found = new Map<string, Omit<OperationError, "code"> & { readonly by: Array<Operation> }>()
  for (const operation of operations) {
    for (const { code: name, meaning, retry, status } of operation.shapes.errors) {
      const entry = found.get(name) ?? { status, meaning, retry, by: [] }
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
    ["Status", "Code", "Meaning", "What to do", "Given by"],
    rows.map(([name, { by: users, meaning, retry, status }]) => [
      String(status),
      `<code id="${name}">${name}</code>`,
      inline(meaning),
      retry,
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

const enabled = ({ operations, plugins }: SiteOptions) =>
  table(
    "Plugins",
    ["Plugin", "Version", "Operations", "What it does"],
    plugins
      .toSorted((a, b) => a.id.localeCompare(b.id))
      .map((plugin) => {
        const own = operations.filter((operation) => operation.plugin === plugin.id).length
        const name = escapeHtml(plugin.id)
        return [
          own === 0 ? code(plugin.id) : `<a href="/docs/reference/${name}"><code>${name}</code></a>`,
          escapeHtml(plugin.version),
          String(own),
          inline(plugin.description)
        ]
      })
  )

const models = ({ plugins }: SiteOptions) => {
  const rows = plugins.flatMap((plugin) =>
    Object.entries(plugin.models).map(([figure, model]) => [
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
const planTable = ({ plans }: SiteOptions) =>
  table(
    "Plans",
    ["Plan id", "General credits a month", "AI visibility", "Creative"],
    Object.entries(plans).map(([id, plan]) => [code(id), ...buckets.map((bucket) => number(plan[bucket]))])
  )

const settings = (site: SiteOptions) =>
  table(
    "Settings",
    ["Key", "What"],
    configRows(site.settings(), undefined)
      .filter(([key = ""]) => !key.includes("`plugins"))
      .map(([key = "", , what = ""]) => [inline(key), inline(what)])
  )

const pluginSettings = ({ plugins }: SiteOptions) =>
  plugins
    .map((plugin) => {
      const { defaults, schema } = plugin.settings()
      const rows = configRows(schema, defaults)
      return rows.length === 0
        ? ""
        : `<h3 id="settings-${escapeHtml(plugin.id)}">${escapeHtml(plugin.id)}</h3>${table(
            `Settings of ${plugin.id}`,
            ["Key", "Default", "What"],
            rows.map((row) => row.map(inline))
          )}`
    })
    .join("")

const headers = (site: SiteOptions) =>
  table(
    "Response headers",
    ["Header", "Meaning"],
    Object.entries(site.headers).map(([name, description]) => [code(name), inline(description)])
  )

/** Everything that the guide lists and that is not written by hand: it shows what is enabled, and no more. */
export const listsOf = (site: SiteOptions): Lists => ({
  errors: () => errors(site.operations),
  prices: () => prices(site.operations),
  plugins: () => enabled(site),
  models: () => models(site),
  plans: () => planTable(site),
  settings: () => settings(site),
  "plugin-settings": () => pluginSettings(site),
  headers: () => headers(site),
  "plan-ids": () => `<p>${Object.keys(site.plans).map(code).join(" ")}</p>`
})
