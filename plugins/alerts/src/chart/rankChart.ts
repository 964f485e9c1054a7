import { lettering } from "./lettering.ts"
import type { RankSeries } from "./RankSeries.ts"

export const chartWidth = 800
export const chartHeight = 420
const plot = { left: 76, right: 704, top: 36, bottom: 352 }
/** What wasn't found is below all that was. */
const lostY = plot.bottom
const lostRoom = 40
const daysY = 394
const colors = { back: "#ffffff", grid: "#e3e7ed", axis: "#b4bcc8", text: "#5b6470", line: "#0b5cad", last: "#10151b" }
const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000]
const linesMax = 5
const worstMin = 5
const dayMs = 86_400_000

/** Ranks at which there's a line: the first is 1, the last at least the worst. */
export const ticksFor = (worst: number): ReadonlyArray<number> => {
  const reach = Math.max(worstMin, worst)
  const step = steps.find((each) => reach / each <= linesMax) ?? Math.ceil(reach / linesMax)
  const lines = Array.from({ length: Math.ceil(reach / step) }, (_, index) => (index + 1) * step)
  return [1, ...lines.filter((rank) => rank > 1)]
}

interface Point {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly rank: number | null
}

/** Runs of days without a gap between them; what wasn't found is one as well. */
const runsOf = (points: ReadonlyArray<Point>): ReadonlyArray<ReadonlyArray<Point>> => {
  const runs: Array<Array<Point>> = []
  for (const point of points) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (point.rank === null) runs.push([])
    else if (before !== undefined && before.at + 1 === point.at) run?.push(point)
    else runs.push([point])
  }
  return runs.filter(({ length }) => length > 0)
}

const small = { height: 11, color: colors.text }
/** At the left, beside its line. */
const axisText = (text: string, y: number, more: { readonly height?: number; readonly weight?: number } = {}) =>
  lettering(text, { ...small, ...more, x: plot.left - 14, y, anchor: "end" })
const line = (y: number, look: string) => `<path d="M${plot.left} ${y}H${plot.right}" ${look}/>`
const tiny = { height: 8, weight: 1.2 }
const lostLine = `${line(lostY, `stroke="${colors.axis}" stroke-dasharray="2 5" stroke-linecap="round"`)}${axisText("NOT", lostY - 6, tiny)}${axisText("FOUND", lostY + 6, tiny)}`

const dot = ({ rank, x, y }: Point) =>
  rank === null
    ? `<circle cx="${x}" cy="${y}" r="3.5" fill="${colors.back}" stroke="${colors.line}" stroke-width="1.8"/>`
    : `<circle cx="${x}" cy="${y}" r="3.2" fill="${colors.line}"/>`
const lastMark = ({ rank, x, y }: Point) =>
  rank === null
    ? `<circle cx="${x}" cy="${y}" r="7" fill="${colors.back}" stroke="${colors.line}" stroke-width="3"/>`
    : `<circle cx="${x}" cy="${y}" r="7" fill="${colors.line}" stroke="${colors.back}" stroke-width="3"/>${lettering(`#${rank}`, { x: x + 16, y, height: 17, color: colors.last, weight: 2.4 })}`

/** Ranks by day as SVG: rank 1 at the top, and gaps where nothing was measured. */
export const rankChart = ({ from, ranks, to }: RankSeries): string => {
  const firstMs = Date.parse(from)
  const days = Math.max(1, Math.round((Date.parse(to) - firstMs) / dayMs))
  const isAnyLost = ranks.some(({ rank }) => rank === null)
  const bottom = isAnyLost ? plot.bottom - lostRoom : plot.bottom
  const ticks = ticksFor(Math.max(...ranks.map(({ rank }) => rank ?? 1)))
  const worst = ticks.at(-1) ?? worstMin
  const yOf = (rank: number) => plot.top + ((bottom - plot.top) * (rank - 1)) / (worst - 1)
  const points = ranks.map(({ day, rank }): Point => {
    const at = Math.round((Date.parse(day) - firstMs) / dayMs)
    const x = plot.left + ((plot.right - plot.left) * at) / days
    return { at, rank, x, y: rank === null ? lostY : yOf(rank) }
  })
  const last = points.at(-1)
  const parts = [
    `<rect width="${chartWidth}" height="${chartHeight}" fill="${colors.back}"/>`,
    ...ticks.map((rank) => `${line(yOf(rank), `stroke="${colors.grid}"`)}${axisText(`#${rank}`, yOf(rank))}`),
    isAnyLost ? lostLine : "",
    lettering(from, { ...small, x: plot.left, y: daysY }),
    lettering(to, { ...small, x: plot.right, y: daysY, anchor: "end" }),
    ...runsOf(points).map(
      (run) =>
        `<path d="M${run.map(({ x, y }) => `${x} ${y}`).join("L")}" fill="none" stroke="${colors.line}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>`
    ),
    ...points.map(dot),
    last === undefined ? "" : lastMark(last)
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${chartHeight}" viewBox="0 0 ${chartWidth} ${chartHeight}">${parts.join("")}</svg>`
}
