import { Predicate } from "effect"

/** A cell (RFC 4180). What a spreadsheet would take for a formula is text. */
const cell = (value: unknown) => {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV, with a column for each field that one of them has; what isn't a text or number is JSON. */
export const csvOf = (rows: ReadonlyArray<unknown>): string => {
  const objects = rows.map(
    (row): Readonly<Record<string, unknown>> => (Predicate.isReadonlyObject(row) ? row : { row })
  )
  const columns = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  const lines = objects.map((row) => columns.map((column) => cell(row[column])).join(","))
  return [columns.map(cell).join(","), ...lines, ""].join("\r\n")
}
