import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { isNotThereYet } from "../api.ts"
import { appRef, appsQuery } from "../apps.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { PanelBlocks, PanelCard, usePanels } from "../panels/Panel.tsx"
import { Card, Empty, Failed, Field, Loading, PageTitle, Select } from "../ui/basics.tsx"
import { AppRange, useAppRange } from "./AppRange.tsx"
import { KeptTable } from "./kept/KeptTable.tsx"
import { lookIn } from "./kept/look.ts"
import { useKept } from "./kept/useKept.ts"
import { ViewBar } from "./kept/ViewBar.tsx"

/** The keywords that the workspace keeps with an app. */
const KeptKeywords = ({ app, platform }: { readonly app: string; readonly platform: string }) => {
  const [search] = useAddress()
  const kept = useKept("keywords", lookIn("keywords", search), app)
  if (!kept.isThere) return null
  return (
    <Card title={t("Kept keywords")}>
      {isNotThereYet(kept.query.error) ? (
        <Empty
          action={
            <Link
              to="/apps/$platform/$app"
              params={{ platform, app }}
              search={{ tab: "workspace" }}
              className="text-accent underline"
            >
              {t("Open the app")}
            </Link>
          }
        >
          {t(
            "Your workspace doesn't have this app yet. With it there, its keywords can be tagged, filtered and saved as views."
          )}
        </Empty>
      ) : (
        <>
          <ViewBar listed="keywords" />
          <KeptTable listed="keywords" title={t("Kept keywords")} kept={kept} />
        </>
      )}
    </Card>
  )
}

/** What moved over all apps, and the keywords of one. */
export const KeywordsPage = () => {
  const [search, setSearch] = useAddress()
  const { data, error, isPending, refetch } = useQuery(appsQuery({ limit: 50 }))
  const overview = usePanels("overview").filter(({ plugin }) => plugin === "keywords")
  const perApp = usePanels("app").filter(({ plugin }) => plugin === "keywords")
  const own = data?.filter(({ reason }) => reason !== "chart") ?? []
  const chosen = own.find((app) => appRef(app) === search.app) ?? own[0]
  const { country, from, isWhole, to } = useAppRange(chosen?.country)
  return (
    <>
      <PageTitle lead={t("Where your apps stand for the words that people search, day by day.")}>
        {t("Keywords")}
      </PageTitle>
      <div className="space-y-5">
        {overview.map((panel) => (
          <PanelCard key={panel.id} panel={panel} page={{}} />
        ))}
        {isPending ? (
          <Loading lines={6} />
        ) : error !== null ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : chosen === undefined ? (
          <Empty
            action={
              <Link to="/apps" className="text-accent underline">
                {t("Look up an app")}
              </Link>
            }
          >
            {t("No keyword is tracked yet. Open an app and track some: they're measured daily from then on.")}
          </Empty>
        ) : (
          <>
            <div className="flex flex-wrap items-end gap-3">
              <Field label={t("App")}>
                {(ids) => (
                  <Select
                    {...ids}
                    value={appRef(chosen)}
                    onChange={(event) => setSearch({ app: event.target.value, country: undefined })}
                  >
                    {own.map(({ appId, name, platform }) => (
                      <option key={`${platform} ${appId}`} value={appRef({ appId, platform })}>
                        {name ?? appId}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <AppRange own={chosen.country} />
            </div>
            <KeptKeywords key={appRef(chosen)} app={chosen.appId} platform={chosen.platform} />
            {perApp.map((panel) => (
              <Card key={panel.id} title={panel.title}>
                {isWhole ? (
                  <PanelBlocks
                    panel={panel}
                    page={{ app: chosen.appId, platform: chosen.platform, country, from, to }}
                  />
                ) : null}
              </Card>
            ))}
          </>
        )}
      </div>
    </>
  )
}
