import { queryOptions, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { overviewDays, overviewQueries } from "../../src/firstReads.ts"
import { read } from "../api.ts"
import { Columns } from "../charts/small.tsx"
import { day, dayOf, wholeDays } from "../format.ts"
import { t } from "../i18n.ts"
import { Card, Empty, Failed, Loading } from "./basics.tsx"

/** What was used in the last two weeks, by day. */
export const usageQuery = (nowMs: number) => {
  const { usage } = overviewQueries(nowMs)
  return queryOptions({
    queryKey: ["usage", "overview", usage.to],
    queryFn: ({ signal }) => read("/dashboard/api/usage", { query: usage }, signal)
  })
}

/** Charged calls of the last two weeks, a bar a day, each of which leads to its requests. */
export const ChargedCalls = ({
  aside,
  none,
  nowMs
}: {
  readonly nowMs: number
  readonly aside?: ReactNode
  /** What is said where there was none. */
  readonly none: string
}) => {
  const navigate = useNavigate()
  const usage = useQuery(usageQuery(nowMs))
  const days = Array.from({ length: overviewDays }, (_, index) =>
    dayOf(nowMs - (overviewDays - 1 - index) * 86_400_000)
  )
  return (
    <Card title={t("Charged calls, 14 days")} aside={aside}>
      {usage.isPending ? (
        <Loading lines={5} />
      ) : usage.error !== null ? (
        <Failed error={usage.error} retry={() => void usage.refetch()} />
      ) : usage.data.totals.requests === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <Columns
          title={t("Charged calls by day")}
          columns={days.map((each) => ({
            key: each,
            label: day(each),
            value: usage.data.rows.find((row) => row.day === each)?.requests ?? 0
          }))}
          onPick={(picked) => void navigate({ to: "/requests", search: wholeDays(picked, picked) as never })}
        />
      )}
    </Card>
  )
}
