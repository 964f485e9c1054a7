import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useDeferredValue, useState } from "react"
import { type Answer, isProblem } from "../api.ts"
import { appsQuery, storeOfId } from "../apps.ts"
import { t } from "../i18n.ts"
import { askOperation } from "../panels/call.ts"
import { Price } from "../panels/Price.tsx"
import { useCatalogue } from "../session.ts"
import { Badge, Button, Failed, Input, Select } from "../ui/basics.tsx"
import { Icon } from "../ui/icons.tsx"
import { AppIcon } from "../ui/Picture.tsx"

interface Found {
  readonly platform: string
  readonly appId: string
  readonly name: string
  readonly developer: string | null
  readonly iconUrl: string | null
  /** A known one's own storefront. */
  readonly country?: string
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null

/** Apps in the answer of a search, whichever store it asked. */
const foundIn = ({ data }: Answer, platform: string): ReadonlyArray<Found> => {
  const lists = typeof data === "object" && data !== null ? Object.values(data) : []
  const rows = Array.isArray(data) ? data : (lists.find((value) => Array.isArray(value)) ?? [])
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: Readonly<Record<string, unknown>>) => {
    const appId = textOf(row.trackId ?? row.appId ?? row.id)
    const name = textOf(row.trackName ?? row.appName ?? row.title ?? row.name)
    if (appId === null || name === null) return []
    const developer = textOf(row.artistName ?? row.developerName ?? row.developer ?? row.sellerName)
    const iconUrl = textOf(row.artworkUrl100 ?? row.artworkUrl512 ?? row.iconUrl ?? row.appIconUrl ?? row.icon)
    return [{ platform, appId, name, developer, iconUrl }]
  })
}

/** Opens any app: those that are known as one types, for nothing; all others by asking the store. */
export const AppSearch = () => {
  const [text, setText] = useState("")
  const [platform, setPlatform] = useState("storea")
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [found, setFound] = useState<ReadonlyArray<Found>>()
  const q = useDeferredValue(text.trim())
  const { data: catalogue } = useCatalogue()
  const operation = catalogue?.operations.find(({ method, path }) => method === "GET" && path === "/v1/search")
  const { data: known = [] } = useQuery({ ...appsQuery({ q, limit: 8 }), enabled: q.length > 1 })
  const navigate = useNavigate()
  const open = ({ appId, country, platform }: Pick<Found, "platform" | "appId" | "country">) =>
    void navigate({
      to: "/apps/$platform/$app",
      params: { platform, app: appId },
      search: country === undefined ? {} : { country }
    })
  const ask = async () => {
    if (operation === undefined || q === "") return
    setBusy(true)
    setError(undefined)
    try {
      setFound(
        foundIn(await askOperation(operation, { path: {}, query: { q, platform, limit: "10" }, header: {} }), platform)
      )
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const on = (event: FormEvent) => {
    event.preventDefault()
    const direct = storeOfId(q)
    if (direct !== undefined) open({ platform: direct, appId: q })
    else void ask()
  }
  const rows: ReadonlyArray<Found> =
    found ?? (q.length > 1 ? known.map((app) => ({ ...app, name: app.name ?? app.appId })) : [])
  return (
    <section aria-label={t("Look up an app")} className="rounded-xl border border-line bg-panel p-4 sm:p-5">
      <form onSubmit={on} className="flex flex-wrap gap-2">
        <div className="relative min-w-0 flex-1 basis-60">
          <span className="pointer-events-none absolute start-3 top-2.5 text-muted">
            <Icon name="search" />
          </span>
          <Input
            className="min-h-10 ps-10! text-base!"
            aria-label={t("Name or id of an app")}
            placeholder={t("Name or id of an app")}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setFound(undefined)
              setError(undefined)
            }}
          />
        </div>
        {operation === undefined ? null : (
          <>
            <Select
              className="w-auto!"
              aria-label={t("Store")}
              value={platform}
              onChange={(event) => setPlatform(event.target.value)}
            >
              <option value="storea">storea</option>
              <option value="storeb">storeb</option>
            </Select>
            <Button type="submit" look="main" busy={busy} disabled={q === ""}>
              {t("Search the store")}
              <Price operation={operation} />
            </Button>
          </>
        )}
      </form>
      {error === undefined ? null : (
        <div className="mt-3">
          <Failed error={error} />
        </div>
      )}
      {rows.length > 0 ? (
        <ul className="mt-3 divide-y divide-line" aria-label={t("Apps")}>
          {rows.map((app) => (
            <li key={`${app.platform} ${app.appId}`}>
              <button
                type="button"
                className="flex w-full min-w-0 items-center gap-3 rounded-lg px-2 py-2 text-start hover:bg-bg"
                onClick={() => open(app)}
              >
                <AppIcon url={app.iconUrl} name={app.name} size={36} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-sm font-medium">{app.name}</span>
                  <span className="block truncate text-xs text-muted">{app.developer ?? app.appId}</span>
                </span>
                <Badge>{app.platform}</Badge>
              </button>
            </li>
          ))}
        </ul>
      ) : found !== undefined ? (
        <p className="mt-3 text-sm text-muted">{t("The store has no app by that name.")}</p>
      ) : (
        <p className="mt-2 text-xs text-muted">
          {t("Apps that are known here appear as you type, for free. Others are asked of the store.")}
        </p>
      )}
      {isProblem(error) && error.code === "RATE_LIMIT_EXCEEDED" ? (
        <p className="mt-2 text-sm">{t("The month's credits are used up.")}</p>
      ) : null}
    </section>
  )
}
