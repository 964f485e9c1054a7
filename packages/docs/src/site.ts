import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { readExamples } from "./examples.ts"
import { type GuidePage, readGuide } from "./guide.ts"
import { type NavSection, type Page, pageHtml } from "./layout.ts"
import { hrefOf, listsOf } from "./lists.ts"
import { renderMarkdown } from "./markdown.ts"
import { priceOf, writtenPath } from "./prices.ts"
import { referenceOf } from "./reference.ts"
import type { SiteOptions } from "./SiteOptions.ts"

export interface SiteFile {
  readonly type: string
  readonly body: string
  /** Its address changes with its content, so it may be kept for good. */
  readonly immutable: boolean
}

/** The address that the guide's snippets are written with. */
const writtenUrl = "http://127.0.0.1:3000"
const referencePath = (plugin: string) => `/docs/reference/${plugin}`
const plainText = (html: string) =>
  html
    .replace(/<figure[\s\S]*?<\/figure>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/&(lt|gt|amp|quot);/g, " ")
    .replace(/\s+/g, " ")
    .trim()

/** Keeps `<!-- if: apps --> … <!-- /if -->` where the plugin is enabled, and `if: not apps` where it is not. */
export const forPlugins = (markdown: string, ids: ReadonlySet<string>): string =>
  markdown.replace(
    /<!-- if: (not )?([\w-]+) -->\n([\s\S]*?)<!-- \/if -->\n?/g,
    (_, not: string | undefined, id: string, text: string) => (ids.has(id) === (not === undefined) ? text : "")
  )

/** The pages of the guide and of the enabled plugins, in their order. */
const pagesOf = ({ plugins }: SiteOptions): ReadonlyArray<GuidePage> => {
  const ids = new Set(plugins.map(({ id }) => id))
  const own = plugins.flatMap(({ guide, id }) => (guide === undefined ? [] : readGuide(fileURLToPath(guide), id)))
  return [...readGuide(), ...own]
    .filter(({ needs }) => needs === undefined || ids.has(needs))
    .toSorted((a, b) => a.order - b.order)
}

const guidePages = (options: SiteOptions): ReadonlyArray<Page> => {
  const ids = new Set(options.plugins.map(({ id }) => id))
  const lists = listsOf(options)
  const found = pagesOf(options)
  // The guide speaks of a plugin's page by the plugin's id: `mcp.md`.
  const addressOf = (from: GuidePage) => (name: string) =>
    found.find((page) => page.name === name && page.plugin === from.plugin && from.plugin !== undefined)?.path ??
    (name === "index" ? "/docs" : `/docs/${name}`)
  return found.map((page) => {
    const { markdown, nav, path, section, summary, title } = page
    const text = forPlugins(markdown, ids).replaceAll(writtenUrl, options.url)
    return {
      path,
      title,
      name: nav ?? title,
      summary,
      section,
      kind: path === "/docs" ? "home" : "guide",
      ...renderMarkdown(text, lists, addressOf(page))
    }
  })
}

const referencePages = ({ operations, plugins, url }: SiteOptions): ReadonlyArray<Page> => {
  const examples = readExamples(plugins.map(({ from }) => from))
  return plugins
    .filter(({ id }) => operations.some((operation) => operation.plugin === id))
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .map(({ description, id }) => ({
      path: referencePath(id),
      title: id,
      name: id,
      summary: description,
      section: "Reference",
      kind: "reference",
      ...referenceOf(id, { operations, url, examples })
    }))
}

/** What the search looks through: every page, every heading of it, every operation. */
const searchIndex = (pages: ReadonlyArray<Page>, documented: SiteOptions["operations"]): string => {
  const operations = documented.map((operation) => ({
    title: operation.summary,
    where: `${operation.method} ${writtenPath(operation)}`,
    href: hrefOf(operation),
    text: `${operation.id} ${priceOf(operation)} ${operation.description}`
  }))
  const guide = pages
    .filter(({ kind }) => kind !== "reference")
    .flatMap(({ headings, html, path, summary, title }) => {
      const parts = html.split(/(?=<h[23] id=")/)
      const textOf = (id: string) =>
        plainText(parts.find((part) => part.startsWith(`<h`) && part.includes(`id="${id}"`)) ?? "")
      return [
        { title, where: "Guide", href: path, text: `${summary} ${plainText(parts[0] ?? "")}` },
        ...headings
          .filter(({ depth }) => depth === 2 || depth === 3)
          .map(({ id, text }) => ({
            title: plainText(text),
            where: title,
            href: `${path}#${id}`,
            text: textOf(id).slice(0, 1_500)
          }))
      ]
    })
  return JSON.stringify([...operations, ...guide])
}

const asset = (name: string) => readFileSync(join(import.meta.dirname, "assets", name), "utf8")

/** The whole site by address: pages, styles, script and search index. */
export const buildSite = (options: SiteOptions): ReadonlyMap<string, SiteFile> => {
  const { operations, sandbox, version } = options
  const files = new Map<string, SiteFile>()
  const add = (name: string, extension: string, type: string, body: string) => {
    const hash = createHash("sha256").update(body).digest("hex").slice(0, 12)
    const path = `/docs/assets/${name}.${hash}.${extension}`
    files.set(path, { type, body, immutable: true })
    return path
  }
  const guide = guidePages(options)
  const reference = referencePages(options)
  const pages = [...guide, ...reference]
  const item = ({ headings, kind, name, path }: Page) => ({
    href: path,
    title: name,
    ...(kind === "reference" ? { children: headings } : {})
  })
  // Guide pages may be in the section of the reference too.
  const nav: ReadonlyArray<NavSection> = [...new Set(pages.map(({ section }) => section))].map((title) => ({
    title,
    items: pages.filter(({ section }) => section === title).map(item)
  }))
  const shell = {
    nav,
    version,
    sandbox,
    css: add("docs", "css", "text/css; charset=utf-8", asset("docs.css")),
    js: add("docs", "js", "text/javascript; charset=utf-8", asset("docs.js")),
    search: add("search", "json", "application/json", searchIndex(pages, operations))
  }
  for (const page of pages) {
    files.set(page.path, { type: "text/html; charset=utf-8", body: pageHtml(page, shell), immutable: false })
  }
  const missing: Page = {
    path: "/docs/404",
    title: "Page not found",
    name: "",
    summary: "It may belong to a plugin that isn't enabled here.",
    section: "Documentation",
    kind: "guide",
    headings: [],
    html: `<p><a href="/docs">Go to the documentation's first page</a>, or search above.</p>`
  }
  files.set(missing.path, { type: "text/html; charset=utf-8", body: pageHtml(missing, shell), immutable: false })
  return files
}
