import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { change, read } from "../../api.ts"
import { Meter } from "../../charts/small.tsx"
import { number, percent, unknown } from "../../format.ts"
import type { GivenUp, Health, MailInDoubt } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import {
  Badge,
  Button,
  Card,
  Empty,
  Failed,
  Field,
  Input,
  Loading,
  Note,
  Stat,
  Time,
  type Tone
} from "../../ui/basics.tsx"
import { Table } from "../../ui/Table.tsx"
import { Form, Said, useAct } from "../settings/parts.tsx"
import { duration } from "./Operators.tsx"

const everyMs = 15_000

const useHealth = () =>
  useQuery({
    queryKey: ["admin", "health"],
    queryFn: ({ signal }) => read("/dashboard/api/admin/health", {}, signal),
    refetchInterval: everyMs
  })
const useJobs = () =>
  useQuery({
    queryKey: ["admin", "jobs"],
    queryFn: ({ signal }) => read("/dashboard/api/admin/jobs", {}, signal),
    refetchInterval: everyMs
  })
const useMail = () =>
  useQuery({
    queryKey: ["admin", "mail"],
    queryFn: ({ signal }) => read("/dashboard/api/admin/mail", {}, signal),
    refetchInterval: everyMs
  })

/** The gateway at a glance. */
export const Numbers = () => {
  const health = useHealth().data
  const jobs = useJobs().data
  const mail = useMail().data
  return (
    <section
      aria-label={t("The gateway at a glance")}
      className="grid grid-cols-2 gap-4 rounded-xl border border-line p-4 sm:grid-cols-3 lg:grid-cols-6"
    >
      <Stat
        label={t("Health")}
        note={health?.uptime === undefined ? undefined : t("up for {time}", { time: duration(health.uptime) })}
      >
        {health === undefined ? unknown : health.status === "ok" ? t("well") : t("degraded")}
      </Stat>
      <Stat
        label={t("Jobs waiting")}
        note={
          jobs === undefined || jobs.oldestWaitingMs === null
            ? undefined
            : t("one for {time}", { time: duration(jobs.oldestWaitingMs / 1000) })
        }
      >
        {jobs === undefined ? unknown : number(jobs.waiting)}
      </Stat>
      <Stat label={t("Jobs running")}>{jobs === undefined ? unknown : number(jobs.running)}</Stat>
      <Stat label={t("Jobs given up")}>{jobs === undefined ? unknown : number(jobs.failed)}</Stat>
      <Stat label={t("Mails waiting")}>{mail === undefined ? unknown : number(mail.waiting + mail.running)}</Stat>
      <Stat label={t("Mails in doubt")}>{mail?.inDoubt == null ? unknown : number(mail.inDoubt.length)}</Stat>
    </section>
  )
}

const tones: Readonly<Record<string, Tone>> = { ok: "good", degraded: "warn", down: "bad" }
const statusName = (status: string): string =>
  ({ ok: t("well"), degraded: t("degraded"), down: t("down"), off: t("off"), idle: t("never asked") })[status] ?? status
const StatusBadge = ({ status }: { readonly status: string }) => (
  <Badge tone={tones[status] ?? "plain"}>{statusName(status)}</Badge>
)

interface Check {
  readonly name: string
  readonly kind: string
  readonly status: string
  readonly detail: string | undefined
}

const checksOf = ({ checks }: Health): ReadonlyArray<Check> => {
  if (checks === undefined) return []
  const of = (kind: string, found: Readonly<Record<string, { readonly status: string; readonly detail?: string }>>) =>
    Object.entries(found).map(([name, { detail, status }]) => ({ name, kind, status, detail }))
  return [
    { name: t("Database"), kind: t("core"), status: checks.database, detail: undefined },
    { name: t("Queue"), kind: t("core"), status: checks.queue, detail: undefined },
    { name: t("Shared cache"), kind: t("core"), status: checks.cache, detail: undefined },
    ...of(t("plugin"), checks.plugins),
    ...of(t("vendor's token"), checks.tokens),
    ...of(t("upstream"), checks.upstreams)
  ]
}

