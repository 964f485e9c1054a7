import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { read, withQuery } from "../../api.ts"
import { cell, words } from "../../format.ts"
import type { ActorKind, AuditEntry } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { useAddress } from "../../link.ts"
import { isAtLeast, useRole } from "../../session.ts"
import { Badge, Button, Card, Empty, Failed, Field, Input, Loading, Select, Time } from "../../ui/basics.tsx"
import { Table } from "../../ui/Table.tsx"
import { NotYours } from "./parts.tsx"

const kinds = ["person", "key", "operator", "cli", "system"] as const
const kindName = (kind: ActorKind): string =>
  ({
    person: t("a person"),
    key: t("a key"),
    operator: t("an operator"),
    cli: t("the command line"),
    system: t("the gateway")
  })[kind]

/** The day after, so that the last day is whole. */
const dayAfter = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) ? undefined : new Date(ms + 86_400_000).toISOString()
}

export const AuditSection = () => {
  const role = useRole()
  if (!isAtLeast(role, "admin")) {
    return (
      <Card title={t("Audit log")}>
        <NotYours needs="admin" role={role} />
      </Card>
    )
  }
  return <Log />
}

const Log = () => {
  const [search, setSearch] = useAddress()
  const { action, from, to } = search
  const actorKind = kinds.find((each) => each === search.actorKind)
  const filters = { action, actorKind, from, to: dayAfter(to) }
  const isFiltered = [action, actorKind, from, to].some((value) => value !== undefined)
  const actions = useQuery({
    queryKey: ["audit", "actions"],
    queryFn: ({ signal }) => read("/dashboard/api/audit/actions", {}, signal),
    staleTime: Number.POSITIVE_INFINITY
  })
  const meaningOf = (name: string) => actions.data?.actions.find((each) => each.action === name)?.meaning ?? words(name)
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isPending, refetch } = useInfiniteQuery({
    queryKey: ["audit", "entries", filters],
    queryFn: ({ pageParam, signal }) =>
      read("/dashboard/api/audit", { query: { ...filters, limit: 50, cursor: pageParam } }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor
  })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Card
      title={t("Audit log")}
      aside={
        <a
          className="text-sm text-accent underline"
          href={withQuery("/dashboard/api/audit.csv", filters)}
          download="audit.csv"
        >
          {t("Download as CSV")}
        </a>
      }
    >
      <div className="space-y-4">
        <p className="text-sm text-muted">
          {t("Who did what in this account, for 400 days. Nothing in it can be changed.")}
        </p>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={t("What")}>
            {(ids) => (
              <Select {...ids} value={action ?? ""} onChange={(event) => setSearch({ action: event.target.value })}>
                <option value="">{t("Everything")}</option>
                {(actions.data?.actions ?? []).map((each) => (
                  <option key={each.action} value={each.action}>
                    {each.meaning}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("Who")}>
            {(ids) => (
              <Select
                {...ids}
                value={actorKind ?? ""}
                onChange={(event) => setSearch({ actorKind: event.target.value })}
              >
                <option value="">{t("Anybody")}</option>
                {kinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {kindName(kind)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("From (UTC)")}>
            {(ids) => (
              <Input
                {...ids}
                type="date"
                value={from ?? ""}
                onChange={(event) => setSearch({ from: event.target.value })}
              />
            )}
          </Field>
          <Field label={t("To (UTC)")}>
            {(ids) => (
              <Input
                {...ids}
                type="date"
                value={to ?? ""}
                onChange={(event) => setSearch({ to: event.target.value })}
              />
            )}
          </Field>
        </div>
        {isPending ? (
          <Loading lines={8} />
        ) : error !== null && entries.length === 0 ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : entries.length === 0 ? (
          <Empty
            action={
              isFiltered ? (
                <Button
                  onClick={() => setSearch({ action: undefined, actorKind: undefined, from: undefined, to: undefined })}
                >
                  {t("Show everything")}
                </Button>
              ) : undefined
            }
          >
            {isFiltered ? t("Nothing of that kind happened in this time.") : t("Nothing has happened yet.")}
          </Empty>
        ) : (
          <>
            <Table
              title={t("What happened, newest first")}
              rows={entries}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t("When"),
                  cell: ({ address, at, requestId }) => (
                    <div title={requestId === null ? undefined : t("Request id {id}", { id: requestId })}>
                      <Time at={at} />
                      {address === null ? null : (
                        <div className="max-w-40 font-mono text-xs break-words text-muted">{address}</div>
                      )}
                    </div>
                  )
                },
                { title: t("Who"), cell: (entry) => <Actor actor={entry.actor} /> },
                {
                  title: t("What"),
                  cell: (entry) => (
                    <div className="min-w-0">
                      <div>{meaningOf(entry.action)}</div>
                      <code className="font-mono text-xs text-muted">{entry.action}</code>
                      <Target target={entry.target} />
                    </div>
                  )
                },
                { title: t("Change"), cell: (entry) => <Change before={entry.before} after={entry.after} /> }
              ]}
            />
            {error === null ? null : <Failed error={error} retry={() => void fetchNextPage()} />}
            {hasNextPage ? (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t("Show older ones")}
              </Button>
            ) : (
              <p className="text-sm text-muted">{t("That's all.")}</p>
            )}
          </>
        )}
      </div>
    </Card>
  )
}

const Actor = ({ actor }: { readonly actor: AuditEntry["actor"] }) => (
  <div className="min-w-0">
    {actor.name === null ? null : <div className="max-w-60 break-words">{actor.name}</div>}
    <Badge tone={actor.kind === "operator" ? "warn" : "plain"}>{kindName(actor.kind)}</Badge>
  </div>
)

const Target = ({ target }: { readonly target: AuditEntry["target"] }) =>
  target === null ? null : (
    <div className="text-xs break-all text-muted">
      {words(target.kind)}: {target.name ?? target.id}
    </div>
  )

const fieldsOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : []

/** What each field was and is. */
const Change = ({ after, before }: { readonly before: unknown; readonly after: unknown }) => {
  const was = new Map(fieldsOf(before))
  const is = new Map(fieldsOf(after))
  const names = [...new Set([...was.keys(), ...is.keys()])]
  if (names.length === 0) return null
  return (
    <ul className="space-y-0.5 text-xs">
      {names.map((name) => (
        <li key={name} className="break-words">
          <span className="text-muted">{words(name)}:</span>{" "}
          {was.has(name) ? (
            <>
              <del className="text-muted">{cell(was.get(name))}</del>{" "}
            </>
          ) : null}
          {is.has(name) ? <span>{cell(is.get(name))}</span> : null}
        </li>
      ))}
    </ul>
  )
}
