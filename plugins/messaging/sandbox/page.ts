import { escapeHtml, pageMaker, shownTime } from "@storeglass/sandbox"
import type { Kept } from "./index.ts"

const page =
  pageMaker(`main{max-width:860px}h1{margin:0 0 4px;font-size:24px;line-height:1.25;overflow-wrap:anywhere}p{margin:0 0 20px;color:light-dark(#5b6470,#9aa4b0)}
a{color:inherit}ol{list-style:none;margin:0;padding:0;border-radius:12px;overflow:hidden;background:light-dark(#fff,#1f2329)}
li a{display:grid;grid-template-columns:minmax(0,15rem) minmax(0,1fr) auto;gap:4px 20px;padding:12px 18px;text-decoration:none;border-bottom:1px solid light-dark(#e8eaee,#2b3037)}
li:last-child a{border:0}li a:hover,li a:focus-visible{background:light-dark(#eef4fb,#262c34)}li span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}li b{font-weight:600}time{color:light-dark(#5b6470,#9aa4b0);font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 20px;margin:20px 0;overflow-wrap:anywhere}dt{color:light-dark(#5b6470,#9aa4b0)}dd{margin:0}
iframe{width:100%;height:640px;border:1px solid light-dark(#dfe2e7,#2b3037);border-radius:12px;background:light-dark(#f4f5f7,#15181c)}pre{margin:0;padding:18px;border-radius:12px;background:light-dark(#fff,#1f2329);white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}h2{font-size:16px;margin:28px 0 8px}
@media(max-width:600px){li a{grid-template-columns:minmax(0,1fr) auto}li b{grid-column:1/-1;grid-row:2;white-space:normal}}`)

/** What was sent, newest first. */
export const outboxPage = (mails: ReadonlyArray<Kept>): string =>
  page(
    "Outbox",
    `<h1>Outbox</h1><p>${mails.length === 0 ? "No mail was sent yet. What the gateway sends appears here, and goes nowhere." : "What the gateway sent, newest first. Nothing of it left this machine."}</p>${
      mails.length === 0
        ? ""
        : `<ol>${mails.map(({ atMs, id, subject, to }) => `<li><a href="outbox/${id}"><span>${escapeHtml(to.join(", "))}</span><b>${escapeHtml(subject)}</b><time>${shownTime(atMs)}</time></a></li>`).join("")}</ol>`
    }`
  )

/** One mail, as its reader sees it. */
export const mailPage = (mail: Kept): string => {
  const rows = [
    ["From", mail.from],
    ["To", mail.to.join(", ")],
    ...(mail.replyTo === "" ? [] : [["Answers to", mail.replyTo]]),
    ["Sent", `${shownTime(mail.atMs)} UTC`],
    ["By", mail.smtp === null ? "the mail service's API" : `SMTP, ${mail.smtp.isSecure ? "over TLS" : "in the clear"}`],
    ...Object.entries(mail.headers)
  ]
  return page(
    mail.subject,
    `<p><a href="../">Outbox</a></p><h1>${escapeHtml(mail.subject)}</h1><dl>${rows.map(([name = "", value = ""]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>${
      mail.html === ""
        ? ""
        : `<iframe title="The mail as HTML" sandbox="allow-popups" srcdoc="${escapeHtml(mail.html.replace("<head>", '<head><base target="_blank">'))}"></iframe>`
    }<h2>As text</h2><pre>${escapeHtml(mail.text)}</pre>`
  )
}
