import { escapeHtml } from "@storeglass/plugin-api"
import { inline } from "./html.ts"
import { type Heading, twinOf } from "./markdown.ts"

export interface NavItem {
  readonly href: string
  readonly title: string
  readonly children?: ReadonlyArray<NavItem>
}

export interface NavSection {
  readonly title: string
  readonly items: ReadonlyArray<NavItem>
}

/** What is known of a page before it is made. */
export interface PageHead {
  readonly path: string
  readonly title: string
  /** What tells it from pages with the same title. */
  readonly subtitle?: string
  /** What it is called in the list of pages. */
  readonly name: string
  readonly summary: string
  readonly section: string
  /** A reference page puts code beside text and needs no list of its headings. */
  readonly kind: "guide" | "reference" | "home"
}

export interface Page extends PageHead {
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
}

export interface Shell {
  readonly nav: ReadonlyArray<NavSection>
  readonly css: string
  readonly js: string
  /** Addresses that the script asks for when they are needed. */
  readonly data: Readonly<Record<"search" | "searcher" | "engine" | "samples", string>>
  readonly version: string
  readonly sandbox: boolean
}

const logo =
  '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><circle cx="14" cy="14" r="9" fill="none" stroke="currentColor" stroke-width="4"/><path d="M21 21l8 8" stroke="currentColor" stroke-width="4" stroke-linecap="round"/></svg>'
const icon = (path: string) =>
  `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`
const menuIcon = icon('<path d="M4 6h16M4 12h16M4 18h16"/>')
const searchIcon = icon('<circle cx="11" cy="11" r="7"/><path d="M20 20l-4-4"/>')
const themeIcon = icon('<path d="M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8z"/>')

const linkHtml = ({ href, title }: NavItem, current: string) =>
  `<a href="${href}"${href === current ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a>`

/** The pages below another are listed while one of them is shown. */
const itemHtml = (item: NavItem, current: string) => {
  const { children = [], href } = item
  const open = href === current || children.some((child) => child.href === current)
  const below = open ? children.map((child) => `<li>${linkHtml(child, current)}</li>`).join("") : ""
  return `<li>${linkHtml(item, current)}${below === "" ? "" : `<ul>${below}</ul>`}</li>`
}

const navHtml = (nav: ReadonlyArray<NavSection>, current: string) =>
  nav
    .map(
      ({ items, title }) =>
        `<h2>${escapeHtml(title)}</h2><ul>${items.map((item) => itemHtml(item, current)).join("")}</ul>`
    )
    .join("")

const contentsHtml = ({ headings, kind }: Page) => {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3)
  return kind !== "guide" || shown.length < 2
    ? ""
    : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${shown
        .map(({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`)
        .join("")}</ul></nav>`
}

const stepsHtml = (nav: ReadonlyArray<NavSection>, current: string) => {
  const all = nav.flatMap(({ items }) => items.flatMap((item) => [item, ...(item.children ?? [])]))
  const index = all.findIndex(({ href }) => href === current)
  const link = (item: NavItem | undefined, rel: "prev" | "next", label: string) =>
    item === undefined
      ? "<span></span>"
      : `<a class="${rel}" rel="${rel}" href="${item.href}"><small>${label}</small>${escapeHtml(item.title)}</a>`
  return index < 0
    ? ""
    : `<nav class="steps" aria-label="Pages before and after">${link(all[index - 1], "prev", "Previous")}${link(all[index + 1], "next", "Next")}</nav>`
}

/** A whole page. Scripts and styles are files of this host: nothing is inline, nothing comes from elsewhere. */
export const pageHtml = (page: Page, { css, data, js, nav, sandbox, version }: Shell): string => {
  const { kind, path, section, subtitle, summary, title } = page
  const whole =
    kind === "home"
      ? "Storeglass documentation"
      : [title, ...(subtitle === undefined ? [] : [subtitle]), "Storeglass"].join(" · ")
  const asked = Object.entries(data).map(([name, address]) => ` data-${name}="${address}"`)
  const known = path !== "/docs/404"
  return `<!doctype html>
<html lang="en" class="no-js">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(whole)}</title>
<meta name="description" content="${escapeHtml(summary.replaceAll("`", ""))}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
${known ? `<link rel="alternate" type="text/markdown" href="${twinOf(path)}">\n` : ""}<link rel="stylesheet" href="${css}">
<script src="${js}"${asked.join("")}></script>
</head>
<body class="${kind}">
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<button class="icon menu" type="button" aria-controls="sidebar" aria-expanded="false" aria-label="Menu">${menuIcon}</button>
<a class="brand" href="/docs" aria-label="Storeglass documentation">${logo}<span>Storeglass</span></a><span class="version">v${escapeHtml(version)}</span>
<div class="search" role="search"><label for="q" class="hidden">Search the documentation</label>${searchIcon}<input id="q" type="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list"><kbd aria-hidden="true">/</kbd><ul id="results" role="listbox" aria-label="Search results" hidden></ul></div>
<a class="top-link" href="/docs/operations">Operations</a><a class="top-link" href="/openapi.json">OpenAPI</a>
<button class="icon theme" type="button" aria-label="Switch between light and dark">${themeIcon}</button>
</header>
<div class="frame">
<nav class="sidebar" id="sidebar" aria-label="Documentation">${navHtml(nav, path)}</nav>
<main id="main" tabindex="-1">
${sandbox ? '<p class="banner"><strong>Sandbox.</strong> This gateway serves invented apps, for trying it out.</p>' : ""}
<article>
<header class="title"><p class="section">${escapeHtml(section)}</p><h1>${escapeHtml(title)}</h1><p class="lead">${inline(summary)}</p></header>
${page.html}
${known ? `<p class="twin"><a href="${twinOf(path)}">This page as Markdown</a></p>` : ""}
</article>
${stepsHtml(nav, path)}
</main>
${contentsHtml(page)}
</div>
<div class="hidden" role="status" aria-live="polite" id="said"></div>
</body>
</html>
`
}
