import { escapeHtml } from "@storeglass/plugin-api"
import type { BuiltPage } from "./builtPage.ts"

export interface PageOptions {
  /** What the service is called. */
  readonly product: string
  /** Language of the page until someone is signed in. */
  readonly language: string
  /** What was chosen; undefined: as the system has it. */
  readonly theme: "light" | "dark" | undefined
  /** Which styles made by scripts are taken, once. */
  readonly nonce: string
  readonly version: string
  readonly sandbox: boolean
  /** Scripts that are needed soon: they're fetched while it's asked who is there. */
  readonly soon?: ReadonlyArray<string>
  /** Addresses that the page then asks, in these words: the answers are fetched while its scripts load. */
  readonly reads?: ReadonlyArray<string>
}

/** The one document of all pages. Nothing is inline: what it runs and looks like are files of this host. */
export const pageHtml = (
  { needed, script, style }: BuiltPage,
  { language, nonce, product, reads = [], sandbox, soon = [], theme, version }: PageOptions
): string => `<!doctype html>
<html lang="${escapeHtml(language)}"${theme === undefined ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(product)}</title>
<meta name="description" content="App-store intelligence: ranks, estimates, reviews and ads, with where each number comes from.">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="/dashboard/assets/${style}">
${reads.map((path) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(path)}">\n`).join("")}${[...needed, ...soon].map((name) => `<link rel="modulepreload" href="/dashboard/assets/${name}">\n`).join("")}<script type="module" src="/dashboard/assets/${script}"></script>
</head>
<body>
<div id="page" data-product="${escapeHtml(product)}" data-version="${escapeHtml(version)}" data-sandbox="${sandbox}" data-nonce="${nonce}" data-signed-in="${soon.length > 0}"></div>
<noscript><p class="noscript">This page needs JavaScript. The documentation at <a href="/docs">/docs</a> works without.</p></noscript>
</body>
</html>
`
