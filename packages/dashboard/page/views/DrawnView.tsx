import { type Drawn, draw, type ShownView } from "@storeglass/plugin-api/draw"
import { lazy, type ReactNode, Suspense, useState } from "react"
import { isAbsent, linesOf } from "../charts/data.ts"
import { Bars, Sparkline } from "../charts/small.tsx"
import { cell, isMoment, number, percent, short, signed, titled, unknown, words } from "../format.ts"
import { t } from "../i18n.ts"
import { Badge, Empty, Loading, Stat, Time, type Tone } from "../ui/basics.tsx"
import { useBeginning } from "../ui/beginning.tsx"
import { Icon } from "../ui/icons.tsx"
import { pictureAddress } from "../ui/Picture.tsx"
import { Table } from "../ui/Table.tsx"
import { Changes } from "./Changes.tsx"
import { originText } from "./Origin.tsx"
import { type Say, useSpoken } from "./spoken.ts"

const TimeChart = lazy(async () => ({ default: (await import("../charts/TimeChart.tsx")).TimeChart }))

type Values = Drawn["lines"][number]["rows"][number]

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : cell(value)
const numberOf = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null)

const good =
  /^(active|connected|ok|ready|live|approved|completed|done|enabled|measured|published|succeeded|available|saved|healthy|replied|verified|received|applied|imported|on|linked|set_?up)$/i
const bad = /^(failed|rejected|error|disabled|expired|suspended|blocked|broken|invalid)$/i
const waiting =
  /^(pending|partial|unknown|dropped|paused|degraded|queued|running|stale|waiting|warning|in_?review|cooldown|snoozed|limited)$/i

export const toneOf = (state: string): Tone =>
  good.test(state) ? "good" : bad.test(state) ? "bad" : waiting.test(state) ? "warn" : "plain"

/** A state is written for programs; a name isn't. */
const named = (state: string) => (/^[a-z][\w-]*$/i.test(state) ? words(state) : state)

const isLink = (text: string) => /^https?:\/\//.test(text)

