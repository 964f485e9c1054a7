import { CommandFailed, table } from "@storeglass/plugin-api/cli"
import { Effect, Schema } from "effect"
import { Imported } from "./schema.ts"

const ExportPage = Schema.Struct({
  format: Schema.String,
  exportedAt: Schema.String,
  total: Schema.Int,
  nextCursor: Schema.NullOr(Schema.String),
  items: Schema.Array(Schema.Unknown),
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

/** What an import did, or would do, for people. */
export const told = Effect.fnUntraced(function* (answer: unknown) {
  const found = yield* Effect.mapError(
    decode(answer),
    () => new CommandFailed({ message: "the gateway answered something else than an import" })
  )
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
