import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { change, read } from "../api.ts"
import { Meter } from "../charts/small.tsx"
import { day, number, unknown } from "../format.ts"
import type {
  CreditChange,
  FeatureChange,
  Offer,
  Period,
  PlanChange,
  PlanState,
  Role
} from "../generated/account.routes.ts"
import { locale, t } from "../i18n.ts"
import { bucketName, buckets } from "../names.ts"
import { isAtLeast, useRole, useSession } from "../session.ts"
import { BucketCard } from "../ui/BucketCard.tsx"
import { Badge, Button, Card, Empty, Failed, Loading, Note, PageTitle, Select } from "../ui/basics.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Table } from "../ui/Table.tsx"
import { accountQuery, NotYours, Said, Support, useAct } from "./settings/parts.tsx"

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(locale(), {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2
  }).format(amount)

const limitText = (limit: number | null): string =>
  limit === null ? t("no limit") : limit === 0 ? t("not included") : number(limit)

/** What the account has, has used, and could have. */
export const PlanPage = () => {
  const role = useRole()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["plan"],
    queryFn: ({ signal }) => read("/dashboard/api/plan", {}, signal),
    enabled: role !== undefined
  })
  const [said, setSaid] = useState<string>()
  if (role === undefined) {
    return (
      <>
        <PageTitle>{t("Plan")}</PageTitle>
        <Empty>{t("You're in no account, so there's no plan.")}</Empty>
      </>
    )
  }
  return (
    <>
      <PageTitle
        lead={t("Credits and features of the account. A change works at once, and nothing is deleted by it.")}
        aside={data === undefined ? undefined : <Badge tone="accent">{data.name}</Badge>}
      >
        {t("Plan")}
      </PageTitle>
      {isPending ? (
        <Loading lines={8} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <div className="space-y-4">
          <Said>{said}</Said>
          <section aria-label={t("Credits")} className="grid gap-3 sm:grid-cols-3">
            {data.credits.map((credits) => (
              <CreditCard key={credits.bucket} credits={credits} />
            ))}
          </section>
          <Features features={data.features} />
          <Offers plan={data} role={role} say={setSaid} />
        </div>
      )}
    </>
  )
}

const CreditCard = ({ credits: { bucket, limit, remaining, resetAt, used } }: { readonly credits: CreditChange }) => (
  <BucketCard bucket={bucket} limit={limit} remaining={remaining} taken={limit - remaining}>
    {limit === 0
      ? t("Not in the plan.")
      : t("left of {limit}; {used} used. Full again on {day}.", {
          limit: number(limit),
          used: number(used),
          day: day(resetAt, "long")
        })}
  </BucketCard>
)

const Features = ({ features }: { readonly features: ReadonlyArray<FeatureChange> }) => (
  <Card title={t("Features")}>
    {features.length === 0 ? (
      <Empty>{t("No plugin of this gateway limits anything by plan.")}</Empty>
    ) : (
      <Table
        title={t("Features of the plan")}
        rows={features}
        keyOf={({ feature }) => feature}
        columns={[
          { title: t("What"), cell: ({ description }) => <span className="text-start">{description}</span> },
          {
            title: t("Used"),
            end: true,
            cell: ({ used }) => (used === null ? <span className="text-muted">{t("not counted")}</span> : number(used))
          },
          { title: t("Limit"), end: true, cell: ({ limit }) => limitText(limit) },
          {
            title: t("Share"),
            cell: ({ limit, used }) => {
              if (limit === null || limit === 0 || used === null) return null
              const share = used / limit
              return (
                <span className="block w-28 pt-1.5">
                  <Meter
                    share={share}
                    label={t("{used} of {limit} used", { used: number(used), limit: number(limit) })}
                    tone={share > 1 ? "bad" : share >= 0.8 ? "warn" : "ok"}
                  />
                </span>
              )
            }
          }
        ]}
      />
    )}
  </Card>
)

