/** Blocks of an app's page, found in its HTML by what surrounds them. */
import { Option, Predicate, Schema } from "effect"
import { HttpUrl, loose } from "../common/loose.ts"
import { readBody } from "./body.ts"

interface Block {
  readonly attributes: string
  readonly text: string
}

const blocks = (html: string, tag: "script" | "dd"): ReadonlyArray<Block> => {
  const open = new RegExp(`<${tag}\\b([^>]*)>`, "gi")
  const close = new RegExp(`</${tag}\\s*>`, "gi")
  const found: Array<Block> = []
  for (let start = open.exec(html); start !== null; start = open.exec(html)) {
    close.lastIndex = open.lastIndex
    const end = close.exec(html)
    if (end === null) break
    found.push({ attributes: start[1] ?? "", text: html.slice(open.lastIndex, end.index) })
    open.lastIndex = close.lastIndex
  }
  return found
}

const jsonOf = ({ text }: Block): unknown => {
  const body = readBody(text)
  return body.kind === "json" ? body.value : undefined
}

/** The data that the page was made from; undefined when the block is missing or broken. */
export const serverData = (html: string): unknown => {
  const block = blocks(html, "script").find(({ attributes }) =>
    /\bid\s*=\s*["']?serialized-server-data["']?(\s|$)/i.test(attributes)
  )
  return block === undefined ? undefined : jsonOf(block)
}

const Product = Schema.Struct({ name: Schema.NonEmptyString, url: loose(HttpUrl) })
const decodeProduct = Schema.decodeUnknownOption(Product)
const isProduct = (value: unknown): boolean =>
  Predicate.hasProperty(value, "@type") && [value["@type"]].flat().some((type) => /Application$/.test(String(type)))

/** The description of the app for search engines. */
export const linkedData = (html: string): Option.Option<typeof Product.Type> => {
  for (const block of blocks(html, "script")) {
    if (!/application\/ld\+json/i.test(block.attributes)) continue
    const value = jsonOf(block)
    const nodes: ReadonlyArray<unknown> = Predicate.hasProperty(value, "@graph")
      ? [value["@graph"]].flat()
      : [value].flat()
    const product = nodes.find((node) => isProduct(node))
    if (product !== undefined) return decodeProduct(product)
  }
  return Option.none()
}

/** The id in an address of an app. */
export const idInUrl = (url: string): string | undefined => /\/id(\d+)(?:[/?#]|$)/.exec(url)?.[1]

/** The id in the page's own address, as it states it. */
export const canonicalId = (html: string): string | undefined => {
  const link = /<link\b[^>]*\brel\s*=\s*["']?canonical["']?[^>]*>/i.exec(html)?.[0]
  const href = link === undefined ? undefined : /\bhref\s*=\s*["']([^"']+)["']/i.exec(link)?.[1]
  return href === undefined ? undefined : idInUrl(href)
}

/** Name and price pairs in the lists of a page without data, told by their shape: headings are translated. */
export const listedPurchases = (html: string): ReadonlyArray<{ readonly name: string; readonly price: string }> => {
  for (const { text } of blocks(html, "dd")) {
    const pairs = [...text.matchAll(/<li\b[^>]*>([\s\S]*?)<\/li\s*>/gi)].flatMap(([, item = ""]) => {
      const spans = [...item.matchAll(/<span\b[^>]*>([^<]*)<\/span\s*>/gi)].map(([, span = ""]) => plain(span))
      const [name, price, more] = spans.filter((span) => span !== "")
      return name === undefined || price === undefined || more !== undefined ? [] : [{ name, price }]
    })
    if (pairs.some(({ price }) => looksLikePrice(price))) return pairs
  }
  return []
}

/** Every script writes prices with digits, in whichever alphabet. */
export const looksLikePrice = (text: string): boolean => /\p{Nd}/u.test(text)

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" }

const plain = (text: string): string =>
  text
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, entity: string) => {
      if (!entity.startsWith("#")) return named[entity.toLowerCase()] ?? whole
      const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .trim()
