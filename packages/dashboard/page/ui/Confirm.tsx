import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { change, isProblem, post, read } from "../api.ts"
import type { ConfirmingWays } from "../generated/account.routes.ts"
import { t } from "../i18n.ts"
import { useSession, waysQuery } from "../session.ts"
import { confirmByPasskey } from "../signIn/passkey.ts"
import { Button, Failed, Field, Input, Loading } from "./basics.tsx"
import { Dialog } from "./Dialog.tsx"
import { OutboxNote } from "./OutboxNote.tsx"

/** A button that asks before it does what can't be undone. */
export const Sure = ({
  act,
  button,
  children,
  confirm,
  look = "danger",
  title
}: {
  readonly title: string
  readonly button: ReactNode
  readonly confirm: string
  readonly children: ReactNode
  readonly look?: "danger" | "plain" | "quiet"
  readonly act: () => Promise<unknown>
}) => {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const go = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
      setOpen(false)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog title={title} open={open} onOpenChange={setOpen}>
        <div className="space-y-4">
          <div className="text-sm">{children}</div>
          {error === undefined ? null : needsConfirmation(error) ? (
            <Reconfirm done={() => void go()} />
          ) : (
            <Failed error={error} />
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
            <Button look="danger" busy={busy} onClick={() => void go()}>
              {confirm}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

export const needsConfirmation = (error: unknown): boolean => isProblem(error) && error.code === "CONFIRMATION_NEEDED"

/** Some changes want it shown again that it's you: by what one signs in with, else by mail. */
export const Reconfirm = ({ done }: { readonly done: () => void }) => {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["confirming"],
    queryFn: ({ signal }) => read("/auth/confirm", {}, signal),
    staleTime: 0,
    gcTime: 0
  })
  return (
    <section aria-label={t("Confirm that it's you")} className="space-y-3 rounded-lg border border-line bg-panel p-3">
      <p className="text-sm">{t("First show again that it's you.")}</p>
      {isPending ? (
        <Loading lines={2} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Ways ways={data} done={done} />
      )}
    </section>
  )
}

const Ways = ({ done, ways }: { readonly ways: ConfirmingWays; readonly done: () => void }) => {
  const { reload } = useSession()
  const [asked, setAsked] = useState(false)
  const [secret, setSecret] = useState("")
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const trying = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
      return true
    } catch (thrown) {
      setError(thrown)
      return false
    } finally {
      setBusy(false)
    }
  }
  const confirm = async (act: () => Promise<unknown>) => {
    if (await trying(act)) done()
  }
  const { factor, mail, passkey, password, providers } = ways
  const give = async () => {
    if (factor) {
      await post("/auth/factor", { code: secret.trim() })
      // The session has a new cookie, and with it another token for changes.
      await reload()
    } else await post("/auth/confirm", password ? { password: secret } : { code: secret })
  }
  const ask = async () => {
    if (await trying(() => post("/auth/confirm/mail", {}))) {
      setSecret("")
      setAsked(true)
    }
  }
  const byPasskey = async () => {
    await confirmByPasskey()
    await reload()
  }
  const leave = async (id: string) => {
    const { address } = await change("POST", "/auth/confirm/providers/:id", {
      params: { id },
      body: { returnTo: `${location.pathname}${location.search}` }
    })
    location.assign(address)
  }
  const label = factor ? t("6-digit code or backup code") : password ? t("Your password") : t("Code of the mail")
  return (
    <>
      {mail ? (
        <p className="text-sm text-muted" role={asked ? "status" : undefined}>
          {asked
            ? t("A mail with 8 digits is on its way to you. They work here alone, for 15 minutes.")
            : t("You sign in without a password, so we mail you a code.")}
        </p>
      ) : null}
      {asked ? <Outbox /> : null}
      {error === undefined ? null : <Failed error={error} />}
      {factor || password || asked ? (
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            void confirm(give)
          }}
        >
          <Field label={label}>
            {(ids) => (
              <Input
                {...ids}
                type={factor || password ? "password" : "text"}
                inputMode={asked ? "numeric" : undefined}
                autoComplete={!factor && password ? "current-password" : "one-time-code"}
                value={secret}
                onChange={(event) => setSecret(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" look="main" busy={busy} disabled={secret.trim() === ""}>
            {t("Confirm")}
          </Button>
        </form>
      ) : null}
      {mail ? (
        <Button look={asked ? "quiet" : "main"} busy={busy} onClick={() => void ask()}>
          {asked ? t("Send another code") : t("Send the code")}
        </Button>
      ) : null}
      {passkey ? (
        <Button icon="keys" busy={busy} onClick={() => void confirm(byPasskey)}>
          {t("Use a passkey")}
        </Button>
      ) : null}
      {providers.map(({ id, name }) => (
        <Button key={id} busy={busy} onClick={() => void trying(() => leave(id))}>
          {t("Sign in again with {name}", { name })}
        </Button>
      ))}
      {providers.length > 0 ? (
        <p className="text-sm text-muted">{t("You come back to this page; then do it once more.")}</p>
      ) : null}
      {factor || mail || passkey || password || providers.length > 0 ? null : (
        <p className="text-sm">{t("Sign out, sign in again, and do it once more within 15 minutes.")}</p>
      )}
    </>
  )
}

/** Where the sandbox shows its mails. */
const Outbox = () => {
  const { data: ways } = useQuery(waysQuery)
  return <OutboxNote ways={ways} />
}
