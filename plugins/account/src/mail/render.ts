import type { Role } from "../roles.ts"
import { localeOf } from "./links.ts"
import { type Language, type MailKind, roleNames, texts } from "./texts.ts"

export interface MailValues {
  readonly product: string
  readonly email: string
  readonly link?: string
  readonly code?: string
  readonly device?: string
  readonly atMs?: number
  /** The address of who invites. */
  readonly inviter?: string
  /** The address of the account that someone is invited to. */
  readonly account?: string
  readonly role?: Role
  /** Until when, `{due}`. */
  readonly dueMs?: number
  /** What the mails of one kind fill in beside these, by name. */
  readonly more?: Readonly<Record<string, string>>
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)

/** Two groups of four are easier to copy; the gap isn't part of the code. */
const grouped = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`

const momentOf = (ms: number, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC"
  }).format(ms)

/** A mail in text and HTML that loads nothing from anywhere. */
export const renderMail = (kind: MailKind, language: Language, values: MailValues): RenderedMail => {
  const { after, before, button, code, subject, title } = texts[language][kind]
  const moment = (ms: number | undefined) => (ms === undefined ? "?" : `${momentOf(ms, language)} UTC`)
  const given: Readonly<Record<string, string>> = {
    ...values.more,
    product: values.product,
    email: values.email,
    device: values.device ?? "?",
    ...(values.inviter === undefined ? {} : { inviter: values.inviter }),
    ...(values.account === undefined ? {} : { account: values.account }),
    ...(values.role === undefined ? {} : { role: roleNames[language][values.role] }),
    at: moment(values.atMs),
    due: moment(values.dueMs)
  }
  // In one pass: what is filled in may have braces of its own.
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "?")
  const link = button === undefined ? undefined : values.link
  const shown = code === undefined ? undefined : values.code
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(filled(text))}</p>`
  const text = [
    filled(title),
    ...before.map(filled),
    ...(link === undefined ? [] : [`${filled(button ?? "")}:\n${link}`]),
    ...(shown === undefined ? [] : [`${filled(code ?? "")} ${grouped(shown)}`]),
    ...after.map(filled)
  ].join("\n\n")
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(filled(subject))}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escaped(values.product)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escaped(filled(title))}</h1>
${before.map(paragraph).join("\n")}
${
  link === undefined
    ? ""
    : `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fd6;color:#ffffff;text-decoration:none;font-weight:600">${escaped(filled(button ?? ""))}</a></p>`
}
${
  shown === undefined
    ? ""
    : `${paragraph(code ?? "")}<p style="margin:0 0 24px;font:600 28px/1 ui-monospace,monospace;letter-spacing:2px">${grouped(shown)}</p>`
}
${after.map((each) => `<p style="margin:0 0 12px;font-size:14px;opacity:0.75">${escaped(filled(each))}</p>`).join("\n")}
</div></body></html>
`
  return { subject: filled(subject), text: `${text}\n`, html }
}
