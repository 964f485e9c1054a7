import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../api.ts"
import { words } from "../format.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { Badge, Button, Card, Empty, Failed, Loading, PageTitle, Stat, Time } from "../ui/basics.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Table } from "../ui/Table.tsx"
import { toneOf, Value } from "../views/DrawnView.tsx"
import { fieldsOf, rowsIn, Tree } from "../views/Tree.tsx"

interface Report {
  readonly id: string
  readonly kind: string
  readonly appId: string | number | null
  readonly platform: string | null
  readonly country: string | null
  readonly title: string
  readonly bytes: number
  readonly createdAt: string
  /** Where one is asked for. */
  readonly payload?: unknown
}

interface Page {
  readonly items: ReadonlyArray<Report>
  readonly nextCursor: string | null
  readonly total: number
}

/** `aso.audit` as a word: whose it is, its report says. */
const kindName = (kind: string) => words(kind.slice(kind.lastIndexOf(".") + 1))

/** Saved reports of all plugins, and one of them as it's read. */
export const ReportsPage = () => {
  const [search, setSearch] = useAddress()
  const kind = search.kind ?? ""
  const pages = useInfiniteQuery({
    queryKey: ["reports", kind],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: "30",
        ...(kind === "" ? {} : { kind }),
        ...(pageParam === "" ? {} : { cursor: pageParam })
      })
      return (await call({ method: "GET", path: `/v1/user/reports?${query}`, signal })).data as Page
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined
  })
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? []
  const kinds = [...new Set(rows.map((row) => row.kind))]
  if (search.id !== undefined) return <Opened id={search.id} back={() => setSearch({ id: undefined }, false)} />
  return (
    <>
      <PageTitle lead={t("What was found out and kept: daily reports, audits, checks. Each says which rule found it.")}>
        {t("Reports")}
      </PageTitle>
      {pages.isPending ? (
        <Loading lines={6} />
      ) : pages.error !== null ? (
        <Failed error={pages.error} retry={() => void pages.refetch()} />
      ) : rows.length === 0 && kind === "" ? (
        <Empty>
          {t(
            "None yet. Daily reports are made once they're switched on in the settings; other reports are kept when they're asked for."
          )}
        </Empty>
      ) : (
        <div className="space-y-5">
          <Stat label={t("Reports")}>{pages.data.pages[0]?.total ?? rows.length}</Stat>
          <Segments
            title={t("Kind")}
            apart
            className="text-sm"
            values={["", ...kinds]}
            value={kind}
            nameOf={(each) => (each === "" ? t("all") : kindName(each))}
            onChange={(each) => setSearch({ kind: each })}
          />
          <Card>
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
                  <button
                    type="button"
                    className="min-w-0 flex-1 basis-60 text-start font-medium break-words text-accent underline"
                    onClick={() => setSearch({ id: row.id }, false)}
                  >
                    {row.title}
                  </button>
                  <Badge>{kindName(row.kind)}</Badge>
                  <span className="text-xs text-muted">
                    <Time at={row.createdAt} relative />
                  </span>
                </li>
              ))}
            </ul>
          </Card>
          {pages.hasNextPage ? (
            <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t("Older ones")}
            </Button>
          ) : null}
        </div>
      )}
    </>
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : ""

const Opened = ({ back, id }: { readonly id: string; readonly back: () => void }) => {
  const { data, error, isPending } = useQuery({
    queryKey: ["report", id],
    queryFn: async ({ signal }) => {
      const { data } = await call({ method: "GET", path: `/v1/user/reports?id=${encodeURIComponent(id)}`, signal })
      if (isObject(data) && Array.isArray(data.items)) return data.items[0] as Report | undefined
      return (isObject(data) && isObject(data.item) ? data.item : data) as Report | undefined
    }
  })
  if (isPending) return <Loading lines={8} />
  if (error !== null) return <Failed error={error} />
  if (data === undefined) return <Empty>{t("There's no such report; it may have been deleted.")}</Empty>
  const body = data.payload
  return (
    <>
      <p className="mb-2">
        <Button look="quiet" onClick={back}>
          {t("All reports")}
        </Button>
      </p>
      <PageTitle
        lead={<Time at={data.createdAt} />}
        aside={
          data.appId === null || data.platform === null ? undefined : (
            <Link
              to="/apps/$platform/$app"
              params={{ platform: data.platform, app: String(data.appId) }}
              className="text-sm text-accent underline"
            >
              {t("Open the app")}
            </Link>
          )
        }
      >
        {data.title}
      </PageTitle>
      {isObject(body) ? <ReportBody body={body} title={data.title} /> : <Tree value={body} />}
    </>
  )
}

