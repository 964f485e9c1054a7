/** What we need of pages and of texts that hold a few tags, read as a browser reads them. */
import { Parser } from "htmlparser2"

const breaking = new Set(["p", "li", "div", "h1", "h2", "h3", "h4", "h5", "h6"])

/** Line breaks become lines, other tags go, entities are decoded once. */
export const plainText = (html: string): string => {
  let text = ""
  const parser = new Parser({
    ontext: (part) => {
      text += part
    },
    onopentagname: (name) => {
      if (name === "br") text += "\n"
    },
    onclosetag: (name) => {
      if (breaking.has(name)) text += "\n"
    }
  })
  parser.end(html)
  return text.trim()
}

export interface Script {
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** The parts of a page that data is read from. */
export interface PageParts {
  readonly scripts: ReadonlyArray<Script>
  /** The address that the page gives as its own. */
  readonly canonicalUrl: string | undefined
  /** For each `dd`, its list items, each as the texts of its `span`s. */
  readonly lists: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>
}

/** Finds the parts in one pass; a script that isn't closed doesn't count. */
export const partsOf = (html: string): PageParts => {
  const scripts: Array<Script> = []
  const lists: Array<Array<Array<string>>> = []
  let canonicalUrl: string | undefined
  let script: { readonly attributes: Readonly<Record<string, string>>; text: string } | undefined
  let list: Array<Array<string>> | undefined
  let item: Array<string> | undefined
  let span: string | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "script") script = { attributes, text: "" }
      else if (name === "link" && attributes.rel?.toLowerCase() === "canonical") canonicalUrl ??= attributes.href
      else if (name === "dd") list = []
      else if (name === "li" && list !== undefined) item = []
      else if (name === "span" && item !== undefined) span = ""
    },
    ontext: (part) => {
      if (script !== undefined) script.text += part
      else if (span !== undefined) span += part
    },
    onclosetag: (name, implied) => {
      if (name === "script") {
        if (script !== undefined && !implied) scripts.push(script)
        script = undefined
      } else if (name === "dd") {
        if (list !== undefined) lists.push(list)
        list = undefined
      } else if (name === "li") {
        if (item !== undefined) list?.push(item)
        item = undefined
      } else if (name === "span") {
        if (span !== undefined) item?.push(span.trim())
        span = undefined
      }
    }
  })
  parser.end(html)
  return { scripts, canonicalUrl, lists }
}
