import { type ButtonHTMLAttributes, type ReactNode, useId, useState } from "react"
import { isProblem } from "../api.ts"
import { ago, inUtc, moment } from "../format.ts"
import { t } from "../i18n.ts"
import { Icon, type IconName } from "./icons.tsx"

const looks = {
  main: "border-accent bg-accent text-bg hover:opacity-90",
  plain: "border-line bg-bg text-text hover:bg-panel",
  quiet: "border-transparent bg-transparent text-muted hover:bg-panel hover:text-text",
  danger: "border-bad bg-bg text-bad hover:bg-bad-soft"
} as const

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof looks
  readonly icon?: IconName
  readonly busy?: boolean
}

export const Button = ({
  busy = false,
  children,
  className = "",
  disabled,
  icon,
  look = "plain",
  type = "button",
  ...more
}: ButtonProps) => (
  <button
    {...more}
    type={type}
    disabled={disabled === true || busy}
    aria-busy={busy}
    className={`inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3 py-1.5 text-sm font-medium disabled:opacity-55 ${looks[look]} ${className}`}
  >
    {busy ? <Spinner /> : icon === undefined ? null : <Icon name={icon} size={16} />}
    {children}
  </button>
)

export const Spinner = () => (
  <span
    className="size-4 flex-none animate-spin rounded-full border-2 border-current border-e-transparent"
    aria-hidden="true"
  />
)

