import { escapeHtml } from "@storeglass/plugin-api"
import { Marked, type Tokens } from "marked"
import { blocksHtml, blocksMarkdown } from "./blocks.ts"
import { codeBlock } from "./code.ts"
import { slugOf } from "./html.ts"
import type { Lists } from "./lists.ts"

export interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
}

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

const listOf = (lists: Lists, name: string) => {
  const list = lists[name]
  if (list === undefined) throw new Error(`there's no list '${name}'; use one of ${Object.keys(lists).join(", ")}`)
  return list()
}

/** Renders a guide page. A list that nobody makes is a mistake of the page. */
export const renderMarkdown = (text: string, lists: Lists, pages: Pages): Rendered => {
  const headings: Array<Heading> = []
  /** Of sections with the same name, as in a changelog, each has an address. */
  const idOf = (plain: string) => {
    const slug = slugOf(plain)
    const within = headings.findLast(({ depth }) => depth === 2)?.id
    const ids = new Set(headings.map(({ id }) => id))
    if (!ids.has(slug)) return slug
    const full = within === undefined ? slug : `${within}-${slug}`
    for (let number = 2, id = full; ; number++, id = `${full}-${number}`) if (!ids.has(id)) return id
  }
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ depth, tokens }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens)
        const plain = html.replace(/<[^>]+>/g, "")
        const id = idOf(plain)
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
        const heads = header
          .map((item) => (cell(item) === "" ? "<td></td>" : `<th scope="col">${cell(item)}</th>`))
          .join("")
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
        return name === undefined ? (raw.startsWith("<!--") ? "" : raw) : blocksHtml(listOf(lists, name))
      }
    }
  })
  return { html: marked.parse(text, { async: false }), headings }
}

const card = /<a class="card" href="([^"]+)"><strong>(.*?)<\/strong><span>(.*?)<\/span><\/a>/g

/** The same page as Markdown for readers of text: with its lists in it, and links to the twins of other pages. */
export const plainMarkdown = (text: string, lists: Lists, pages: Pages): string =>
  text
    .replace(/<!--\s*list:\s*([\w-]+)\s*-->/g, (_, name: string) => blocksMarkdown(listOf(lists, name)))
    .replace(/<!--[\s\S]*?-->\n?/g, "")
    .replace(card, "- [$2]($1): $3")
    .replace(/^<\/?div[^>]*>\n/gm, "")
    .replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${twinOf(hrefOf(href, pages))})`)
    .trim()

/** The Markdown twin of a page's address; any other address stays as it is. */
export const twinOf = (href: string): string => {
  const [path = "", anchor] = href.split("#")
  if (!/^\/docs(\/|$)/.test(path) || /\.\w+$/.test(path)) return href
  const twin = path === "/docs" ? "/docs/index.md" : `${path}.md`
  return anchor === undefined ? twin : `${twin}#${anchor}`
}
