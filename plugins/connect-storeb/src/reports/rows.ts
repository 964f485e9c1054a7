/** Rows of a report, out of the cells of its table. A row that isn't understood is told with its line, and never guessed at. */
import type { Layout, ReportFile } from "./families.ts"

export interface ReportRow {
  readonly packageName: string
  /** Empty in an overview; of several columns a JSON array. */
  readonly value: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** Numbers as decimal text; what the file leaves out, or calls `NA`, isn't there. */
  readonly measures: Readonly<Record<string, string>>
}
export interface BadRow {
  readonly line: number
  readonly reason: string
}

/** The file isn't the table that its name says. */
export class NotTheTable extends Error {}

const named = (cell: string) =>
  cell
    .replace(/^\uFEFF/, "")
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .trim()
const valueBytesMax = 1_500
const packageForm = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+$/
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** `2026-11-03`, and in the reports of money also `Nov 3, 2026`. */
const dayOf = (cell: string): string | undefined => {
  const [, name = "", date = "", year = ""] = /^([A-Za-z]{3})[a-z]* (\d{1,2}), (\d{4})$/.exec(cell) ?? []
  const month = months.indexOf(name.toLowerCase()) + 1
  const iso = month === 0 ? cell : `${year}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) && new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) ? iso : undefined
}

/** Undefined: not a number. Null: the file tells none. */
const numberOf = (cell: string): string | null | undefined => {
  const text = cell.trim()
  if (text === "" || /^(?:na|n\/a|nan)$/i.test(text)) return null
  const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text
  if (/^-?\d{1,18}(?:\.\d{1,18})?$/.test(plain)) return plain
  const [, percent] = /^(-?\d{1,9}(?:\.\d{1,12})?)%$/.exec(plain) ?? []
  if (percent !== undefined) return String(Number((Number(percent) / 100).toFixed(14)))
  return /^-?\d(?:\.\d{1,17})?[eE][+-]?\d{1,2}$/.test(plain) ? String(Number(Number(plain).toFixed(14))) : undefined
}

const countryOf = (key: string, text: string) =>
  key === "country" && /^[A-Za-z]{2}$/.test(text) ? text.toLowerCase() : text

export interface TableHead {
  readonly unknownColumns: ReadonlyArray<string>
  readonly rowOf: (cells: ReadonlyArray<string>) => ReportRow | string
}

/** Reads a table's header. Throws `NotTheTable`. */
export const headOf = (
  { layout, month, packageName }: Pick<ReportFile, "month" | "packageName"> & { readonly layout: Layout },
  header: ReadonlyArray<string>
): TableHead => {
  const columns = new Map<string, number>()
  for (const [index, cell] of header.entries()) if (!columns.has(named(cell))) columns.set(named(cell), index)
  const at = (names: ReadonlyArray<string>) => {
    const name = names.find((one) => columns.has(one))
    return name === undefined ? undefined : columns.get(name)
  }
  const dateAt = at(layout.date)
  if (dateAt === undefined) throw new NotTheTable(`it has no column "${layout.date[0]}"`)
  const packageAt = at(layout.packageName)
  if (packageAt === undefined && packageName === null) {
    throw new NotTheTable(`it has no column "${layout.packageName[0]}"`)
  }
  const keys = layout.keys.map(({ key, names }) => ({ key, index: at(names) }))
  if (keys.length > 0 && keys.every(({ index }) => index === undefined)) {
    throw new NotTheTable(`it has no column "${layout.keys[0]?.names[0]}"`)
  }
  const measures = [...columns].flatMap(([name, index]) => {
    const measure = layout.measures[name]
    return measure === undefined ? [] : [{ measure, index, name }]
  })
  if (measures.length === 0) throw new NotTheTable("it has no column of figures that this version knows")
  const used = new Set([
    dateAt,
    ...(packageAt === undefined ? [] : [packageAt]),
    ...keys.map(({ index }) => index),
    ...measures.map(({ index }) => index)
  ])

  return {
    unknownColumns: header.filter(
      (cell, index) => !used.has(index) && named(cell) !== "" && !layout.ignored.has(named(cell))
    ),
    rowOf: (cells) => {
      if (cells.length !== header.length) return `it has ${cells.length} cells, not ${header.length}`
      const cell = (index: number | undefined) => (index === undefined ? "" : (cells[index] ?? ""))
      const day = dayOf(cell(dateAt).trim())
      if (day === undefined) return "its date isn't one"
      if (!layout.sums && !day.startsWith(month)) return `its date isn't of ${month}`
      const app = packageAt === undefined ? (packageName ?? "") : cell(packageAt).trim()
      if (!packageForm.test(app) || app.length > 255) return "it names no app"
      if (packageName !== null && app !== packageName) return "it's of another app"
      const values = keys.map(({ index, key }) => countryOf(key, cell(index).trim()))
      const value = values.length > 1 ? JSON.stringify(values) : (values[0] ?? "")
      if (value.includes("\0") || value.includes("\\u0000")) return "it has a character that isn't text"
      if (Buffer.byteLength(value) > valueBytesMax) return `its keys are longer than ${valueBytesMax} bytes`
      const told: Record<string, string> = {}
      for (const { index, measure, name } of measures) {
        const number = numberOf(cell(index))
        if (number === undefined) return `"${name}" isn't a number`
        if (number !== null) told[measure] = number
      }
      if (layout.sums) told.count = "1"
      return { packageName: app, value: value.toWellFormed(), day, measures: told }
    }
  }
}
