import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type FormEvent, type ReactNode, useState } from "react"
import { change, read } from "../api.ts"
import { Bars } from "../charts/small.tsx"
import { day, dayOf, number } from "../format.ts"
import type { FoundKey, KeyRow, MadeKey } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { isAtLeast, keysQuery, useCatalogue, useRole, useSession } from "../session.ts"
import {
  Area,
  Badge,
  Button,
  Card,
  Check,
  Code,
  Empty,
  Failed,
  Field,
  Input,
  Loading,
  Note,
  PageTitle,
  Select,
  Stat,
  Time
} from "../ui/basics.tsx"
import { Sure } from "../ui/Confirm.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { KeyField } from "../ui/KeyField.tsx"
import { Table } from "../ui/Table.tsx"
import { Form, useAct } from "./settings/parts.tsx"

const stateOf = (key: KeyRow, now: number) => {
  if (key.revokedAt !== null) return "revoked"
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now) return "expired"
  if (key.endsAt !== null) return Date.parse(key.endsAt) <= now ? "replaced" : "ending"
  return "live"
}

/** What each key spent this month, which no table of keys tells. */
const Spent = ({ keys }: { readonly keys: ReadonlyArray<KeyRow> }) => {
  const [nowMs] = useState(() => Date.now())
  const to = dayOf(nowMs)
  const query = { from: `${to.slice(0, 8)}01`, to, by: "key" }
  const { data } = useQuery({
    queryKey: ["usage", "keys", query],
    queryFn: ({ signal }) => read("/dashboard/api/usage", { query }, signal)
  })
  const spent = (data?.rows ?? []).filter(({ credits }) => credits > 0).toSorted((a, b) => b.credits - a.credits)
  const nameOf = (id: string | null | undefined) =>
    [...keys, ...(data?.keys ?? [])].find((key) => key.id === id)?.name ?? id ?? t("scheduled work, by no key")
  if (spent.length === 0) return null
  return (
    <Card
      title={t("Credits this month, by key")}
      aside={
        <Link to="/usage" search={{ by: "key" } as never} className="text-sm text-accent underline">
          {t("Usage")}
        </Link>
      }
    >
      <Bars bars={spent.slice(0, 8).map(({ credits, keyId }) => ({ name: nameOf(keyId), value: credits }))} />
    </Card>
  )
}

