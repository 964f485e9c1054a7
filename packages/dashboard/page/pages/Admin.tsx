import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { read } from "../api.ts"
import { day, number, words } from "../format.ts"
import type { Bucket, CreditBalance, KeyOfAccount } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { buckets } from "../names.ts"
import { PanelCard, usePanels } from "../panels/Panel.tsx"
import { BucketCard } from "../ui/BucketCard.tsx"
import { Badge, Card, Empty, Failed, Loading, Note, PageTitle, Time } from "../ui/basics.tsx"
import { Table } from "../ui/Table.tsx"
import { AccountActions } from "./admin/AccountActions.tsx"
import { Accounts, FindKey } from "./admin/Accounts.tsx"
import { CollectionCard, HealthCard, JobsCard, MailCard, Numbers, Resend } from "./admin/Gateway.tsx"
import { AccountBadges, Operators } from "./admin/Operators.tsx"
import { ExportState, RoleBadge, Row } from "./settings/parts.tsx"

/** For those who run this gateway. */
export const AdminPage = () => (
  <Operators title={t("Admin")}>
    <Gateway />
  </Operators>
)

const Gateway = () => {
  const panels = usePanels("admin")
  return (
    <>
      <PageTitle
        lead={t("How the gateway is, and the accounts on it. Each look into an account stands in its audit log.")}
      >
        {t("Admin")}
      </PageTitle>
      <div className="space-y-4">
        <Numbers />
        <Accounts />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <FindKey />
          <Resend />
        </div>
        <HealthCard />
        <JobsCard />
        <MailCard />
        <CollectionCard />
        {panels.map((panel) => (
          <PanelCard key={`${panel.plugin} ${panel.id}`} panel={panel} page={{}} />
        ))}
      </div>
    </>
  )
}

/** One account, as far as an operator may see it: who and how much, never what it looks at. */
export const AdminAccountPage = () => {
  const { account = "" }: { readonly account?: string } = useParams({ strict: false })
  return (
    <Operators title={t("Account")}>
      <Looked id={account} />
    </Operators>
  )
}

