import type { Operation, OperationError } from "@storeglass/plugin-api"
import type { Block } from "./blocks.ts"
import { commonCodes, hrefOf, pluginHref, priceOf, writtenPath } from "./prices.ts"
import type { SiteOptions } from "./SiteOptions.ts"
import { configRows } from "./settings.ts"

/** Parts of pages by the name in `<!-- list: name -->`. */
export type Lists = Readonly<Record<string, () => ReadonlyArray<Block>>>

const code = (text: string) => `\`${text}\``
const number = (value: number) => value.toLocaleString("en-US")
const linkToPlugin = (id: string) => `[${id}](${pluginHref(id)})`

/** Every error of these operations, once. */
export const errorsOf = (operations: ReadonlyArray<Operation>) => {
  const found = new Map<string, Omit<OperationError, "code"> & { readonly by: Array<Operation> }>()
  for (const operation of operations) {
    for (const { code: name, meaning, retry, status } of operation.shapes.errors) {
      const entry = found.get(name) ?? { status, meaning, retry, by: [] }
      entry.by.push(operation)
      found.set(name, entry)
    }
  }
  return [...found].toSorted(([a, x], [b, y]) => x.status - y.status || a.localeCompare(b))
}

const errors = (operations: ReadonlyArray<Operation>): ReadonlyArray<Block> => {
  const common = commonCodes(operations)
  const by = (name: string, users: ReadonlyArray<Operation>) =>
    common.has(name)
      ? "every operation with a key"
      : [...new Set(users.map(({ plugin }) => plugin))].map(linkToPlugin).join(", ")
  return [
    {
      caption: "Error codes",
      head: ["Status", "Code", "Meaning", "What to do", "Given by"],
      rows: errorsOf(operations).map(([name, { by: users, meaning, retry, status }]) => [
        String(status),
        { anchor: name },
        meaning,
        retry,
        by(name, users)
      ])
    }
  ]
}

const prices = (operations: ReadonlyArray<Operation>): ReadonlyArray<Block> => [
  {
    caption: "Operations and prices",
    head: ["Operation", "Route", "Price", "Plugin"],
    rows: operations.map((operation) => [
      `[${operation.summary}](${hrefOf(operation)})`,
      code(`${operation.method} ${writtenPath(operation)}`),
      priceOf(operation),
      linkToPlugin(operation.plugin)
    ])
  }
]

const enabled = ({ operations, plugins }: SiteOptions): ReadonlyArray<Block> => [
  {
    caption: "Plugins",
    head: ["Plugin", "Version", "Operations", "What it does"],
    rows: plugins
      .toSorted((a, b) => a.id.localeCompare(b.id))
      .map((plugin) => {
        const own = operations.filter((operation) => operation.plugin === plugin.id).length
        return [
          own === 0 ? code(plugin.id) : `[${code(plugin.id)}](${pluginHref(plugin.id)})`,
          plugin.version,
          String(own),
          plugin.description
        ]
      })
  }
]

const models = ({ plugins }: SiteOptions): ReadonlyArray<Block> => {
  const rows = plugins.flatMap((plugin) =>
    Object.entries(plugin.models).map(([figure, model]) => [
      code(model),
      figure.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase(),
      linkToPlugin(plugin.id)
    ])
  )
  return rows.length === 0
    ? [{ text: "No enabled plugin estimates anything." }]
    : [{ caption: "Models", head: ["Model and version", "What it gives", "Plugin"], rows }]
}

const buckets = ["general", "aiVisibility", "creative"] as const
const planTable = ({ plans }: SiteOptions): ReadonlyArray<Block> => [
  {
    caption: "Plans",
    head: ["Plan id", "General credits a month", "AI visibility", "Creative"],
    rows: Object.entries(plans).map(([id, plan]) => [code(id), ...buckets.map((bucket) => number(plan[bucket]))])
  }
]

const settings = (site: SiteOptions): ReadonlyArray<Block> => [
  {
    caption: "Settings",
    head: ["Key", "What"],
    rows: configRows(site.settings(), undefined)
      .filter(([key = ""]) => !key.includes("`plugins"))
      .map(([key = "", , what = ""]) => [key, what])
  }
]

const pluginSettings = ({ plugins }: SiteOptions): ReadonlyArray<Block> =>
  plugins.flatMap((plugin): ReadonlyArray<Block> => {
    const { defaults, schema } = plugin.settings()
    const rows = configRows(schema, defaults)
    return rows.length === 0
      ? []
      : [
          { heading: plugin.id, id: `settings-${plugin.id}` },
          { caption: `Settings of ${plugin.id}`, head: ["Key", "Default", "What"], rows }
        ]
  })

const headers = (site: SiteOptions): ReadonlyArray<Block> => [
  {
    caption: "Response headers",
    head: ["Header", "Meaning"],
    rows: Object.entries(site.headers).map(([name, description]) => [code(name), description])
  }
]

const paged = (operations: ReadonlyArray<Operation>): ReadonlyArray<Block> => {
  const rows = operations.flatMap((operation) =>
    operation.pagedBy === undefined ? [] : [[`[${operation.summary}](${hrefOf(operation)})`, code(operation.pagedBy)]]
  )
  return rows.length === 0
    ? [{ text: "No operation that's enabled here gives its answer in pages." }]
    : [{ caption: "Paged operations", head: ["Operation", "Paged by"], rows }]
}

const alerts = ({ plugins }: SiteOptions): ReadonlyArray<Block> => {
  const rows = plugins.flatMap((plugin) => Object.values(plugin.alerts).map((kind) => [kind.title, kind.description]))
  return rows.length === 0
    ? [{ text: "No plugin that's enabled here sends alerts." }]
    : [{ caption: "Kinds of alerts", head: ["Alert", "When"], rows }]
}

/** Everything that the guide lists and that is not written by hand: it shows what is enabled, and no more. */
export const listsOf = (site: SiteOptions): Lists => ({
  errors: () => errors(site.operations),
  prices: () => prices(site.operations),
  paged: () => paged(site.operations),
  plugins: () => enabled(site),
  models: () => models(site),
  alerts: () => alerts(site),
  plans: () => planTable(site),
  settings: () => settings(site),
  "plugin-settings": () => pluginSettings(site),
  headers: () => headers(site),
  "plan-ids": () => [{ text: Object.keys(site.plans).map(code).join(" ") }]
})
