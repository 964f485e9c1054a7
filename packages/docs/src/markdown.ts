import { Marked, type Tokens } from "marked"
import { codeBlock } from "./code.ts"
import { escapeHtml, slugOf } from "./html.ts"

export interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
}

/** Lists that are made of what is enabled, by the name in `<!-- list: name -->`. */
export type Lists = Readonly<Record<string, () => string>>

/** The address of a page by its file's name. */
export type Pages = (name: string) => string

const callouts: Readonly<Record<string, string>> = { NOTE: "Note", WARNING: "Warning", TIP: "Tip" }
const listMark = /^<!--\s*list:\s*([\w-]+)\s*-->/

/** `errors.md#codes` as the address of the page in the site; a plugin's own page comes before one of the guide. */
const hrefOf = (href: string, pages: Pages): string => {
  const [, name, anchor = ""] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name === undefined) return href
  return `${pages(name)}${anchor}`
}

/** Renders a guide page. A list that nobody makes is a mistake of the page. */
export const renderMarkdown = (text: string, lists: Lists, pages: Pages): Rendered => {
  const headings: Array<Heading> = []
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ depth, tokens }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens)
        const plain = html.replace(/<[^>]+>/g, "")
        const id = slugOf(plain)
        headings.push({ depth, id, text: plain })
        return depth === 1
          ? ""
          : `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`
      },
      code({ lang = "", text: code }: Tokens.Code) {
        const [language = "", ...title] = lang.split(" ")
        return codeBlock(code, language, title.length === 0 ? undefined : title.join(" "))
      },
      link({ href, tokens }: Tokens.Link) {
        const away = /^https?:/.test(href)
        return `<a href="${escapeHtml(hrefOf(href, pages))}"${away ? ' rel="noreferrer"' : ""}>${this.parser.parseInline(tokens)}</a>`
      },
      table({ header, rows }: Tokens.Table) {
        const cell = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
        const heads = header.map((item) => `<th scope="col">${cell(item)}</th>`).join("")
        const body = rows.map((row) => `<tr>${row.map((item) => `<td>${cell(item)}</td>`).join("")}</tr>`).join("")
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>\n`
      },
      blockquote({ tokens }: Tokens.Blockquote) {
        const body = this.parser.parse(tokens)
        const kind = /^<p>\[!(\w+)\]\s*/.exec(body)
        const title = callouts[kind?.[1] ?? ""]
        return title === undefined || kind === null
          ? `<blockquote>${body}</blockquote>\n`
          : `<aside class="callout ${title.toLowerCase()}"><p class="callout-title">${title}</p><p>${body.slice(kind[0].length)}</aside>\n`
      },
      html({ text: raw }: Tokens.HTML | Tokens.Tag) {
        const name = listMark.exec(raw)?.[1]
        if (name === undefined) return raw.startsWith("<!--") ? "" : raw
        const list = lists[name]
        if (list === undefined)
          throw new Error(`there's no list '${name}'; use one of ${Object.keys(lists).join(", ")}`)
        return list()
      }
    }
  })
  return { html: marked.parse(text, { async: false }), headings }
}