const Who = ({ mode, role }: { readonly mode: PlanState["mode"]; readonly role: Role }) => {
  const { data } = useQuery(accountQuery)
  if (mode === "off") {
    return (
      <Note>
        {t("The operator of this gateway changes plans.")}{" "}
        {data === undefined || data.support === null ? (
          t("Ask whoever runs it.")
        ) : (
          <>
            {t("Ask:")} <Support to={data.support} />
          </>
        )}
      </Note>
    )
  }
  if (!isAtLeast(role, "owner")) return <NotYours needs="owner" role={role} />
  return (
    <Note>
      {mode === "free"
        ? t("Owners change the plan themselves; on this gateway it costs nothing.")
        : t(
            "Owners change the plan themselves. Where it's to be paid, you're led to the payment page, and the plan changes once it's paid."
          )}
    </Note>
  )
}

const priceText = (price: number | null, period: Period, currency: string): string =>
  price === null
    ? t("not sold for this time")
    : price === 0
      ? t("free of charge")
      : period === "month"
        ? t("{price} a month", { price: money(price, currency) })
        : t("{price} a year", { price: money(price, currency) })

const Offers = ({
  plan,
  role,
  say
}: {
  readonly plan: PlanState
  readonly role: Role
  readonly say: (text: string | undefined) => void
}) => {
  const [period, setPeriod] = useState<Period>(plan.period ?? "month")
  const [looked, setLooked] = useState<Offer>()
  const sellsYears = plan.offers.some(({ prices }) => prices.year !== null && prices.year > 0)
  return (
    <Card
      title={t("Plans")}
      aside={
        sellsYears && plan.mode !== "free" ? (
          <Select
            className="w-auto!"
            aria-label={t("Prices")}
            value={period}
            onChange={(event) => setPeriod(event.target.value === "year" ? "year" : "month")}
          >
            <option value="month">{t("prices by the month")}</option>
            <option value="year">{t("prices by the year")}</option>
          </Select>
        ) : undefined
      }
    >
      <div className="space-y-4">
        <Who mode={plan.mode} role={role} />
        {plan.offers.length === 0 ? (
          <Empty>{t("No other plan is offered here.")}</Empty>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {plan.offers.map((offer) => {
              const isNow = offer.plan === plan.plan
              return (
                <li
                  key={offer.plan}
                  className={`flex min-w-0 flex-col gap-3 rounded-xl border p-4 ${isNow ? "border-accent bg-accent-soft" : "border-line"}`}
                >
                  <div className="flex flex-wrap items-center justify-between gap-2">
                    <h3 className="font-semibold">{offer.name}</h3>
                    {isNow ? <Badge tone="accent">{t("your plan")}</Badge> : null}
                  </div>
                  <p className="text-lg font-semibold tracking-tight tabular-nums">
                    {plan.mode === "free"
                      ? t("free of charge")
                      : priceText(offer.prices[period], period, plan.currency)}
                  </p>
                  <dl className="flex-1 space-y-1 text-sm">
                    {buckets.map((bucket) => (
                      <div key={bucket} className="flex justify-between gap-3">
                        <dt className="text-muted">{bucketName(bucket)}</dt>
                        <dd className="tabular-nums">{number(offer.credits[bucket])}</dd>
                      </div>
                    ))}
                  </dl>
                  {isNow ? null : (
                    <Button
                      onClick={() => {
                        say(undefined)
                        setLooked(offer)
                      }}
                      aria-label={t("What it would change: {plan}", { plan: offer.name })}
                    >
                      {t("What it would change")}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </div>
      {looked === undefined ? null : (
        <ChangeDialog
          plan={plan}
          offer={looked}
          period={period}
          role={role}
          close={() => setLooked(undefined)}
          say={say}
        />
      )}
    </Card>
  )
}

const ChangeDialog = ({
  close,
  offer,
  period,
  plan,
  role,
  say
}: {
  readonly plan: PlanState
  readonly offer: Offer
  readonly period: Period
  readonly role: Role
  readonly close: () => void
  readonly say: (text: string) => void
}) => {
  const queries = useQueryClient()
  const { reload } = useSession()
  const { busy, outcome, run } = useAct()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["plan", "preview", offer.plan],
    queryFn: ({ signal }) => read("/dashboard/api/plan/preview", { query: { plan: offer.plan } }, signal),
    staleTime: 0
  })
  const mayChange = plan.mode !== "off" && isAtLeast(role, "owner")
  const isSold = plan.mode === "free" || offer.prices[period] !== null
  const go = async () => {
    const asked = await change("POST", "/dashboard/api/plan", { body: { plan: offer.plan, period } })
    if (asked.state === "redirected" && asked.redirectUrl !== null) {
      location.assign(asked.redirectUrl)
      return
    }
    await queries.invalidateQueries()
    await reload()
    say(
      asked.state === "changed"
        ? t("The plan is {plan} now, on all nodes.", { plan: offer.name })
        : t("It was {plan} already; nothing was changed.", { plan: offer.name })
    )
    close()
  }
  return (
    <Dialog open onOpenChange={close} wide title={t("From {from} to {to}", { from: plan.name, to: offer.name })}>
      <div className="space-y-4">
        {isPending ? (
          <Loading lines={6} />
        ) : error !== null ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <Preview preview={data} />
        )}
        {outcome}
        {mayChange ? null : <Who mode={plan.mode} role={role} />}
        {isSold ? null : <Note tone="warn">{t("This plan isn't sold for the time that you chose.")}</Note>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{mayChange ? t("Cancel") : t("Close")}</Button>
          {mayChange ? (
            <Button look="main" busy={busy} disabled={data === undefined || !isSold} onClick={() => void run(go)}>
              {plan.mode === "free"
                ? t("Change to {plan}", { plan: offer.name })
                : t("Change to {plan}: {price}", {
                    plan: offer.name,
                    price: priceText(offer.prices[period], period, plan.currency)
                  })}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

const Preview = ({ preview }: { readonly preview: PlanChange }) => {
  const changed = preview.features.filter(({ limit, limitAfter }) => limit !== limitAfter)
  const pausing = preview.features.filter((feature) => feature.pausing > 0)
  const emptied = preview.credits.filter(({ remaining, remainingAfter }) => remaining > 0 && remainingAfter === 0)
  return (
    <div className="space-y-4">
      {pausing.length === 0 ? null : (
        <Note tone="warn">
          <p className="font-medium">
            {t("Over the new limits, and paused until the plan is larger or some are deleted:")}
          </p>
          <ul className="list-disc ps-4">
            {pausing.map((feature) => (
              <li key={feature.feature}>
                {t("{what}: {n} of {used}", {
                  what: feature.description,
                  n: number(feature.pausing),
                  used: feature.used === null ? unknown : number(feature.used)
                })}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {emptied.length === 0 ? null : (
        <Note tone="warn">
          {t("More is used than the new plan has, so none are left until the reset: {buckets}", {
            buckets: emptied.map(({ bucket }) => bucketName(bucket)).join(", ")
          })}
        </Note>
      )}
      <Table
        title={t("Credits")}
        rows={preview.credits}
        keyOf={({ bucket }) => bucket}
        columns={[
          { title: t("Credits"), cell: ({ bucket }) => bucketName(bucket) },
          { title: t("A month now"), end: true, cell: ({ limit }) => number(limit) },
          { title: t("A month then"), end: true, cell: ({ limitAfter }) => number(limitAfter) },
          { title: t("Left now"), end: true, cell: ({ remaining }) => number(remaining) },
          {
            title: t("Left then"),
            end: true,
            cell: ({ remaining, remainingAfter }) => (
              <span className={remainingAfter < remaining ? "text-bad" : "text-ok"}>{number(remainingAfter)}</span>
            )
          }
        ]}
      />
      {changed.length === 0 ? (
        <p className="text-sm text-muted">{t("Features stay as they are.")}</p>
      ) : (
        <Table
          title={t("Features that change")}
          rows={changed}
          keyOf={({ feature }) => feature}
          columns={[
            { title: t("Feature"), cell: ({ description }) => <span className="text-start">{description}</span> },
            { title: t("Used"), end: true, cell: ({ used }) => (used === null ? unknown : number(used)) },
            { title: t("Limit now"), end: true, cell: ({ limit }) => limitText(limit) },
            { title: t("Limit then"), end: true, cell: ({ limitAfter }) => limitText(limitAfter) }
          ]}
        />
      )}
    </div>
  )
}
