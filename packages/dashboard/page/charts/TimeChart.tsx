import { type KeyboardEvent, use, useEffect, useMemo, useRef, useState } from "react"
import uPlot from "uplot"
import { day, dayOf, moment, number, short, unknown, words } from "../format.ts"
import { t, useLanguage } from "../i18n.ts"
import { page } from "../page.ts"
import { useTheme } from "../theme.ts"
import { type ChartKind, type ChartLine, isAbsent, plotOf } from "./data.ts"
import { AboutContext, MarksContext } from "./marks.ts"

/** Told apart by dash as well as by colour. */
const dashes: ReadonlyArray<ReadonlyArray<number>> = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [5, 2],
  [1, 3],
  [12, 4],
  [6, 2, 1, 2]
]
const shownMax = 8

/** The colour that a property stands for, in the theme that is on. */
const colourOf = (property: string): string => {
  const probe = document.createElement("i")
  probe.style.color = `var(${property})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const faded = (colour: string, share: number) =>
  colour.replace(/^rgb\((.*)\)$/, `rgb($1 / ${share})`).replaceAll(",", " ")

const when = (at: string) => (at.length === 10 ? day(at, "long") : moment(at))

const valueText = (kind: ChartKind, line: ChartLine, index: number): string => {
  const point = line.points[index]
  if (point === undefined) return unknown
  if (point.y === null) return isAbsent(point.status) ? t("not in the list") : t("not measured")
  const value = kind === "ranks" ? `#${number(point.y)}` : number(point.y)
  return point.low === null || point.high === null
    ? value
    : t("{value} ({low} to {high})", { value, low: number(point.low), high: number(point.high) })
}

export interface TimeChartProps {
  readonly kind: ChartKind
  readonly lines: ReadonlyArray<ChartLine>
  readonly title: string
  readonly height?: number
  /** Where its numbers come from, for its picture. */
  readonly origin?: string
  /** A status in the language that is spoken. */
  readonly sayStatus?: (status: string) => string
}

