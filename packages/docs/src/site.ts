import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Operation } from "@storeglass/plugin-api"
import { changelogOf } from "./changelog.ts"
import { readExamples } from "./examples.ts"
import { type GuidePage, readGuide } from "./guide.ts"
import { type NavSection, type Page, type PageHead, pageHtml, type Shell } from "./layout.ts"
import { listsOf } from "./lists.ts"
import { plainMarkdown, renderMarkdown, twinOf } from "./markdown.ts"
import { commonCodes, hrefOf, pluginHref, priceOf, writtenPath } from "./prices.ts"
import { callOf } from "./reference/call.ts"
import { operationMarkdown, pluginMarkdown } from "./reference/operationMarkdown.ts"
import { operationHtml, pluginHtml } from "./reference/operationPage.ts"
import type { SiteOptions } from "./SiteOptions.ts"
import { searchEntries } from "./searchIndex.ts"

export interface SiteFile {
  readonly type: string
  readonly body: Uint8Array
  /** Its address changes with its content, so it may be kept for good. */
  readonly immutable: boolean
}

/** A file of the site by its address, made when it is first asked for. */
export type Site = (path: string) => SiteFile | undefined

/** A page and its twin, each made when asked for. */
interface Source extends PageHead {
  readonly make: () => Pick<Page, "html" | "headings">
  readonly markdown: () => string
}

/** The address that the guide's snippets are written with. */
const writtenUrl = "http://127.0.0.1:3000"

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Keeps `<!-- if: apps --> … <!-- /if -->` where the plugin is enabled, and `if: not apps` where it is not. */
export const forPlugins = (markdown: string, ids: ReadonlySet<string>): string =>
  markdown.replace(
    /<!-- if: (not )?([\w-]+) -->\n([\s\S]*?)<!-- \/if -->\n?/g,
    (_, not: string | undefined, id: string, text: string) => (ids.has(id) === (not === undefined) ? text : "")
  )

/** The pages of the guide and of the enabled plugins, in their order. */
const pagesOf = (options: SiteOptions): ReadonlyArray<GuidePage> => {
  const ids = new Set(options.plugins.map(({ id }) => id))
  const own = options.plugins.flatMap(({ guide, id }) =>
    guide === undefined ? [] : readGuide(fileURLToPath(guide), id)
  )
  const changelog: GuidePage = {
    title: "Changelog",
    summary: "What changed in each version of the gateway's packages and of the plugins that are enabled here.",
    section: "Operate",
    order: 39,
    name: "changelog",
    plugin: undefined,
    path: "/docs/changelog",
    markdown: changelogOf(options)
  }
  return [...readGuide(), ...own, changelog]
    .filter(({ needs }) => needs === undefined || ids.has(needs))
    .toSorted((a, b) => a.order - b.order)
}

const guideSources = (options: SiteOptions): ReadonlyArray<Source> => {
  const ids = new Set(options.plugins.map(({ id }) => id))
  const lists = listsOf(options)
  const found = pagesOf(options)
  // The guide speaks of a plugin's page by the plugin's id: `mcp.md`.
  const addressOf = (from: GuidePage) => (name: string) =>
    found.find((page) => page.name === name && page.plugin === from.plugin && from.plugin !== undefined)?.path ??
    (name === "index" ? "/docs" : `/docs/${name}`)
  return found.map((page): Source => {
    const { markdown, nav, path, section, summary, title } = page
    const text = () => forPlugins(markdown, ids).replaceAll(writtenUrl, options.url)
    return {
      path,
      title,
      name: nav ?? title,
      summary,
      section,
      kind: path === "/docs" ? "home" : "guide",
      make: once(() => renderMarkdown(text(), lists, addressOf(page))),
      markdown: () => plainMarkdown(text(), lists, addressOf(page))
    }
  })
}

const withNote = (text: string, note: string | undefined) => (note === undefined ? text : `${text} ${note}`)

const referenceSources = ({ operations, plugins, url }: SiteOptions): ReadonlyArray<Source> => {
  const examples = once(() => readExamples(plugins.map(({ from }) => from)))
  const common = once(() => commonCodes(operations))
  const operationSource = (operation: Operation, note: string | undefined): Source => {
    const options = once(() => {
      const example = examples().get(operation.id)
      return { example, call: callOf(operation, url, example), common: common() }
    })
    return {
      path: hrefOf(operation),
      title: operation.summary,
      subtitle: `${operation.method} ${writtenPath(operation)}`,
      name: operation.summary,
      summary: withNote(operation.description, note),
      section: `Reference: ${operation.plugin}`,
      kind: "reference",
      make: () => operationHtml(operation, options()),
      markdown: () => operationMarkdown(operation, options())
    }
  }
  return plugins
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .flatMap(({ description, id, unproven }): ReadonlyArray<Source> => {
      const own = operations.filter((operation) => operation.plugin === id)
      if (own.length === 0) return []
      const page: Source = {
        path: pluginHref(id),
        title: id,
        name: id,
        summary: withNote(description, unproven),
        section: "Reference",
        kind: "reference",
        make: () => ({ html: pluginHtml(own, hrefOf), headings: [] }),
        markdown: () => pluginMarkdown(own)
      }
      return [page, ...own.map((operation) => operationSource(operation, unproven))]
    })
}

