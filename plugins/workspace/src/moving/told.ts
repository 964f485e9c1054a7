import { CommandFailed, table } from "@storeglass/plugin-api/cli"
import { Effect, Option, Schema } from "effect"
import { fileBytesMax, partsOf } from "./exported.ts"
import { exportFormat, Imported } from "./schema.ts"

const rows = Schema.optionalKey(Schema.Array(Schema.Unknown))
const Item = Schema.StructWithRest(Schema.Struct({ competitors: rows, keywords: rows, versions: rows }), [
  Schema.Record(Schema.String, Schema.Unknown)
])
const ExportPage = Schema.Struct({
  format: Schema.String,
  exportedAt: Schema.String,
  total: Schema.Int,
  nextCursor: Schema.NullOr(Schema.String),
  items: Schema.Array(Item),
  views: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  reports: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
const decodePage = Schema.decodeUnknownEffect(ExportPage)

/** A page of an export, as the gateway answers it. */
export const exportPage = (answer: unknown) =>
  Effect.mapError(
    decodePage(answer),
    () => new CommandFailed({ message: "the gateway answered something else than an export" })
  )

const decode = Schema.decodeUnknownEffect(Imported)
const imported = (answer: unknown) =>
  Effect.mapError(
    decode(answer),
    () => new CommandFailed({ message: "the gateway answered something else than an import" })
  )

const tallied = ["apps", "competitors", "keywords", "versions", "reports", "views"] as const

/** What the parts of one file did, together. */
export const together = Effect.fnUntraced(function* (
  answers: ReadonlyArray<{ readonly answer: unknown; readonly isContinued: boolean }>
) {
  const all = yield* Effect.forEach(answers, ({ answer, isContinued }) =>
    Effect.map(imported(answer), (one) => (isContinued ? { ...one, rows: 0, apps: { added: 0, duplicates: 0 } } : one))
  )
  const sum = (of: (one: Imported) => number) => all.reduce((total, one) => total + of(one), 0)
  const tallies = tallied.map((what) => [
    what,
    { added: sum((one) => one[what].added), duplicates: sum((one) => one[what].duplicates) }
  ])
  const [first] = all
  return {
    ...first,
    ...Object.fromEntries(tallies),
    rows: sum(({ rows }) => rows),
    refused: sum(({ refused }) => refused),
    refusals: all.flatMap(({ refusals }) => refusals).slice(0, 100),
    limit: all.find(({ limit }) => limit !== null)?.limit ?? null
  }
})

const decodeFile = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Struct({
      format: Schema.Literal(exportFormat),
      items: Schema.Array(Item),
      views: rows,
      reports: rows
    })
  )
)
/** An export that is larger than one import takes, in parts; undefined: it isn't an export. */
export const parted = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const file = yield* Effect.option(decodeFile(new TextDecoder().decode(bytes)))
  return Option.isNone(file) ? undefined : [...partsOf(file.value, fileBytesMax)]
})

/** What an import did, or would do, for people. */
export const told = Effect.fnUntraced(function* (answer: unknown) {
  const found = yield* imported(answer)
  const { apps, columns, competitors, keywords, limit, preview, refusals, refused, reports, rows, versions, views } =
    found
  const recognised = columns.flatMap(({ means, name }) =>
    means === null ? [] : [name === null ? means : `${name} (${means})`]
  )
  const counts = Object.entries({ apps, competitors, keywords, versions, reports, views })
    .filter(([, { added, duplicates }]) => added + duplicates > 0)
    .map(([what, { added, duplicates }]) => [what, String(added), String(duplicates)])
  const left = refused - refusals.length
  return [
    `${rows} rows${recognised.length === 0 ? "" : `; columns: ${recognised.join(", ")}`}`,
    ...(counts.length === 0 ? [] : [table(["", preview ? "would be added" : "added", "there already"], counts)]),
    ...(refused === 0
      ? []
      : [
          `${refused} refused:`,
          table(
            ["row", "reason", "value"],
            refusals.map(({ reason, row, value }) => [row === null ? "-" : String(row), reason, value])
          ),
          ...(left > 0 ? [`and ${left} more`] : [])
        ]),
    ...(limit === null ? [] : [`would be refused: ${limit}`]),
    ...(preview ? ["nothing was written"] : [])
  ].join("\n")
})