export const Card = ({
  aside,
  children,
  className = "",
  id,
  title
}: {
  readonly title?: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
  readonly id?: string
}) => {
  const own = useId()
  return (
    <section
      id={id}
      aria-labelledby={title === undefined ? undefined : own}
      className={`min-w-0 rounded-xl border border-line bg-bg p-4 sm:p-5 ${className}`}
    >
      {title === undefined ? null : (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 id={own} className="text-base font-semibold">
            {title}
          </h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

export const PageTitle = ({
  aside,
  children,
  lead
}: {
  readonly children: ReactNode
  readonly lead?: ReactNode
  readonly aside?: ReactNode
}) => (
  <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
    <div className="min-w-0">
      <h1 className="text-2xl font-semibold tracking-tight">{children}</h1>
      {lead === undefined ? null : <p className="mt-1 max-w-3xl text-muted">{lead}</p>}
    </div>
    {aside === undefined ? null : <div className="flex flex-wrap items-center gap-2">{aside}</div>}
  </div>
)

const tones = {
  plain: "bg-panel text-muted border-line",
  good: "bg-ok-soft text-ok border-ok/30",
  warn: "bg-warn-soft text-warn border-warn/30",
  bad: "bg-bad-soft text-bad border-bad/30",
  accent: "bg-accent-soft text-accent border-accent/30"
} as const
export type Tone = keyof typeof tones

export const Badge = ({ children, tone = "plain" }: { readonly children: ReactNode; readonly tone?: Tone }) => (
  <span
    className={`inline-flex items-center rounded-full border px-2 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
  >
    {children}
  </span>
)

export const Note = ({ children, tone = "plain" }: { readonly children: ReactNode; readonly tone?: Tone }) => (
  <div
    className={`flex gap-2 rounded-lg border px-3 py-2 text-sm ${tones[tone]} ${tone === "plain" ? "" : "text-text!"}`}
  >
    <span className="mt-0.5">
      <Icon name={tone === "warn" || tone === "bad" ? "warning" : "info"} size={16} />
    </span>
    <div className="min-w-0">{children}</div>
  </div>
)

const inputLook =
  "w-full min-h-9 rounded-lg border border-field bg-bg px-3 py-1.5 text-sm text-text placeholder:text-muted disabled:opacity-60"

export const Field = ({
  children,
  error,
  hint,
  label,
  optional = false
}: {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly optional?: boolean
  /** Given the ids to wear. */
  readonly children: (ids: {
    readonly id: string
    readonly "aria-describedby"?: string
    readonly "aria-invalid"?: boolean
  }) => ReactNode
}) => {
  const id = useId()
  const described = hint !== undefined || error !== undefined
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
        {optional ? <span className="ms-1 font-normal text-muted">{t("(optional)")}</span> : null}
      </label>
      {children({
        id,
        ...(described ? { "aria-describedby": `${id}-about` } : {}),
        ...(error === undefined ? {} : { "aria-invalid": true })
      })}
      {described ? (
        <p id={`${id}-about`} className="mt-1 text-xs break-words text-muted">
          {error === undefined ? hint : <span className="text-bad">{error}</span>}
        </p>
      ) : null}
    </div>
  )
}

export const Input = ({ className = "", ...props }: React.ComponentProps<"input">) => (
  <input {...props} className={`${inputLook} ${className}`} />
)
export const Area = ({ className = "", ...props }: React.ComponentProps<"textarea">) => (
  <textarea {...props} className={`${inputLook} ${className}`} />
)
export const Select = ({ className = "", ...props }: React.ComponentProps<"select">) => (
  <select {...props} className={`${inputLook} ${className}`} />
)

export const Check = ({
  checked,
  children,
  disabled,
  onChange
}: {
  readonly checked: boolean
  readonly children: ReactNode
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}) => (
  <label className="flex items-start gap-2 text-sm">
    <input
      type="checkbox"
      className="mt-0.5 size-4 flex-none accent-accent"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className="min-w-0">{children}</span>
  </label>
)

/** A moment: in one's own zone, with UTC under the pointer. */
export const Time = ({ at, relative = false }: { readonly at: string; readonly relative?: boolean }) => (
  <time dateTime={at} title={inUtc(at)} className="whitespace-nowrap">
    {relative ? ago(at) : moment(at)}
  </time>
)

export const Copy = ({ label, text }: { readonly text: string; readonly label?: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button look="plain" icon={copied ? "check" : "copy"} onClick={copy}>
      {copied ? t("Copied") : (label ?? t("Copy"))}
    </Button>
  )
}

export const Code = ({ children, copy = true }: { readonly children: string; readonly copy?: boolean }) => (
  <div className="relative rounded-lg bg-code-bg text-code-text">
    <pre className="overflow-x-auto p-3 pe-24 font-mono text-xs leading-relaxed" tabIndex={0}>
      {children}
    </pre>
    {copy ? (
      <div className="absolute end-2 top-2">
        <Copy text={children} />
      </div>
    ) : null}
  </div>
)

/** Something is on its way; the room that it will take is kept. */
export const Loading = ({ lines = 3 }: { readonly lines?: number }) => (
  <div role="status" className="animate-pulse space-y-2 py-1">
    <span className="sr-only">{t("Loading…")}</span>
    {Array.from({ length: lines }, (_, index) => (
      <div key={index} className="h-4 rounded bg-panel" style={{ width: `${92 - ((index * 17) % 40)}%` }} />
    ))}
  </div>
)

/** There's nothing, and what to do about it. */
export const Empty = ({ action, children }: { readonly children: ReactNode; readonly action?: ReactNode }) => (
  <div className="flex flex-col items-start gap-3 rounded-lg border border-dashed border-line p-4 text-sm text-muted">
    <div>{children}</div>
    {action}
  </div>
)

/** It couldn't be had: why, what to try, and what to tell whoever helps. */
export const Failed = ({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) => {
  const problem = isProblem(error) ? error : undefined
  const isForbidden = problem?.status === 403 || problem?.code === "SESSION_REQUIRED"
  const isOfOther = problem?.code === "OTHER_ACCOUNT"
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-2 rounded-lg border border-bad/30 bg-bad-soft p-3 text-sm"
    >
      <p className="font-medium">
        {isForbidden ? t("Not allowed") : t("That didn't work")}
        {problem === undefined ? null : (
          <span className="ms-2 font-mono text-xs font-normal text-muted">{problem.code}</span>
        )}
      </p>
      <p className="break-words">
        {problem === undefined ? (
          t("Something on this page failed. Reload it.")
        ) : isOfOther ? (
          t("Another account was chosen in another tab. Reload this page to see that one; nothing was changed.")
        ) : (
          <span lang="en">{problem.sentence}</span>
        )}
      </p>
      {problem?.retryAfter === undefined ? null : (
        <p className="text-xs text-muted">
          {t("It may work in {n, plural, one {# second} other {# seconds}}.", { n: problem.retryAfter })}
        </p>
      )}
      {problem?.requestId === undefined ? null : (
        <p className="text-xs text-muted">
          {t("Request id")} <code className="font-mono break-all">{problem.requestId}</code>
        </p>
      )}
      {isOfOther ? (
        <Button icon="refresh" onClick={() => location.reload()}>
          {t("Reload")}
        </Button>
      ) : retry === undefined || isForbidden ? null : (
        <Button icon="refresh" onClick={retry}>
          {t("Try again")}
        </Button>
      )}
    </div>
  )
}

/** A large number with what it is. */
export const Stat = ({
  change,
  children,
  label,
  note
}: {
  readonly label: ReactNode
  readonly children: ReactNode
  readonly change?: { readonly text: string; readonly tone: Tone } | undefined
  readonly note?: ReactNode
}) => (
  <div className="min-w-0">
    <div className="truncate text-sm text-muted">{label}</div>
    <div className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-2xl font-semibold tracking-tight tabular-nums">{children}</span>
      {change === undefined ? null : <Badge tone={change.tone}>{change.text}</Badge>}
    </div>
    {note === undefined ? null : <div className="text-xs text-muted">{note}</div>}
  </div>
)