const Looked = ({ id }: { readonly id: string }) => {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["admin", "account", id],
    queryFn: ({ signal }) => read("/dashboard/api/admin/accounts/:id", { params: { id } }, signal)
  })
  if (isPending || error !== null) {
    return (
      <>
        <PageTitle lead={<Back />}>{t("Account")}</PageTitle>
        {isPending ? <Loading lines={8} /> : <Failed error={error} retry={() => void refetch()} />}
      </>
    )
  }
  const { account, credits, exports, featuresUsed, keys, members } = data
  const features = Object.entries(featuresUsed)
  return (
    <>
      <PageTitle lead={<Back />} aside={<AccountBadges account={account} />}>
        <span className="break-all">{account.email}</span>
      </PageTitle>
      <div className="space-y-4">
        {account.deletionDueAt === null ? null : (
          <Note tone="warn">
            {t("It's being deleted; all of it is forgotten on")} <Time at={account.deletionDueAt} />.
          </Note>
        )}
        <section aria-label={t("Credits")} className="grid gap-3 sm:grid-cols-3">
          {buckets.map((bucket) => (
            <CreditCard key={bucket} bucket={bucket} balance={credits[bucket]} />
          ))}
        </section>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Card title={t("About it")}>
            <dl>
              <Row title={t("Id")}>
                <code className="font-mono text-xs break-all">{account.id}</code>
              </Row>
              <Row title={t("Plan")}>
                {account.plan}
                {account.planSince === null ? null : (
                  <>
                    {" "}
                    <span className="text-muted">
                      {t("since")} <Time at={account.planSince} />
                    </span>
                  </>
                )}
              </Row>
              <Row title={t("Made")}>
                <Time at={account.createdAt} />
              </Row>
              <Row title={t("Members")}>{number(members.length)}</Row>
              <Row title={t("Live keys")}>{number(keys.filter(isLive).length)}</Row>
            </dl>
          </Card>
          <Card title={t("Features used")}>
            {features.length === 0 ? (
              <Empty>{t("It uses nothing that plans count.")}</Empty>
            ) : (
              <dl>
                {features.map(([feature, value]) => (
                  <Row key={feature} title={words(feature)}>
                    <span className="tabular-nums">{number(value)}</span>
                  </Row>
                ))}
              </dl>
            )}
          </Card>
        </div>
        <Card title={t("Members")}>
          {members.length === 0 ? (
            <Empty>{t("Nobody is in it. Whoever confirms its e-mail address first becomes its owner.")}</Empty>
          ) : (
            <Table
              title={t("Members of the account")}
              rows={members}
              keyOf={({ personId }) => personId}
              columns={[
                {
                  title: t("Person"),
                  cell: ({ email, name }) => (
                    <div className="min-w-0">
                      <div className="max-w-72 font-medium break-words">{name === "" ? email : name}</div>
                      {name === "" ? null : <div className="max-w-72 text-xs break-words text-muted">{email}</div>}
                    </div>
                  )
                },
                { title: t("Role"), cell: ({ role }) => <RoleBadge role={role} /> },
                { title: t("Sessions"), end: true, cell: ({ sessions }) => number(sessions) },
                {
                  title: t("Last seen"),
                  cell: ({ lastSeenAt }) =>
                    lastSeenAt === null ? t("not signed in") : <Time at={lastSeenAt} relative />
                }
              ]}
            />
          )}
        </Card>
        <Card title={t("Keys")}>
          {keys.length === 0 ? (
            <Empty>{t("It has no key.")}</Empty>
          ) : (
            <Table
              title={t("Keys of the account")}
              rows={keys}
              keyOf={(key) => key.id}
              columns={[
                {
                  title: t("Key"),
                  cell: ({ hint, name }) => (
                    <div className="min-w-0">
                      <div className="font-medium break-words">{name}</div>
                      <code className="font-mono text-xs text-muted">{hint}</code>
                    </div>
                  )
                },
                { title: t("State"), cell: (key) => <KeyState of={key} /> },
                { title: t("Rights"), cell: ({ scopes }) => scopes.join(", ") },
                { title: t("Made"), cell: ({ createdAt }) => <Time at={createdAt} /> },
                {
                  title: t("Last used"),
                  cell: ({ lastUsed }) => (lastUsed === null ? t("never") : <Time at={lastUsed.at} relative />)
                }
              ]}
            />
          )}
        </Card>
        <AccountActions account={account} />
        {exports.length === 0 ? null : (
          <Card title={t("Exports")}>
            <Table
              title={t("Exports of the account")}
              rows={exports}
              keyOf={(each) => each.id}
              columns={[
                { title: t("Asked for"), cell: ({ askedAt }) => <Time at={askedAt} /> },
                { title: t("State"), cell: ({ state }) => <ExportState state={state} /> },
                { title: t("Rows"), end: true, cell: ({ rows }) => number(rows) },
                { title: t("Problem"), cell: ({ problem }) => problem }
              ]}
            />
          </Card>
        )}
      </div>
    </>
  )
}

const Back = () => (
  <Link to="/admin" className="text-accent underline">
    {t("All accounts")}
  </Link>
)

const CreditCard = ({ balance, bucket }: { readonly balance: CreditBalance; readonly bucket: Bucket }) => {
  const { held, limit, remaining, resetMs, used } = balance
  return (
    <BucketCard bucket={bucket} limit={limit} remaining={remaining} taken={used + held}>
      {t("left of {limit}; {used} used, {held} held. Full again on {day}.", {
        limit: number(limit),
        used: number(used),
        held: number(held),
        day: day(new Date(resetMs).toISOString(), "long")
      })}
    </BucketCard>
  )
}

const isOver = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now()
const isLive = ({ endsAt, expiresAt, revokedAt }: KeyOfAccount): boolean =>
  revokedAt === null && !isOver(expiresAt) && !isOver(endsAt)

const KeyState = ({ of }: { readonly of: KeyOfAccount }) =>
  of.revokedAt !== null ? (
    <Badge tone="bad">{t("revoked")}</Badge>
  ) : isOver(of.endsAt) ? (
    <Badge>{t("replaced")}</Badge>
  ) : isOver(of.expiresAt) ? (
    <Badge>{t("expired")}</Badge>
  ) : of.successorId !== null ? (
    <Badge tone="warn">{t("being replaced")}</Badge>
  ) : (
    <Badge tone="good">{t("live")}</Badge>
  )
