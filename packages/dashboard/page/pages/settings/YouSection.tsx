import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { change } from "../../api.ts"
import type { Asked } from "../../generated/account.routes.ts"
import { languages, t } from "../../i18n.ts"
import { useSession, waysQuery } from "../../session.ts"
import { Button, Card, Field, Input, Note, Select, Time } from "../../ui/basics.tsx"
import { OutboxNote } from "../../ui/OutboxNote.tsx"
import { Form, Said, useAct } from "./parts.tsx"

// Each language is called what those call it who speak it.
const languageNames = { en: "English", de: "Deutsch" } as const

export const YouSection = () => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <Profile />
    <Address />
  </div>
)

const Profile = () => {
  const { me, reload } = useSession()
  const [name, setName] = useState(me.person.name)
  const [language, setLanguage] = useState(me.person.language)
  const [isSaved, setSaved] = useState(false)
  const { busy, outcome, run } = useAct()
  const save = async () => {
    setSaved(false)
    await change("PATCH", "/dashboard/api/me", {
      body: { name, ...(language === "de" || language === "en" ? { language } : {}) }
    })
    await reload()
    setSaved(true)
  }
  const isSame = name === me.person.name && language === me.person.language
  return (
    <Card title={t("Name and language")}>
      <div className="space-y-3">
        <Form submit={() => void run(save)}>
          <Field label={t("Name")} hint={t("What mails, pages and your team call you.")}>
            {(ids) => (
              <Input
                {...ids}
                autoComplete="name"
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t("Language")} hint={t("Of these pages and of mails to you.")}>
            {(ids) => (
              <Select {...ids} value={language} onChange={(event) => setLanguage(event.target.value)}>
                {languages.map((each) => (
                  <option key={each} value={each} lang={each}>
                    {languageNames[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button type="submit" look="main" busy={busy} disabled={isSame}>
            {t("Save")}
          </Button>
        </Form>
        {outcome}
        <Said>{isSaved && isSame ? t("Saved.") : null}</Said>
      </div>
    </Card>
  )
}

const Address = () => {
  const { me, reload } = useSession()
  const { data: ways } = useQuery(waysQuery)
  const [email, setEmail] = useState("")
  const [code, setCode] = useState("")
  const [asked, setAsked] = useState<Asked & { readonly email: string }>()
  const [isChanged, setChanged] = useState(false)
  const { busy, outcome, run } = useAct()
  const ask = async () => {
    setChanged(false)
    setAsked({ ...(await change("POST", "/dashboard/api/email", { body: { email } })), email })
    setCode("")
  }
  const confirm = async () => {
    if (asked === undefined) return
    await change("POST", "/dashboard/api/email/confirm", { body: { ticket: asked.ticket, code } })
    setAsked(undefined)
    setEmail("")
    await reload()
    setChanged(true)
  }
  return (
    <Card title={t("E-mail address")}>
      <div className="space-y-3">
        <p className="text-sm">
          {t("You sign in and get mail as")} <strong className="break-all">{me.person.email}</strong>
        </p>
        {ways?.mail === false ? (
          <Note>{t("This gateway sends no mail, so a new address can't be confirmed. Ask its operator.")}</Note>
        ) : asked === undefined ? (
          <Form submit={() => void run(ask)}>
            <Field
              label={t("New address")}
              hint={t("It gets a mail with a code. The old one stays until you give it here.")}
            >
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
            <Button type="submit" busy={busy} disabled={email === ""}>
              {t("Send the code")}
            </Button>
          </Form>
        ) : (
          <>
            <OutboxNote ways={ways} />
            <Form submit={() => void run(confirm)}>
              <Field
                label={t("8-digit code from the mail")}
                hint={
                  <>
                    {t("Sent to {email}, good until", { email: asked.email })} <Time at={asked.expiresAt} />
                  </>
                }
              >
                {(ids) => (
                  <Input
                    {...ids}
                    required
                    autoFocus
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    value={code}
                    onChange={(event) => setCode(event.target.value)}
                  />
                )}
              </Field>
              <div className="flex flex-wrap gap-2">
                <Button type="submit" look="main" busy={busy} disabled={code === ""}>
                  {t("Change the address")}
                </Button>
                <Button onClick={() => setAsked(undefined)}>{t("Cancel")}</Button>
              </div>
            </Form>
          </>
        )}
        {outcome}
        <Said>{isChanged ? t("The address is changed, and all other devices are signed out.") : null}</Said>
      </div>
    </Card>
  )
}
