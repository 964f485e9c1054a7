import { draw, type ViewDeclaration } from "@storeglass/plugin-api/draw"
import { type ChartKind, type ChartLine, isAbsent, linesOf } from "./data.ts"

/** An app and what an operation answered of it; undefined: nothing yet, or it failed. */
export interface Side {
  readonly name: string
  readonly data: unknown
}

/** A figure of every app, in the order of the apps. `value` is null where it isn't told, `status` says why. */
export interface Figure {
  readonly title: string
  readonly field: string
  readonly values: ReadonlyArray<{ readonly value: unknown; readonly unit: string; readonly status: string }>
}

export type Compared =
  /** Charts with a line per app: one, or one for each name that lines have, such as a keyword. */
  | {
      readonly kind: "lines"
      readonly chart: ChartKind
      readonly charts: ReadonlyArray<{ readonly name: string; readonly lines: ReadonlyArray<ChartLine> }>
    }
  | { readonly kind: "figures"; readonly figures: ReadonlyArray<Figure> }

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Views that say something of several apps at once; lists, tables and galleries are each app's own. */
export const isComparable = (view: ViewDeclaration | undefined): view is ViewDeclaration =>
  view !== undefined && ["series", "ranks", "stat", "status", "bars"].includes(view.kind)

const isMeasured = ({ points }: ChartLine) => points.some(({ status, y }) => y !== null || isAbsent(status))

/** What a view shows of several apps. Every chart has a line for every app, so that an app keeps its colour. */
export const compared = (view: ViewDeclaration, sides: ReadonlyArray<Side>): Compared => {
  if (view.kind === "series" || view.kind === "ranks") {
    const drawn = sides.map(({ data }) => linesOf(draw(view, data)))
    const isNamed = "lines" in view && view.lines !== undefined
    const measured = drawn.map((lines) => lines.filter(isMeasured))
    const names = isNamed ? [...new Set(measured.flatMap((lines) => lines.map(({ name }) => name)))] : [""]
    const charts = names
      .map((name) => ({
        name,
        lines: sides.map((side, index) => ({
          name: side.name,
          points: (isNamed ? drawn[index]?.find((line) => line.name === name) : drawn[index]?.[0])?.points ?? []
        }))
      }))
      .filter(({ lines }) => lines.some(isMeasured))
    // What most of the apps have says most about them together.
    const shared = ({ lines }: (typeof charts)[number]) => lines.filter(isMeasured).length
    return { kind: "lines", chart: view.kind, charts: charts.toSorted((a, b) => shared(b) - shared(a)) }
  }
  if (view.kind === "status") {
    const rows = sides.map(({ data }) => draw(view, data).lines[0]?.rows[0])
    const figures = (view.details ?? []).map(({ field, title }) => ({
      title,
      field,
      values: rows.map((row) => ({ value: row?.[field] ?? null, unit: "", status: "" }))
    }))
    return { kind: "figures", figures }
  }
  const rows = sides.map(({ data }) => draw(view, data).lines.flatMap((line) => line.rows))
  // A row without a name can't be told from another's.
  const titles = [
    ...new Set(rows.flatMap((own) => own.flatMap(({ title }) => (title === null ? [] : [String(title)]))))
  ]
  const figures = titles.map((title) => ({
    title,
    field: "",
    values: rows.map((own) => {
      const row = own.find((each) => String(each.title) === title)
      return { value: row?.value ?? null, unit: textOf(row?.unit), status: textOf(row?.status) }
    })
  }))
  return { kind: "figures", figures }
}
