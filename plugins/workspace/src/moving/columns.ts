// Which column of a sheet is what: by its name, and by what stands in it.
import { isKeyword, termOf } from "@storeglass/keywords/contract"
import { type Meaning, namedColumn } from "./headers.ts"
import { appIn, countryIn } from "./places.ts"
import type { Sheet } from "./sheet.ts"

export interface Column {
  /** As the file calls it; null: it has no names. */
  readonly name: string | null
  /** Null: it isn't taken over. */
  readonly means: Meaning | null
}

export interface Table {
  readonly columns: ReadonlyArray<Column>
  /** Data, each with its place in the file, counted from 1 over rows that aren't empty. */
  readonly rows: ReadonlyArray<{ readonly at: number; readonly cells: ReadonlyArray<string> }>
}

const isNumber = (cell: string) => /^[-+]?[\d.,\s\u00a0%]*\d[\d.,\s\u00a0%]*$/.test(cell)
const isMeasure = (cell: string) =>
  isNumber(cell) || /^(?:-|–|—|n\/?a|null|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*)$/i.test(cell)
const share = (cells: ReadonlyArray<string>, is: (cell: string) => boolean) => {
  const full = cells.filter((cell) => cell !== "")
  return full.length === 0 ? 0 : full.filter(is).length / full.length
}

/** Exports may begin with a few lines about themselves; the names are the first row that has a telling one. */
const namesAt = (rows: Sheet["rows"]): number => {
  const head = rows.slice(0, 20).map((row) => row.map(namedColumn))
  const telling = head.findIndex((told) => told.includes("keyword") || told.includes("competitor"))
  return telling >= 0 ? telling : head.findIndex((told) => told.includes("app") && told.length > 1)
}

/** Names of no language we know still stand over numbers. */
const isHeader = ([first = [], ...rest]: Sheet["rows"]): boolean =>
  rest.length > 0 &&
  first.some(
    (cell, column) =>
      cell !== "" &&
      !isMeasure(cell) &&
      share(
        rest.slice(0, 200).map((row) => row[column] ?? ""),
        isMeasure
      ) >= 0.9
  )

/** The columns of a sheet, and its data. */
export const tableOf = ({ rows }: Pick<Sheet, "rows">): Table => {
  const found = namesAt(rows)
  const at = found >= 0 ? found : isHeader(rows) ? 0 : -1
  const header = at < 0 ? undefined : rows[at]
  const data = rows.slice(at + 1).map((cells, index) => ({ at: at + index + 2, cells }))
  const width = data.reduce((most, { cells }) => Math.max(most, cells.length), header?.length ?? 0)
  const sample = data.slice(0, 500)
  const cellsOf = (column: number) => sample.map(({ cells }) => cells[column] ?? "")

  const means: Array<Meaning | null> = Array.from({ length: width }, () => null)
  const has = (meaning: Meaning) => means.includes(meaning)
  for (const [column, name] of (header ?? []).entries()) {
    const meaning = namedColumn(name)
    if (meaning === undefined || has(meaning)) continue
    // An id may be anything's.
    const isApp = meaning !== "app" || share(cellsOf(column), (cell) => appIn(cell) !== undefined) >= 0.5
    if (isApp) means[column] = meaning
  }
  const free = () => means.flatMap((meaning, column) => (meaning === null ? [column] : []))
  const byContent = (meaning: Meaning, is: (cell: string) => boolean) => {
    if (has(meaning)) return
    const [best] = free()
      .map((column) => ({ column, fits: share(cellsOf(column), is) }))
      .filter(({ fits }) => fits >= 0.9)
      .toSorted((a, b) => b.fits - a.fits || a.column - b.column)
    if (best !== undefined) means[best.column] = meaning
  }
  if (!has("keyword") && !has("competitor")) byContent("app", (cell) => appIn(cell) !== undefined)
  // A list of one column is of keywords, also where each is a country's name.
  if (width > 1) byContent("country", (cell) => countryIn(cell) !== undefined)
  if (!has("keyword") && !has("app") && !has("competitor")) {
    const [best] = free()
      .map((column) => {
        const cells = cellsOf(column).filter((cell) => cell !== "")
        const fits = share(cells, (cell) => !isMeasure(cell) && isKeyword(termOf(cell)))
        return { column, fits, distinct: new Set(cells).size }
      })
      .filter(({ fits }) => fits >= 0.5)
      .toSorted((a, b) => b.distinct - a.distinct || b.fits - a.fits || a.column - b.column)
    if (best !== undefined) means[best.column] = "keyword"
  }
  return {
    columns: means.map((meaning, column) => ({ name: header?.[column] ?? null, means: meaning })),
    rows: data
  }
}
