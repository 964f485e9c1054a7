import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { change } from "../../api.ts"
import type { FactorSecret, Passkey } from "../../generated/account.routes.ts"
import { t } from "../../i18n.ts"
import { useSession, waysQuery } from "../../session.ts"
import { makePasskey } from "../../signIn/passkey.ts"
import { Badge, Button, Card, Code, Empty, Failed, Field, Input, Loading, Note, Time } from "../../ui/basics.tsx"
import { Sure } from "../../ui/Confirm.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { devicesQuery, Form, passkeysQuery, Said, useAct, Value } from "./parts.tsx"

const passwordMin = 12

const sentence = (text: string): string => {
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

export const SignInSection = () => (
  <div className="grid items-start gap-4 xl:grid-cols-2">
    <div className="min-w-0 space-y-4">
      <Factor />
      <Passkeys />
    </div>
    <div className="min-w-0 space-y-4">
      <Password />
      <Providers />
    </div>
  </div>
)

const Password = () => {
  const { me } = useSession()
  const queries = useQueryClient()
  const [current, setCurrent] = useState("")
  const [next, setNext] = useState("")
  const [isChanged, setChanged] = useState(false)
  const { busy, outcome, run } = useAct()
  const save = async () => {
    setChanged(false)
    await change("POST", "/dashboard/api/password", {
      body: { ...(current === "" ? {} : { current }), password: next }
    })
    setCurrent("")
    setNext("")
    setChanged(true)
    await queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
  }
  return (
    <Card title={t("Password")}>
      <div className="space-y-3">
        <Form submit={() => void run(save)}>
          <input type="text" name="username" autoComplete="username" value={me.person.email} readOnly hidden />
          <Field label={t("Password so far")} hint={t("Leave it empty if you never chose one.")}>
            {(ids) => (
              <Input
                {...ids}
                type="password"
                autoComplete="current-password"
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
              />
            )}
          </Field>
          <Field
            label={t("New password")}
            hint={t("{n} characters or more, no rules about which. All other devices are signed out.", {
              n: passwordMin
            })}
          >
            {(ids) => (
              <Input
                {...ids}
                type="password"
                required
                minLength={passwordMin}
                autoComplete="new-password"
                value={next}
                onChange={(event) => setNext(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" look="main" busy={busy} disabled={next === ""}>
            {t("Set the password")}
          </Button>
        </Form>
        {outcome}
        <Said>{isChanged ? t("The password is set, and all other devices are signed out.") : null}</Said>
      </div>
    </Card>
  )
}

const Codes = ({ codes, done }: { readonly codes: ReadonlyArray<string>; readonly done: () => void }) => (
  <div className="space-y-3">
    <Note tone="warn">
      {t(
        "Keep these backup codes where you keep passwords. Each is good once, and they're shown here and never again."
      )}
    </Note>
    <Code>{codes.join("\n")}</Code>
    <Button look="main" onClick={done}>
      {t("I've kept them")}
    </Button>
  </div>
)

export const Factor = () => {
  const { me, reload } = useSession()
  const [secret, setSecret] = useState<FactorSecret>()
  const [code, setCode] = useState("")
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  const { busy, outcome, run } = useAct()
  const { backupCodesLeft, totp } = me.secondFactor
  const begin = async () => setSecret(await change("POST", "/dashboard/api/factors/totp"))
  const confirm = async () => {
    const { backupCodes } = await change("POST", "/dashboard/api/factors/totp/confirm", {
      body: {
        code: code.trim()
      }
    })
    setCodes(backupCodes)
    setSecret(undefined)
    setCode("")
    await reload()
  }
  const renew = async () => {
    const { backupCodes } = await change("POST", "/dashboard/api/factors/backup-codes")
    setCodes(backupCodes)
    await reload()
  }
  const remove = async () => {
    await change("DELETE", "/dashboard/api/factors/totp")
    setCodes(undefined)
    await reload()
  }
  return (
    <Card
      title={t("Authenticator app")}
      aside={totp ? <Badge tone="good">{t("on")}</Badge> : <Badge>{t("off")}</Badge>}
    >
      <div className="space-y-3">
        {codes !== undefined ? (
          <Codes codes={codes} done={() => setCodes(undefined)} />
        ) : totp ? (
          <>
            <p className="text-sm">
              {t("At each sign-in you're asked for a code of the app.")}{" "}
              {t(
                "{n, plural, =0 {No backup code is left.} one {# backup code is left.} other {# backup codes are left.}}",
                {
                  n: backupCodesLeft
                }
              )}
            </p>
            {backupCodesLeft < 3 ? <Note tone="warn">{t("Make new backup codes before you need one.")}</Note> : null}
            <div className="flex flex-wrap gap-2">
              <Sure
                look="plain"
                title={t("Make new backup codes?")}
                button={t("New backup codes")}
                confirm={t("Make them")}
                act={renew}
              >
                {t("The old ones are worth nothing from then on.")}
              </Sure>
              <Sure
                title={t("Remove the authenticator app?")}
                button={t("Remove")}
                confirm={t("Remove it")}
                act={remove}
              >
                {t("Its backup codes go with it, and whoever has your password gets in.")}
              </Sure>
            </div>
          </>
        ) : secret === undefined ? (
          <>
            <p className="text-sm text-muted">
              {t(
                "With an app such as Aegis, 1Password or Google Authenticator a stolen password isn't enough to get in."
              )}
            </p>
            <Button look="main" busy={busy} onClick={() => void run(begin)}>
              {t("Set it up")}
            </Button>
          </>
        ) : (
          <>
            <ol className="list-decimal space-y-3 ps-5 text-sm">
              <li>
                <p className="mb-2">{t("Type this secret into the app, by time, 6 digits:")}</p>
                <Value>{secret.secret}</Value>
                <details className="mt-2">
                  <summary className="text-muted">{t("Or by its address")}</summary>
                  <p className="my-2">
                    <a className="text-accent underline" href={secret.address}>
                      {t("Open it in an app of this device")}
                    </a>
                  </p>
                  <Value>{secret.address}</Value>
                </details>
              </li>
              <li>{t("Give the code that it shows now. All other devices are signed out then.")}</li>
            </ol>
            <Form submit={() => void run(confirm)}>
              <Field label={t("6-digit code")}>
                {(ids) => (
                  <Input
                    {...ids}
                    required
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    maxLength={10}
                    value={code}
                    onChange={(event) => setCode(event.target.value)}
                  />
                )}
              </Field>
              <div className="flex flex-wrap gap-2">
                <Button type="submit" look="main" busy={busy} disabled={code.trim().length < 6}>
                  {t("Turn it on")}
                </Button>
                <Button onClick={() => setSecret(undefined)}>{t("Cancel")}</Button>
              </div>
            </Form>
          </>
        )}
        {outcome}
      </div>
    </Card>
  )
}

export const Passkeys = () => {
  const queries = useQueryClient()
  const { reload } = useSession()
  const { data: ways } = useQuery(waysQuery)
  const { data, error, isPending, refetch } = useQuery(passkeysQuery)
  const [name, setName] = useState("")
  const [renamed, setRenamed] = useState<Passkey>()
  const { busy, outcome, run } = useAct()
  const refresh = () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  const make = async () => {
    await makePasskey(name)
    setName("")
    await refresh()
    // One that checks who it is counts as a second factor.
    await reload()
  }
  const remove = async ({ id }: Passkey) => {
    await change("DELETE", "/dashboard/api/passkeys/:id", { params: { id } })
    await refresh()
  }
  return (
    <Card title={t("Passkeys")}>
      <div className="space-y-3">
        {isPending ? (
          <Loading />
        ) : error !== null ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : data.passkeys.length === 0 ? (
          <Empty>{t("No passkey yet. With one you sign in by finger, face or PIN, and nobody can phish it.")}</Empty>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {data.passkeys.map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <div className="min-w-0 space-y-1">
                  <div className="flex flex-wrap items-center gap-1">
                    <span className="me-1 font-medium break-words">{passkey.name}</span>
                    {passkey.verifies ? <Badge tone="good">{t("counts as both factors")}</Badge> : null}
                    {passkey.backedUp ? (
                      <Badge>{t("backed up")}</Badge>
                    ) : passkey.synced ? (
                      <Badge>{t("synced")}</Badge>
                    ) : null}
                  </div>
                  <div className="text-xs text-muted">
                    {t("Made")} <Time at={passkey.createdAt} />,{" "}
                    {passkey.lastUsedAt === null ? (
                      t("never used")
                    ) : (
                      <>
                        {t("last used")} <Time at={passkey.lastUsedAt} relative />
                      </>
                    )}
                  </div>
                </div>
                <div className="flex flex-wrap gap-2">
                  <Button onClick={() => setRenamed(passkey)}>{t("Rename")}</Button>
                  <Sure
                    title={t("Remove the passkey {name}?", { name: passkey.name })}
                    button={t("Remove")}
                    confirm={t("Remove it")}
                    act={() => remove(passkey)}
                  >
                    {t("It opens nothing from then on. Delete it on its device too.")}
                  </Sure>
                </div>
              </li>
            ))}
          </ul>
        )}
        {ways === undefined ? null : ways.passkeys.available ? (
          <Form submit={() => void run(make)}>
            <Field label={t("Name of a new passkey")} hint={t("Such as the device that it's on.")}>
              {(ids) => (
                <Input
                  {...ids}
                  required
                  maxLength={100}
                  autoComplete="off"
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" icon="plus" busy={busy} disabled={name.trim() === ""}>
              {t("Make a passkey")}
            </Button>
          </Form>
        ) : (
          <Note>
            {t("Passkeys can't be made here.")} {ways.passkeys.reason === null ? null : sentence(ways.passkeys.reason)}
          </Note>
        )}
        {outcome}
      </div>
      {renamed === undefined ? null : (
        <Rename passkey={renamed} close={() => setRenamed(undefined)} refresh={refresh} />
      )}
    </Card>
  )
}

const Rename = ({
  close,
  passkey,
  refresh
}: {
  readonly passkey: Passkey
  readonly close: () => void
  readonly refresh: () => Promise<void>
}) => {
  const [name, setName] = useState(passkey.name)
  const { busy, outcome, run } = useAct()
  const save = async () => {
    await change("PATCH", "/dashboard/api/passkeys/:id", { params: { id: passkey.id }, body: { name } })
    await refresh()
    close()
  }
  return (
    <Dialog open onOpenChange={close} title={t("Rename the passkey")}>
      <div className="space-y-4">
        <Form submit={() => void run(save)}>
          <Field label={t("Name")}>
            {(ids) => (
              <Input {...ids} required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{t("Cancel")}</Button>
            <Button type="submit" look="main" busy={busy} disabled={name.trim() === ""}>
              {t("Save")}
            </Button>
          </div>
        </Form>
        {outcome}
      </div>
    </Dialog>
  )
}

const Providers = () => {
  const { me, reload } = useSession()
  const { data: ways, error, isPending, refetch } = useQuery(waysQuery)
  const { busy, outcome, run } = useAct()
  const link = async (id: string) => {
    const { address } = await change("POST", "/dashboard/api/providers/:id/link", {
      params: { id },
      body: { returnTo: "/dashboard/settings?tab=sign-in" }
    })
    location.assign(address)
  }
  const unlink = async (id: string) => {
    await change("DELETE", "/dashboard/api/identities/:id", { params: { id } })
    await reload()
  }
  const open = ways?.providers.filter(({ id }) => !me.providers.some(({ provider }) => provider === id)) ?? []
  return (
    <Card title={t("Identity providers")}>
      <div className="space-y-3">
        {isPending ? (
          <Loading lines={2} />
        ) : error !== null ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : me.providers.length === 0 && open.length === 0 ? (
          <Empty>{t("This gateway has no identity provider. Its operator can add some in the config.")}</Empty>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {me.providers.map((identity) => {
              const name = identity.name ?? identity.provider ?? t("A provider that isn't in the config any more")
              return (
                <li key={identity.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                  <span className="min-w-0">
                    <span className="font-medium">{name}</span> <Badge tone="good">{t("linked")}</Badge>
                    {identity.email === null || identity.email === undefined ? null : (
                      <span className="block text-xs break-all text-muted">{identity.email}</span>
                    )}
                  </span>
                  <Sure
                    look="plain"
                    title={t("Unlink {provider}?", { provider: name })}
                    button={t("Unlink")}
                    confirm={t("Unlink it")}
                    act={() => unlink(identity.id)}
                  >
                    {t("You can't sign in by it any more until you link it again.")}
                  </Sure>
                </li>
              )
            })}
            {open.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span className="font-medium">{name}</span>
                <Button
                  busy={busy}
                  aria-label={t("Link {provider}", { provider: name })}
                  onClick={() => void run(() => link(id))}
                >
                  {t("Link")}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {outcome}
      </div>
    </Card>
  )
}
