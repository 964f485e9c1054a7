import { csvLine } from "@storeglass/plugin-api/csv"
import { saveFile } from "../save.ts"

interface LegendLine {
  readonly name: string
  readonly colour: string
  readonly dash: ReadonlyArray<number>
}

/** What stands around a chart in its picture. */
interface Around {
  readonly title: string
  /** Below the title, such as the app and what the numbers are. */
  readonly about: string
  /** A line each, below it. */
  readonly sources: ReadonlyArray<string>
  readonly lines: ReadonlyArray<LegendLine>
  readonly colours: { readonly text: string; readonly muted: string; readonly ground: string }
}

/** A name for a file, whatever the title is. */
export const fileName = (title: string, day: string, ending: string): string => {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
  return `${name === "" ? "chart" : name}-${day}.${ending}`
}

const margin = 24
const lineHeight = 20
const sampleWidth = 24
const font = (size: number, weight = "normal") => `${weight} ${size}px system-ui`

/** Names in rows, as many beside each other as there is room. */
const rowsOf = (context: CanvasRenderingContext2D, lines: ReadonlyArray<LegendLine>, width: number) => {
  const rows: Array<Array<LegendLine & { readonly left: number }>> = []
  let left = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const taken = sampleWidth + 8 + context.measureText(line.name).width + 20
    if (left + taken > width) {
      rows.push([])
      left = 0
    }
    rows.at(-1)?.push({ ...line, left })
    left += taken
  }
  return rows
}

/** Saves a chart as a PNG with its title, its legend and where its numbers come from. */
export const savePicture = async (chart: HTMLCanvasElement, around: Around, name: string): Promise<void> => {
  const scale = chart.width / chart.clientWidth
  const picture = document.createElement("canvas")
  const context = picture.getContext("2d")
  if (context === null) return
  context.font = font(12)
  const named = around.lines.filter((line) => line.name !== "")
  const legend = rowsOf(context, named, chart.clientWidth)
  const head = margin + 2 * lineHeight + legend.length * lineHeight + 8
  const [width, height] = [
    chart.clientWidth + 2 * margin,
    head + chart.clientHeight + around.sources.length * lineHeight + margin
  ]
  picture.width = Math.round(width * scale)
  picture.height = Math.round(height * scale)
  context.scale(scale, scale)
  context.fillStyle = around.colours.ground
  context.fillRect(0, 0, width, height)
  context.textBaseline = "middle"
  context.fillStyle = around.colours.text
  context.font = font(16, "600")
  context.fillText(around.title, margin, margin + lineHeight / 2, chart.clientWidth)
  context.fillStyle = around.colours.muted
  context.font = font(12)
  context.fillText(around.about, margin, margin + 1.5 * lineHeight, chart.clientWidth)
  for (const [row, lines] of legend.entries()) {
    const top = margin + (2.5 + row) * lineHeight
    for (const { colour, dash, left, name: text } of lines) {
      context.strokeStyle = colour
      context.lineWidth = 2.5
      context.setLineDash([...dash])
      context.beginPath()
      context.moveTo(margin + left, top)
      context.lineTo(margin + left + sampleWidth, top)
      context.stroke()
      context.fillStyle = around.colours.text
      context.fillText(text, margin + left + sampleWidth + 8, top, chart.clientWidth - left - sampleWidth - 8)
    }
  }
  context.drawImage(chart, margin, head, chart.clientWidth, chart.clientHeight)
  context.fillStyle = around.colours.muted
  for (const [row, source] of around.sources.entries()) {
    context.fillText(source, margin, head + chart.clientHeight + (row + 0.5) * lineHeight, chart.clientWidth)
  }
  const saved = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, "image/png"))
  if (saved !== null) saveFile(saved, name)
}

/** Numbers as a spreadsheet takes them: a row a moment, a column a line; empty where nothing was measured. */
export const chartCsv = (
  lines: ReadonlyArray<{
    readonly name: string
    readonly points: ReadonlyArray<{
      readonly at: string
      readonly y: number | null
      readonly low: number | null
      readonly high: number | null
      readonly status: string | undefined
    }>
  }>,
  title: string
): string => {
  const moments = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort()
  const columns = lines.flatMap(({ name, points }) => {
    const of = name === "" ? title : name
    const byMoment = new Map(points.map((point) => [point.at, point]))
    const banded = points.some(({ high, low }) => low !== null || high !== null)
    const told = points.some(({ status }) => status !== undefined)
    return [
      { head: of, cell: (at: string) => byMoment.get(at)?.y },
      ...(banded
        ? [
            { head: `${of} (low)`, cell: (at: string) => byMoment.get(at)?.low },
            { head: `${of} (high)`, cell: (at: string) => byMoment.get(at)?.high }
          ]
        : []),
      ...(told ? [{ head: `${of} (status)`, cell: (at: string) => byMoment.get(at)?.status }] : [])
    ]
  })
  return [
    csvLine(["at", ...columns.map(({ head }) => head)]),
    ...moments.map((at) => csvLine([at, ...columns.map(({ cell }) => cell(at))]))
  ].join("")
}

export const saveNumbers = (lines: Parameters<typeof chartCsv>[0], title: string, name: string): void =>
  saveFile(new Blob([chartCsv(lines, title)], { type: "text/csv" }), name)