/** Keys: made here, shown once, rotated with an overlap, revoked. */
export const KeysPage = () => {
  const { me } = useSession()
  const role = useRole()
  const queries = useQueryClient()
  const [making, setMaking] = useState(false)
  const [finding, setFinding] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const { data, error, isPending, refetch } = useQuery(keysQuery)
  const now = Date.now()
  const renew = () => queries.invalidateQueries({ queryKey: ["keys"] })
  const mayMake = isAtLeast(role, "member")
  const mayChange = (key: KeyRow) => isAtLeast(role, "admin") || (role === "member" && key.madeBy === me.person.id)
  const names = {
    live: t("live"),
    ending: t("ending"),
    replaced: t("replaced"),
    expired: t("expired"),
    revoked: t("revoked")
  }
  const makerOf = ({ kind, name }: NonNullable<KeyRow["maker"]>) => {
    if (kind === "command_line") return t("Made on the command line")
    return kind === "former" ? t("Made by someone who has left") : t("Made by {name}", { name: name ?? "" })
  }
  const tones = { live: "good", ending: "warn", replaced: "plain", expired: "bad", revoked: "plain" } as const
  const live = data?.keys.filter((key) => ["live", "ending"].includes(stateOf(key, now))) ?? []
  const ended = data?.keys.filter((key) => !live.includes(key)) ?? []
  const unused = live.filter(({ lastUsed }) => lastUsed === null)
  const table = (rows: ReadonlyArray<KeyRow>, title: string) => (
    <Table
      title={title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("Name"),
          cell: (key) => (
            <span className="block min-w-0">
              <span className="font-medium">{key.name}</span>
              <code className="block font-mono text-xs text-muted">{key.hint}</code>
              {key.maker === null ? null : <span className="block text-xs text-muted">{makerOf(key.maker)}</span>}
            </span>
          )
        },
        { title: t("State"), cell: (key) => <Badge tone={tones[stateOf(key, now)]}>{names[stateOf(key, now)]}</Badge> },
        {
          title: t("May"),
          cell: (key) => (
            <span className="text-xs">
              {key.scopes.join(", ")}
              {key.plugins === null ? "" : ` · ${key.plugins.join(", ")}`}
              {key.addresses === null ? "" : ` · ${key.addresses.join(", ")}`}
            </span>
          )
        },
        {
          title: t("Last used"),
          cell: (key) =>
            key.lastUsed === null ? (
              <span className="text-muted">{t("never")}</span>
            ) : (
              <span title={`${key.lastUsed.address ?? ""} ${key.lastUsed.agent ?? ""}`}>
                <Time at={key.lastUsed.at} relative />
              </span>
            )
        },
        {
          title: t("Ends"),
          cell: (key) => {
            const at = key.revokedAt ?? key.endsAt ?? key.expiresAt
            return at === null ? <span className="text-muted">{t("never")}</span> : <Time at={at} />
          }
        },
        {
          title: "",
          cell: (key) =>
            stateOf(key, now) !== "live" && stateOf(key, now) !== "ending" ? null : (
              <span className="flex flex-wrap justify-end gap-1">
                <Link
                  to="/requests"
                  search={{ key: key.id } as never}
                  className="rounded-lg px-2 py-1.5 text-sm text-accent underline"
                >
                  {t("Requests")}
                </Link>
                {mayChange(key) ? (
                  <>
                    {stateOf(key, now) === "live" ? <Rotate keyRow={key} done={setMade} /> : null}
                    <Revoke keyRow={key} done={renew} />
                  </>
                ) : null}
              </span>
            )
        }
      ]}
    />
  )
  return (
    <>
      <PageTitle
        lead={t("What programs call with. A key's value is shown once, when it's made.")}
        aside={
          <span className="flex flex-wrap gap-2">
            <Button onClick={() => setFinding(true)}>{t("Found a key?")}</Button>
            {mayMake ? (
              <Button look="main" icon="plus" onClick={() => setMaking(true)}>
                {t("Make a key")}
              </Button>
            ) : null}
          </span>
        }
      >
        {t("Keys")}
      </PageTitle>
      <div className="space-y-5">
        {mayMake ? null : (
          <Note>{t("A viewer sees keys, and makes none. Ask an admin or owner for another role.")}</Note>
        )}
        {isPending ? (
          <Loading lines={6} />
        ) : error !== null ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <>
            <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              <Stat label={t("Live keys")} note={t("at most {n}", { n: 50 })}>
                {number(live.length)}
              </Stat>
              <Stat label={t("Never used")}>{number(unused.length)}</Stat>
            </div>
            <Spent keys={data.keys} />
            <Card title={t("Live keys")}>
              {live.length === 0 ? (
                <Empty>{t("No key yet. Make one to call from programs; this page needs none.")}</Empty>
              ) : (
                table(live, t("Keys that work"))
              )}
            </Card>
            {ended.length === 0 ? null : <Card title={t("Ended")}>{table(ended, t("Ended keys"))}</Card>}
          </>
        )}
      </div>
      {finding ? (
        <Found
          close={() => setFinding(false)}
          shown={({ id }) =>
            table(
              (data?.keys ?? []).filter((key) => key.id === id),
              t("The key that was found")
            )
          }
        />
      ) : null}
      {making ? (
        <Make
          close={() => setMaking(false)}
          done={(key) => {
            setMaking(false)
            setMade(key)
            void renew()
          }}
        />
      ) : null}
      {made === undefined ? null : (
        <Dialog
          title={t("Your key")}
          open
          onOpenChange={() => {
            setMade(undefined)
            void renew()
          }}
        >
          <div className="space-y-3">
            <Note tone="warn">
              {t("This is the only time that it's shown. Copy it now; it's gone when this closes.")}
            </Note>
            <Code>{made.value}</Code>
            <p className="text-sm text-muted">{t("Send it as the header X-API-Key.")}</p>
          </div>
        </Dialog>
      )}
    </>
  )
}

