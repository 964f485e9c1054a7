import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { Tabs } from "radix-ui"
import { useMemo } from "react"
import { appRef, appsQuery } from "../apps.ts"
import { AboutContext, MarksContext } from "../charts/marks.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { useMarks } from "../panels/marks.ts"
import { groupedByPlugin, isOfStore, PanelBlocks, usePanels } from "../panels/Panel.tsx"
import { useCatalogue } from "../session.ts"
import { Badge, Card, Empty, Failed, Loading } from "../ui/basics.tsx"
import { AppIcon } from "../ui/Picture.tsx"
import { AppRange, useAppRange } from "./AppRange.tsx"

/** All that there is about one app. */
export const AppPage = () => {
  const { app = "", platform = "storea" } = useParams({ strict: false })
  const [search, setSearch] = useAddress()
  const panels = usePanels("app")
  const tabs = useMemo(
    () => groupedByPlugin(panels.filter(({ blocks }) => blocks.some((block) => isOfStore(block, platform)))),
    [panels, platform]
  )
  const { data } = useQuery(appsQuery({ q: app, limit: 5 }))
  const known = data?.find((each) => each.appId === app && each.platform === platform)
  const catalogue = useCatalogue()
  const { country, from, isWhole, to } = useAppRange(known?.country)
  const page = useMemo(() => ({ app, platform, country, from, to }), [app, platform, country, from, to])
  const marks = useMarks(panels, page)
  const tab = tabs.some(({ plugin }) => plugin === search.tab) ? search.tab : tabs[0]?.plugin
  const name = known?.name ?? app
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-4">
        <AppIcon url={known?.iconUrl ?? null} name={name} size={64} />
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{name}</h1>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {known?.developer == null ? null : <span className="truncate">{known.developer}</span>}
            <Badge>{platform}</Badge>
            <code className="font-mono text-xs break-all">{app}</code>
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <AppRange own={known?.country} />
          <Link
            to="/compare"
            search={{ apps: appRef({ platform, appId: app }) }}
            className="inline-flex min-h-9 items-center rounded-lg border border-line px-3 py-1.5 text-sm font-medium hover:bg-panel"
          >
            {t("Compare")}
          </Link>
        </div>
      </div>
      {catalogue.isPending ? (
        <Loading lines={8} />
      ) : catalogue.error !== null ? (
        <Failed error={catalogue.error} retry={() => void catalogue.refetch()} />
      ) : tabs.length === 0 || tab === undefined ? (
        <Empty>{t("No enabled plugin shows anything about an app.")}</Empty>
      ) : (
        <AboutContext value={`${name} (${platform}), ${country}`}>
          <MarksContext value={marks}>
            <Tabs.Root value={tab} onValueChange={(next) => setSearch({ tab: next })} activationMode="manual">
              <Tabs.List
                aria-label={t("About this app")}
                className="mb-4 flex gap-1 overflow-x-auto border-b border-line"
              >
                {tabs.map(({ plugin, title }) => (
                  <Tabs.Trigger
                    key={plugin}
                    value={plugin}
                    className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-accent"
                  >
                    {title}
                  </Tabs.Trigger>
                ))}
              </Tabs.List>
              {tabs.map(({ panels: own, plugin }) => (
                <Tabs.Content key={plugin} value={plugin} className="space-y-5 outline-none">
                  {own.map((panel, index) => (
                    <Card key={panel.id} title={index === 0 && own.length === 1 ? undefined : panel.title}>
                      {index === 0 && own.length === 1 ? <h2 className="sr-only">{panel.title}</h2> : null}
                      {isWhole ? <PanelBlocks panel={panel} page={page} pinnedAs={name} /> : null}
                    </Card>
                  ))}
                </Tabs.Content>
              ))}
            </Tabs.Root>
          </MarksContext>
        </AboutContext>
      )}
    </>
  )
}
