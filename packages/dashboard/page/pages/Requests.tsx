import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { type FormEvent, memo, useEffect, useMemo, useRef, useState } from "react"
import { read, withQuery } from "../api.ts"
import { milliseconds, moment, number } from "../format.ts"
import type { ErrorGroup, RequestsPage as PageOfRequests, RequestRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { type Search, useAddress } from "../link.ts"
import { bucketName, buckets } from "../names.ts"
import { keysQuery, useCatalogue } from "../session.ts"
import {
  Badge,
  Button,
  Card,
  Code,
  Copy,
  Empty,
  Failed,
  Input,
  Loading,
  Note,
  PageTitle,
  Select,
  Time
} from "../ui/basics.tsx"
import { ChargedCalls } from "../ui/ChargedCalls.tsx"
import { Dialog } from "../ui/Dialog.tsx"

const names = ["from", "to", "status", "code", "operation", "key", "bucket", "by", "path", "text", "id"] as const

const filterOf = (search: Search) =>
  Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))

const toneOf = (status: number) => (status >= 500 ? "bad" : status >= 400 ? "warn" : "good")

const liveMax = 500
/** The first page is there at once; who scrolls on wants more than one screen. */
const firstPage = 100
const furtherPage = 1000

type Names = ReadonlyMap<string, PageOfRequests["credentials"][number]>
type Live = { readonly rows: ReadonlyArray<RequestRow>; readonly credentials: PageOfRequests["credentials"] }
const nothing: Live = { rows: [], credentials: [] }

/** Rows by their ids, which grow: the newest first, each once. */
const joined = (...lists: ReadonlyArray<ReadonlyArray<RequestRow>>) =>
  [...new Map(lists.flat().map((row) => [row.rowId, row])).values()]
    .sort((a, b) => (a.rowId < b.rowId ? 1 : -1))
    .slice(0, liveMax)

/** The newest requests as they come, for as long as it's switched on; those that came stay. */
const useTail = (filter: Readonly<Record<string, string>>, isOn: boolean) => {
  const [live, setLive] = useState(nothing)
  const [problem, setProblem] = useState<"again" | "ended">()
  const [shown, setShown] = useState(filter)
  if (shown !== filter) {
    setShown(filter)
    setLive(nothing)
  }
  useEffect(() => {
    setProblem(undefined)
    if (!isOn) return
    const source = new EventSource(withQuery("/dashboard/api/requests/tail", filter))
    const stopped = new AbortController()
    // What was answered before the tail began, or while it was away, or that was too much for it.
    const catchUp = () =>
      void read("/dashboard/api/requests", { query: { ...filter, limit: firstPage } }, stopped.signal).then(
        ({ credentials, requests }) => setLive(({ rows }) => ({ rows: joined(rows, requests), credentials })),
        () => undefined
      )
    source.addEventListener("open", () => {
      setProblem(undefined)
      catchUp()
    })
    source.addEventListener("requests", (event: MessageEvent<string>) => {
      const news: Pick<PageOfRequests, "requests"> & { readonly truncated?: boolean } = JSON.parse(event.data)
      setLive(({ credentials, rows }) => ({ credentials, rows: joined(rows, news.requests) }))
      if (news.truncated === true) catchUp()
    })
    // A browser goes back to a tail that broke off, and not to one that was refused.
    source.addEventListener("error", () => setProblem(source.readyState === EventSource.CLOSED ? "ended" : "again"))
    return () => {
      source.close()
      stopped.abort()
    }
  }, [filter, isOn])
  return { ...live, problem }
}

