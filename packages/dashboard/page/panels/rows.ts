import { draw } from "@storeglass/plugin-api/draw"

/** The rows of an answer, with their values by the paths that are asked for; null: not told. */
export const rowsAt = (data: unknown, rows: string, paths: ReadonlyArray<string>) =>
  draw({ kind: "table", rows, columns: paths.map((field) => ({ field, title: field })) }, data).lines.flatMap(
    (line) => line.rows
  )
