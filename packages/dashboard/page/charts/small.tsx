import { useEffect, useRef, useState } from "react"
import { number, short } from "../format.ts"

/** A line as small as a word; what it says stands beside it. */
export const Sparkline = ({
  ranks = false,
  values,
  width = 110
}: {
  readonly values: ReadonlyArray<number | null>
  /** The best value, 1, is at the top. */
  readonly ranks?: boolean
  readonly width?: number
}) => {
  const height = 28
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const low = Math.min(...known)
  const high = Math.max(...known)
  const yOf = (value: number) => {
    const share = high === low ? 0.5 : (value - low) / (high - low)
    return 3 + (ranks ? share : 1 - share) * (height - 6)
  }
  const xOf = (index: number) => 2 + (index / Math.max(1, values.length - 1)) * (width - 4)
  const runs: Array<Array<string>> = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([])
    else runs.at(-1)?.push(`${xOf(index).toFixed(1)},${yOf(value).toFixed(1)}`)
  }
  const lastIndex = values.findLastIndex((value) => value !== null)
  const last = values[lastIndex]
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="text-accent">
      {runs
        .filter((run) => run.length > 0)
        .map((run) => (
          <polyline
            key={run[0]}
            points={run.join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
        ))}
      {last === null || last === undefined ? null : (
        <circle cx={xOf(lastIndex)} cy={yOf(last)} r="2.5" fill="currentColor" />
      )}
    </svg>
  )
}

export interface Bar {
  readonly name: string
  /** Null: not measured. */
  readonly value: number | null
  readonly text?: string
}

/** Bars lying beside their names. */
export const Bars = ({ bars }: { readonly bars: ReadonlyArray<Bar> }) => {
  const max = Math.max(...bars.map(({ value }) => value ?? 0), 0)
  return (
    <ul className="space-y-1.5 text-sm">
      {bars.map(({ name, text, value }, index) => (
        <li key={`${name} ${index}`} className="grid grid-cols-[minmax(6rem,12rem)_1fr_auto] items-center gap-3">
          <span className="truncate" title={name}>
            {name}
          </span>
          <span className="h-2.5 overflow-hidden rounded-full bg-panel">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: value === null || max <= 0 ? 0 : `${Math.max(1, (value / max) * 100)}%` }}
            />
          </span>
          <span className="text-end tabular-nums">{text ?? (value === null ? "–" : number(value))}</span>
        </li>
      ))}
    </ul>
  )
}

export interface Column {
  readonly key: string
  readonly label: string
  readonly value: number
}

const pressedMin = 24

/** Bars standing side by side, one a day; each may lead somewhere. */
export const Columns = ({
  columns,
  height = 130,
  onPick,
  title
}: {
  readonly columns: ReadonlyArray<Column>
  readonly title: string
  readonly height?: number
  readonly onPick?: (key: string) => void
}) => {
  const max = Math.max(...columns.map(({ value }) => value), 1)
  const list = useRef<HTMLUListElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Too narrow to be pressed: then they're looked at.
  const pick = width / Math.max(1, columns.length) >= pressedMin ? onPick : undefined
  return (
    <div>
      <ul ref={list} className="flex items-end gap-px" style={{ height: `${height}px` }} aria-label={title}>
        {columns.map(({ key, label, value }) => {
          const bar = (
            <span
              className={`block w-full rounded-t-sm ${value === 0 ? "bg-line" : "bg-accent"}`}
              style={{ height: `${value === 0 ? 2 : Math.max(4, (value / max) * (height - 4))}px` }}
            />
          )
          const text = `${label}: ${number(value)}`
          return (
            <li key={key} className="flex h-full min-w-0 flex-1 items-end">
              {pick === undefined ? (
                <span className="flex h-full w-full items-end" title={text}>
                  <span className="sr-only">{text}</span>
                  {bar}
                </span>
              ) : (
                <button
                  type="button"
                  className="flex h-full w-full items-end hover:opacity-70"
                  title={text}
                  aria-label={text}
                  onClick={() => pick(key)}
                >
                  {bar}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-1 flex justify-between text-xs text-muted">
        <span>{columns[0]?.label}</span>
        <span>{short(max)}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
    </div>
  )
}

/** How much of something is used. */
export const Meter = ({
  label,
  share,
  tone
}: {
  readonly share: number
  readonly label: string
  readonly tone: "ok" | "warn" | "bad"
}) => (
  <div className="h-2 overflow-hidden rounded-full bg-panel" role="img" aria-label={label}>
    <div
      className={`h-full rounded-full ${tone === "bad" ? "bg-bad" : tone === "warn" ? "bg-warn" : "bg-accent"}`}
      style={{ width: `${Math.min(100, Math.max(share > 0 ? 1 : 0, share * 100))}%` }}
    />
  </div>
)
