import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { carry, read } from "../../api.ts"
import { number } from "../../format.ts"
import { t } from "../../i18n.ts"
import { useSession } from "../../session.ts"
import { Badge, Empty, Failed, Loading, Note, PageTitle } from "../../ui/basics.tsx"
import type { AccountDetails, Operator } from "./types.ts"

/** Shows its children to operators alone; others read how one becomes one. */
export const Operators = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => {
  const { me } = useSession()
  const isOperator = me.operator === "yes"
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "me"],
    queryFn: async ({ signal }) => {
      const operator = await read<Operator>("/dashboard/api/admin", {}, signal)
      // Operators who are in no account have none from elsewhere.
      carry(operator.csrfToken)
      return operator
    },
    enabled: isOperator
  })
  if (isOperator && data !== undefined) return children
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {me.operator === "no" ? (
        <Empty>
          <p>{t("These pages are for those who run this gateway. On its machine they make you one of them:")}</p>
          <code className="font-mono text-xs break-all">storeglass operator add {me.person.email}</code>
        </Empty>
      ) : me.operator === "needs-factor" ? (
        <NeedsFactor />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  )
}

const NeedsFactor = () => {
  const { me } = useSession()
  return (
    <Note tone="warn">
      <p className="font-medium">{t("You operate this gateway, but this session has had no second factor.")}</p>
      <ol className="list-decimal ps-5">
        {me.secondFactor.totp ? null : (
          <li>
            <Link to="/settings" search={{ tab: "sign-in" }} className="text-accent underline">
              {t("Set up an authenticator app or a passkey")}
            </Link>
          </li>
        )}
        <li>{t("Sign out, and sign in again with its code or by the passkey.")}</li>
      </ol>
    </Note>
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