/** Lines over time. Ranks have their best at the top, and a lane for "measured, and not in the list"; a gap is "not measured". */
export const TimeChart = ({
  height = 240,
  kind,
  lines: all,
  origin = "",
  sayStatus = words,
  title
}: TimeChartProps) => {
  const holder = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const language = useLanguage()
  const theme = useTheme()
  const lines = useMemo(() => all.slice(0, shownMax), [all])
  const happened = use(MarksContext)
  const about = use(AboutContext)
  const plot = useMemo(() => plotOf(lines, happened), [lines, happened])
  const [at, setAt] = useState<number>()

  useEffect(() => {
    const element = holder.current
    if (element === null || plot.xs.length === 0) return
    const text = colourOf("--muted")
    const grid = colourOf("--line")
    const lane = plot.max + Math.max(2, Math.ceil((plot.max - Math.min(1, plot.min)) * 0.14))
    const ranks = kind === "ranks"
    const series: Array<uPlot.Series> = [{}]
    const data: Array<ReadonlyArray<number | null | undefined>> = [plot.xs]
    const bands: Array<uPlot.Band> = []
    const isFew = plot.xs.length <= 70
    for (const [index, line] of plot.lines.entries()) {
      const stroke = colourOf(`--line-${index + 1}`)
      series.push({
        label: line.name,
        stroke,
        width: 2,
        dash: [...(dashes[index] ?? [])],
        spanGaps: false,
        points: { show: isFew, size: 5, fill: stroke }
      })
      data.push(line.values)
      if (line.low !== undefined && line.high !== undefined) {
        const edge = { stroke: faded(stroke, 0.35), width: 1, points: { show: false } }
        series.push(edge, edge)
        data.push(line.high, line.low)
        bands.push({ series: [series.length - 2, series.length - 1], fill: faded(stroke, 0.14) })
      }
      if (plot.hasLane && ranks) {
        series.push({ stroke, points: { show: true, size: 5, fill: stroke }, paths: () => null })
        data.push(line.lane.map((isOut) => (isOut ? lane : null)))
      }
    }
    const options: uPlot.Options = {
      width: element.clientWidth,
      height,
      padding: [10, 12, 0, 0],
      cursor: { y: false, points: { size: 8 } },
      legend: { show: false },
      scales: {
        x: { time: true },
        y: ranks
          ? { dir: -1, range: () => [0.5, (plot.hasLane ? lane : Math.max(plot.max, 5)) + 0.5] }
          : { range: (_, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.08] }
      },
      axes: [
        {
          stroke: text,
          size: 32,
          grid: { show: false },
          ticks: { stroke: grid },
          font: "12px system-ui",
          values: (_, splits) => splits.map((split) => day(dayOf(split * 1000)))
        },
        {
          stroke: text,
          grid: { stroke: grid, width: 1 },
          ticks: { show: false },
          font: "12px system-ui",
          size: plot.hasLane && ranks ? 76 : 56,
          ...(ranks
            ? {
                splits: () => {
                  const step = Math.max(1, Math.ceil(plot.max / 5))
                  const marks = Array.from({ length: Math.floor(plot.max / step) + 1 }, (_, index) =>
                    Math.max(1, index * step)
                  )
                  return plot.hasLane ? [...marks, lane] : marks
                }
              }
            : {}),
          values: (_, splits) =>
            splits.map((split) =>
              ranks && plot.hasLane && split === lane ? t("not in list") : ranks ? `#${split}` : short(split)
            )
        }
      ],
      series,
      bands,
      hooks: {
        setCursor: [(self) => setAt(self.cursor.idx ?? undefined)],
        draw: [
          (self) => {
            const { ctx } = self
            ctx.save()
            ctx.strokeStyle = faded(text, 0.7)
            ctx.setLineDash([3, 3])
            for (const { x } of plot.marks) {
              const left = self.valToPos(x, "x", true)
              ctx.beginPath()
              ctx.moveTo(left, self.bbox.top)
              ctx.lineTo(left, self.bbox.top + self.bbox.height)
              ctx.stroke()
            }
            ctx.restore()
          }
        ]
      }
    }
    const made = new uPlot(options, data as uPlot.AlignedData, element)
    chart.current = made
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      chart.current = undefined
    }
    // Drawn anew in another theme or language.
  }, [height, kind, plot, theme, language])

  const move = (event: KeyboardEvent) => {
    const last = plot.xs.length - 1
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, (at ?? last + 1) - 1),
      ArrowRight: Math.min(last, (at ?? -1) + 1),
      Home: 0,
      End: last
    }
    const next = steps[event.key]
    const x = next === undefined ? undefined : plot.xs[next]
    if (next === undefined || x === undefined) return
    event.preventDefault()
    setAt(next)
    const made = chart.current
    made?.setCursor({ left: made.valToPos(x, "x"), top: 10 }, false)
  }

  const x = at === undefined ? undefined : plot.xs[at]
  const shown =
    x === undefined
      ? []
      : lines.flatMap((line) => {
          const index = line.points.findIndex((point) => Date.parse(point.at) / 1000 === x)
          return index < 0 ? [] : [{ line, index, text: valueText(kind, line, index) }]
        })
  const atText = shown[0]?.line.points[shown[0].index]?.at
  const notes = x === undefined ? [] : (plot.marks.find((mark) => mark.x === x)?.notes ?? [])

  const today = dayOf(Date.now())
  const picture = async () => {
    const canvas = chart.current?.ctx.canvas
    if (canvas === undefined) return
    const { fileName, savePicture } = await import("./saveChart.ts")
    const days = lines.flatMap(({ points }) => points.map((point) => point.at)).sort()
    const [first, last] = [days[0], days.at(-1)]
    await savePicture(
      canvas,
      {
        title,
        about: [about, ...(first === undefined || last === undefined ? [] : [`${when(first)} – ${when(last)}`])]
          .filter((part) => part !== "")
          .join(" · "),
        sources: [
          ...(origin === "" ? [] : [origin]),
          [page.product, day(today, "long"), ...(page.isSandbox ? [t("the sandbox, invented")] : [])].join(" · ")
        ],
        lines: lines.map(({ name }, index) => ({
          name,
          colour: colourOf(`--line-${index + 1}`),
          dash: dashes[index] ?? []
        })),
        colours: { text: colourOf("--text"), muted: colourOf("--muted"), ground: colourOf("--bg") }
      },
      fileName(`${about} ${title}`, today, "png")
    )
  }
  const numbers = async () => {
    const { fileName, saveNumbers } = await import("./saveChart.ts")
    saveNumbers(all, title, fileName(`${about} ${title}`, today, "csv"))
  }

  return (
    <figure className="min-w-0">
      {lines.length > 1 || (lines[0]?.name ?? "") !== "" ? (
        <figcaption className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {lines.map((line, index) => (
            <span key={line.name} className="inline-flex items-center gap-1.5">
              <svg width="22" height="6" aria-hidden="true">
                <line
                  x1="0"
                  x2="22"
                  y1="3"
                  y2="3"
                  stroke={`var(--line-${index + 1})`}
                  strokeWidth="2.5"
                  strokeDasharray={(dashes[index] ?? []).join(" ")}
                />
              </svg>
              {line.name}
            </span>
          ))}
          {all.length > shownMax ? <span>{t("and {n} more in the table", { n: all.length - shownMax })}</span> : null}
        </figcaption>
      ) : null}
      <div
        ref={holder}
        role="group"
        aria-roledescription={t("chart")}
        aria-label={t("{title}. Arrow keys walk its points; the table below has the same numbers.", { title })}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        style={{ minHeight: `${height}px` }}
      />
      <p aria-live="polite" className="mt-1 min-h-5 text-xs text-muted">
        {atText === undefined ? null : (
          <>
            <span className="font-medium text-text">{when(atText)}</span>
            {shown.map(({ line, text }) => (
              <span key={line.name} className="ms-3">
                {line.name === "" ? "" : `${line.name}: `}
                <span className="text-text">{text}</span>
              </span>
            ))}
            {notes.map(({ text, title: name }) => (
              <span key={`${name} ${text}`} className="ms-3 text-warn">
                {text === undefined ? name : `${name}: ${text}`}
              </span>
            ))}
          </>
        )}
      </p>
      <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-1 text-xs">
        <ChartTable kind={kind} lines={all} title={title} sayStatus={sayStatus} />
        <button type="button" className="rounded text-muted hover:text-text" onClick={() => void picture()}>
          {t("Save the picture")}
        </button>
        <button type="button" className="rounded text-muted hover:text-text" onClick={() => void numbers()}>
          {t("Save as CSV")}
        </button>
      </div>
    </figure>
  )
}

