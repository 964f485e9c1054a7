import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { t } from "../../i18n.ts"
import { useRole } from "../../session.ts"
import { Time } from "../../ui/basics.tsx"
import { accountQuery } from "./parts.tsx"

/** On every page: that the account is suspended or being deleted, and where to read what to do. */
export const Standing = () => {
  const { data } = useQuery({ ...accountQuery, enabled: useRole() !== undefined })
  if (data === undefined || (data.suspended === null && data.deletion === null)) return null
  return (
    <aside
      aria-label={t("State of the account")}
      className="border-b border-bad/30 bg-bad-soft px-4 py-1.5 text-center text-sm break-words"
    >
      {data.deletion !== null ? (
        <>
          {t("This account is being deleted; it can be kept until")} <Time at={data.deletion.dueAt} />.
        </>
      ) : (
        t("This account is suspended: {reason}", { reason: data.suspended?.reason ?? t("No reason is given.") })
      )}{" "}
      <Link to="/settings" search={{ tab: "account" }} className="underline">
        {t("What to do")}
      </Link>
    </aside>
  )
}