const order = ["down", "degraded", "ok", "idle", "off"]

export const HealthCard = () => {
  const { data, error, isPending, refetch } = useHealth()
  const [all, setAll] = useState(false)
  if (isPending) {
    return (
      <Card title={t("Health")}>
        <Loading lines={5} />
      </Card>
    )
  }
  if (error !== null && data === undefined) {
    return (
      <Card title={t("Health")}>
        <Failed error={error} retry={() => void refetch()} />
      </Card>
    )
  }
  const checks = checksOf(data).toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  const wrong = checks.filter(({ status }) => status === "down" || status === "degraded")
  const shown = all ? checks : wrong
  return (
    <Card
      title={t("Health")}
      aside={
        <Button aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? t("Only what's wrong")
            : t("{n, plural, one {Show # check} other {Show all # checks}}", { n: checks.length })}
        </Button>
      }
    >
      <div className="space-y-3">
        {error === null ? null : <Note tone="warn">{t("This is as it was; the last look failed.")}</Note>}
        {data.draining === true ? <Note tone="warn">{t("This node is shutting down.")}</Note> : null}
        {wrong.length === 0 ? <Note tone="good">{t("All that it depends on answers.")}</Note> : null}
        {shown.length === 0 ? null : (
          <Table
            title={t("Health checks")}
            rows={shown}
            keyOf={({ kind, name }) => `${kind} ${name}`}
            columns={[
              {
                title: t("What"),
                cell: ({ name }) => <span className="block max-w-64 font-medium break-words">{name}</span>
              },
              { title: t("Kind"), cell: ({ kind }) => kind },
              { title: t("State"), cell: ({ status }) => <StatusBadge status={status} /> },
              {
                title: t("Detail"),
                cell: ({ detail }) => (detail === undefined ? "" : <span className="break-words">{detail}</span>)
              }
            ]}
          />
        )}
        {data.unproven === undefined || Object.keys(data.unproven).length === 0 ? null : (
          <details className="text-sm">
            <summary className="text-muted">
              {t(
                "{n, plural, one {# plugin hasn't run against its live vendor yet} other {# plugins haven't run against their live vendors yet}}",
                {
                  n: Object.keys(data.unproven).length
                }
              )}
            </summary>
            <ul className="mt-2 list-disc space-y-1 ps-5">
              {Object.entries(data.unproven).map(([plugin, meaning]) => (
                <li key={plugin}>
                  <span className="font-medium">{plugin}</span>: {meaning}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  )
}

/** Jobs that failed on their last attempt, each with a button that lets it run again. */
const Letters = ({ letters, title }: { readonly letters: ReadonlyArray<GivenUp>; readonly title: string }) => {
  const queries = useQueryClient()
  const { busy, outcome, run } = useAct()
  const retry = async (id: string) => {
    await change("POST", "/dashboard/api/admin/jobs/:id/retry", { params: { id } })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["admin", "jobs"] }),
      queries.invalidateQueries({ queryKey: ["admin", "mail"] })
    ])
  }
  return (
    <div className="space-y-3">
      <Table
        title={title}
        rows={letters}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t("Job"),
            cell: ({ job }) => <code className="block max-w-64 font-mono text-xs break-words">{job}</code>
          },
          { title: t("Failure"), cell: ({ lastError }) => <span className="break-words">{lastError ?? unknown}</span> },
          { title: t("Attempts"), end: true, cell: ({ attempts }) => number(attempts) },
          { title: t("Since"), cell: ({ createdAt }) => <Time at={createdAt} relative /> },
          {
            title: "",
            end: true,
            cell: ({ id, job }) => (
              <Button busy={busy} aria-label={t("Run again: {job}", { job })} onClick={() => void run(() => retry(id))}>
                {t("Run again")}
              </Button>
            )
          }
        ]}
      />
      {outcome}
    </div>
  )
}

