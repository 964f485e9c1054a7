import { escapeHtml, pageMaker, shownTime } from "@storeglass/sandbox"
import type { Received } from "./index.ts"

const page =
  pageMaker(`main{max-width:860px}h1{margin:0 0 4px;font-size:24px;line-height:1.25}p{margin:0 0 20px;color:light-dark(#5b6470,#9aa4b0)}
details{margin:0 0 12px;border-radius:12px;background:light-dark(#fff,#1f2329)}summary{display:flex;flex-wrap:wrap;gap:4px 16px;padding:12px 18px;cursor:pointer}summary b{flex:1 1 12rem}summary:focus-visible{outline:3px solid light-dark(#0b5cad,#7cb7f5);border-radius:12px}
time,dt{color:light-dark(#5b6470,#9aa4b0);font-variant-numeric:tabular-nums}dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 20px;margin:0 18px 12px;overflow-wrap:anywhere}dd{margin:0}
pre{margin:0;padding:14px 18px;border-top:1px solid light-dark(#e8eaee,#2b3037);white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace;max-height:32rem;overflow:auto}
.good{color:light-dark(#14713a,#6fd195)}.bad{color:light-dark(#b3261e,#ff8a80)}@media(max-width:600px){dl{grid-template-columns:minmax(0,1fr)}}`)

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
const verified = (isVerified: boolean | null) =>
  isVerified === null
    ? "<span>not signed</span>"
    : isVerified
      ? '<span class="good">signature verified</span>'
      : '<span class="bad">signature wrong</span>'
const one = ({ atMs, body, event, headers, isVerified, status }: Received, index: number) =>
  `<details${index === 0 ? " open" : ""}><summary><b>${escapeHtml(event)}</b>${verified(isVerified)}<span>answered ${status}</span><time>${shownTime(atMs)}</time></summary>
<dl>${Object.entries(headers)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join("")}</dl><pre>${escapeHtml(pretty(body))}</pre></details>`

const shownMax = 100

/** What was posted, newest first. */
export const deliveriesPage = (received: ReadonlyArray<Received>): string =>
  page(
    "Webhook",
    `<h1>Webhook</h1><p>${received.length === 0 ? "Nothing was posted here yet." : "What the gateway posted here, newest first. Nothing of it left this machine."}</p>${received.slice(-shownMax).toReversed().map(one).join("\n")}`
  )
