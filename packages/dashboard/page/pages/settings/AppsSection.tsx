import { useQuery, useQueryClient } from "@tanstack/react-query"
import { change } from "../../api.ts"
import { unknown } from "../../format.ts"
import type { ConnectedApp } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { connectedAppsQuery, isAtLeast, useCatalogue, useRole } from "../../session.ts"
import { Badge, Card, Empty, Failed, Loading, Time } from "../../ui/basics.tsx"
import { Sure } from "../../ui/Confirm.tsx"
import { Table } from "../../ui/Table.tsx"
import { NotYours, Value } from "./parts.tsx"

const scopeName = (scope: string): string =>
  ({ read: t("read"), write: t("change"), offline_access: t("stay connected") })[scope] ?? scope

/** What MCP clients were allowed. */
export const AppsSection = () => {
  const role = useRole()
  const queries = useQueryClient()
  const gateway = useCatalogue().data?.gateway.url ?? location.origin
  const { data, error, isPending, refetch } = useQuery({ ...connectedAppsQuery, enabled: role !== undefined })
  const end = async ({ id }: ConnectedApp) => {
    await change("DELETE", "/dashboard/api/connected-apps/:id", { params: { id } })
    await queries.invalidateQueries({ queryKey: connectedAppsQuery.queryKey })
  }
  if (role === undefined) return <NotYours needs="viewer" role={role} />
  return (
    <Card title={t("Connected apps")}>
      <div className="space-y-3">
        <p className="max-w-3xl text-sm text-muted">
          {isAtLeast(role, "admin")
            ? t("Apps that people of this account let use it, by MCP. What they call costs the account's credits.")
            : t(
                "Apps that you let use this account, by MCP; admins and owners see everybody's. What they call costs the account's credits."
              )}
        </p>
        {isPending ? (
          <Loading lines={4} />
        ) : error !== null ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : data.apps.length === 0 ? (
          <Empty>
            <p className="mb-3">
              {t(
                "No app is connected. Give an MCP client this address: it leads you to sign in, and asks what it may do."
              )}
            </p>
            <Value>{`${gateway}/mcp`}</Value>
          </Empty>
        ) : (
          <Table
            title={t("Apps and what they may do")}
            rows={data.apps}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t("App"),
                cell: ({ host, name, person }) => (
                  <div className="min-w-0">
                    <div className="font-medium break-words">
                      {name} {host === null ? <Badge tone="warn">{t("unverified")}</Badge> : <Badge>{host}</Badge>}
                    </div>
                    <div className="max-w-60 text-xs break-words text-muted">
                      {t("for {person}", { person: person.email })}
                    </div>
                  </div>
                )
              },
              {
                title: t("May"),
                cell: ({ scopes, toolsets }) => (
                  <div>
                    <div>{scopes.map(scopeName).join(", ")}</div>
                    <div className="text-xs text-muted">
                      {toolsets === null ? t("all tools") : t("tools: {toolsets}", { toolsets: toolsets.join(", ") })}
                    </div>
                  </div>
                )
              },
              {
                title: t("Connected"),
                cell: ({ connectedAt }) => (connectedAt === null ? unknown : <Time at={connectedAt} />)
              },
              {
                title: t("Last used"),
                cell: ({ lastUsed }) =>
                  lastUsed === null ? (
                    t("never")
                  ) : (
                    <span title={lastUsed.agent ?? undefined}>
                      <Time at={lastUsed.at} relative />
                      {lastUsed.address === null ? null : (
                        <span className="block font-mono text-xs text-muted">{lastUsed.address}</span>
                      )}
                    </span>
                  )
              },
              { title: t("Ends"), cell: ({ endsAt }) => (endsAt === null ? t("never") : <Time at={endsAt} />) },
              {
                title: "",
                end: true,
                cell: (app) => (
                  <Sure
                    title={t("Disconnect {app}?", { app: app.name })}
                    button={t("Disconnect")}
                    confirm={t("Disconnect it")}
                    act={() => end(app)}
                  >
                    {t("Its tokens are refused within 5 seconds. It can ask to be connected again.")}
                  </Sure>
                )
              }
            ]}
          />
        )}
      </div>
    </Card>
  )
}
