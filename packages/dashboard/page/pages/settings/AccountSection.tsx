import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { change, read } from "../../api.ts"
import { number, unknown } from "../../format.ts"
import type { AccountState, Role } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { isAtLeast, useRole, useSession } from "../../session.ts"
import { Badge, Button, Card, Empty, Failed, Field, Input, Loading, Note, Time } from "../../ui/basics.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Table } from "../../ui/Table.tsx"
import { accountQuery, ExportState, Form, NotYours, Row, Support, useAct } from "./parts.tsx"

export const AccountSection = () => {
  const role = useRole()
  const { data, error, isPending, refetch } = useQuery({ ...accountQuery, enabled: role !== undefined })
  if (role === undefined) return <NotYours needs="viewer" role={role} />
  if (isPending) return <Loading lines={6} />
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />
  return (
    <>
      {data.suspended === null ? null : <Suspended state={data} />}
      {data.deletion === null ? null : <Keep dueAt={data.deletion.dueAt} role={role} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <About state={data} />
        <RequestLog role={role} />
      </div>
      <Exports role={role} />
      {data.deletion === null ? <Delete state={data} role={role} /> : null}
    </>
  )
}

const Suspended = ({ state: { support, suspended } }: { readonly state: AccountState }) => (
  <Note tone="bad">
    <p className="font-medium">
      {t("This account is suspended since")} {suspended === null ? null : <Time at={suspended.since} />}
    </p>
    <p>{suspended?.reason ?? t("No reason is given.")}</p>
    <p>
      {t("Its keys are refused and its schedules pause; nothing is deleted, and the export works.")}{" "}
      {support === null ? (
        t("Ask the operator of this gateway.")
      ) : (
        <>
          {t("Ask:")} <Support to={support} />
        </>
      )}
    </p>
  </Note>
)

const Keep = ({ dueAt, role }: { readonly dueAt: string; readonly role: Role }) => {
  const queries = useQueryClient()
  const { busy, outcome, run } = useAct()
  const keep = async () => {
    await change("POST", "/dashboard/api/account/keep")
    await queries.invalidateQueries()
  }
  return (
    <Card title={t("This account is being deleted")} className="border-bad!">
      <div className="space-y-3">
        <p className="text-sm">
          {t("All that is kept for it is forgotten on")} <Time at={dueAt} />.{" "}
          {t("Until then it can be kept; its keys have ended, so make new ones.")}
        </p>
        {isAtLeast(role, "owner") ? (
          <Button look="main" busy={busy} onClick={() => void run(keep)}>
            {t("Keep the account")}
          </Button>
        ) : (
          <NotYours needs="owner" role={role} />
        )}
        {outcome}
      </div>
    </Card>
  )
}

const About = ({ state }: { readonly state: AccountState }) => (
  <Card title={t("This account")}>
    <dl>
      <Row title={t("E-mail")}>
        <span className="break-all">{state.email}</span>
      </Row>
      <Row title={t("Plan")}>
        <Link to="/plan" className="text-accent underline">
          {state.plan}
        </Link>
      </Row>
      <Row title={t("Since")}>
        <Time at={state.createdAt} />
      </Row>
      <Row title={t("Id")}>
        <code className="font-mono text-xs break-all">{state.id}</code>
      </Row>
      {state.support === null ? null : (
        <Row title={t("Help")}>
          <Support to={state.support} />
        </Row>
      )}
    </dl>
  </Card>
)

const RequestLog = ({ role }: { readonly role: Role }) => {
  const queries = useQueryClient()
  const { busy, outcome, run } = useAct()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["request-log"],
    queryFn: ({ signal }) => read("/dashboard/api/request-log", {}, signal)
  })
  const turn = async (isOn: boolean) => {
    await change("PUT", "/dashboard/api/request-log", { body: { isOn } })
    await queries.invalidateQueries({ queryKey: ["request-log"] })
  }
  return (
    <Card
      title={t("Log of requests")}
      aside={
        data === undefined ? undefined : data.isOn ? (
          <Badge tone="good">{t("on")}</Badge>
        ) : (
          <Badge tone="warn">{t("off")}</Badge>
        )
      }
    >
      {isPending ? (
        <Loading lines={2} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <div className="space-y-3">
          <p className="text-sm text-muted">
            {data.isOn
              ? t(
                  "{n, plural, one {Each request of the account is kept for # day} other {Each request of the account is kept for # days}}: path and parameters, status and credits, never headers, bodies or secrets.",
                  { n: data.keptDays }
                )
              : t("No request is kept. Rows that are there stay until their days are over.")}
          </p>
          {data.dropped === 0 ? null : (
            <Note>
              {t(
                "{n, plural, one {# request is missing} other {# requests are missing}}: the gateway couldn't write that down.",
                {
                  n: data.dropped
                }
              )}
            </Note>
          )}
          {isAtLeast(role, "admin") ? (
            <Button busy={busy} onClick={() => void run(() => turn(!data.isOn))}>
              {data.isOn ? t("Switch it off") : t("Switch it on")}
            </Button>
          ) : (
            <NotYours needs="admin" role={role} />
          )}
          {outcome}
        </div>
      )}
    </Card>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000
    ? t("{n} kB", { n: number(Math.ceil(bytes / 1000)) })
    : t("{n} MB", { n: number(Math.ceil(bytes / 100_000) / 10) })

const Exports = ({ role }: { readonly role: Role }) => {
  const isOwner = isAtLeast(role, "owner")
  const queries = useQueryClient()
  const { busy, outcome, run } = useAct()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["exports"],
    queryFn: ({ signal }) => read("/dashboard/api/exports", {}, signal),
    enabled: isOwner,
    refetchInterval: ({ state }) =>
      state.data?.exports.some((each) => each.state === "waiting") === true ? 3_000 : false
  })
  const begin = async () => {
    await change("POST", "/dashboard/api/exports")
    await queries.invalidateQueries({ queryKey: ["exports"] })
  }
  const isWaiting = data?.exports.some(({ state }) => state === "waiting") === true
  return (
    <Card title={t("Take everything along")}>
      <div className="space-y-3">
        <p className="max-w-3xl text-sm text-muted">
          {t(
            "One zip of JSON and CSV with everything that is kept for the account. It's there for 7 days, a mail says when it's ready, and a new one takes its place."
          )}
        </p>
        {isOwner ? (
          <>
            <Button busy={busy} disabled={isWaiting} onClick={() => void run(begin)}>
              {isWaiting ? t("One is being written…") : t("Begin an export")}
            </Button>
            {outcome}
            {isPending ? (
              <Loading lines={2} />
            ) : error !== null ? (
              <Failed error={error} retry={() => void refetch()} />
            ) : data.exports.length === 0 ? (
              <Empty>{t("No export was asked for yet.")}</Empty>
            ) : (
              <Table
                title={t("Exports of the account")}
                rows={data.exports}
                keyOf={({ id }) => id}
                columns={[
                  { title: t("Asked for"), cell: ({ askedAt }) => <Time at={askedAt} /> },
                  {
                    title: t("State"),
                    cell: ({ problem, state }) => (
                      <span>
                        <ExportState state={state} />
                        {problem === null ? null : <span className="block text-xs text-muted">{problem}</span>}
                      </span>
                    )
                  },
                  {
                    title: t("Rows"),
                    end: true,
                    cell: ({ rows, state }) => (state === "ready" ? number(rows) : unknown)
                  },
                  {
                    title: t("Files"),
                    cell: ({ files = [], state }) =>
                      files.length === 0 ? (
                        state === "ready" ? (
                          t("over")
                        ) : (
                          unknown
                        )
                      ) : (
                        <ul>
                          {files.map((file) => (
                            <li key={file.url}>
                              <a className="break-all text-accent underline" href={file.url} download={file.name}>
                                {file.name}
                              </a>{" "}
                              <span className="text-xs text-muted">
                                {sizeOf(file.bytes)}, {t("until")} <Time at={file.expiresAt} />
                              </span>
                            </li>
                          ))}
                        </ul>
                      )
                  }
                ]}
              />
            )}
          </>
        ) : (
          <NotYours needs="owner" role={role} />
        )}
      </div>
    </Card>
  )
}

