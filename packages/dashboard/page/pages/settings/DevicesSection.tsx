import { useQuery, useQueryClient } from "@tanstack/react-query"
import { change } from "../../api.ts"
import { unknown } from "../../format.ts"
import type { Device } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { Badge, Button, Card, Failed, Loading, Time } from "../../ui/basics.tsx"
import { Sure } from "../../ui/Confirm.tsx"
import { Table } from "../../ui/Table.tsx"
import { devicesQuery, useAct } from "./parts.tsx"

const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"]
] as const
// Phones first: their browsers name a desktop's system too.
const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"]
] as const

/** "Firefox on Linux", as far as a browser says so. */
const deviceName = (agent: string | null): string => {
  if (agent === null || agent === "") return t("Unknown device")
  const browser = browsers.find(([mark]) => agent.includes(mark))?.[1]
  const system = systems.find(([mark]) => agent.includes(mark))?.[1]
  if (browser === undefined) return agent
  return system === undefined ? browser : t("{browser} on {system}", { browser, system })
}

const methodName = (method: string): string =>
  ({
    mail: t("by mail"),
    password: t("by password"),
    provider: t("by an identity provider"),
    passkey: t("by passkey"),
    demo: t("as the demo account")
  })[method] ?? method

export const DevicesSection = () => {
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(devicesQuery)
  const { busy, outcome, run } = useAct()
  const refresh = () => queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
  const end = async ({ id }: Device) => {
    await change("DELETE", "/dashboard/api/devices/:id", { params: { id } })
    await refresh()
  }
  const endOthers = async () => {
    await change("POST", "/dashboard/api/devices/sign-out-others")
    await refresh()
  }
  return (
    <Card
      title={t("Where you're signed in")}
      aside={
        data === undefined || data.devices.length < 2 ? undefined : (
          <Sure
            title={t("Sign out all other devices?")}
            button={t("Sign out all others")}
            confirm={t("Sign them out")}
            act={endOthers}
          >
            {t("Only this browser stays signed in. Change your password too if one of them isn't yours.")}
          </Sure>
        )
      }
    >
      <div className="space-y-3">
        {isPending ? (
          <Loading lines={4} />
        ) : error !== null ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <Table
            title={t("Your sessions")}
            rows={data.devices}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t("Device"),
                cell: ({ agent, isThis, method }) => (
                  <div className="min-w-0" title={agent ?? undefined}>
                    <div className="font-medium break-words">
                      {deviceName(agent)} {isThis ? <Badge tone="accent">{t("this one")}</Badge> : null}
                    </div>
                    <div className="text-xs text-muted">{methodName(method)}</div>
                  </div>
                )
              },
              {
                title: t("Address"),
                cell: ({ address }) => (
                  <span className="block max-w-40 font-mono text-xs break-words">{address ?? unknown}</span>
                )
              },
              { title: t("Signed in"), cell: ({ signedInAt }) => <Time at={signedInAt} /> },
              { title: t("Last seen"), cell: ({ lastSeenAt }) => <Time at={lastSeenAt} relative /> },
              {
                title: "",
                end: true,
                cell: (device) =>
                  device.isThis ? null : (
                    <Button
                      busy={busy}
                      aria-label={t("Sign out {device}", { device: deviceName(device.agent) })}
                      onClick={() => void run(() => end(device))}
                    >
                      {t("Sign out")}
                    </Button>
                  )
              }
            ]}
          />
        )}
        {outcome}
      </div>
    </Card>
  )
}
