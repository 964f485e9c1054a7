import {
  csvLine,
  type FileRefused,
  Files,
  InvalidInput,
  isoOf,
  ServiceUnavailable,
  type StoredFile
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { parquetWriteBuffer } from "hyparquet-writer"
import { ReportTooLarge } from "./errors.ts"
import { families } from "./families.ts"
import { type Exported, ExportedUpTo, ReportRows } from "./ReportRows.ts"
import type { Export as Asked } from "./schema.ts"

/** About as many as fit into a file that the gateway hands out; a column of the same text is short in Parquet. */
const rowsMax = { csv: 50_000, parquet: 200_000 } as const
const dayMs = 86_400_000
const narrow = "ask for one app, fewer kinds of reports or fewer days"

const columns = ["packageName", "family", "dimension", "value", "date", "measure", "number"] as const

const csvOf = (rows: ReadonlyArray<Exported>) =>
  Buffer.from(
    csvLine(columns) +
      rows
        // A number stays one: as text a spreadsheet's guard would quote a negative one.
        .map(({ day, dimension, family, measure, number, packageName, value }) =>
          csvLine([packageName, family, dimension, value, day, measure, Number(number)])
        )
        .join("")
  )
const parquetOf = (rows: ReadonlyArray<Exported>) => {
  const texts = (name: keyof Exported, as: string = name) => ({
    name: as,
    data: rows.map((row) => row[name]),
    type: "STRING" as const
  })
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        texts("packageName"),
        texts("family"),
        texts("dimension"),
        texts("value"),
        texts("day", "date"),
        texts("measure"),
        { name: "number", data: rows.map(({ number }) => Number(number)), type: "DOUBLE" }
      ]
    })
  )
}
const types = { csv: "text/csv; charset=utf-8", parquet: "application/vnd.apache.parquet" } as const

const refused = ({ message, reason }: FileRefused) =>
  reason === "too_large" || reason === "account_full"
    ? new ReportTooLarge(`${message}; ${narrow}`)
    : new ServiceUnavailable("the file couldn't be kept; nothing was charged, retry later")

const upTo = Schema.encodeSync(Schema.fromJsonString(ExportedUpTo))

const make = Effect.gen(function* () {
  const files = yield* Files
  const reports = yield* ReportRows

  /** A file of as many of the rows as it may hold. */
  const kept = Effect.fnUntraced(function* (
    accountId: string,
    format: Asked["format"],
    found: ReadonlyArray<Exported>
  ): Effect.fn.Return<
    { readonly file: StoredFile; readonly rows: ReadonlyArray<Exported> },
    ReportTooLarge | ServiceUnavailable
  > {
    const nowMs = yield* Clock.currentTimeMillis
    for (let rows = found; ; rows = rows.slice(0, Math.ceil(rows.length / 2))) {
      const file = yield* Effect.catchTag(
        files.put({
          accountId,
          name: `reports-${isoOf(nowMs).slice(0, 10)}.${format}`,
          type: types[format],
          bytes: format === "csv" ? csvOf(rows) : parquetOf(rows),
          expiresAtMs: nowMs + dayMs
        }),
        "FileRefused",
        (error) =>
          error.reason === "too_large" && rows.length > 1 ? Effect.succeed(undefined) : Effect.fail(refused(error))
      )
      if (file !== undefined) return { file, rows }
    }
  })

  return {
    /** A file of the rows that fit, which is there for a day, and where the next one begins. */
    make: Effect.fn("Export.make")(function* (accountId: string, asked: Asked) {
      const { cursor, format, from = "0001-01-01", packageName, to = "9999-12-31" } = asked
      if (from > to) return yield* new InvalidInput("from (body): must not be after to")
      const found = yield* reports.exported(
        { accountId, from, to, packageName },
        asked.families ?? families,
        rowsMax[format] + 1,
        cursor
      )
      const { file, rows } = yield* kept(accountId, format, found.slice(0, rowsMax[format]))
      const last = rows.length < found.length ? rows.at(-1) : undefined
      return {
        url: file.url,
        format,
        rows: rows.length,
        size: file.size,
        expiresAt: isoOf(file.expiresAtMs),
        nextCursor: last === undefined ? null : Buffer.from(upTo(last)).toString("base64url")
      }
    })
  }
})

/** Files of imported rows. */
export class Export extends Context.Service<Export, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/Export"
) {
  static readonly layer = Layer.effect(this, make)
}