/** A value: states as badges, addresses as links. `listed` is its text in the language that is spoken, if it's no data. */
export const Value = ({
  field,
  listed,
  value
}: {
  readonly value: unknown
  readonly field?: string
  readonly listed?: string | undefined
}) => {
  if (typeof value === "string") {
    if (isLink(value)) {
      return (
        <a className="break-all text-accent underline" href={value} target="_blank" rel="noreferrer">
          {value.replace(/^https?:\/\//, "").slice(0, 60)}
        </a>
      )
    }
    if (field !== undefined && /(status|state|decision|severity|urgency|priority|outcome)$/i.test(field)) {
      return <Badge tone={toneOf(value)}>{listed ?? words(value)}</Badge>
    }
    if (listed !== undefined) return listed
    if (isMoment(value)) return <Time at={value} />
  }
  // An id is a name, whatever it's made of.
  const text = typeof value === "number" && field !== undefined && /id$/i.test(field) ? String(value) : cell(value)
  return text === unknown ? (
    <span className="text-muted" title={t("not told")}>
      {unknown}
    </span>
  ) : (
    text
  )
}

/** A small line, and for who can't see it where it begins and ends. */
const LineOf = ({ ranks, value }: { readonly value: unknown; readonly ranks: boolean }) => {
  const values = Array.isArray(value) ? value.map(numberOf) : []
  const known = values.filter((each) => each !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return <Value value={null} />
  return (
    <>
      <Sparkline values={values} ranks={ranks} />
      <span className="sr-only">{t("from {first} to {last}", { first: number(first), last: number(last) })}</span>
    </>
  )
}

const Nothing = () => <Empty>{t("There's nothing yet.")}</Empty>

const changeOf = (value: number, previous: number): { readonly text: string; readonly tone: Tone } | undefined => {
  if (value === previous) return undefined
  const text =
    previous === 0
      ? signed(value)
      : `${value > previous ? "+" : "−"}${percent(Math.abs((value - previous) / previous))}`
  return { text, tone: value > previous ? "good" : "bad" }
}

const Stats = ({ rows, say }: { readonly rows: ReadonlyArray<Values>; readonly say: Say }) =>
  rows.length === 0 ? (
    <Nothing />
  ) : (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
      {rows.map((row, index) => {
        const value = numberOf(row.value)
        const previous = numberOf(row.previous)
        const unit = say("unit", row.unit)
        const title = say("title", row.title, titled)
        const status = say("status", row.status, words)
        const text = say("value", row.value)
        return (
          <Stat
            key={`${title} ${index}`}
            label={title}
            change={value === null || previous === null ? undefined : changeOf(value, previous)}
            note={
              value === null && status !== ""
                ? status
                : previous === null
                  ? undefined
                  : t("before: {value}", { value: short(previous) })
            }
          >
            {value === null ? (text === "" ? unknown : text) : value >= 100_000 ? short(value) : number(value)}
            {unit === "" || value === null ? null : <span className="ms-1 text-sm font-normal text-muted">{unit}</span>}
          </Stat>
        )
      })}
    </div>
  )

const Heatmap = ({ rows, say }: { readonly rows: ReadonlyArray<Values>; readonly say: Say }) => {
  const xs = [...new Set(rows.map(({ x }) => textOf(x)))]
  const ys = [...new Set(rows.map(({ y }) => textOf(y)))]
  const values = new Map(rows.map(({ value, x, y }) => [`${textOf(x)}\u0000${textOf(y)}`, numberOf(value)]))
  const known = [...values.values()].filter((value) => value !== null)
  const low = Math.min(...known, 0)
  const high = Math.max(...known, 1)
  if (rows.length === 0) return <Nothing />
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("Heatmap")}>
      <table className="text-xs tabular-nums">
        <thead>
          <tr>
            <td />
            {xs.map((x) => (
              <th key={x} scope="col" className="px-1 py-1 font-medium text-muted">
                {say("x", x, cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ys.map((y) => (
            <tr key={y}>
              <th scope="row" className="py-0.5 pe-3 text-start font-normal whitespace-nowrap">
                {say("y", y, cell)}
              </th>
              {xs.map((x) => {
                const value = values.get(`${x}\u0000${y}`) ?? null
                const share = value === null ? 0 : (value - low) / (high - low || 1)
                return (
                  <td
                    key={x}
                    className={`h-8 min-w-12 border border-bg px-1 text-center ${value === null ? "text-muted" : ""}`}
                    style={
                      value === null
                        ? {}
                        : { background: `color-mix(in oklab, var(--accent) ${Math.round(share * 45)}%, var(--panel))` }
                    }
                  >
                    {value === null ? unknown : number(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What an answer marks, as in `**name**`, stands out. */
const Marked = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/\*\*([^*\n]+)\*\*/).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <mark key={index} className="rounded bg-warn-soft px-0.5 font-medium text-text">
          {part}
        </mark>
      )
    )}
  </>
)

type Act = ((row: Values) => ReactNode) | undefined

const List = ({ act, rows, say }: { readonly rows: ReadonlyArray<Values>; readonly act: Act; readonly say: Say }) => {
  const [shown, showAll] = useBeginning(rows)
  return (
    <>
      <ListRows rows={shown} act={act} say={say} />
      {showAll}
    </>
  )
}

const ListRows = ({
  act,
  rows,
  say
}: {
  readonly rows: ReadonlyArray<Values>
  readonly act: Act
  readonly say: Say
}) => (
  <ul className="divide-y divide-line text-sm">
    {rows.map((row, index) => {
      const title = say("title", row.title)
      const link = textOf(row.link)
      const note = textOf(row.note)
      const text = say("text", row.text)
      return (
        <li key={`${title} ${index}`} className="py-2 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-baseline gap-2">
            {isLink(link) ? (
              <a className="font-medium text-accent underline" href={link} target="_blank" rel="noreferrer">
                {title === "" ? link : title}
              </a>
            ) : (
              <span className="font-medium break-words">{title === "" ? unknown : title}</span>
            )}
            {note === "" ? null : <Badge tone={toneOf(note)}>{say("note", note, named)}</Badge>}
          </div>
          {text === "" ? null : (
            <p className="mt-0.5 break-words whitespace-pre-line text-muted">
              {/^\d{4}-\d\d-\d\dT/.test(text) ? cell(text) : <Marked text={text} />}
            </p>
          )}
          {act === undefined ? null : <div className="mt-1.5">{act(row)}</div>}
        </li>
      )
    })}
  </ul>
)

const NoPicture = () => <span className="text-xs text-muted">{t("no picture")}</span>

const Shown = ({ title, url }: { readonly url: string; readonly title: string }) => {
  const [failed, setFailed] = useState(false)
  return failed ? (
    <NoPicture />
  ) : (
    <img
      src={pictureAddress(url, 512)}
      alt={title}
      loading="lazy"
      className="size-full object-contain"
      onError={() => setFailed(true)}
    />
  )
}

const Gallery = ({
  act,
  rows,
  say
}: {
  readonly rows: ReadonlyArray<Values>
  readonly act: Act
  readonly say: Say
}) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-4 text-sm">
    {rows.map((row, index) => {
      const title = say("title", row.title)
      const link = textOf(row.link)
      const picture = textOf(row.picture)
      const text = say("text", row.text, cell)
      return (
        <li key={`${picture} ${index}`} className="min-w-0">
          <div className="grid aspect-square place-items-center overflow-hidden rounded-lg border border-line bg-panel">
            {picture === "" ? <NoPicture /> : <Shown url={picture} title={title} />}
          </div>
          {isLink(link) ? (
            <a
              className="mt-1 block truncate font-medium text-accent underline"
              href={link}
              target="_blank"
              rel="noreferrer"
            >
              {title}
            </a>
          ) : (
            <div className="mt-1 truncate font-medium" title={title}>
              {title}
            </div>
          )}
          {text === "" ? null : <div className="line-clamp-2 text-xs text-muted">{text}</div>}
          {act === undefined ? null : <div className="mt-1.5">{act(row)}</div>}
        </li>
      )
    })}
  </ul>
)

/** What an answer says, as its view has it. */
export const DrawnView = ({
  act,
  data,
  more = {},
  plugin,
  title,
  view
}: {
  /** Whose answer it is. */
  readonly plugin: string
  /** Further values of each row, and what stands beside it for them. */
  readonly more?: Readonly<Record<string, string>>
  readonly act?: (row: Values) => ReactNode
  readonly view: ShownView
  readonly data: unknown
  readonly title: string
}) => {
  const { listedOf, said, say } = useSpoken(plugin, view)
  const drawn = draw(view, data, more)
  const valueAt = (row: Values | undefined, field: string) => (
    <Value value={row?.[field]} field={field} listed={listedOf(field, row?.[field])} />
  )
  const rows = drawn.lines.flatMap((line) => line.rows)
  switch (view.kind) {
    case "stat":
      return <Stats rows={rows} say={say} />
    case "series":
    case "ranks": {
      // Without a single value there's no scale to draw.
      const lines = linesOf(drawn)
        .filter(({ points }) => points.some(({ status, y }) => y !== null || isAbsent(status)))
        .map((line) => ({ ...line, name: say("name", line.name) }))
      return lines.length === 0 ? (
        <Empty>{t("Nothing was measured in these days.")}</Empty>
      ) : (
        <Suspense fallback={<Loading lines={6} />}>
          <TimeChart
            kind={view.kind}
            lines={lines}
            title={title}
            origin={originText(data)}
            sayStatus={(status) => say("status", status, words)}
          />
        </Suspense>
      )
    }
    case "bars":
      return rows.every(({ value }) => numberOf(value) === null) ? (
        <Nothing />
      ) : (
        <Bars
          bars={rows.map((row) => {
            const value = numberOf(row.value)
            const share = numberOf(row.share)
            const name = say("title", row.title, cell)
            if (value === null || share === null) return { name, value }
            return { name, value, text: `${number(value)} · ${percent(share)}` }
          })}
        />
      )
    case "parts": {
      const bars = view.parts.map(({ field, title: name }) => ({ name: said(name), value: numberOf(rows[0]?.[field]) }))
      return bars.every(({ value }) => value === null) ? <Nothing /> : <Bars bars={bars} />
    }
    case "heatmap":
      return <Heatmap rows={rows} say={say} />
    case "table":
      return rows.length === 0 ? (
        <Nothing />
      ) : (
        <Table
          title={title}
          rows={rows}
          keyOf={(_, index) => String(index)}
          columns={[
            ...view.columns.map(({ field, line, title: name }) => ({
              title: said(name),
              end: rows.some((row) => typeof row[field] === "number"),
              cell: (row: Values): ReactNode =>
                line === undefined ? valueAt(row, field) : <LineOf value={row[field]} ranks={line === "ranks"} />
            })),
            ...(act === undefined ? [] : [{ title: "", cell: act }])
          ]}
        />
      )
    case "list":
      return rows.length === 0 ? <Nothing /> : <List rows={rows} act={act} say={say} />
    case "gallery":
      return rows.length === 0 ? <Nothing /> : <Gallery rows={rows} act={act} say={say} />
    case "status": {
      const [row] = rows
      const state = textOf(row?.state)
      return (
        <div className="space-y-3">
          <Badge tone={toneOf(state)}>{state === "" ? t("unknown") : say("state", state, named)}</Badge>
          {(view.details ?? []).length === 0 ? null : (
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
              {(view.details ?? []).map(({ field, title: name }) => (
                <div key={field} className="contents">
                  <dt className="text-muted">{said(name)}</dt>
                  <dd className="min-w-0 break-words">{valueAt(row, field)}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )
    }
    case "changes":
      return rows.length === 0 ? <Nothing /> : <Changes rows={rows} say={say} />
    case "steps":
      return (
        <ol className="space-y-2 text-sm">
          {rows.map((row, index) => {
            const isDone = row.done === true || row.done === "done"
            const title = say("title", row.title)
            return (
              <li key={`${title} ${index}`} className="flex items-start gap-2">
                <span
                  className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full border text-xs ${isDone ? "border-ok bg-ok-soft text-ok" : "border-line text-muted"}`}
                >
                  {isDone ? <Icon name="check" size={12} /> : index + 1}
                </span>
                <span className={isDone ? "text-muted" : ""}>{title}</span>
                <span className="sr-only">{isDone ? t("done") : t("not done yet")}</span>
              </li>
            )
          })}
        </ol>
      )
  }
}
