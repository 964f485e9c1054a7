import { Console } from "effect"

/** Prints a result: JSON for programs, a text for people. */
export const print = (json: boolean, value: unknown, text: string) =>
  Console.log(json ? JSON.stringify(value, undefined, 2) : text)

/** Columns of text, as wide as their widest cell. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  const line = (row: ReadonlyArray<string>) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  return all.map(line).join("\n")
}