/** A request, in the log of the account. */
export const RequestsPage = () => {
  const [search, setSearch] = useAddress()
  const [live, setLive] = useState(false)
  const [open, setOpen] = useState<RequestRow>()
  const [text, setText] = useState("")
  const filter = useMemo(() => filterOf(search), [search])
  const pages = useInfiniteQuery({
    queryKey: ["requests", filter],
    queryFn: ({ pageParam, signal }) =>
      read(
        "/dashboard/api/requests",
        {
          query: { ...filter, ...(pageParam === "" ? { limit: firstPage } : { limit: furtherPage, cursor: pageParam }) }
        },
        signal
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined
  })
  const errors = useQuery({
    queryKey: ["errors", filter],
    queryFn: ({ signal }) => read("/dashboard/api/requests/errors", { query: filter }, signal)
  })
  const keys = useQuery(keysQuery)
  const tail = useTail(filter, live)
  const rows = useMemo(() => {
    const all = [...tail.rows, ...(pages.data?.pages.flatMap(({ requests }) => requests) ?? [])]
    return [...new Map(all.map((row) => [row.rowId, row])).values()]
  }, [tail.rows, pages.data])
  const credentials: Names = useMemo(
    () =>
      new Map(
        [...(pages.data?.pages.flatMap((each) => each.credentials) ?? []), ...tail.credentials].map((each) => [
          each.id,
          each
        ])
      ),
    [tail.credentials, pages.data]
  )
  const keyName = (id: string) => {
    const known = credentials.get(id)
    if (known?.kind === "page") return t("this page")
    return known?.name ?? keys.data?.keys.find((key) => key.id === id)?.name ?? id
  }

  const on = (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    if (/^[0-9a-f-]{8,36}$/i.test(typed) && typed.includes("-")) setSearch({ id: typed })
    else if (/^[A-Z][A-Z_]+$/.test(typed)) setSearch({ code: typed })
    else if (/^[1-5](xx|\d\d)$/i.test(typed)) setSearch({ status: typed })
    else setSearch({ text: typed })
    setText("")
  }

  const [openedMs] = useState(() => Date.now())
  const maxMs = Math.max(...rows.slice(0, 200).map(({ ms }) => ms), 1)
  return (
    <>
      <PageTitle
        lead={t(
          "Every request of the account, refused ones too, at most 30 days back. Bodies and headers are never kept."
        )}
        aside={
          <>
            <Button aria-pressed={live} icon={live ? "check" : "play"} onClick={() => setLive(!live)}>
              {live ? t("Live") : t("Follow live")}
            </Button>
            <a
              className="rounded-lg border border-line px-3 py-1.5 text-sm hover:bg-panel"
              href={withQuery("/dashboard/api/requests.csv", filter)}
              download
            >
              {t("Download CSV")}
            </a>
          </>
        }
      >
        {t("Requests")}
      </PageTitle>
      <div className="space-y-5">
        <div className="grid gap-5 xl:grid-cols-2">
          <ChargedCalls nowMs={openedMs} none={t("No call was charged in these days.")} />
          <Card title={t("Errors by code")}>
            {errors.isPending ? (
              <Loading lines={2} />
            ) : errors.error !== null ? (
              <Failed error={errors.error} retry={() => void errors.refetch()} />
            ) : errors.data.errors.length === 0 ? (
              <Empty>{t("No request failed.")}</Empty>
            ) : (
              <Errors groups={errors.data.errors} pick={(code) => setSearch({ code })} />
            )}
          </Card>
        </div>
        <Card>
          <form onSubmit={on} className="mb-3 flex flex-wrap items-center gap-2">
            <Input
              className="min-w-0 flex-1 basis-64"
              aria-label={t("A request's id, a code, a status or a part of a path")}
              placeholder={t("A request's id, a code, a status or a part of a path")}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Select
              className="w-auto!"
              aria-label={t("Status")}
              value={search.status ?? ""}
              onChange={(event) => setSearch({ status: event.target.value })}
            >
              <option value="">{t("every status")}</option>
              <option value="2xx">2xx</option>
              <option value="4xx">4xx</option>
              <option value="5xx">5xx</option>
            </Select>
            <Select
              className="w-auto!"
              aria-label={t("By")}
              value={search.by ?? ""}
              onChange={(event) => setSearch({ by: event.target.value })}
            >
              <option value="">{t("by any way")}</option>
              <option value="http">HTTP</option>
              <option value="mcp">MCP</option>
              <option value="explorer">{t("Explorer")}</option>
            </Select>
            <Button type="submit" icon="search">
              {t("Find")}
            </Button>
          </form>
          <Chips search={search} remove={(name) => setSearch({ [name]: undefined })} keyName={keyName} />
          {tail.problem === undefined ? null : (
            <Note tone="warn">
              {tail.problem === "again"
                ? t("The live view lost its connection, and tries again.")
                : t("The live view was refused. Reload this page, or switch it on again in a minute.")}
            </Note>
          )}
          {pages.isPending ? (
            <Loading lines={8} />
          ) : pages.error !== null ? (
            <Failed error={pages.error} retry={() => void pages.refetch()} />
          ) : rows.length === 0 ? (
            <Empty>
              {Object.keys(filter).length === 0
                ? t("No request yet. Make a key, or try an operation in the explorer.")
                : t("No request fits these filters.")}
            </Empty>
          ) : (
            <Rows
              rows={rows}
              maxMs={maxMs}
              open={setOpen}
              pick={(change) => setSearch(change)}
              more={pages.hasNextPage && !pages.isFetchingNextPage ? pages.fetchNextPage : undefined}
            />
          )}
          {pages.isFetchingNextPage ? <Loading lines={2} /> : null}
        </Card>
      </div>
      {open === undefined ? null : (
        <Detail
          row={open}
          keyName={keyName(open.credentialId)}
          pick={(change) => {
            setOpen(undefined)
            setSearch(change)
          }}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

const Chips = ({
  keyName,
  remove,
  search
}: {
  readonly search: Search
  readonly remove: (name: string) => void
  readonly keyName: (id: string) => string
}) => {
  const labels: Readonly<Record<(typeof names)[number], string>> = {
    from: t("From"),
    to: t("To"),
    status: t("Status"),
    code: t("Code"),
    operation: t("Endpoint"),
    key: t("Key"),
    bucket: t("Bucket"),
    by: t("By"),
    path: t("Path"),
    text: t("Part of the path"),
    id: t("Request id")
  }
  const shown = names.filter((name) => search[name] !== undefined && name !== "status" && name !== "by")
  if (shown.length === 0) return null
  return (
    <ul className="mb-3 flex flex-wrap gap-2" aria-label={t("Filters")}>
      {shown.map((name) => {
        const value = search[name] ?? ""
        const bucket = buckets.find((each) => name === "bucket" && each === value)
        const text =
          name === "key"
            ? keyName(value)
            : name === "from" || name === "to"
              ? moment(value)
              : bucket === undefined
                ? value
                : bucketName(bucket)
        return (
          <li key={name}>
            <button
              type="button"
              className="inline-flex max-w-full items-center gap-1 rounded-full border border-accent/40 bg-accent-soft px-2.5 py-0.5 text-xs text-accent"
              onClick={() => remove(name)}
            >
              <span className="truncate">
                {labels[name]}: {text}
              </span>
              <span aria-hidden="true">×</span>
              <span className="sr-only">{t("remove this filter")}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const Errors = ({
  groups,
  pick
}: {
  readonly groups: ReadonlyArray<ErrorGroup>
  readonly pick: (code: string) => void
}) => (
  <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
    {groups.slice(0, 9).map((group) => (
      <li key={`${group.code} ${group.status}`}>
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-3 rounded-lg border border-line p-3 text-start hover:bg-panel"
          disabled={group.code === null}
          onClick={() => group.code !== null && pick(group.code)}
        >
          <span className="text-xl font-semibold tabular-nums">{number(group.requests)}</span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-mono text-xs">{group.code}</span>
            <span className="block truncate text-xs text-muted">{group.operations[0]}</span>
            {group.meaning === null ? null : (
              <span lang="en" className="mt-1 block text-xs">
                {group.meaning}
              </span>
            )}
          </span>
          <Badge tone={toneOf(group.status)}>{group.status}</Badge>
        </button>
      </li>
    ))}
  </ul>
)

const rowHeight = 44
/** Rows that are drawn above and below the screen. */
const overscan = 8

/** Only rows that are seen are drawn, however many there are. */
const Rows = ({
  maxMs,
  more,
  open,
  pick,
  rows
}: {
  readonly rows: ReadonlyArray<RequestRow>
  readonly maxMs: number
  readonly open: (row: RequestRow) => void
  readonly pick: (change: Search) => void
  /** Asks for older ones; undefined where there are none, or they're on their way. */
  readonly more: (() => unknown) | undefined
}) => {
  const list = useRef<HTMLDivElement>(null)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: list.current?.offsetTop ?? 0
  })
  // A row that leaves the screen is used again for one that comes: to make it anew takes several times as long.
  const drawnMax = Math.ceil(innerHeight / rowHeight) + 2 * overscan + 2
  const lastSeen = virtual.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (more !== undefined && lastSeen >= rows.length - 20) more()
  }, [lastSeen, more, rows.length])
  return (
    <div ref={list} role="table" aria-label={t("Requests")} aria-rowcount={rows.length} className="text-sm">
      <div role="rowgroup" className="relative" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Row
              key={index % drawnMax}
              index={index}
              top={start - virtual.options.scrollMargin}
              {...{ row, maxMs, open, pick }}
            />
          )
        })}
      </div>
    </div>
  )
}

const Row = memo(function Row({
  index,
  maxMs,
  open,
  pick,
  row,
  top
}: {
  readonly index: number
  readonly maxMs: number
  readonly open: (row: RequestRow) => void
  readonly pick: (change: Search) => void
  readonly row: RequestRow
  readonly top: number
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className="absolute inset-x-0 top-0 flex items-center gap-3 border-b border-line"
      style={{
        height: `${rowHeight}px`,
        transform: `translateY(${top}px)`
      }}
    >
      <div role="cell" className="w-11 flex-none">
        <button
          type="button"
          onClick={() => pick({ status: String(row.status) })}
          aria-label={t("Only status {status}", { status: row.status })}
        >
          <Badge tone={toneOf(row.status)}>{row.status}</Badge>
        </button>
      </div>
      <div role="cell" className="min-w-0 flex-1">
        <button
          type="button"
          className="block w-full truncate text-start font-mono text-xs hover:text-accent"
          onClick={() => open(row)}
        >
          {row.operation.split(" ", 1)[0]} {row.path}
          <span className="text-muted">{row.query === "" ? "" : `?${row.query}`}</span>
        </button>
      </div>
      <div role="cell" className="hidden w-40 flex-none truncate font-mono text-xs sm:block">
        {row.code === null ? null : (
          <button
            type="button"
            className="max-w-full truncate text-warn underline"
            onClick={() => pick({ code: row.code ?? undefined })}
          >
            {row.code}
          </button>
        )}
      </div>
      <div role="cell" className="hidden w-20 flex-none text-end text-xs tabular-nums md:block">
        {row.credits === 0 ? (
          <span className="text-muted">{t("free")}</span>
        ) : (
          t("{n, plural, one {# credit} other {# credits}}", { n: row.credits })
        )}
      </div>
      <div role="cell" className="hidden w-28 flex-none items-center gap-2 text-xs tabular-nums lg:flex">
        <span className="h-1.5 w-10 overflow-hidden rounded-full bg-panel">
          <span className="block h-full bg-accent" style={{ width: `${Math.max(4, (row.ms / maxMs) * 100)}%` }} />
        </span>
        {milliseconds(row.ms)}
      </div>
      <div role="cell" className="w-24 flex-none text-end text-xs text-muted">
        <Time at={row.at} relative />
      </div>
    </div>
  )
})

const wayName = (by: RequestRow["by"]): string => ({ http: "HTTP", mcp: "MCP", explorer: t("Explorer") })[by]

/** A fact by which requests are filtered when it's pressed. */
const Only = ({ pick, text }: { readonly text: string; readonly pick: () => void }) => (
  <button
    type="button"
    className="text-start break-all text-accent underline"
    title={t("Only requests like this")}
    onClick={pick}
  >
    {text}
  </button>
)

const Detail = ({
  close,
  keyName,
  pick,
  row
}: {
  readonly row: RequestRow
  readonly keyName: string
  /** Only requests like this one. */
  readonly pick: (change: Search) => void
  readonly close: () => void
}) => {
  const navigate = useNavigate()
  const { data: catalogue } = useCatalogue()
  const operation = catalogue?.operations.find(({ method, path }) => `${method} ${path}` === row.operation)
  const [method = "GET"] = row.operation.split(" ", 1)
  const url = `${catalogue?.gateway.url ?? location.origin}${row.path}${row.query === "" ? "" : `?${row.query}`}`
  const again = () => {
    if (operation === undefined) return
    const declared = operation.path.split("/")
    const actual = row.path.split("/")
    const inPath = Object.fromEntries(
      declared.flatMap((part, index) =>
        part.startsWith(":") ? [[part.slice(1), decodeURIComponent(actual[index] ?? "")]] : []
      )
    )
    void navigate({
      to: "/explorer/$operation",
      params: { operation: operation.id },
      search: { ...inPath, ...Object.fromEntries(new URLSearchParams(row.query)) } as never
    })
  }
  const facts: ReadonlyArray<readonly [string, React.ReactNode]> = [
    [t("When"), <Time key="at" at={row.at} />],
    [
      t("Request id"),
      <span key="id" className="inline-flex flex-wrap items-center gap-2 font-mono text-xs break-all">
        {row.requestId}
        <Copy text={row.requestId} />
      </span>
    ],
    [t("Key"), <Only key="key" text={keyName} pick={() => pick({ key: row.credentialId })} />],
    [t("Endpoint"), <Only key="operation" text={row.operation} pick={() => pick({ operation: row.operation })} />],
    [t("Path"), <Only key="path" text={row.path} pick={() => pick({ path: row.path })} />],
    [t("Bucket"), <Only key="bucket" text={bucketName(row.bucket)} pick={() => pick({ bucket: row.bucket })} />],
    ...(row.code === null
      ? []
      : ([
          [t("Code"), <Only key="code" text={row.code} pick={() => pick({ code: row.code ?? undefined })} />]
        ] as const)),
    [t("By"), wayName(row.by)],
    [t("Cost"), t("{n, plural, one {# credit} other {# credits}}", { n: row.credits })],
    [t("Held"), number(row.held)],
    [t("Took"), milliseconds(row.ms)],
    [t("Replayed"), row.replayed ? t("yes") : t("no")],
    [t("Address"), row.address ?? "–"],
    [t("Agent"), row.agent ?? "–"],
    ...(row.weight > 1
      ? ([
          [t("Stands for"), t("{n} requests like it: this account's successes are sampled", { n: row.weight })]
        ] as const)
      : [])
  ]
  return (
    <Dialog wide title={<span className="font-mono text-sm break-all">{row.operation}</span>} open onOpenChange={close}>
      <div className="space-y-4">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={toneOf(row.status)}>{row.status}</Badge>
          {row.code === null ? null : (
            <a className="font-mono text-sm text-accent underline" href={`/docs/errors#${row.code}`}>
              {row.code}
            </a>
          )}
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <Code>{`curl -s${method === "GET" ? "" : ` -X ${method}`} -H "X-API-Key: $STOREGLASS_API_KEY" "${url}"`}</Code>
        {operation === undefined ? null : (
          <Button look="main" icon="play" onClick={again}>
            {t("Run again in the explorer")}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
