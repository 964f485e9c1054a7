import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from "react"
import { appsQuery } from "./apps.ts"
import { t } from "./i18n.ts"
import { usePages } from "./Shell.tsx"
import { keysQuery, useCatalogue } from "./session.ts"
import { Badge, Input } from "./ui/basics.tsx"
import { Dialog } from "./ui/Dialog.tsx"

interface Hit {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly to: string
}

const shownMax = 12
const isRequestId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{4,27}$/i.test(text)

/** Everything that has a page, by its name. */
export const Palette = ({ close, mode }: { readonly mode: "search" | "keys"; readonly close: () => void }) => {
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const pages = usePages()
  const { data: catalogue } = useCatalogue()
  const wanted = useDeferredValue(text.trim())
  const { data: apps = [] } = useQuery(appsQuery({ q: wanted, limit: 6 }))
  const { data: keys } = useQuery(keysQuery)
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const hits = useMemo(() => {
    const asked = wanted.toLowerCase().split(/\s+/)
    const matches = (name: string) => asked.every((word) => name.toLowerCase().includes(word))
    const all: Array<Hit> = []
    if (isRequestId(wanted))
      all.push({ key: "request", title: wanted, kind: t("Request"), to: `/requests?id=${wanted}` })
    for (const { title, to } of pages.flat()) if (matches(title)) all.push({ key: to, title, kind: t("Page"), to })
    for (const { appId, name, platform } of apps) {
      all.push({
        key: `${platform} ${appId}`,
        title: name ?? appId,
        kind: t("App"),
        to: `/apps/${platform}/${encodeURIComponent(appId)}`
      })
    }
    for (const { hint, id, name } of keys?.keys ?? []) {
      if (wanted !== "" && matches(`${name} ${hint}`)) {
        all.push({ key: `key ${id}`, title: `${name} · ${hint}`, kind: t("Key"), to: `/requests?key=${id}` })
      }
    }
    for (const { access, id, method, path, summary } of catalogue?.operations ?? []) {
      if (access !== "session" && wanted !== "" && matches(`${summary} ${method} ${path}`)) {
        all.push({ key: id, title: `${summary} · ${method} ${path}`, kind: t("Operation"), to: `/explorer/${id}` })
      }
    }
    return all.slice(0, shownMax)
  }, [wanted, pages, apps, keys, catalogue])
  const pick = (hit: Hit | undefined) => {
    if (hit === undefined) return
    close()
    void navigate({ to: hit.to as never })
  }
  const on = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((at + step + hits.length) % Math.max(1, hits.length))
    } else if (event.key === "Enter") {
      event.preventDefault()
      pick(hits[at])
    }
  }
  if (mode === "keys") {
    return (
      <Dialog title={t("Keyboard")} open onOpenChange={close}>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
          {[
            ["Ctrl K", t("Search pages, apps, operations and requests")],
            ["?", t("This list")],
            ["← →", t("Walk the points of a chart")],
            ["Esc", t("Close a window")]
          ].map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-line bg-panel px-1.5 py-0.5 font-sans text-xs">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    )
  }
  return (
    <Dialog title={t("Search")} first={input} open onOpenChange={close}>
      <Input
        ref={input}
        role="combobox"
        aria-label={t("A page, an app, an operation or a request's id")}
        aria-expanded={hits.length > 0}
        aria-controls={list}
        aria-activedescendant={hits[at] === undefined ? undefined : `${list}-${at}`}
        placeholder={t("A page, an app, an operation or a request's id")}
        value={text}
        onKeyDown={on}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
      />
      <ul id={list} role="listbox" aria-label={t("Found")} className="mt-3 max-h-96 overflow-y-auto">
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the combobox's.
          <li
            key={hit.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            className={`flex cursor-pointer items-center justify-between gap-3 rounded-lg px-3 py-2 text-sm ${index === at ? "bg-accent-soft" : ""}`}
            onMouseMove={() => setAt(index)}
            onClick={() => pick(hit)}
          >
            <span className="min-w-0 truncate">{hit.title}</span>
            <Badge>{hit.kind}</Badge>
          </li>
        ))}
      </ul>
      {hits.length === 0 ? <p className="mt-3 text-sm text-muted">{t("Nothing by that name.")}</p> : null}
    </Dialog>
  )
}
