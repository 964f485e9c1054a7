import type { LiveForm } from "@storeglass/plugin-api/draw"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type ReactNode, useMemo } from "react"
import { isProblem } from "../api.ts"
import { words } from "../format.ts"
import type { AskedBlock, OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { Badge, Failed, Loading } from "../ui/basics.tsx"
import { toneOf } from "../views/DrawnView.tsx"
import { AskedFields, placesOf } from "./AskedFields.tsx"
import { askOperation, fixedOf, inPlaces, type PageValues, type Values } from "./call.ts"
import { valuesOf } from "./OperationForm.tsx"
import { rowsAt } from "./rows.ts"
import { type OpenForm, useFilled, useOpenForm, usePaused } from "./useForm.ts"

/** So long nothing is typed before it's asked. */
const pauseMs = 400

interface Finding {
  readonly field: string
  readonly text: string
  readonly note: string
  readonly more: string
}

const textOf = (value: unknown) => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "")

const findingsIn = ({ findings }: LiveForm, data: unknown): ReadonlyArray<Finding> => {
  const { field, more = "", note = "", rows, text } = findings
  return rowsAt(
    data,
    rows,
    [field, text, note, more].filter((path) => path !== "")
  ).map((row) => ({
    field: textOf(row[field]),
    text: textOf(row[text]),
    note: textOf(row[note]),
    more: textOf(row[more])
  }))
}

/** How long each field may be, as the answer tells. */
const limitsIn = ({ counts }: LiveForm, data: unknown): ReadonlyMap<string, number> =>
  new Map(
    counts === undefined
      ? []
      : rowsAt(data, counts.rows, [counts.field, counts.max]).flatMap((row) => {
          const max = row[counts.max]
          return typeof max === "number" ? [[textOf(row[counts.field]), max] as const] : []
        })
  )

const lengthOf = (text: string) => [...text.normalize("NFC")].length

const Count = ({ length, max }: { readonly length: number; readonly max: number | undefined }) => {
  const isOver = max !== undefined && length > max
  return (
    <span className={`text-xs tabular-nums ${isOver ? "font-semibold text-bad" : "text-muted"}`}>
      {max === undefined ? length : `${length}/${max}`}
      {isOver ? <span className="ms-1">{t("{n} too many", { n: length - max })}</span> : null}
    </span>
  )
}

const Found = ({ finding: { more, note, text } }: { readonly finding: Finding }) => (
  <li className="flex flex-wrap items-baseline gap-x-2 text-xs">
    {note === "" ? null : <Badge tone={toneOf(note)}>{words(note)}</Badge>}
    <span className="min-w-0 flex-1 basis-40 break-words">
      {text}
      {more === "" ? null : <span className="block text-muted">{more}</span>}
    </span>
  </li>
)

interface LiveProps {
  readonly block: AskedBlock & { readonly live: LiveForm }
  readonly operation: OperationRow
  readonly page: PageValues
  readonly title: string
}

/** A form without a button: what is typed is asked again after each pause, and what comes back stands beside the fields. */
export const LiveBlock = (props: LiveProps) => {
  const { block, operation, page } = props
  const open = useOpenForm(block, operation, page)
  if (open === "asking") return <Loading lines={4} />
  if ("error" in open) return <Failed error={open.error} />
  return <Live key={JSON.stringify(page)} {...props} {...open} />
}

const Live = ({ begun, block, form, operation, page, title }: LiveProps & OpenForm) => {
  const { live } = block
  const fixed = fixedOf(block, page)
  const [filled, setFilled] = useFilled({ begun, form })
  const places = placesOf(form, fixed, block)
  const isFilled = places.some(([place]) =>
    Object.values(filled[place]).some((value) => typeof value === "string" && value.trim() !== "")
  )
  const paused = usePaused(filled, pauseMs)
  const asked = useMemo((): Values | undefined => {
    try {
      return valuesOf(form, paused, fixed)
    } catch {
      return undefined
    }
    // `fixed` is made anew each time, of what doesn't change while this is shown.
  }, [form, paused])
  const { data, error, isFetching } = useQuery({
    queryKey: ["live", operation.id, asked],
    // The signal ends a question whose answer nobody waits for any more.
    queryFn: async ({ signal }) =>
      (await askOperation(operation, asked ?? inPlaces(operation, fixed), { signal })).data,
    enabled: asked !== undefined && isFilled,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 10_000
  })
  const isTold = isFilled && data !== undefined && error === null
  const findings = useMemo(() => (isTold ? findingsIn(live, data) : []), [isTold, live, data])
  const limits = useMemo(() => (data === undefined ? new Map<string, number>() : limitsIn(live, data)), [live, data])
  const names = new Set(places.flatMap(([, fields]) => fields.map(({ name }) => name)))
  const others = findings.filter(({ field }) => !names.has(field))
  const beside = (name: string, value: string): ReactNode => {
    const own = findings.filter(({ field }) => field === name)
    const max = limits.get(name)
    if (own.length === 0 && (max === undefined || value === "")) return null
    return (
      <div className="mt-1 space-y-1">
        {max === undefined || value === "" ? null : <Count length={lengthOf(value)} max={max} />}
        {own.length === 0 ? null : (
          <ul className="space-y-1" aria-label={t("Found in {field}", { field: words(name) })}>
            {own.map((finding, index) => (
              <Found key={`${index} ${finding.text}`} finding={finding} />
            ))}
          </ul>
        )}
      </div>
    )
  }
  // What is wrong with what was typed is said below, without an alarm: it's not complete yet.
  const refused = isProblem(error) && error.status === 400 ? error.sentence : undefined
  return (
    <section aria-label={title} aria-busy={isFetching} className="space-y-4">
      <AskedFields {...{ beside, block, filled, fixed, form, page, places, setFilled }} />
      {others.length === 0 ? null : (
        <ul className="space-y-1">
          {others.map((finding, index) => (
            <Found key={`${index} ${finding.text}`} finding={finding} />
          ))}
        </ul>
      )}
      {error !== null && refused === undefined ? <Failed error={error} /> : null}
      <p role="status" className="min-h-5 text-sm text-muted">
        {!isFilled
          ? t("Type, and it's checked as you go, for free.")
          : refused !== undefined
            ? refused
            : !isTold
              ? t("Checking…")
              : findings.length === 0
                ? t("Nothing to find fault with.")
                : t("{n, plural, one {# finding} other {# findings}}", { n: findings.length })}
      </p>
    </section>
  )
}