const Metrics = ({ of }: { readonly of: unknown }) => {
  const metrics = isObject(of) ? Object.entries(of).filter(([, value]) => typeof value === "number") : []
  return metrics.length === 0 ? null : (
    <dl className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
      {metrics.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{words(name)}</dt>
          <dd className="text-lg font-semibold tabular-nums">
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Sections with findings are what daily reports have; whatever else there is stands below, whole. */
const ReportBody = ({ body, title }: { readonly body: Readonly<Record<string, unknown>>; readonly title: string }) => {
  const sections = (Array.isArray(body.sections) ? body.sections : []).filter(isObject)
  const actions = (Array.isArray(body.actions) ? body.actions : []).filter(isObject)
  const table = sections.length === 0 ? rowsIn(body) : undefined
  return (
    <div className="space-y-5">
      {textOf(body.headline) === "" || title.includes(textOf(body.headline)) ? null : (
        <p className="text-xl font-medium">{textOf(body.headline)}</p>
      )}
      {actions.length === 0 ? null : (
        <Card title={t("What to do")}>
          <ol className="list-decimal space-y-2 ps-5 text-sm">
            {actions.map((action, index) => (
              <li key={index}>
                <span className="font-medium">{textOf(action.title)}</span>
                <span className="block text-muted">{textOf(action.why)}</span>
              </li>
            ))}
          </ol>
        </Card>
      )}
      <div className="grid gap-5 xl:grid-cols-2">
        {sections.map((section, index) => {
          const findings = (Array.isArray(section.findings) ? section.findings : []).filter(isObject)
          return (
            <Card
              key={textOf(section.id) || index}
              title={textOf(section.title)}
              aside={<Badge tone={toneOf(textOf(section.status))}>{words(textOf(section.status))}</Badge>}
            >
              {findings.length === 0 ? (
                <p className="text-sm text-muted">{textOf(section.reason) || t("Nothing to tell.")}</p>
              ) : null}
              <Metrics of={section.metrics} />
              <ul className="space-y-2 text-sm">
                {findings.map((finding, at) => (
                  <li key={at} className="flex gap-2">
                    <Badge
                      tone={
                        textOf(finding.severity) === "high"
                          ? "bad"
                          : textOf(finding.severity) === "medium"
                            ? "warn"
                            : "plain"
                      }
                    >
                      {words(textOf(finding.severity) || "info")}
                    </Badge>
                    <span className="min-w-0">
                      {textOf(finding.text)}
                      {isObject(finding.evidence) || Array.isArray(finding.evidence) ? (
                        <details className="mt-1 text-xs text-muted">
                          <summary className="w-fit">{t("Evidence")}</summary>
                          <Tree value={finding.evidence} />
                        </details>
                      ) : null}
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )
        })}
      </div>
      {table === undefined ? null : (
        <Card title={words(table.at)}>
          <Table
            title={words(table.at)}
            rows={table.rows}
            keyOf={(_, index) => String(index)}
            columns={fieldsOf(table.rows).map((field) => ({
              title: words(field),
              end: table.rows.some((row) => typeof row[field] === "number"),
              cell: (row: Readonly<Record<string, unknown>>) => <Value value={row[field]} field={field} />
            }))}
          />
        </Card>
      )}
      <Card title={t("The whole report")}>
        <Tree value={body} open={false} />
      </Card>
    </div>
  )
}
