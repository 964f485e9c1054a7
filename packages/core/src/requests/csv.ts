import type { LoggedRequest } from "@storeglass/plugin-api"

const columns = [
  "at",
  "requestId",
  "operation",
  "path",
  "query",
  "status",
  "code",
  "credits",
  "held",
  "bucket",
  "ms",
  "replayed",
  "by",
  "credentialId",
  "address",
  "agent",
  "weight"
] as const satisfies ReadonlyArray<keyof LoggedRequest>

/** A cell (RFC 4180). What a spreadsheet would take for a formula is text. */
const cell = (value: string | number | boolean | null) => {
  const text = value === null ? "" : String(value)
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvHead = `${columns.join(",")}\r\n`
export const csvLine = (request: LoggedRequest): string => `${columns.map((name) => cell(request[name])).join(",")}\r\n`
