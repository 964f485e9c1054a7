import { t } from "../i18n.ts"
import { isBroadPanel, PanelCard, usePanels } from "../panels/Panel.tsx"
import { useCatalogue } from "../session.ts"
import { Empty, Failed, Loading, PageTitle } from "../ui/basics.tsx"

/** What tells you when something happens, filled by plugins. */
export const AlertsPage = () => {
  const panels = usePanels("alerts")
  const { data, error, isPending, refetch } = useCatalogue()
  return (
    <>
      <PageTitle lead={t("What you're told of, where, and when you want quiet.")}>{t("Alerts")}</PageTitle>
      {isPending ? (
        <Loading lines={6} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : panels.length === 0 ? (
        <Empty>{t("No enabled plugin sends alerts.")}</Empty>
      ) : null}
      <div className="grid gap-5 xl:grid-cols-2">
        {panels.map((panel) => (
          <div
            key={`${panel.plugin} ${panel.id}`}
            className={`min-w-0 ${data !== undefined && isBroadPanel(panel, data) ? "col-span-full" : ""}`}
          >
            <PanelCard panel={panel} page={{}} />
          </div>
        ))}
      </div>
    </>
  )
}
