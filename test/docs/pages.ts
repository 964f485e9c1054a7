import { existsSync } from "node:fs"
import { type Answer, askUrl } from "@storeglass/testkit"

/** A page as a browser would see its addresses. */
export interface FoundPage extends Answer {
  readonly path: string
  readonly ids: ReadonlySet<string>
  readonly links: ReadonlyArray<string>
}

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&").replaceAll("&#39;", "'")
  )

/** Every page and file under `/docs` that can be reached from the first. */
export const crawl = async (url: string, first = "/docs"): Promise<ReadonlyMap<string, FoundPage>> => {
  const pages = new Map<string, FoundPage>()
  const queue = [first]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (pages.has(path)) continue
    const answer = await askUrl(`${url}${path}`)
    const html = answer.headers.get("content-type")?.startsWith("text/html") === true
    // What stands in code is no link.
    const markup = html ? answer.text.replace(/<pre[\s\S]*?<\/pre>/g, "") : ""
    const links = ["href", "src", "data-search", "data-searcher", "data-engine", "data-samples"].flatMap((name) =>
      attributes(markup, name)
    )
    pages.set(path, { ...answer, path, ids: new Set(attributes(markup, "id")), links })
    for (const link of links) {
      const to = new URL(link, `${url}${path}`)
      if (to.origin === new URL(url).origin) queue.push(to.pathname)
    }
  }
  return pages
}

const firstOf = (...paths: ReadonlyArray<string>) => paths.find((path) => existsSync(path))
/** A browser as people have it; where times are compared it counts that a bare page takes what it takes there. */
export const wholeChromiumPath = firstOf("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
/** First the shell without windows: it takes two thirds of the time. */
export const chromiumPath = firstOf("/usr/bin/chromium-headless-shell") ?? wholeChromiumPath
