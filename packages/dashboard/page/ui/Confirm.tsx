import { type ReactNode, useState } from "react"
import { isProblem, post } from "../api.ts"
import { t } from "../i18n.ts"
import { useSession } from "../session.ts"
import { Button, Failed, Field, Input } from "./basics.tsx"
import { Dialog } from "./Dialog.tsx"

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

/** Some changes want it shown again that it's you. */
export const Reconfirm = ({ done }: { readonly done: () => void }) => {
  const [secret, setSecret] = useState("")
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { me, reload } = useSession()
  // Whoever has an authenticator app gives its code or a backup code. What operators without an account have isn't known here.
  const isCode = (me.accountId !== null && me.secondFactor.totp) || /^\s*\d{6}\s*$/.test(secret)
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      if (isCode) {
        await post("/auth/factor", { code: secret.trim() })
        // The session has a new cookie, and with it another token for changes.
        await reload()
      } else await post("/auth/confirm", { password: secret })
      done()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="space-y-3 rounded-lg border border-line bg-panel p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="text-sm">{t("First show again that it's you. With a second factor, give its code.")}</p>
      <Field label={t("Password or 6-digit code")}>
        {(ids) => (
          <Input
            {...ids}
            type="password"
            autoComplete="current-password"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
      {error === undefined ? null : <Failed error={error} />}
      <Button type="submit" look="main" busy={busy} disabled={secret === ""}>
        {t("Confirm")}
      </Button>
    </form>
  )
}
