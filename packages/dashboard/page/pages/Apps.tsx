import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { appRef, appsQuery, comparedMax } from "../apps.ts"
import type { OpenableApp } from "../generated/apps.routes.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { Badge, Card, Empty, Failed, Input, Loading, PageTitle } from "../ui/basics.tsx"
import { AppIcon } from "../ui/Picture.tsx"
import { AppSearch } from "./AppSearch.tsx"
import { KeptTable } from "./kept/KeptTable.tsx"
import { isPlain, lookIn } from "./kept/look.ts"
import { useKept } from "./kept/useKept.ts"
import { ViewBar } from "./kept/ViewBar.tsx"

const Tile = ({ app: { appId, country, developer, iconUrl, name, platform } }: { readonly app: OpenableApp }) => (
  <Link
    to="/apps/$platform/$app"
    params={{ platform, app: appId }}
    search={{ country }}
    className="flex min-w-0 items-center gap-3 rounded-xl border border-line p-3 hover:border-accent"
  >
    <AppIcon url={iconUrl} name={name ?? appId} size={48} />
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{name ?? appId}</span>
      <span className="block truncate text-xs text-muted">{developer ?? appId}</span>
    </span>
    <Badge>{platform}</Badge>
  </Link>
)

/** The apps that the account keeps, and those that are known by charts. */
export const AppsPage = () => {
  const [search, setSearch] = useAddress()
  const { data, error, isPending, refetch } = useQuery(appsQuery({ q: search.q ?? "", limit: 50 }))
  const own = data?.filter(({ reason }) => reason !== "chart") ?? []
  const others = data?.filter(({ reason }) => reason === "chart") ?? []
  const yours = own.slice(0, comparedMax).map(appRef).join(",")
  const look = lookIn("apps", search)
  const kept = useKept("apps", look)
  const isKept = kept.isThere && !isPlain("apps", look)
  const grid = "grid grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] gap-3"
  return (
    <>
      <PageTitle
        lead={t("Ranks, estimates, reviews and rivals of an app: yours, or anybody's.")}
        aside={
          <Link
            to="/compare"
            search={{ apps: yours }}
            className="inline-flex min-h-9 items-center rounded-lg border border-line px-3 py-1.5 text-sm font-medium hover:bg-panel"
          >
            {t("Compare apps")}
          </Link>
        }
      >
        {t("Apps")}
      </PageTitle>
      <div className="space-y-5">
        <AppSearch />
        <Card title={t("Your apps")}>
          {kept.isThere ? <ViewBar listed="apps" /> : null}
          {isKept ? (
            <KeptTable listed="apps" title={t("Your apps")} kept={kept} />
          ) : isPending ? (
            <Loading lines={4} />
          ) : error !== null ? (
            <Failed error={error} retry={() => void refetch()} />
          ) : own.length === 0 ? (
            <Empty>
              {t(
                "None yet. Open an app and track a keyword of it, or add it to the workspace: from then on it's measured daily."
              )}
            </Empty>
          ) : (
            <div className={grid}>
              {own.map((app) => (
                <Tile key={`${app.platform} ${app.appId}`} app={app} />
              ))}
            </div>
          )}
        </Card>
        <Card
          title={t("Known by charts")}
          aside={
            <Input
              type="search"
              className="w-56!"
              aria-label={t("Filter by name")}
              placeholder={t("Filter by name")}
              value={search.q ?? ""}
              onChange={(event) => setSearch({ q: event.target.value })}
            />
          }
        >
          {isPending ? (
            <Loading lines={4} />
          ) : error !== null ? (
            <Failed error={error} retry={() => void refetch()} />
          ) : others.length === 0 ? (
            <Empty>{t("No chart has an app by that name.")}</Empty>
          ) : (
            <div className={grid}>
              {others.map((app) => (
                <Tile key={`${app.platform} ${app.appId}`} app={app} />
              ))}
            </div>
          )}
        </Card>
      </div>
    </>
  )
}
