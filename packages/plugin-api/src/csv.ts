/** A cell of CSV (RFC 4180). What a spreadsheet would take for a formula is text; what isn't a text or number is JSON. */
export const csvCell = (value: unknown): string => {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of CSV, with its end. */
export const csvLine = (values: ReadonlyArray<unknown>): string => `${values.map(csvCell).join(",")}\r\n`