const Delete = ({ role, state }: { readonly state: AccountState; readonly role: Role }) => {
  const { reload } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState("")
  const [dueAt, setDueAt] = useState<string>()
  const { busy, outcome, run } = useAct()
  const end = async () => {
    const { deletion } = await change("POST", "/dashboard/api/account/delete", { body: { name } })
    setDueAt(deletion?.dueAt)
  }
  const isTyped = name.trim().toLowerCase() === state.email.toLowerCase()
  return (
    <Card title={t("Delete the account")}>
      <div className="space-y-3">
        <p className="max-w-3xl text-sm text-muted">
          {t(
            "Keys, tokens and sessions end at once. Everything else is deleted in 14 days; until then a link in a mail undoes it."
          )}
        </p>
        {isAtLeast(role, "owner") ? (
          <Button look="danger" onClick={() => setOpen(true)}>
            {t("Delete the account…")}
          </Button>
        ) : (
          <NotYours needs="owner" role={role} />
        )}
      </div>
      <Dialog open={dueAt !== undefined} onOpenChange={() => void reload()} title={t("This account is being deleted")}>
        <div className="space-y-4">
          <Note tone="warn">
            <p>{t("Its keys have ended, and everybody in it is signed out.")}</p>
            <p>
              {t("All that is kept for it is forgotten on")} {dueAt === undefined ? null : <Time at={dueAt} />}.{" "}
              {t("Until then the link in the mail to its owners undoes it, or sign in and keep it in these settings.")}
            </p>
          </Note>
          <div className="flex justify-end">
            <Button look="main" onClick={() => void reload()}>
              {t("To sign-in")}
            </Button>
          </div>
        </div>
      </Dialog>
      <Dialog open={isOpen && dueAt === undefined} onOpenChange={setOpen} title={t("Delete this account?")}>
        <div className="space-y-4">
          <Note tone="bad">
            {t("All its keys are refused from then on, also if you undo it. You and everybody in it are signed out.")}
          </Note>
          <Form submit={() => void run(end)}>
            <Field label={t("The account's e-mail address")} hint={t("Type {email}", { email: state.email })}>
              {(ids) => (
                <Input
                  {...ids}
                  autoComplete="off"
                  spellCheck={false}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
              <Button type="submit" look="danger" busy={busy} disabled={!isTyped}>
                {t("Delete it")}
              </Button>
            </div>
          </Form>
          {outcome}
        </div>
      </Dialog>
    </Card>
  )
}
