import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { change } from "../api.ts"
import { AboutContext } from "../charts/marks.ts"
import type { Pins } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useAppRange } from "../pages/AppRange.tsx"
import { useAct } from "../pages/settings/parts.tsx"
import { pinsQuery, useCatalogue } from "../session.ts"
import { Card, Empty } from "../ui/basics.tsx"
import { Icon } from "../ui/icons.tsx"
import { PanelBlocks, usePanels } from "./Panel.tsx"
import { blockName, panelName } from "./pins.ts"

type Pin = Pins["pins"][number]

/** Takes something off the overview. */
const Unpin = ({ pin }: { readonly pin: Pin }) => {
  const queries = useQueryClient()
  const { busy, outcome, run } = useAct()
  return (
    <>
      <button
        type="button"
        disabled={busy}
        className="inline-flex items-center gap-1 rounded-lg px-2 py-1 text-sm text-muted hover:bg-panel hover:text-text"
        onClick={() =>
          void run(async () => {
            queries.setQueryData(
              pinsQuery.queryKey,
              await change("DELETE", "/dashboard/api/pins/:id", { params: { id: pin.id } })
            )
          })
        }
      >
        <Icon name="close" size={14} />
        {t("Unpin")}
      </button>
      {outcome}
    </>
  )
}

/** What the person pinned, as on the app's page. */
export const Pinned = () => {
  const { data } = useQuery(pinsQuery)
  const { data: catalogue } = useCatalogue()
  const panels = usePanels("app")
  const { from, to } = useAppRange()
  if (data === undefined || data.pins.length === 0 || catalogue === undefined) return null
  return (
    <div className="gap-5 xl:columns-2">
      {data.pins.map((pin) => {
        const { appId, country, id, name, platform } = pin
        const panel = panels.find((each) => panelName(each) === pin.panel)
        // Blocks are named by their English, and drawn in the language that is spoken.
        const inEnglish = catalogue.panels.find((each) => panelName(each) === pin.panel)
        const at = inEnglish?.blocks.findIndex((block) => blockName(block) === pin.block) ?? -1
        const block = panel?.blocks[at]
        return (
          <div key={id} className="mb-5 break-inside-avoid">
            <Card
              title={
                <Link to="/apps/$platform/$app" params={{ platform, app: appId }} className="hover:underline">
                  {name} · {country.toUpperCase()}
                </Link>
              }
              aside={<Unpin pin={pin} />}
            >
              {panel === undefined || block === undefined ? (
                <Empty>{t("What was pinned here isn't shown any more.")}</Empty>
              ) : (
                <AboutContext value={`${name} (${platform}), ${country}`}>
                  <PanelBlocks
                    panel={{ ...panel, title: "", blocks: [block] }}
                    page={{ app: appId, platform, country, from, to }}
                  />
                </AboutContext>
              )}
            </Card>
          </div>
        )
      })}
    </div>
  )
}
