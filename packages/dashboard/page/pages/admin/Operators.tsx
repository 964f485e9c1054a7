import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { carry, read } from "../../api.ts"
import { number } from "../../format.ts"
import type { AccountDetails } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { useSession } from "../../session.ts"
import { confirmByPasskey } from "../../signIn/passkey.ts"
import { Badge, Button, Empty, Failed, Loading, Note, PageTitle } from "../../ui/basics.tsx"
import { passkeysQuery, useAct } from "../settings/parts.tsx"
import { Factor, Passkeys } from "../settings/SignInSection.tsx"

/** Shows its children to operators alone; others read how one becomes one. */
export const Operators = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => {
  const { me } = useSession()
  const isOperator = me.operator === "yes"
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "me"],
    queryFn: async ({ signal }) => {
      const operator = await read("/dashboard/api/admin", {}, signal)
      // Operators who are in no account have none from elsewhere.
      carry({ accountId: me.accountId, csrfToken: operator.csrfToken })
      return operator
    },
    enabled: isOperator
  })
  // Whoever sets a factor up here stays until they've kept its backup codes.
  const [settingUp, setSettingUp] = useState(me.operator === "needs-factor")
  if (settingUp) return <NeedsFactor title={title} go={() => setSettingUp(false)} />
  if (isOperator && data !== undefined) return children
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {me.operator === "no" ? (
        <Empty>
          <p>{t("These pages are for those who run this gateway. On its machine they make you one of them:")}</p>
          <code className="font-mono text-xs break-all">storeglass operator add {me.person.email}</code>
        </Empty>
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  )
}

const NeedsFactor = ({ go, title }: { readonly title: string; readonly go: () => void }) => {
  const { me, reload } = useSession()
  const isReady = me.operator === "yes"
  const passkeys = useQuery(passkeysQuery).data?.passkeys ?? []
  const { busy, outcome, run } = useAct()
  const byPasskey = async () => {
    await confirmByPasskey()
    await reload()
  }
  return (
    <>
      <PageTitle lead={t("These pages are open to those who run this gateway, once they've shown a second factor.")}>
        {title}
      </PageTitle>
      <div className="space-y-4">
        {isReady ? (
          <Note tone="good">
            <p className="mb-2">
              {t("This session has had its second factor. Have you kept the backup codes, if any?")}
            </p>
            <Button look="main" onClick={go}>
              {t("To the operators' pages")}
            </Button>
          </Note>
        ) : (
          <Note tone="warn">
            <p className="font-medium">{t("You operate this gateway, but this session has had no second factor.")}</p>
            {passkeys.length === 0 ? (
              <p>{t("Set up an authenticator app or a passkey, here and now.")}</p>
            ) : (
              <>
                <p className="mb-2">{t("Use a passkey that checks who you are, or set up an authenticator app.")}</p>
                <Button icon="keys" busy={busy} onClick={() => void run(byPasskey)}>
                  {t("Use a passkey")}
                </Button>
                {outcome}
              </>
            )}
          </Note>
        )}
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Factor />
          <Passkeys />
        </div>
      </div>
    </>
  )
}

export const AccountBadges = ({ account }: { readonly account: AccountDetails }) => (
  <>
    <Badge>{account.plan}</Badge>
    {account.suspendedAt === null ? null : <Badge tone="bad">{t("suspended")}</Badge>}
    {account.deletionDueAt === null ? null : <Badge tone="warn">{t("being deleted")}</Badge>}
  </>
)

const sizes = [
  [86_400, (n: number) => t("{n, plural, one {# day} other {# days}}", { n })],
  [3_600, (n: number) => t("{n, plural, one {# hour} other {# hours}}", { n })],
  [60, (n: number) => t("{n, plural, one {# minute} other {# minutes}}", { n })]
] as const

export const duration = (seconds: number): string => {
  for (const [size, text] of sizes) if (seconds >= size) return text(Math.floor(seconds / size))
  return t("{s} s", { s: number(Math.round(seconds)) })
}
