import { csvLine } from "@storeglass/plugin-api"
import { Predicate } from "effect"

/** Rows as CSV, with a column for each field that one of them has; what isn't a text or number is JSON. */
export const csvOf = (rows: ReadonlyArray<unknown>): string => {
  const objects = rows.map(
    (row): Readonly<Record<string, unknown>> => (Predicate.isReadonlyObject(row) ? row : { row })
  )
  const columns = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  return [columns, ...objects.map((row) => columns.map((column) => row[column]))].map(csvLine).join("")
}
