import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { number, unknown } from "../format.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { PanelCard, usePanels } from "../panels/Panel.tsx"
import { connectedAppsQuery, useRole, useSession } from "../session.ts"
import { Note, PageTitle, Stat } from "../ui/basics.tsx"
import { AccountSection } from "./settings/AccountSection.tsx"
import { AppsSection } from "./settings/AppsSection.tsx"
import { AuditSection } from "./settings/AuditSection.tsx"
import { DevicesSection } from "./settings/DevicesSection.tsx"
import { devicesQuery, passkeysQuery } from "./settings/parts.tsx"
import { SignInSection } from "./settings/SignInSection.tsx"
import { YouSection } from "./settings/YouSection.tsx"

interface Tab {
  readonly id: string
  readonly title: string
  readonly show: () => ReactNode
}

/** What one sets of oneself and of the account, a section at a time; the section stands in the address. */
export const SettingsPage = () => {
  const [{ tab }] = useAddress()
  const panels = usePanels("settings")
  const role = useRole()
  const tabs: ReadonlyArray<Tab> = [
    { id: "you", title: t("You"), show: () => <YouSection /> },
    { id: "sign-in", title: t("Sign-in"), show: () => <SignInSection /> },
    { id: "devices", title: t("Devices"), show: () => <DevicesSection /> },
    // The rest is of an account.
    ...(role === undefined
      ? []
      : [
          { id: "apps", title: t("Connected apps"), show: () => <AppsSection /> },
          { id: "account", title: t("Account"), show: () => <AccountSection /> },
          { id: "audit", title: t("Audit"), show: () => <AuditSection /> }
        ]),
    ...panels.map((panel) => ({
      id: `${panel.plugin}.${panel.id}`,
      title: panel.title,
      show: () => <PanelCard panel={panel} page={{}} />
    }))
  ]
  const [first] = tabs
  const shown = tabs.find(({ id }) => id === tab) ?? first
  return (
    <>
      <PageTitle lead={t("You, how you sign in, and this account.")}>{t("Settings")}</PageTitle>
      {role === undefined ? (
        <Note>{t("You're in no account. Ask someone to invite you, or the operator of this gateway.")}</Note>
      ) : null}
      <Safety />
      <nav aria-label={t("Sections of the settings")} className="my-4 border-b border-line">
        <ul className="-mb-px flex flex-wrap gap-x-1">
          {tabs.map(({ id, title }) => (
            <li key={id}>
              <Link
                to="/settings"
                search={{ tab: id }}
                aria-current={shown?.id === id ? "page" : undefined}
                className={`block border-b-2 px-3 py-2 text-sm ${shown?.id === id ? "border-accent font-medium text-accent" : "border-transparent text-muted hover:text-text"}`}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div key={shown?.id} className="space-y-4">
        {shown?.show()}
      </div>
    </>
  )
}

/** How safe the way in is, at a glance. */
const Safety = () => {
  const { me } = useSession()
  const inAccount = useRole() !== undefined
  const devices = useQuery(devicesQuery).data?.devices.length
  const passkeys = useQuery(passkeysQuery).data?.passkeys.length
  const apps = useQuery({ ...connectedAppsQuery, enabled: inAccount }).data?.apps.length
  const { backupCodesLeft, totp } = me.secondFactor
  const count = (value: number | undefined) => (value === undefined ? unknown : number(value))
  return (
    <section
      aria-label={t("Sign-in at a glance")}
      className="grid grid-cols-2 gap-4 rounded-xl border border-line p-4 lg:grid-cols-4"
    >
      <Stat
        label={t("Second factor")}
        note={
          totp
            ? t("{n, plural, one {# backup code left} other {# backup codes left}}", { n: backupCodesLeft })
            : t("An authenticator app keeps others out who learn your password.")
        }
      >
        {totp ? t("on") : t("off")}
      </Stat>
      <Stat label={t("Passkeys")}>{count(passkeys)}</Stat>
      <Stat label={t("Signed-in devices")}>{count(devices)}</Stat>
      <Stat label={t("Connected apps")}>{count(apps)}</Stat>
    </section>
  )
}
