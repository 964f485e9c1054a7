import { queryOptions } from "@tanstack/react-query"
import { type ReactNode, useRef, useState } from "react"
import { read } from "../../api.ts"
import type { AccountExport, Role } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { roleName } from "../../names.ts"
import { Badge, Copy, Failed, Note, type Tone } from "../../ui/basics.tsx"
import { needsConfirmation, Reconfirm } from "../../ui/Confirm.tsx"

export const roles = ["owner", "admin", "member", "viewer"] as const

const roleTones: Readonly<Record<Role, Tone>> = { owner: "accent", admin: "good", member: "plain", viewer: "plain" }
export const RoleBadge = ({ role }: { readonly role: Role }) => <Badge tone={roleTones[role]}>{roleName(role)}</Badge>

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => read("/dashboard/api/account", {}, signal)
})
export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: ({ signal }) => read("/dashboard/api/devices", {}, signal)
})
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: ({ signal }) => read("/dashboard/api/passkeys", {}, signal)
})

/** Something that is done by a press: whether it's under way, why it failed, and being asked who one is before it goes on. */
export const useAct = () => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const last = useRef<() => Promise<unknown>>(undefined)
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    last.current = act
    setBusy(true)
    setError(undefined)
    try {
      await act()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const again = () => {
    if (last.current !== undefined) void run(last.current)
  }
  /** Stands outside of forms: it may be one itself. */
  const outcome =
    error === undefined ? null : needsConfirmation(error) ? <Reconfirm done={again} /> : <Failed error={error} />
  return { busy, run, outcome }
}

export const Form = ({
  children,
  className = "space-y-3",
  submit
}: {
  readonly children: ReactNode
  readonly className?: string
  readonly submit: () => void
}) => (
  <form
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  >
    {children}
  </form>
)

/** Read out when it appears. */
export const Said = ({ children }: { readonly children: ReactNode }) => (
  <div role="status">{children === null || children === undefined ? null : <Note tone="good">{children}</Note>}</div>
)

/** What this role may not do, and who may. */
export const NotYours = ({ needs, role }: { readonly needs: Role; readonly role: Role | undefined }) => (
  <Note>
    {role === undefined
      ? t("You're in no account.")
      : t("This takes the role {needs}; yours is {role}. Ask an owner of the account.", {
          needs: roleName(needs),
          role: roleName(role)
        })}
  </Note>
)

/** Whom to ask: a page or an e-mail address. */
export const Support = ({ to }: { readonly to: string }) => (
  <a className="break-all text-accent underline" href={to.includes("://") ? to : `mailto:${to}`}>
    {to}
  </a>
)

export const Row = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-b border-line py-2 text-sm last:border-0">
    <dt className="text-muted">{title}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

/** Something to be copied whole: it wraps. */
export const Value = ({ children }: { readonly children: string }) => (
  <div className="flex flex-wrap items-center gap-2 rounded-lg bg-code-bg p-2 text-code-text">
    <code className="min-w-0 flex-1 basis-48 px-1 font-mono text-xs break-all">{children}</code>
    <Copy text={children} />
  </div>
)

export const ExportState = ({ state }: { readonly state: AccountExport["state"] }) =>
  state === "ready" ? (
    <Badge tone="good">{t("ready")}</Badge>
  ) : state === "failed" ? (
    <Badge tone="bad">{t("failed")}</Badge>
  ) : (
    <Badge tone="warn">{t("being written")}</Badge>
  )