/** The list of pages: guide pages may be in the section of the reference too. */
const navOf = (guide: ReadonlyArray<Source>, reference: ReadonlyArray<Source>): ReadonlyArray<NavSection> => {
  const item = ({ name, path }: Source) => ({ href: path, title: name })
  const plugins = reference
    .filter(({ section }) => section === "Reference")
    .map((page) => ({
      ...item(page),
      children: reference.filter(({ path }) => path.startsWith(`${page.path}/`)).map(item),
      section: page.section
    }))
  const all = [...guide.map((page) => ({ ...item(page), section: page.section })), ...plugins]
  return [...new Set(all.map(({ section }) => section))].map((title) => ({
    title,
    items: all.filter(({ section }) => section === title)
  }))
}

/** The list of pages for readers of text (llmstxt.org). */
const llmsText = ({ operations, plugins, url }: SiteOptions, guide: ReadonlyArray<Source>): string => {
  const home = guide.find(({ kind }) => kind === "home")
  const sections = [...new Set(guide.map(({ section }) => section))].map((title) => {
    const links = guide
      .filter(({ section }) => section === title)
      .map((page) => `- [${page.title}](${url}${twinOf(page.path)}): ${page.summary}`)
    return `## ${title}\n\n${links.join("\n")}`
  })
  const references = plugins.flatMap(({ description, id, unproven }) => {
    const own = operations.filter(({ plugin }) => plugin === id)
    const links = own.map(
      (operation) =>
        `- [${operation.summary}](${url}${twinOf(hrefOf(operation))}): ${operation.method} ${writtenPath(operation)}, ${priceOf(operation).toLowerCase()}. ${operation.description}`
    )
    return own.length === 0
      ? []
      : [`## Operations of ${id}\n\n${withNote(description, unproven)}\n\n${links.join("\n")}`]
  })
  return `${[
    "# Storeglass",
    `> ${home?.summary ?? ""}`,
    `The API is at ${url}. Send the key as \`X-API-Key\`. A success is \`{ "data": … }\`, a failure \`{ "error": { "code", "message" } }\`, and only successes cost credits. Every page of the documentation is Markdown too, at its address with \`.md\`.`,
    ...sections,
    ...references,
    `## Optional\n\n- [OpenAPI 3.1](${url}/openapi.json): every operation with its schemas, prices and examples\n- [All pages in one](${url}/llms-full.txt)`
  ].join("\n\n")}\n`
}

const markdownOf = ({ markdown, summary, title }: Source) => `# ${title}\n\n${summary}\n\n${markdown()}\n`

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

const types = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8"
} as const

/** The search engine as its package has it, without the address of sources that aren't served. */
const engineSource = () =>
  readFileSync(fileURLToPath(import.meta.resolve("minisearch")), "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "")

const asset = (name: string) => readFileSync(join(import.meta.dirname, "assets", name), "utf8")

/** The whole site: pages and their twins, styles, scripts, search index. Each is made when it is first asked for. */
export const makeSite = (options: SiteOptions): Site => {
  const { operations, sandbox, version } = options
  const files = new Map<string, () => SiteFile>()
  const add = (path: string, type: keyof typeof types, make: () => string, immutable = false) => {
    files.set(
      path,
      once(() => ({ type: types[type], body: new TextEncoder().encode(make()), immutable }))
    )
    return path
  }
  const addAsset = (name: string, type: "css" | "js", body: string) => {
    const hash = createHash("sha256").update(body).digest("hex").slice(0, 12)
    return add(`/docs/assets/${name}.${hash}.${type}`, type, () => body, true)
  }
  const guide = guideSources(options)
  const reference = referenceSources(options)
  const sources = [...guide, ...reference]
  const shell: Shell = {
    nav: navOf(guide, reference),
    version,
    sandbox,
    css: addAsset("docs", "css", `${asset("look.css")}${asset("docs.css")}`),
    js: addAsset("docs", "js", asset("docs.js")),
    data: {
      search: add("/docs/search.json", "json", () =>
        JSON.stringify(
          searchEntries(
            guide.map((source) => ({ ...source, ...source.make() })),
            operations
          )
        )
      ),
      searcher: addAsset("search", "js", asset("search.js")),
      engine: addAsset("minisearch", "js", engineSource()),
      samples: addAsset("samples", "js", asset("samples.js"))
    }
  }
  for (const source of sources) {
    add(source.path, "html", () => pageHtml({ ...source, ...source.make() }, shell))
    add(twinOf(source.path), "md", () => markdownOf(source))
  }
  add(missing.path, "html", () => pageHtml(missing, shell))
  add("/llms.txt", "txt", () => llmsText(options, guide))
  add("/llms-full.txt", "txt", () => sources.map(markdownOf).join("\n---\n\n"))
  return (path) => files.get(path)?.()
}