export const JobsCard = () => {
  const { data, error, isPending, refetch } = useJobs()
  const [older, setOlder] = useState<ReadonlyArray<GivenUp>>([])
  const { busy, outcome, run } = useAct()
  const letters = [
    ...(data?.givenUp ?? []),
    ...older.filter(({ id }) => data?.givenUp.some((each) => each.id === id) !== true)
  ]
  const more = async () => {
    const after = letters.at(-1)?.id
    const next = await read("/dashboard/api/admin/jobs", { query: { after } })
    setOlder([...older, ...next.givenUp])
  }
  return (
    <Card title={t("Jobs")}>
      {isPending ? (
        <Loading lines={5} />
      ) : error !== null && data === undefined ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <div className="space-y-4">
          <p className="text-sm text-muted">
            {t("{total, plural, one {# schedule} other {# schedules}}: {due} due, {late} late, {paused} paused.", {
              total: data.schedules.total,
              due: number(data.schedules.due),
              late: number(data.schedules.late),
              paused: number(data.schedules.paused)
            })}
          </p>
          {data.undeclared.length === 0 ? null : (
            <Note tone="warn">
              {t("These wait although no enabled plugin does them: {jobs}", { jobs: data.undeclared.join(", ") })}
            </Note>
          )}
          {data.jobs.length === 0 ? (
            <Empty>{t("Nothing waits or runs.")}</Empty>
          ) : (
            <Table
              title={t("Jobs by name")}
              rows={data.jobs}
              keyOf={({ job }) => job}
              columns={[
                {
                  title: t("Job"),
                  cell: ({ job }) => <code className="block max-w-64 font-mono text-xs break-words">{job}</code>
                },
                { title: t("Waiting"), end: true, cell: ({ waiting }) => number(waiting) },
                { title: t("Running"), end: true, cell: ({ running }) => number(running) },
                {
                  title: t("Given up"),
                  end: true,
                  cell: ({ failed }) =>
                    failed === 0 ? number(0) : <span className="font-medium text-bad">{number(failed)}</span>
                },
                {
                  title: t("Overdue for"),
                  end: true,
                  cell: ({ oldestWaitingMs }) => (oldestWaitingMs === null ? unknown : duration(oldestWaitingMs / 1000))
                }
              ]}
            />
          )}
          <h3 className="text-sm font-semibold">{t("Given up")}</h3>
          {letters.length === 0 ? (
            <Empty>{t("No job was given up.")}</Empty>
          ) : (
            <>
              <Letters letters={letters} title={t("Jobs given up")} />
              {letters.length < data.failed ? (
                <Button busy={busy} onClick={() => void run(more)}>
                  {t("Show more")}
                </Button>
              ) : null}
              {outcome}
            </>
          )}
        </div>
      )}
    </Card>
  )
}

export const CollectionCard = () => {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["admin", "collection"],
    queryFn: ({ signal }) => read("/dashboard/api/admin/collection", {}, signal)
  })
  return (
    <Card title={t("Collection today")}>
      {isPending ? (
        <Loading lines={5} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.rows.length === 0 ? (
        <Empty>{t("Nothing is collected daily. It begins when somebody watches an app or a keyword.")}</Empty>
      ) : (
        <Table
          title={t("What is collected today")}
          rows={data.rows}
          keyOf={(row, index) => `${row.plugin} ${row.what} ${row.platform} ${index}`}
          columns={[
            {
              title: t("What"),
              cell: ({ platform, plugin, what }) => (
                <span>
                  <span className="font-medium">{what}</span>{" "}
                  <span className="text-xs text-muted">{t("{platform}, by {plugin}", { platform, plugin })}</span>
                </span>
              )
            },
            {
              title: t("Done"),
              cell: ({ done, due }) => {
                const all = done + due
                if (all === 0) return unknown
                return (
                  <span className="block w-32">
                    <span className="tabular-nums">
                      {t("{done} of {all}", { done: number(done), all: number(all) })}
                    </span>
                    <Meter share={done / all} label={t("{share} done", { share: percent(done / all) })} tone="ok" />
                  </span>
                )
              }
            },
            { title: t("Calls a day"), end: true, cell: ({ demandPerDay }) => number(demandPerDay) },
            {
              title: t("The limits allow"),
              end: true,
              cell: ({ capacityPerDay, demandPerDay }) =>
                capacityPerDay === null ? (
                  unknown
                ) : (
                  <span className={demandPerDay > capacityPerDay ? "font-medium text-bad" : ""}>
                    {number(capacityPerDay)}
                  </span>
                )
            },
            {
              title: t("Not covered"),
              end: true,
              cell: ({ uncovered }) =>
                uncovered === 0 ? number(0) : <span className="font-medium text-bad">{number(uncovered)}</span>
            },
            {
              title: t("Behind"),
              end: true,
              cell: ({ lagSeconds }) => (lagSeconds === 0 ? t("no") : duration(lagSeconds))
            }
          ]}
        />
      )}
    </Card>
  )
}

