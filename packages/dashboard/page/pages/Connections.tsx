import { Link, useParams } from "@tanstack/react-router"
import { lastDays } from "../format.ts"
import type { Block } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { groupedByPlugin, PanelBlocks, usePanels } from "../panels/Panel.tsx"
import { useCatalogue } from "../session.ts"
import { Card, Empty, Failed, Field, Loading, PageTitle, Select } from "../ui/basics.tsx"

const isStatus = (block: Block) => block.kind === "view"

/** A card for each vendor: the first panel's first view, which is its state. */
export const ConnectionsPage = () => {
  const panels = usePanels("connections")
  const { error, isPending, refetch } = useCatalogue()
  const groups = groupedByPlugin(panels)
  return (
    <>
      <PageTitle lead={t("Your own store, ads and paywall accounts. Keys are sealed, and never shown again.")}>
        {t("Connections")}
      </PageTitle>
      {isPending ? (
        <Loading lines={6} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : groups.length === 0 ? (
        <Empty>{t("No enabled plugin connects an account.")}</Empty>
      ) : null}
      <div className="grid gap-5 lg:grid-cols-2">
        {groups.map(({ panels: own, plugin, title }) => {
          const first = own[0]
          const block = first?.blocks.find(isStatus)
          return (
            <Card
              key={plugin}
              title={title}
              aside={
                <Link to="/connections/$plugin" params={{ plugin }} className="text-sm text-accent underline">
                  {t("Open")}
                </Link>
              }
            >
              {first === undefined || block === undefined ? null : (
                <PanelBlocks panel={{ ...first, blocks: [block] }} page={{}} />
              )}
            </Card>
          )
        })}
      </div>
    </>
  )
}

/** All that a vendor's plugin shows. */
export const ConnectionPage = () => {
  const { plugin = "" } = useParams({ strict: false })
  const [search, setSearch] = useAddress()
  const panels = usePanels("connections").filter((panel) => panel.plugin === plugin)
  const { error, isPending, refetch } = useCatalogue()
  const days = Number(search.days ?? 30)
  const page = lastDays(days, Date.now())
  if (isPending) return <Loading lines={6} />
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/connections" className="text-accent underline">
          {t("All connections")}
        </Link>
      </p>
      <PageTitle
        aside={
          <Field label={t("Days")}>
            {(ids) => (
              <Select {...ids} value={String(days)} onChange={(event) => setSearch({ days: event.target.value })}>
                {[7, 30, 90].map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        }
      >
        {panels[0]?.title ?? t("Connection")}
      </PageTitle>
      {panels.length === 0 ? <Empty>{t("There's no such connection here.")}</Empty> : null}
      <div className="space-y-5">
        {panels.map((panel, index) => (
          <Card key={panel.id} title={index === 0 ? t("State") : panel.title}>
            <PanelBlocks panel={panel} page={page} />
          </Card>
        ))}
      </div>
    </>
  )
}
