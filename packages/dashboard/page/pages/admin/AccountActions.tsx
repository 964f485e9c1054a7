import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { change, read } from "../../api.ts"
import type { AccountDetails, Bucket } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { bucketName, buckets } from "../../names.ts"
import { useRole } from "../../session.ts"
import { Button, Card, Field, Input, Note, Select, Time } from "../../ui/basics.tsx"
import { Sure } from "../../ui/Confirm.tsx"
import { Form, Said, useAct } from "../settings/parts.tsx"

const useRefresh = (id: string) => {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ["admin", "account", id] })
    await queries.invalidateQueries({ queryKey: ["admin", "accounts"] })
    // It may be one's own.
    await queries.invalidateQueries({ queryKey: ["plan"] })
    await queries.invalidateQueries({ queryKey: ["account"] })
  }
}

/** What an operator may do with an account. */
export const AccountActions = ({ account }: { readonly account: AccountDetails }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <SetPlan account={account} />
    <Grant account={account} />
    <Suspension account={account} />
    <EndSessions account={account} />
  </div>
)

const SetPlan = ({ account }: { readonly account: AccountDetails }) => {
  const refresh = useRefresh(account.id)
  const role = useRole()
  const offers = useQuery({
    queryKey: ["plan"],
    queryFn: ({ signal }) => read("/dashboard/api/plan", {}, signal),
    enabled: role !== undefined
  }).data?.offers
  const [plan, setPlan] = useState("")
  const [saidPlan, setSaidPlan] = useState<string>()
  const { busy, outcome, run } = useAct()
  const save = async () => {
    setSaidPlan(undefined)
    await change("POST", "/dashboard/api/admin/accounts/:id/plan", { params: { id: account.id }, body: { plan } })
    setSaidPlan(plan)
    setPlan("")
    await refresh()
  }
  return (
    <Card title={t("Change the plan")}>
      <div className="space-y-3">
        <Form submit={() => void run(save)}>
          <Field
            label={t("Plan")}
            hint={t("At once, on all nodes. Things over the new limits pause; nothing is deleted.")}
          >
            {(ids) => (
              <>
                <Input
                  {...ids}
                  required
                  list={`${ids.id}-plans`}
                  autoComplete="off"
                  placeholder={account.plan}
                  value={plan}
                  onChange={(event) => setPlan(event.target.value)}
                />
                <datalist id={`${ids.id}-plans`}>
                  {(offers ?? []).map((offer) => (
                    <option key={offer.plan} value={offer.plan}>
                      {offer.name}
                    </option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <Button type="submit" busy={busy} disabled={plan === "" || plan === account.plan}>
            {t("Change the plan")}
          </Button>
        </Form>
        {outcome}
        <Said>{saidPlan === undefined ? null : t("Its plan is {plan} now.", { plan: saidPlan })}</Said>
      </div>
    </Card>
  )
}

const Grant = ({ account }: { readonly account: AccountDetails }) => {
  const refresh = useRefresh(account.id)
  // Repeated with the same id it grants nothing more.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [bucket, setBucket] = useState<Bucket>("general")
  const [credits, setCredits] = useState("")
  const [reason, setReason] = useState("")
  const [granted, setGranted] = useState<number>()
  const { busy, outcome, run } = useAct()
  const grant = async () => {
    setGranted(undefined)
    const { grantedThisMonth } = await change("POST", "/dashboard/api/admin/accounts/:id/credits", {
      params: { id: account.id },
      body: { id, bucket, credits: Number(credits), reason }
    })
    setGranted(grantedThisMonth)
    setId(crypto.randomUUID())
    setCredits("")
    setReason("")
    await refresh()
  }
  return (
    <Card title={t("Grant credits")}>
      <div className="space-y-3">
        <Form submit={() => void run(grant)}>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t("Bucket")}>
              {(ids) => (
                <Select
                  {...ids}
                  value={bucket}
                  onChange={(event) => setBucket(buckets.find((each) => each === event.target.value) ?? "general")}
                >
                  {buckets.map((each) => (
                    <option key={each} value={each}>
                      {bucketName(each)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t("Credits")}>
              {(ids) => (
                <Input
                  {...ids}
                  type="number"
                  required
                  min={1}
                  step={1}
                  value={credits}
                  onChange={(event) => setCredits(event.target.value)}
                />
              )}
            </Field>
          </div>
          <Field label={t("Reason")} hint={t("The account's people read it in their audit log.")}>
            {(ids) => (
              <Input
                {...ids}
                required
                maxLength={500}
                autoComplete="off"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={busy} disabled={credits === "" || reason.trim() === ""}>
            {t("Grant for this month")}
          </Button>
        </Form>
        {outcome}
        <Said>
          {granted === undefined
            ? null
            : t(
                "{n, plural, one {# credit is granted beyond the plan this month.} other {# credits are granted beyond the plan this month.}}",
                {
                  n: granted
                }
              )}
        </Said>
      </div>
    </Card>
  )
}

const Suspension = ({ account }: { readonly account: AccountDetails }) => {
  const refresh = useRefresh(account.id)
  const [reason, setReason] = useState("")
  const suspend = async () => {
    await change("POST", "/dashboard/api/admin/accounts/:id/suspend", { params: { id: account.id }, body: { reason } })
    setReason("")
    await refresh()
  }
  const resume = async () => {
    await change("POST", "/dashboard/api/admin/accounts/:id/resume", { params: { id: account.id } })
    await refresh()
  }
  return (
    <Card title={t("Suspension")}>
      <div className="space-y-3">
        {account.suspendedAt === null ? (
          <>
            <Field
              label={t("Reason")}
              hint={t(
                "Its people read it on their pages. Keys are refused within 5 seconds, schedules pause, nothing is deleted."
              )}
            >
              {(ids) => (
                <Input
                  {...ids}
                  maxLength={500}
                  autoComplete="off"
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
            {reason.trim() === "" ? (
              <Button look="danger" disabled>
                {t("Suspend")}
              </Button>
            ) : (
              <Sure
                title={t("Suspend {account}?", { account: account.email })}
                button={t("Suspend")}
                confirm={t("Suspend it")}
                act={suspend}
              >
                {t("All its keys and tokens are refused within 5 seconds. They read: {reason}", { reason })}
              </Sure>
            )}
          </>
        ) : (
          <>
            <Note tone="bad">
              {t("Suspended since")} <Time at={account.suspendedAt} />:{" "}
              {account.suspendedFor ?? t("No reason is given.")}
            </Note>
            <Sure
              look="plain"
              title={t("Lift the suspension?")}
              button={t("Lift the suspension")}
              confirm={t("Lift it")}
              act={resume}
            >
              {t("Its keys work again within 5 seconds, and its schedules go on.")}
            </Sure>
          </>
        )}
      </div>
    </Card>
  )
}

const EndSessions = ({ account }: { readonly account: AccountDetails }) => {
  const refresh = useRefresh(account.id)
  const [ended, setEnded] = useState<{ readonly sessions: number; readonly grants: number }>()
  const end = async () => {
    setEnded(await change("POST", "/dashboard/api/admin/accounts/:id/end-sessions", { params: { id: account.id } }))
    await refresh()
  }
  return (
    <Card title={t("Sessions and apps")}>
      <div className="space-y-3">
        <p className="text-sm text-muted">
          {t("Signs all its members out everywhere, and ends what they granted to apps. Keys stay.")}
        </p>
        <Sure
          title={t("End all sessions of {account}?", { account: account.email })}
          button={t("End them all")}
          confirm={t("End them")}
          act={end}
        >
          {t("If you're in this account, you're signed out too.")}
        </Sure>
        <Said>
          {ended === undefined
            ? null
            : t(
                "{sessions, plural, one {# session} other {# sessions}} and {grants, plural, one {# grant} other {# grants}} have ended.",
                { sessions: ended.sessions, grants: ended.grants }
              )}
        </Said>
      </div>
    </Card>
  )
}
