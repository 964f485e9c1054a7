import type { ShownView } from "@storeglass/plugin-api/draw"
import { useQueries, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react"
import { isNotThereYet } from "../api.ts"
import { appRef, appsQuery, comparedMax, storeOfId } from "../apps.ts"
import { compared, type Figure, isComparable } from "../charts/compare.ts"
import { cell, titled, unknown, words } from "../format.ts"
import type { AskedBlock, OperationRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { fixedOf, freeQuery, type PageValues } from "../panels/call.ts"
import { isOfStore, usePanels } from "../panels/Panel.tsx"
import { useCatalogue } from "../session.ts"
import { Badge, Button, Card, Empty, Failed, Field, Input, Loading, Note, PageTitle, Select } from "../ui/basics.tsx"
import { Icon } from "../ui/icons.tsx"
import { AppIcon } from "../ui/Picture.tsx"
import { Table } from "../ui/Table.tsx"
import { Value } from "../views/DrawnView.tsx"
import { useSpoken } from "../views/spoken.ts"
import { AppRange, useAppRange } from "./AppRange.tsx"

const TimeChart = lazy(async () => ({ default: (await import("../charts/TimeChart.tsx")).TimeChart }))

interface Chosen {
  readonly platform: string
  readonly appId: string
  readonly name: string
  readonly iconUrl: string | null
}

/** `storea:5,storeb:com.example` as apps, each once. */
const appsIn = (text: string | undefined) =>
  [...new Set((text ?? "").split(","))].flatMap((each) => {
    const at = each.indexOf(":")
    return at < 1 || at === each.length - 1 ? [] : [{ platform: each.slice(0, at), appId: each.slice(at + 1) }]
  })

/** The apps of the address with what is known of them; names that two share are told apart by store, or by id. */
const useChosen = (text: string | undefined): ReadonlyArray<Chosen> => {
  const refs = useMemo(() => appsIn(text).slice(0, comparedMax), [text])
  const found = useQueries({ queries: refs.map(({ appId }) => appsQuery({ q: appId, limit: 5 })) })
  return refs.map((ref, index) => {
    const known = found[index]?.data?.find((app) => appRef(app) === appRef(ref))
    return { ...ref, name: known?.name ?? ref.appId, iconUrl: known?.iconUrl ?? null }
  })
}
const toldApart = (apps: ReadonlyArray<Chosen>): ReadonlyArray<string> =>
  apps.map((app) => {
    const same = apps.filter(({ name }) => name === app.name)
    if (same.length === 1) return app.name
    const isByStore = same.filter(({ platform }) => platform === app.platform).length === 1
    return `${app.name} (${isByStore ? app.platform : app.appId})`
  })

/** Adds an app that is known here, by its name or id. */
const Adder = ({ add, taken }: { readonly add: (ref: string) => void; readonly taken: ReadonlySet<string> }) => {
  const [text, setText] = useState("")
  const q = useDeferredValue(text.trim())
  const { data = [], isFetching } = useQuery(appsQuery({ q, limit: 20 }))
  const offered = data.filter((app) => !taken.has(appRef(app))).slice(0, 6)
  const typed = text.trim()
  const store = storeOfId(typed)
  const byId = store === undefined ? undefined : appRef({ platform: store, appId: typed })
  const pick = (ref: string) => {
    add(ref)
    setText("")
  }
  return (
    <div className="space-y-2">
      <div className="max-w-md">
        <Field label={t("Add an app")}>
          {(ids) => (
            <Input
              {...ids}
              type="search"
              autoComplete="off"
              placeholder={t("Name or id of an app")}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return
                event.preventDefault()
                // What is offered may still be of what was typed before.
                const ref =
                  byId ?? (q === typed && !isFetching && offered[0] !== undefined ? appRef(offered[0]) : undefined)
                if (ref !== undefined && !taken.has(ref)) pick(ref)
              }}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        {offered.map((app) => (
          <Button key={appRef(app)} onClick={() => pick(appRef(app))}>
            <AppIcon url={app.iconUrl} name={app.name ?? app.appId} size={20} />
            <span className="max-w-48 truncate">{app.name ?? app.appId}</span>
            <span className="text-xs font-normal text-muted">{app.platform}</span>
          </Button>
        ))}
        {byId !== undefined && !taken.has(byId) && !offered.some((app) => appRef(app) === byId) ? (
          <Button onClick={() => pick(byId)}>{typed}</Button>
        ) : offered.length === 0 && q !== "" ? (
          <p className="text-sm text-muted">{t("No app by that name is known here. Its id works too.")}</p>
        ) : null}
      </div>
    </div>
  )
}

const Figures = ({
  figures,
  names,
  plugin,
  title,
  view
}: {
  readonly plugin: string
  readonly view: ShownView
  readonly figures: ReadonlyArray<Figure>
  readonly names: ReadonlyArray<string>
  readonly title: string
}) => {
  const { listedOf, said, say } = useSpoken(plugin, view)
  return (
    <Table
      title={title}
      rows={figures}
      keyOf={(_, index) => String(index)}
      columns={[
        {
          title: t("Figure"),
          cell: ({ title: name }) =>
            view.kind === "status" ? said(name) : say("title", name, (text) => cell(titled(text)))
        },
        ...names.map((name, index) => ({
          title: name,
          end: true,
          cell: ({ field, values }: Figure) => {
            const told = values[index]
            if (told === undefined) return unknown
            if (told.value === null && told.status !== "") {
              return <span className="text-muted">{say("status", told.status, words)}</span>
            }
            return (
              <>
                <Value value={told.value} field={field} listed={listedOf(field, told.value)} />
                {told.unit === "" || told.value === null ? null : (
                  <span className="text-muted"> {say("unit", told.unit)}</span>
                )}
              </>
            )
          }
        }))
      ]}
    />
  )
}

interface Asked {
  readonly block: AskedBlock
  readonly operation: OperationRow
  readonly view: ShownView
}

/** One block of all apps: the same question to each, one picture of the answers. */
const ComparedBlock = ({
  apps,
  asked: { block, operation, view },
  names,
  pages
}: {
  readonly asked: Asked
  readonly apps: ReadonlyArray<Chosen>
  readonly names: ReadonlyArray<string>
  readonly pages: ReadonlyArray<PageValues>
}) => {
  const [chart, setChart] = useState<string>()
  const isAsked = apps.map(({ platform }) => isOfStore(block, platform))
  const answers = useQueries({
    queries: pages.map((page, index) => ({
      ...freeQuery(operation, fixedOf(block, page)),
      enabled: isAsked[index] === true
    }))
  })
  const { said, say } = useSpoken(operation.plugin, view)
  const title = block.title ?? said(operation.summary)
  const isWaiting = answers.some(({ isPending }, index) => isAsked[index] === true && isPending)
  const drawn = compared(
    view,
    names.map((name, index) => ({ name, data: answers[index]?.data }))
  )
  // What isn't there of an app is a gap in the picture; anything else is told.
  const failed = answers.find(({ error }) => error !== null && !isNotThereYet(error))
  const charts = drawn.kind === "lines" ? drawn.charts : []
  const shown = charts.find(({ name }) => name === chart) ?? charts[0]
  const isEmpty =
    drawn.kind === "lines"
      ? charts.length === 0
      : drawn.figures.every(({ values }) => values.every(({ value }) => value === null))
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{title}</h3>
        {charts.length > 1 ? (
          <Select
            className="w-auto! max-w-full"
            aria-label={t("What is compared: {title}", { title })}
            value={shown?.name}
            onChange={(event) => setChart(event.target.value)}
          >
            {charts.map(({ name }) => (
              <option key={name} value={name}>
                {say("name", name)}
              </option>
            ))}
          </Select>
        ) : shown === undefined ? null : (
          <span className="text-xs text-muted">{say("name", shown.name)}</span>
        )}
      </div>
      {failed === undefined ? null : <Failed error={failed.error} retry={() => void failed.refetch()} />}
      {isWaiting ? (
        <Loading lines={5} />
      ) : isEmpty ? (
        failed === undefined ? (
          <Empty>{t("Nothing was measured of these apps in these days.")}</Empty>
        ) : null
      ) : drawn.kind === "figures" ? (
        <Figures plugin={operation.plugin} view={view} figures={drawn.figures} names={names} title={title} />
      ) : shown === undefined ? null : (
        <Suspense fallback={<Loading lines={6} />}>
          <TimeChart
            kind={drawn.chart}
            lines={shown.lines}
            title={shown.name === "" ? title : `${title}, ${say("name", shown.name)}`}
            sayStatus={(status) => say("status", status, words)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What can be compared, panel by panel: what costs nothing and has a figure or a line of each app. */
const useComparable = (platforms: string) => {
  const panels = usePanels("app")
  const { data } = useCatalogue()
  return useMemo(() => {
    const operations = new Map((data?.operations ?? []).map((operation) => [operation.id, operation]))
    return panels.flatMap((panel) => {
      const asked = panel.blocks.flatMap((block): ReadonlyArray<Asked> => {
        if (block.kind !== "view" || panel.open === "plan") return []
        const operation = operations.get(block.operation)
        const view = block.view ?? operation?.view
        const isFree = operation?.reads === true && operation.credits === 0
        const isOfAny = platforms.split(",").some((platform) => isOfStore(block, platform))
        return isFree && isOfAny && isComparable(view) ? [{ block, operation, view }] : []
      })
      return asked.length === 0 ? [] : [{ key: `${panel.plugin} ${panel.id}`, title: panel.title, asked }]
    })
  }, [data, panels, platforms])
}

/** Up to five apps side by side: every panel of an app that says something comparable, for nothing. */
export const ComparePage = () => {
  const [search, setSearch] = useAddress()
  const range = useAppRange()
  const apps = useChosen(search.apps)
  const panels = useComparable([...new Set(apps.map(({ platform }) => platform))].join(","))
  const names = toldApart(apps)
  const refs = apps.map(appRef)
  const set = (next: ReadonlyArray<string>) => setSearch({ apps: next.join(",") })
  const { country, from, to } = range
  const pages = apps.map(({ appId, platform }) => ({ app: appId, platform, country, from, to }))
  return (
    <>
      <PageTitle
        lead={t("Up to {n} apps in the same charts, of what is kept here. It asks no store and costs nothing.", {
          n: comparedMax
        })}
        aside={<AppRange />}
      >
        {t("Compare apps")}
      </PageTitle>
      <div className="space-y-5">
        <Card>
          {apps.length === 0 ? null : (
            <ul className="mb-4 flex flex-wrap gap-2" aria-label={t("Apps compared")}>
              {apps.map((app, index) => (
                <li
                  key={appRef(app)}
                  className="flex min-w-0 items-center gap-2 rounded-lg border border-line py-1.5 ps-2 pe-1"
                >
                  <AppIcon url={app.iconUrl} name={app.name} size={28} />
                  <Link
                    to="/apps/$platform/$app"
                    params={{ platform: app.platform, app: app.appId }}
                    className="min-w-0 truncate text-sm font-medium hover:underline"
                  >
                    {app.name}
                  </Link>
                  <Badge>{app.platform}</Badge>
                  <button
                    type="button"
                    className="grid size-8 flex-none place-items-center rounded-lg text-muted hover:bg-panel hover:text-text"
                    aria-label={t("Leave out {name}", { name: names[index] ?? app.name })}
                    onClick={() => set(refs.filter((ref) => ref !== appRef(app)))}
                  >
                    <Icon name="close" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {apps.length < comparedMax ? (
            <Adder taken={new Set(refs)} add={(ref) => set([...refs, ref])} />
          ) : (
            <Note>{t("{n} apps are as many as a chart can tell apart.", { n: comparedMax })}</Note>
          )}
        </Card>
        {apps.length < 2 ? (
          <Empty>{t("Add at least two apps: yours and those that you compete with.")}</Empty>
        ) : range.isWhole ? (
          panels.map((panel) => (
            <Card key={panel.key} title={panel.title}>
              <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
                {panel.asked.map((asked, index) => (
                  <ComparedBlock
                    key={`${asked.operation.id} ${index}`}
                    asked={asked}
                    apps={apps}
                    names={names}
                    pages={pages}
                  />
                ))}
              </div>
            </Card>
          ))
        ) : null}
      </div>
    </>
  )
}