/** The same numbers, to be read. */
const ChartTable = ({
  kind,
  lines,
  sayStatus,
  title
}: {
  readonly kind: ChartKind
  readonly lines: ReadonlyArray<ChartLine>
  readonly title: string
  readonly sayStatus: (status: string) => string
}) => {
  const [open, setOpen] = useState(false)
  const rows = useMemo(() => {
    const moments = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) =>
      b.localeCompare(a)
    )
    return moments.map((at) => ({
      at,
      cells: lines.map((line) => {
        const index = line.points.findIndex((point) => point.at === at)
        return {
          name: line.name,
          text: index < 0 ? unknown : valueText(kind, line, index),
          status: line.points[index]?.status
        }
      })
    }))
  }, [kind, lines])
  return (
    <details
      className="text-sm open:order-last open:basis-full"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit rounded text-xs text-muted hover:text-text">{t("As a table")}</summary>
      {open ? (
        <div
          className="mt-2 max-h-80 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label={t("Table: {title}", { title })}
        >
          <table className="w-full text-xs tabular-nums">
            <thead>
              <tr className="text-muted">
                <th scope="col" className="py-1 pe-3 text-start font-medium">
                  {t("When")}
                </th>
                {lines.map(({ name }) => (
                  <th key={name} scope="col" className="px-2 py-1 text-end font-medium">
                    {name === "" ? title : name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ at, cells }) => (
                <tr key={at} className="border-t border-line">
                  <th scope="row" className="py-1 pe-3 text-start font-normal whitespace-nowrap">
                    {when(at)}
                  </th>
                  {cells.map(({ name, status, text }) => (
                    <td
                      key={name}
                      className="px-2 py-1 text-end"
                      title={status === undefined ? undefined : sayStatus(status)}
                    >
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  )
}