const Revoke = ({ done, keyRow }: { readonly keyRow: KeyRow; readonly done: () => Promise<unknown> }) => (
  <Sure
    title={t("Revoke {name}?", { name: keyRow.name })}
    button={t("Revoke")}
    confirm={t("Revoke the key")}
    look="quiet"
    act={async () => {
      await change("DELETE", "/dashboard/api/keys/:id", { params: { id: keyRow.id } })
      await done()
    }}
  >
    {t("It's refused on every node within 5 seconds, for good. Whatever still calls with it fails.")}
  </Sure>
)

/** Somebody found a key where it shouldn't be: which is it, and out with it. */
const Found = ({ close, shown }: { readonly close: () => void; readonly shown: (key: KeyRow) => ReactNode }) => {
  const { me } = useSession()
  const [value, setValue] = useState("")
  const [found, setFound] = useState<FoundKey>()
  const { busy, outcome, run } = useAct()
  const find = async () => {
    setFound(undefined)
    setFound(await change("POST", "/dashboard/api/keys/find", { body: { key: value } }))
    setValue("")
  }
  const other = me.accounts.find(({ id }) => id === found?.accountId)
  return (
    <Dialog title={t("Found a key?")} open onOpenChange={close}>
      <div className="space-y-4">
        <Form className="space-y-4" submit={() => void run(find)}>
          <KeyField
            label={t("The key")}
            hint={t("Paste what somebody found in a log, a repository or a message. It's kept nowhere.")}
            value={value}
            set={setValue}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{t("Close")}</Button>
            <Button type="submit" look="main" busy={busy} disabled={value.trim() === ""}>
              {t("Which key is it?")}
            </Button>
          </div>
        </Form>
        {outcome}
        {found === undefined ? null : found.accountId === me.accountId ? (
          <>
            <Note tone="warn">
              {t("It's a key of this account. If others may have seen it, rotate it, or revoke it at once.")}
            </Note>
            {shown(found.key)}
          </>
        ) : (
          <Note tone="warn">
            {t("It's the key {name} of your account {account}. Switch to that account to revoke it.", {
              name: found.key.name,
              account: other?.email ?? found.accountId
            })}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

/** How many hours the old key may go on. */
const overlaps = [0, 1, 24, 168] as const

const Rotate = ({ done, keyRow }: { readonly keyRow: KeyRow; readonly done: (made: MadeKey) => void }) => {
  const [hours, setHours] = useState<(typeof overlaps)[number]>(24)
  return (
    <Sure
      title={t("Rotate {name}?", { name: keyRow.name })}
      button={t("Rotate")}
      confirm={t("Make its successor")}
      look="quiet"
      act={async () =>
        done(
          await change("POST", "/dashboard/api/keys/:id/rotate", {
            params: { id: keyRow.id },
            body: { overlapHours: hours }
          })
        )
      }
    >
      <div className="space-y-3">
        <p>
          {t(
            "A successor with the same rights is made, and the old key goes on for a while, so that you can put the new one in place."
          )}
        </p>
        <Field label={t("The old one ends")}>
          {(ids) => (
            <Select
              {...ids}
              value={hours}
              onChange={(event) => setHours(overlaps.find((each) => String(each) === event.target.value) ?? 24)}
            >
              {overlaps.map((each) => (
                <option key={each} value={each}>
                  {each === 0 ? t("at once") : t("{n, plural, one {after # hour} other {after # hours}}", { n: each })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </Sure>
  )
}

const lines = (text: string) =>
  text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== "")

const Make = ({ close, done }: { readonly close: () => void; readonly done: (made: MadeKey) => void }) => {
  const { data: catalogue } = useCatalogue()
  const [name, setName] = useState("")
  const [writes, setWrites] = useState(true)
  const [days, setDays] = useState("")
  const [until, setUntil] = useState("")
  const [addresses, setAddresses] = useState("")
  const [plugins, setPlugins] = useState<ReadonlyArray<string>>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const withRoutes =
    catalogue?.plugins.filter(({ id }) =>
      catalogue.operations.some((operation) => operation.plugin === id && operation.access === "key")
    ) ?? []
  const make = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      // A day that is chosen is over when it's over here.
      const end = days === "date" ? Date.parse(`${until}T23:59:59.999`) : Date.now() + Number(days) * 86_400_000
      const expiresAt = days === "" ? null : new Date(end).toISOString()
      const asked = lines(addresses)
      done(
        await change("POST", "/dashboard/api/keys", {
          body: {
            name: name.trim(),
            scopes: writes ? ["read", "write"] : ["read"],
            plugins: plugins.length === 0 ? null : plugins,
            addresses: asked.length === 0 ? null : asked,
            expiresAt
          }
        })
      )
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t("Make a key")} open onOpenChange={close}>
      <form className="space-y-4" onSubmit={(event) => void make(event)}>
        <Field label={t("Name")} hint={t("What it's for, such as the program that uses it.")}>
          {(ids) => (
            <Input {...ids} required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Check checked={writes} onChange={setWrites}>
          {t("It may change things, not only read.")}
        </Check>
        <Field label={t("Expires")}>
          {(ids) => (
            <Select {...ids} value={days} onChange={(event) => setDays(event.target.value)}>
              <option value="">{t("never")}</option>
              {[7, 30, 90, 365].map((each) => (
                <option key={each} value={each}>
                  {t("in {n, plural, one {# day} other {# days}}", { n: each })} (
                  {day(dayOf(Date.now() + each * 86_400_000), "long")})
                </option>
              ))}
              <option value="date">{t("on a day of your choice")}</option>
            </Select>
          )}
        </Field>
        {days === "date" ? (
          <Field label={t("Day")}>
            {(ids) => (
              <Input {...ids} type="date" required value={until} onChange={(event) => setUntil(event.target.value)} />
            )}
          </Field>
        ) : null}
        <details className="rounded-lg border border-line p-3">
          <summary className="text-sm font-medium">{t("Narrow it down")}</summary>
          <div className="mt-3 space-y-4">
            <Field
              label={t("Only from these addresses")}
              optional
              hint={t("Addresses or ranges such as 203.0.113.0/24, one a line, at most 50.")}
            >
              {(ids) => (
                <Area
                  {...ids}
                  rows={2}
                  spellCheck={false}
                  value={addresses}
                  onChange={(event) => setAddresses(event.target.value)}
                />
              )}
            </Field>
            <fieldset>
              <legend className="mb-1 text-sm font-medium">{t("Only these plugins")}</legend>
              <p className="mb-2 text-xs text-muted">{t("None chosen: all of them.")}</p>
              <div className="grid gap-1 sm:grid-cols-2">
                {withRoutes.map(({ id }) => (
                  <Check
                    key={id}
                    checked={plugins.includes(id)}
                    onChange={(checked) =>
                      setPlugins(checked ? [...plugins, id] : plugins.filter((each) => each !== id))
                    }
                  >
                    {id}
                  </Check>
                ))}
              </div>
            </fieldset>
          </div>
        </details>
        {error === undefined ? null : <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{t("Cancel")}</Button>
          <Button type="submit" look="main" busy={busy} disabled={name.trim() === ""}>
            {t("Make the key")}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
