import { useQuery, useQueryClient } from "@tanstack/react-query"
import { change } from "../api.ts"
import type { Pins } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useAct } from "../pages/settings/parts.tsx"
import { pinsQuery } from "../session.ts"
import { Icon } from "../ui/icons.tsx"

export type Pinning = Omit<Pins["pins"][number], "id">

/** Pins a block of an app's page to the overview, or takes it off. */
export const PinButton = ({ of, title }: { readonly of: Pinning; readonly title: string }) => {
  const queries = useQueryClient()
  const { data } = useQuery(pinsQuery)
  const { busy, outcome, run } = useAct()
  const pinned = data?.pins.find(
    ({ appId, block, country, panel, platform }) =>
      panel === of.panel &&
      block === of.block &&
      appId === of.appId &&
      platform === of.platform &&
      country === of.country
  )
  const toggle = async () => {
    const pins =
      pinned === undefined
        ? await change("POST", "/dashboard/api/pins", { body: of })
        : await change("DELETE", "/dashboard/api/pins/:id", { params: { id: pinned.id } })
    queries.setQueryData(pinsQuery.queryKey, pins)
  }
  return (
    <>
      <button
        type="button"
        disabled={busy || data === undefined}
        aria-pressed={pinned !== undefined}
        aria-label={t("Pin {title} to the overview", { title })}
        title={pinned === undefined ? t("Pin to the overview") : t("Unpin")}
        className={`rounded p-1 hover:bg-panel ${pinned === undefined ? "text-muted" : "text-accent"}`}
        onClick={() => void run(toggle)}
      >
        <Icon name="pin" size={15} />
      </button>
      {outcome}
    </>
  )
}
