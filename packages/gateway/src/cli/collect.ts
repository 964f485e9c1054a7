import type { CollectionRow } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

type Row = CollectionRow & { readonly plugin: string }
const place = ({ platform, plugin, what }: Row) => [plugin, what, platform]
const progress = ({ done, due, lagSeconds }: Row) => [String(done), String(due), `${lagSeconds} s`]

/** How far the collection is. */
export const progressTable = (rows: ReadonlyArray<Row>): string =>
  table(
    ["plugin", "what", "platform", "done", "due", "lag"],
    rows.map((row) => [...place(row), ...progress(row)])
  )

const planTable = (rows: ReadonlyArray<Row>): string =>
  table(
    ["plugin", "what", "platform", "demand/day", "capacity/day", "uncovered", "done", "due", "lag"],
    rows.map((row) => [
      ...place(row),
      String(row.demandPerDay),
      row.capacityPerDay === null ? "unknown" : String(row.capacityPerDay),
      row.uncovered === 0 ? "none" : `${row.uncovered} a day`,
      ...progress(row)
    ])
  )

const plan = Command.make("plan", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { collectionOf, withPlugins } = yield* gateway
    const rows = yield* withPlugins(config, ({ plugins }) => collectionOf(plugins))
    const nothing = "nothing is collected: no enabled plugin has collection jobs"
    yield* print(json, rows, rows.length === 0 ? nothing : planTable(rows))
  })
).pipe(Command.withDescription("Show what must be collected each day, and what the stores' limits allow."))

export const collect = Command.make("collect").pipe(
  Command.withDescription("Collect ranks and charts."),
  Command.withSubcommands([plan])
)
