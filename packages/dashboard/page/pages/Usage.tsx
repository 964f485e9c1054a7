import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { read, withQuery } from "../api.ts"
import { Columns } from "../charts/small.tsx"
import { day, dayOf, number, signed, wholeDays } from "../format.ts"
import type { UsageRow } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useAddress } from "../link.ts"
import { bucketName, buckets } from "../names.ts"
import { Button, Card, Empty, Failed, Field, Input, Loading, PageTitle, Select, Stat } from "../ui/basics.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Table } from "../ui/Table.tsx"
import { CreditCards } from "./Overview.tsx"

const daysOf = (from: string, to: string): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (let ms = Date.parse(from); ms <= Date.parse(to) && all.length < 400; ms += 86_400_000) all.push(dayOf(ms))
  return all
}

const dimensions = ["operation", "key", "member", "bucket"] as const

/** What was used, by whom and for what. */
export const UsagePage = () => {
  const [search, setSearch] = useAddress()
  const navigate = useNavigate()
  const by = dimensions.find((each) => each === search.by) ?? "operation"
  const to = search.to ?? dayOf(Date.now())
  const from = search.from ?? `${to.slice(0, 8)}01`
  const filter = {
    from,
    to,
    key: search.key,
    bucket: buckets.find((each) => each === search.bucket),
    operation: search.operation
  }
  const byDay = useQuery({
    queryKey: ["usage", "day", filter],
    queryFn: ({ signal }) => read("/dashboard/api/usage", { query: { ...filter, by: "day" } }, signal)
  })
  const grouped = useQuery({
    queryKey: ["usage", by, filter],
    queryFn: ({ signal }) => read("/dashboard/api/usage", { query: { ...filter, by } }, signal)
  })
  const names: Readonly<Record<(typeof dimensions)[number], string>> = {
    operation: t("Endpoint"),
    key: t("Key"),
    member: t("Member"),
    bucket: t("Bucket")
  }
  const nameOf = (row: UsageRow): string => {
    if (by === "operation") return row.operation ?? t("unknown")
    if (by === "bucket") return row.bucket === undefined ? t("unknown") : bucketName(row.bucket)
    if (by === "key") {
      const key = grouped.data?.keys.find(({ id }) => id === row.keyId)
      return key?.name ?? row.keyId ?? t("scheduled work, by no key")
    }
    const member = grouped.data?.members.find(({ personId }) => personId === row.memberId)
    return member === undefined ? (row.memberId ?? t("by no member")) : member.name || member.email
  }
  /** What the requests of a row have in common; undefined where the log can't tell them. */
  const filterOf = (row: UsageRow) => {
    const own =
      by === "operation"
        ? { operation: row.operation ?? undefined }
        : by === "key"
          ? { key: row.keyId ?? undefined }
          : by === "bucket"
            ? { bucket: row.bucket }
            : {}
    return Object.values(own).some((value) => value !== undefined)
      ? { key: filter.key, bucket: filter.bucket, operation: filter.operation, ...own }
      : undefined
  }
  const requestsOf = (more: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: "/requests", search: more as never })
  return (
    <>
      <PageTitle
        lead={t("Credits and charged requests, to the credit, from the ledger.")}
        aside={
          <a
            className="rounded-lg border border-line px-3 py-1.5 text-sm hover:bg-panel"
            href={withQuery("/dashboard/api/usage.csv", { ...filter, by: `day,${by}` })}
            download
          >
            {t("Download CSV")}
          </a>
        }
      >
        {t("Usage")}
      </PageTitle>
      <div className="space-y-5">
        {byDay.data === undefined ? null : <CreditCards balances={byDay.data.balances} />}
        <Card title={t("By day")}>
          <div className="mb-4 flex flex-wrap items-end gap-3">
            <Field label={t("From")}>
              {(ids) => (
                <Input
                  {...ids}
                  type="date"
                  value={from}
                  max={to}
                  onChange={(event) => setSearch({ from: event.target.value })}
                />
              )}
            </Field>
            <Field label={t("To")}>
              {(ids) => (
                <Input
                  {...ids}
                  type="date"
                  value={to}
                  min={from}
                  onChange={(event) => setSearch({ to: event.target.value })}
                />
              )}
            </Field>
            <Field label={t("Bucket")}>
              {(ids) => (
                <Select
                  {...ids}
                  value={search.bucket ?? ""}
                  onChange={(event) => setSearch({ bucket: event.target.value })}
                >
                  <option value="">{t("all")}</option>
                  {buckets.map((bucket) => (
                    <option key={bucket} value={bucket}>
                      {bucketName(bucket)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {search.key === undefined && search.operation === undefined ? null : (
              <Button icon="close" onClick={() => setSearch({ key: undefined, operation: undefined })}>
                {search.operation ?? t("one key")}
              </Button>
            )}
          </div>
          {byDay.isPending ? (
            <Loading lines={5} />
          ) : byDay.error !== null ? (
            <Failed error={byDay.error} retry={() => void byDay.refetch()} />
          ) : (
            <>
              <div className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-4">
                <Stat
                  label={t("Credits")}
                  change={
                    byDay.data.before.credits === 0
                      ? undefined
                      : { text: signed(byDay.data.totals.credits - byDay.data.before.credits), tone: "plain" }
                  }
                  note={t("before: {n}", { n: number(byDay.data.before.credits) })}
                >
                  {number(byDay.data.totals.credits)}
                </Stat>
                <Stat label={t("Charged requests")} note={t("before: {n}", { n: number(byDay.data.before.requests) })}>
                  {number(byDay.data.totals.requests)}
                </Stat>
              </div>
              <Columns
                title={t("Credits by day")}
                columns={daysOf(from, to).map((each) => ({
                  key: each,
                  label: day(each),
                  value: byDay.data.rows.find((row) => row.day === each)?.credits ?? 0
                }))}
                onPick={(picked) =>
                  requestsOf({
                    key: filter.key,
                    bucket: filter.bucket,
                    operation: filter.operation,
                    ...wholeDays(picked, picked)
                  })
                }
              />
            </>
          )}
        </Card>
        <Card
          title={t("By what")}
          aside={
            <Segments
              title={t("Grouped by")}
              className="text-sm"
              values={dimensions}
              value={by}
              nameOf={(each) => names[each]}
              onChange={(each) => setSearch({ by: each })}
            />
          }
        >
          {grouped.isPending ? (
            <Loading lines={5} />
          ) : grouped.error !== null ? (
            <Failed error={grouped.error} retry={() => void grouped.refetch()} />
          ) : grouped.data.rows.length === 0 ? (
            <Empty>{t("Nothing was charged in these days.")}</Empty>
          ) : (
            <Table
              title={t("Usage")}
              rows={grouped.data.rows.toSorted((a, b) => b.credits - a.credits)}
              keyOf={(row, index) => `${nameOf(row)} ${index}`}
              columns={[
                {
                  title: names[by],
                  cell: (row) => {
                    const own = filterOf(row)
                    return own === undefined ? (
                      nameOf(row)
                    ) : (
                      <button
                        type="button"
                        className="text-start break-all text-accent underline"
                        onClick={() => requestsOf({ ...own, ...wholeDays(from, to) })}
                      >
                        {nameOf(row)}
                      </button>
                    )
                  }
                },
                { title: t("Credits"), end: true, cell: (row) => number(row.credits) },
                { title: t("Requests"), end: true, cell: (row) => number(row.requests) }
              ]}
            />
          )}
        </Card>
      </div>
    </>
  )
}
