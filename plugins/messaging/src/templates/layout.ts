import { escapeHtml } from "@storeglass/plugin-api"
import { defaults, grounds, type Templates } from "./settings.ts"

/** A part of a mail, the same in HTML and in plain text. */
export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: ReadonlyArray<string> }
  | { readonly kind: "facts"; readonly rows: ReadonlyArray<readonly [label: string, value: string]> }
  | { readonly kind: "button"; readonly text: string; readonly url: string }

export interface Letter {
  readonly subject: string
  readonly blocks: ReadonlyArray<Block>
  /** Small, below a line. */
  readonly footer: ReadonlyArray<string>
  /** Where its reader leaves the list; broadcasts have it. */
  readonly unsubscribeUrl?: string | undefined
}

export interface Rendered {
  readonly subject: string
  readonly html: string
  readonly text: string
}

const link = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g
/** Lines stay lines, and addresses can be followed. */
const prose = (text: string): string => {
  let html = ""
  let at = 0
  for (const { 0: url, index } of text.matchAll(link)) {
    html += `${escapeHtml(text.slice(at, index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    at = index + url.length
  }
  return (html + escapeHtml(text.slice(at))).replace(/\n/g, "<br>")
}

const htmlOf = (block: Block): string => {
  switch (block.kind) {
    case "heading":
      return `<h1>${escapeHtml(block.text)}</h1>`
    case "paragraph":
      return `<p>${prose(block.text)}</p>`
    case "list":
      return `<ul>${block.items.map((item) => `<li>${prose(item)}</li>`).join("")}</ul>`
    case "facts":
      return `<table role="presentation">${block.rows.map(([label, value]) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`).join("")}</table>`
    case "button":
      return `<p><a class="button" href="${escapeHtml(block.url)}">${escapeHtml(block.text)}</a></p>`
  }
}

const textOf = (block: Block): string => {
  switch (block.kind) {
    case "heading":
      return block.text
    case "paragraph":
      return block.text
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n")
    case "facts":
      return block.rows.map(([label, value]) => `${label}: ${value}`).join("\n")
    case "button":
      return `${block.text}: ${block.url}`
  }
}

// Mail programs know little CSS: one column, system fonts, and colours that a dark mode may turn around.
const styleOf = ({
  accent,
  accentDark
}: Pick<Templates, "accent" | "accentDark">) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;background:#f4f5f7;color:#1c2024;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:560px;margin:0 auto;padding:28px;background:#fff;border-radius:12px}
h1{margin:0 0 16px;font-size:22px;line-height:1.25}p,ul,table{margin:0 0 16px}ul{padding-left:22px}li{margin:0 0 6px}
a{color:${accent}}th{padding:4px 20px 4px 0;text-align:left;white-space:nowrap;font-weight:400;color:#5b6470;vertical-align:top}td{padding:4px 0}
.button{display:inline-block;padding:11px 20px;border-radius:8px;background:${accent};color:${grounds.light.ink};text-decoration:none;font-weight:600}
header{max-width:560px;margin:0 auto 12px;padding:0 28px;font-weight:600}footer{max-width:560px;margin:18px auto 0;padding:0 28px;font-size:13px;color:#5b6470}footer p{margin:0 0 6px}footer a{color:inherit}
@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e8eb}main{background:#1f2329}a{color:${accentDark}}th,footer{color:#9aa4b0}.button{background:${accentDark};color:${grounds.dark.ink}}}`

/** One letter as HTML and as text. Nothing in it is loaded from anywhere, and nothing tells whether it was read. */
export const render = (
  { blocks, footer: own, subject, unsubscribeUrl }: Letter,
  look: Pick<Templates, "accent" | "accentDark" | "footer" | "name"> = defaults
): Rendered => {
  const footer = [...own, ...look.footer]
  const { name } = look
  const unsubscribe =
    unsubscribeUrl === undefined ? "" : `<p><a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${styleOf(look)}</style></head>
<body>${name === undefined ? "" : `<header>${escapeHtml(name)}</header>`}<main>${blocks.map(htmlOf).join("\n")}</main><footer>${footer.map((line) => `<p>${prose(line)}</p>`).join("")}${unsubscribe}</footer></body></html>`
  const below = [...footer, ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`])]
  const text = `${name === undefined ? "" : `${name}\n\n`}${blocks.map(textOf).join("\n\n")}${below.length === 0 ? "" : `\n\n-- \n${below.join("\n")}`}\n`
  return { subject, html, text }
}

/** A plain text as a letter: paragraphs between empty lines. */
export const letterOf = (subject: string, text: string): Letter => ({
  subject,
  blocks: text
    .trim()
    .split(/\n{2,}/)
    .map((part) => ({ kind: "paragraph", text: part })),
  footer: []
})