/** Mails of which nobody knows whether they were sent: the command line says what became of them. */
const Doubts = ({ mails }: { readonly mails: ReadonlyArray<MailInDoubt> }) => (
  <div className="space-y-2">
    <Table
      title={t("Mails in doubt")}
      rows={mails}
      keyOf={({ id }) => id}
      columns={[
        { title: t("Mail"), cell: ({ kind }) => <code className="font-mono text-xs break-words">{kind}</code> },
        { title: t("Recipients"), cell: ({ to }) => <span className="break-all">{to.join(", ")}</span> },
        { title: t("Failure"), cell: ({ problem }) => <span className="break-words">{problem ?? unknown}</span> },
        { title: t("Since"), cell: ({ at }) => <Time at={at} relative /> },
        { title: t("Id"), cell: ({ id }) => <code className="font-mono text-xs break-all">{id}</code> }
      ]}
    />
    <p className="text-sm text-muted">
      {t("They aren't sent again by themselves. Say what became of one, or send it again, with {settle} or {send}.", {
        settle: "storeglass mail settle",
        send: "storeglass mail send"
      })}
    </p>
  </div>
)

export const MailCard = () => {
  const { data, error, isPending, refetch } = useMail()
  return (
    <Card title={t("Mail")}>
      <div className="space-y-4">
        {isPending ? (
          <Loading lines={3} />
        ) : error !== null && data === undefined ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <>
            <p className="text-sm text-muted">
              {t("{waiting} wait, {running} are being sent.", {
                waiting: number(data.waiting),
                running: number(data.running)
              })}
            </p>
            {data.givenUp.length === 0 ? null : (
              <Letters letters={data.givenUp} title={t("Mails that couldn't be sent")} />
            )}
            {data.inDoubt === null ? (
              <p className="text-sm text-muted">{t("What sends mail here can't tell which mail is in doubt.")}</p>
            ) : data.inDoubt.length === 0 ? (
              <Empty>{t("No mail is in doubt.")}</Empty>
            ) : (
              <Doubts mails={data.inDoubt} />
            )}
          </>
        )}
      </div>
    </Card>
  )
}

/** A mail that somebody waits for, once more. */
export const Resend = () => {
  const [email, setEmail] = useState("")
  const [sentTo, setSentTo] = useState<string>()
  const { busy, outcome, run } = useAct()
  const send = async () => {
    setSentTo(undefined)
    await change("POST", "/dashboard/api/admin/resend-mail", { body: { email } })
    setSentTo(email)
    setEmail("")
  }
  return (
    <Card title={t("Send a mail again")}>
      <div className="space-y-3">
        <Form submit={() => void run(send)}>
          <Field
            label={t("Address that waits for a mail")}
            hint={t("To sign up, sign in, join or choose a password; it has a new link and code.")}
          >
            {(ids) => (
              <Input
                {...ids}
                type="email"
                required
                autoComplete="off"
                placeholder="ada@example.com"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={busy} disabled={email === ""}>
            {t("Send it again")}
          </Button>
        </Form>
        {outcome}
        <Said>{sentTo === undefined ? null : t("A new mail is on its way to {email}.", { email: sentTo })}</Said>
      </div>
    </Card>
  )
}
