import { type FormEvent, type ReactNode, useEffect, useState } from "react"
import { ahead } from "../ahead.ts"
import { change, post, read } from "../api.ts"
import type { Asked, Entered, Ways } from "../generated/account.routes.ts"
import { speak, t } from "../i18n.ts"
import { page } from "../page.ts"
import { switchTheme } from "../theme.ts"
import { Button, Failed, Field, Input, Note } from "../ui/basics.tsx"
import { Icon, Logo } from "../ui/icons.tsx"
import { signInByPasskey } from "./passkey.ts"

type Step =
  | { readonly at: "sign-in" }
  | { readonly at: "sign-up" }
  | { readonly at: "by-mail"; readonly purpose: "sign-in" | "reset" }
  | {
      readonly at: "code"
      readonly asked: Asked
      readonly email: string
      readonly purpose: "sign-up" | "sign-in" | "reset"
    }
  | { readonly at: "factor" }

const passwordMin = 12

/** Where one signs up and in. */
export const SignIn = ({ entered }: { readonly entered: () => Promise<void> }) => {
  const [step, setStep] = useState<Step>({ at: location.pathname.endsWith("/sign-up") ? "sign-up" : "sign-in" })
  const [ways, setWays] = useState<Ways>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [name, setName] = useState("")
  const [code, setCode] = useState("")

  useEffect(() => {
    read("/auth/ways", {}).then((found) => {
      setWays(found)
      if (found.needsFactor) setStep({ at: "factor" })
    }, setError)
  }, [])
  useEffect(() => {
    document.title = `${step.at === "sign-up" ? t("Sign up") : t("Sign in")} · ${page.product}`
  }, [step.at])

  const go = (next: Step) => {
    setError(undefined)
    setCode("")
    setStep(next)
  }
  const trying = async (act: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const on = (act: () => Promise<void>) => (event: FormEvent) => {
    event.preventDefault()
    void trying(act)
  }
  const come = async ({ needs }: Entered) => (needs === "factor" ? go({ at: "factor" }) : entered())
  const byPasskey = () => void trying(async () => come(await signInByPasskey()))
  const language = document.documentElement.lang

  const emailField = (
    <Field label={t("E-mail address")}>
      {(ids) => (
        <Input
          {...ids}
          type="email"
          required
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
    </Field>
  )
  const passwordField = (kind: "current-password" | "new-password", label = t("Password")) => (
    <Field
      label={label}
      {...(kind === "new-password"
        ? { hint: t("{n} characters or more, no rules about which.", { n: passwordMin }) }
        : {})}
    >
      {(ids) => (
        <Input
          {...ids}
          type="password"
          required
          autoComplete={kind}
          minLength={kind === "new-password" ? passwordMin : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </Field>
  )
  const codeField = (label: string, length: number) => (
    <Field label={label}>
      {(ids) => (
        <Input
          {...ids}
          required
          autoFocus
          inputMode={length === 8 ? "numeric" : "text"}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </Field>
  )
  const mailNote = page.isSandbox ? (
    <Note>
      {t("This is a sandbox: the mail is in its outbox.")}{" "}
      {ways?.outbox == null ? null : (
        <a className="text-accent underline" href={ways.outbox} target="_blank" rel="noreferrer">
          {t("Open the outbox")}
        </a>
      )}
    </Note>
  ) : null

  const forms: Readonly<Record<Step["at"], () => ReactNode>> = {
    "sign-in": () => (
      <>
        <form className="space-y-4" onSubmit={on(async () => come(await post("/auth/sign-in", { email, password })))}>
          {emailField}
          {passwordField("current-password")}
          <Button type="submit" look="main" className="w-full" busy={busy}>
            {t("Sign in")}
          </Button>
        </form>
        {ways?.mail === false ? (
          <Note>
            {t(
              "This gateway sends no mail: sign in with a provider or a passkey. Who forgot a password asks its operator."
            )}
          </Note>
        ) : (
          <div className="flex flex-wrap justify-between gap-2">
            <Button look="quiet" onClick={() => go({ at: "by-mail", purpose: "sign-in" })}>
              {t("Sign in by mail")}
            </Button>
            <Button look="quiet" onClick={() => go({ at: "by-mail", purpose: "reset" })}>
              {t("Forgotten password?")}
            </Button>
          </div>
        )}
        <Others
          ways={ways}
          busy={busy}
          begin={(id) =>
            trying(async () => {
              const { address } = await change("POST", "/auth/providers/:id/begin", {
                params: { id },
                body: { returnTo: `${location.pathname}${location.search}` }
              })
              location.assign(address)
            })
          }
          passkey={byPasskey}
        />
        {ways?.mail === true && (ways.signUp === "open" || ways.signUp === "domains") ? (
          <p className="text-center text-sm text-muted">
            {t("New here?")}{" "}
            <button type="button" className="text-accent underline" onClick={() => go({ at: "sign-up" })}>
              {t("Make an account")}
            </button>
          </p>
        ) : null}
      </>
    ),
    "sign-up": () => (
      <>
        <form
          className="space-y-4"
          onSubmit={on(async () => {
            const asked = await post("/auth/sign-up", {
              email,
              password,
              ...(name.trim() === "" ? {} : { name: name.trim() }),
              ...(language === "de" || language === "en" ? { language } : {})
            })
            go({ at: "code", asked, email, purpose: "sign-up" })
          })}
        >
          <Field label={t("Name")} optional>
            {(ids) => (
              <Input {...ids} autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          {emailField}
          {passwordField("new-password")}
          <Button type="submit" look="main" className="w-full" busy={busy}>
            {t("Sign up")}
          </Button>
        </form>
        <p className="text-center text-sm text-muted">
          {t("You have an account?")}{" "}
          <button type="button" className="text-accent underline" onClick={() => go({ at: "sign-in" })}>
            {t("Sign in")}
          </button>
        </p>
      </>
    ),
    "by-mail": () => {
      const purpose = step.at === "by-mail" ? step.purpose : "sign-in"
      return (
        <>
          <form
            className="space-y-4"
            onSubmit={on(async () =>
              go({ at: "code", asked: await post(`/auth/mail/${purpose}`, { email }), email, purpose })
            )}
          >
            <p className="text-sm text-muted">
              {purpose === "reset"
                ? t("We send you a link and a code, with which you choose a new password.")
                : t("We send you a link and a code, with which you sign in.")}
            </p>
            {emailField}
            <Button type="submit" look="main" className="w-full" busy={busy}>
              {t("Send the mail")}
            </Button>
          </form>
          <Back go={() => go({ at: "sign-in" })} />
        </>
      )
    },
    code: () =>
      step.at !== "code" ? null : (
        <>
          <form
            className="space-y-4"
            onSubmit={on(async () =>
              come(
                await post("/auth/mail", {
                  ticket: step.asked.ticket,
                  code,
                  ...(step.purpose === "reset" ? { password } : {})
                })
              )
            )}
          >
            <p className="text-sm text-muted">
              {t("If {email} may have one, a mail is on its way. Type its 8 digits here, or open its link.", {
                email: step.email
              })}
            </p>
            {mailNote}
            {codeField(t("Code of the mail"), 8)}
            {step.purpose === "reset" ? passwordField("new-password", t("New password")) : null}
            <Button type="submit" look="main" className="w-full" busy={busy}>
              {t("Go on")}
            </Button>
          </form>
          <Back go={() => go({ at: "sign-in" })} />
        </>
      ),
    factor: () => (
      <>
        <form className="space-y-4" onSubmit={on(async () => come(await post("/auth/factor", { code: code.trim() })))}>
          <p className="text-sm text-muted">
            {t("Type the code of your authenticator app, or one of your backup codes.")}
          </p>
          {codeField(t("Code"), 6)}
          <Button type="submit" look="main" className="w-full" busy={busy}>
            {t("Go on")}
          </Button>
        </form>
        {ways?.passkeys.available === true ? <PasskeyButton busy={busy} sign={byPasskey} /> : null}
        <Back go={() => go({ at: "sign-in" })} />
      </>
    )
  }
  const titles: Readonly<Record<Step["at"], string>> = {
    "sign-in": t("Sign in"),
    "sign-up": t("Make an account"),
    "by-mail": step.at === "by-mail" && step.purpose === "reset" ? t("Choose a new password") : t("Sign in by mail"),
    code: t("Look into your mail"),
    factor: t("Second factor")
  }

  return (
    <div className="grid min-h-screen lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="mx-auto flex w-full max-w-md flex-col justify-center gap-5 p-6">
        <div className="flex items-center justify-between">
          <span className="flex items-center gap-2 font-semibold">
            <Logo />
            {page.product}
          </span>
          <span className="flex gap-1">
            <Button look="quiet" onClick={() => void speak(language === "de" ? "en" : "de")}>
              {language === "de" ? "English" : "Deutsch"}
            </Button>
            <Button look="quiet" aria-label={t("Switch between light and dark")} icon="theme" onClick={switchTheme} />
          </span>
        </div>
        {ways?.demo === true && step.at === "sign-in" ? (
          <div className="space-y-3 rounded-xl border border-accent/40 bg-accent-soft p-4">
            <p className="text-sm">
              {t("This is a sandbox with invented stores. Its demo account watches apps and keywords over 60 days.")}
            </p>
            <Button
              look="main"
              className="w-full"
              busy={busy}
              icon="play"
              onClick={() =>
                void trying(async () => {
                  // Needed in a moment, and they take as long as the way in.
                  ahead(import("../App.tsx"), import("../pages/Overview.tsx"))
                  come(await post("/auth/demo", {}))
                })
              }
            >
              {t("Continue as the demo account")}
            </Button>
          </div>
        ) : null}
        <h1 className="text-2xl font-semibold tracking-tight">{titles[step.at]}</h1>
        {ways?.sessions.available === false ? (
          <Note>
            {t(
              "This address is plain http, where browsers keep nobody signed in. Ask the operator for one with https."
            )}
          </Note>
        ) : null}
        {error === undefined ? null : <Failed error={error} />}
        {forms[step.at]()}
        <p className="text-center text-xs text-muted">
          <a className="underline" href="/docs">
            {t("Documentation")}
          </a>
        </p>
      </main>
      <aside className="hidden flex-col justify-center gap-6 bg-panel p-12 lg:flex" aria-label={t("What this is")}>
        <p className="max-w-md text-3xl leading-tight font-semibold tracking-tight">
          {t("What your apps, their keywords and their rivals do in both stores, and where each number comes from.")}
        </p>
        <ul className="space-y-3 text-muted">
          {[
            t("Ranks and charts over time, with gaps where nothing was measured."),
            t("Downloads and revenue as ranges, with their model and its confidence."),
            t("Reviews, ads, assistants' answers and public threads in one place."),
            t("The same functions over HTTP and MCP, metered in credits.")
          ].map((text) => (
            <li key={text} className="flex max-w-md gap-3">
              <span className="mt-1 text-accent">
                <Icon name="check" size={16} />
              </span>
              {text}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}

const Back = ({ go }: { readonly go: () => void }) => (
  <p className="text-center">
    <Button look="quiet" onClick={go}>
      {t("Back to sign-in")}
    </Button>
  </p>
)

const PasskeyButton = ({ busy, sign }: { readonly busy: boolean; readonly sign: () => void }) => (
  <Button className="w-full" disabled={busy} icon="keys" onClick={sign}>
    {t("Continue with a passkey")}
  </Button>
)

const Others = ({
  begin,
  busy,
  passkey,
  ways
}: {
  readonly ways: Ways | undefined
  readonly busy: boolean
  readonly begin: (id: string) => void
  readonly passkey: () => void
}) => {
  if (ways === undefined || (ways.providers.length === 0 && !ways.passkeys.available)) return null
  return (
    <div className="space-y-2 border-t border-line pt-4">
      {ways.providers.map(({ id, name }) => (
        <Button key={id} className="w-full" disabled={busy} onClick={() => begin(id)}>
          {t("Continue with {name}", { name })}
        </Button>
      ))}
      {ways.passkeys.available ? <PasskeyButton busy={busy} sign={passkey} /> : null}
    </div>
  )
}
