import { limitName } from "./contenders.ts"
import type { Load } from "./measure.ts"

export interface Row {
  readonly name: string
  readonly keys: number
  readonly rps: number
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  /** CPU of the server's process; null where the system does not tell. */
  readonly cpuUs: number | null
  /** Null when the limit was not measured. */
  readonly ratioToHttp: number | null
}

export const median = (values: ReadonlyArray<number | null>): number | null => {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? null
  const lower = sorted[middle - 1] ?? upper
  return sorted.length % 2 === 1 || upper === null || lower === null ? upper : (lower + upper) / 2
}

/** To so many digits. */
export const rounded = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)))

/** The medians of the rounds, by name and number of keys. */
export const rowsOf = (
  measured: ReadonlyArray<{ readonly name: string; readonly keys: number; readonly loads: ReadonlyArray<Load> }>
): ReadonlyArray<Row> => {
  const rps = (loads: ReadonlyArray<Load>) => median(loads.map((load) => load.rps)) ?? 0
  return measured.map(({ keys, loads, name }) => {
    const limit = measured.find((other) => other.name === limitName && other.keys === keys)
    return {
      name,
      keys,
      rps: Math.round(rps(loads)),
      p50Ms: rounded(median(loads.map((load) => load.p50Ms)), 2),
      p99Ms: rounded(median(loads.map((load) => load.p99Ms)), 2),
      cpuUs: rounded(median(loads.map((load) => load.cpuUs)), 1),
      ratioToHttp: limit === undefined ? null : rounded(rps(loads) / rps(limit.loads), 3)
    }
  })
}

const cell = (value: number | null, digits: number) => (value === null ? "-" : value.toFixed(digits))

/** The rows as text, each with its ratio to every peer of the same number of keys. */
export const tableOf = (rows: ReadonlyArray<Row>, peers: ReadonlyArray<string>): string => {
  const ratio = (row: Row, peer: string) => {
    const other = rows.find(({ keys, name }) => name === peer && keys === row.keys)
    return other === undefined ? "-" : `${(row.rps / other.rps).toFixed(2)}x`
  }
  const head = ["row", "keys", "requests/s", "p50 ms", "p99 ms", "CPU us/request", ...peers.map((name) => `to ${name}`)]
  const lines = rows.map((row) => [
    row.name,
    String(row.keys),
    String(row.rps),
    cell(row.p50Ms, 2),
    cell(row.p99Ms, 2),
    cell(row.cpuUs, 1),
    ...peers.map((peer) => ratio(row, peer))
  ])
  const widths = head.map((name, index) => Math.max(name.length, ...lines.map((line) => line[index]?.length ?? 0)))
  const text = (line: ReadonlyArray<string>) =>
    `| ${line.map((value, index) => (index === 0 ? value.padEnd(widths[index] ?? 0) : value.padStart(widths[index] ?? 0))).join(" | ")} |`
  const rule = `| ${widths.map((width, index) => (index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`
  return [text(head), rule, ...lines.map(text)].join("\n")
}
