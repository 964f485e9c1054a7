import { queryOptions, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { overviewQueries } from "../../src/firstReads.ts"
import { ahead } from "../ahead.ts"
import { read, tokenNow } from "../api.ts"
import { appsQuery } from "../apps.ts"
import { day, number } from "../format.ts"
import type { Balance } from "../generated/account.routes.ts"
import { locale, t } from "../i18n.ts"
import { page } from "../page.ts"
import { PanelCard, readsOf, usePanels } from "../panels/Panel.tsx"
import { Pinned } from "../panels/Pinned.tsx"
import {
  catalogueQuery,
  connectedAppsQuery,
  keysQuery,
  type PageContext,
  useCatalogue,
  useSession
} from "../session.ts"
import { BucketCard } from "../ui/BucketCard.tsx"
import { Badge, Card, Empty, Failed, Loading, PageTitle, Time } from "../ui/basics.tsx"
import { ChargedCalls, usageQuery } from "../ui/ChargedCalls.tsx"
import { AppIcon } from "../ui/Picture.tsx"
import { AppSearch } from "./AppSearch.tsx"
import { FirstSteps } from "./FirstSteps.tsx"

export const CreditCards = ({ balances }: { readonly balances: ReadonlyArray<Balance> }) => (
  <div className="grid gap-3 sm:grid-cols-3">
    {balances.map(({ bucket, emptyOn, held, limit, remaining, resetsAt, used }) => (
      <BucketCard key={bucket} bucket={bucket} limit={limit} remaining={remaining} taken={used + held}>
        {limit === 0
          ? t("Not in the plan.")
          : emptyOn === null
            ? t("of {limit}; enough until {day} at this pace", { limit: number(limit), day: day(resetsAt) })
            : t("of {limit}; at this pace they end on {day}, and come back on {reset}", {
                limit: number(limit),
                day: day(emptyOn),
                reset: day(resetsAt)
              })}
        {held > 0 ? ` · ${t("{n} held by work under way", { n: number(held) })}` : ""}
      </BucketCard>
    ))}
  </div>
)

const errorsQuery = (nowMs: number) => {
  const { errors } = overviewQueries(nowMs)
  return queryOptions({
    queryKey: ["errors", "overview", errors.from],
    queryFn: ({ signal }) => read("/dashboard/api/requests/errors", { query: errors }, signal)
  })
}
const watchedQuery = appsQuery(overviewQueries(0).apps)

/** What comes later than this is shown when it's there. */
const patienceMs = 1500

/** Asks all that the page shows, so that it's drawn once and nothing moves. What fails is told where it would stand. */
export const readied = async ({ me, queries }: PageContext): Promise<void> => {
  const nowMs = Date.now()
  const panels = async () => {
    const catalogue = await queries.ensureQueryData(catalogueQuery(locale()))
    const reads = readsOf(catalogue, me, "overview", {})
    // It's asked for while the reads of the session are under way, not after them.
    if (reads.needsToken) ahead(tokenNow())
    await Promise.allSettled([
      ...reads.queries.map((query) => queries.ensureQueryData(query)),
      ...(reads.isOverTime ? [import("../charts/TimeChart.tsx")] : [])
    ])
  }
  const all = Promise.allSettled([
    queries.ensureQueryData(usageQuery(nowMs)),
    queries.ensureQueryData(keysQuery),
    queries.ensureQueryData(watchedQuery),
    queries.ensureQueryData(errorsQuery(nowMs)),
    panels()
  ])
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** The page that answers the daily question. */
export const Overview = () => {
  const { me } = useSession()
  const panels = usePanels("overview")
  const catalogue = useCatalogue()
  const [to] = useState(() => Date.now())
  const usage = useQuery(usageQuery(to))
  const keys = useQuery(keysQuery)
  const isIdle = usage.data !== undefined && usage.data.totals.requests === 0
  // Whoever has used a key is none who begins, however long ago it was.
  const hasCalled = !isIdle || keys.data?.keys.some(({ lastUsed }) => lastUsed !== null) === true
  const begins = usage.data !== undefined && keys.data !== undefined && (!hasCalled || keys.data.keys.length === 0)
  // Once there the steps stay while the page is looked at: the answer of the call that was made stands in them.
  const [steps, setSteps] = useState(false)
  if (begins && !steps) setSteps(true)
  return (
    <>
      <PageTitle lead={t("Look up an app, or see what moved since you were last here.")}>
        {me.person.name === "" ? t("Overview") : t("Hello {name}", { name: me.person.name })}
      </PageTitle>
      <div className="space-y-5">
        <AppSearch />
        <WatchedApps />
        {steps ? <BeginnersSteps keys={keys.data?.keys ?? []} hasCalled={hasCalled} /> : null}
        {catalogue.isPending ? (
          <Loading lines={6} />
        ) : catalogue.error !== null ? (
          <Failed error={catalogue.error} retry={() => void catalogue.refetch()} />
        ) : null}
        <Pinned />
        <div className="gap-5 xl:columns-2">
          {panels.map((panel) => (
            <div key={`${panel.plugin} ${panel.id}`} className="mb-5 break-inside-avoid">
              <PanelCard panel={panel} page={{}} />
            </div>
          ))}
        </div>
        <Card
          title={t("Credits left")}
          aside={
            <Link to="/usage" className="text-sm text-accent underline">
              {t("Usage")}
            </Link>
          }
        >
          {usage.isPending ? (
            <Loading />
          ) : usage.error !== null ? (
            <Failed error={usage.error} retry={() => void usage.refetch()} />
          ) : (
            <CreditCards balances={usage.data.balances} />
          )}
        </Card>
        <div className="grid gap-5 xl:grid-cols-2">
          <ChargedCalls
            nowMs={to}
            none={
              hasCalled
                ? t("No call in these days. Looking at these pages is free and isn't counted.")
                : t("No call yet. Looking at these pages is free and isn't counted.")
            }
            aside={
              <Link to="/requests" className="text-sm text-accent underline">
                {t("Requests")}
              </Link>
            }
          />
          <NewestErrors nowMs={to} />
        </div>
        <p className="text-xs text-muted">
          {page.product} {page.version}
        </p>
      </div>
    </>
  )
}

/** The steps of who begins; which apps signed in is asked only where they're shown. */
const BeginnersSteps = (steps: Pick<Parameters<typeof FirstSteps>[0], "keys" | "hasCalled">) => {
  const apps = useQuery(connectedAppsQuery)
  return <FirstSteps {...steps} hasApp={(apps.data?.apps.length ?? 0) > 0} />
}

const WatchedApps = () => {
  const { data, error, isPending, refetch } = useQuery(watchedQuery)
  if (isPending) return null
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />
  const kept = data.filter(({ reason }) => reason === "workspace")
  const own = kept.length > 0 ? kept : data.filter(({ reason }) => reason === "tracked").slice(0, 8)
  if (own.length === 0) return null
  return (
    <section aria-label={t("Your apps")} className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
      {own.map(({ appId, country, developer, iconUrl, name, platform }) => (
        <Link
          key={`${platform} ${appId}`}
          to="/apps/$platform/$app"
          params={{ platform, app: appId }}
          search={{ country }}
          className="flex min-w-0 items-center gap-3 rounded-xl border border-line p-3 hover:border-accent"
        >
          <AppIcon url={iconUrl} name={name ?? appId} />
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">{name ?? appId}</span>
            <span className="block truncate text-xs text-muted">{developer ?? platform}</span>
          </span>
        </Link>
      ))}
    </section>
  )
}

const NewestErrors = ({ nowMs }: { readonly nowMs: number }) => {
  const { data, error, isPending, refetch } = useQuery(errorsQuery(nowMs))
  return (
    <Card title={t("Errors, 7 days")}>
      {isPending ? (
        <Loading />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.errors.length === 0 ? (
        <Empty>{t("No request failed.")}</Empty>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {data.errors.slice(0, 6).map((group) => (
            <li key={`${group.code} ${group.status}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Badge tone={group.status >= 500 ? "bad" : "warn"}>{group.status}</Badge>
              <Link
                to="/requests"
                search={{ code: group.code } as never}
                className="min-w-0 truncate font-mono text-xs text-accent underline"
              >
                {group.code}
              </Link>
              <span className="flex-1" />
              <span className="tabular-nums">
                {t("{n, plural, one {# time} other {# times}}", { n: group.requests })}
              </span>
              <span className="text-xs text-muted">
                <Time at={group.lastAt} relative />
              </span>
              {group.meaning === null ? null : (
                <p lang="en" className="basis-full text-xs text-muted">
                  {group.meaning}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
