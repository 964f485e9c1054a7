import type { Drawn } from "@storeglass/plugin-api/draw"

export type ChartKind = "series" | "ranks"

export interface ChartNote {
  readonly title: string
  readonly text: string | undefined
}

export interface ChartPoint {
  /** As the answer has it: a day or a moment. */
  readonly at: string
  /** Null: not measured, or measured and not in the list. */
  readonly y: number | null
  readonly low: number | null
  readonly high: number | null
  readonly status: string | undefined
  readonly notes: ReadonlyArray<ChartNote>
}

export interface ChartLine {
  readonly name: string
  readonly points: ReadonlyArray<ChartPoint>
}

export interface Plot {
  /** Seconds, ascending, each once. */
  readonly xs: ReadonlyArray<number>
  readonly lines: ReadonlyArray<{
    readonly name: string
    /** Null: a gap. Undefined: this line has nothing to say at that moment. */
    readonly values: ReadonlyArray<number | null | undefined>
    readonly low: ReadonlyArray<number | null | undefined> | undefined
    readonly high: ReadonlyArray<number | null | undefined> | undefined
    /** Where it was measured and isn't in the list. */
    readonly lane: ReadonlyArray<boolean>
  }>
  /** The largest value, for the place of the lane; 0 without any. */
  readonly max: number
  readonly min: number
  readonly hasLane: boolean
  readonly marks: ReadonlyArray<{ readonly x: number; readonly notes: ReadonlyArray<ChartNote> }>
}

const numberOf = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null)
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined

const daySeconds = 86_400

/** Statuses of a value that was looked for and isn't there, as opposed to one that nobody looked for. */
const absent = new Set(["not_in_top_n", "not_ranked", "not_in_list", "absent"])
export const isAbsent = (status: string | undefined): boolean => status !== undefined && absent.has(status)

/** The lines of what a view drew. */
export const linesOf = ({ lines }: Drawn): ReadonlyArray<ChartLine> =>
  lines.map(({ name, rows }, index) => ({
    name: textOf(name) ?? (lines.length === 1 ? "" : String(index + 1)),
    points: rows.flatMap((row) => {
      const at = textOf(row.x)
      if (at === undefined || Number.isNaN(Date.parse(at))) return []
      const notes = Array.isArray(row.notes) ? row.notes : []
      return [
        {
          at,
          y: numberOf(row.y),
          low: numberOf(row.low),
          high: numberOf(row.high),
          status: textOf(row.status),
          notes: notes.flatMap((note: Readonly<Record<string, unknown>>) => {
            const title = textOf(note.title)
            return title === undefined ? [] : [{ title, text: textOf(note.text) }]
          })
        }
      ]
    })
  }))

/** Something that happened at a moment, whatever a chart shows. */
export interface ChartMark extends ChartNote {
  readonly at: string
}

/** Lines over the moments of all of them, and marks at the last of these before each. */
export const plotOf = (lines: ReadonlyArray<ChartLine>, happened: ReadonlyArray<ChartMark> = []): Plot => {
  const secondsOf = ({ at }: ChartPoint) => Date.parse(at) / 1000
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(secondsOf)))].sort((a, b) => a - b)
  const all = lines
    .flatMap(({ points }) => points.flatMap(({ high, low, y }) => [y, low, high]))
    .filter((y) => y !== null)
  const marks = new Map<number, Array<ChartNote>>()
  const plotted = lines.map(({ name, points }) => {
    const byX = new Map(points.map((point) => [secondsOf(point), point]))
    for (const [x, { notes }] of byX) if (notes.length > 0) marks.set(x, [...(marks.get(x) ?? []), ...notes])
    const along = <A>(of: (point: ChartPoint) => A) =>
      xs.map((x) => {
        const point = byX.get(x)
        return point === undefined ? undefined : of(point)
      })
    const hasBand = points.some(({ high, low }) => low !== null && high !== null)
    return {
      name,
      values: along(({ y }) => y),
      low: hasBand ? along(({ low }) => low) : undefined,
      high: hasBand ? along(({ high }) => high) : undefined,
      lane: xs.map((x) => {
        const point = byX.get(x)
        return point !== undefined && point.y === null && isAbsent(point.status)
      })
    }
  })
  for (const { at, ...note } of happened) {
    const seconds = Date.parse(at) / 1000
    const x = xs.findLast((each) => each <= seconds)
    // The last of them goes on until its day has ended.
    if (x !== undefined && seconds - x < daySeconds) marks.set(x, [...(marks.get(x) ?? []), note])
  }
  return {
    xs,
    lines: plotted,
    max: all.length === 0 ? 0 : Math.max(...all),
    min: all.length === 0 ? 0 : Math.min(...all),
    hasLane: plotted.some(({ lane }) => lane.some(Boolean)),
    marks: [...marks].sort(([a], [b]) => a - b).map(([x, notes]) => ({ x, notes }))
  }
}
