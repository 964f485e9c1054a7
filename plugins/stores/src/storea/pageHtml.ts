/** What an app's page says in its HTML. */
import { Option, Predicate, Schema } from "effect"
import type { PageParts, Script } from "../common/html.ts"
import { HttpUrl, loose } from "../common/loose.ts"
import { readBody } from "./body.ts"

const jsonOf = ({ text }: Script): unknown => {
  const body = readBody(text)
  return body.kind === "json" ? body.value : undefined
}

/** The data that the page was made from; undefined when the block is missing or broken. */
export const serverData = ({ scripts }: PageParts): unknown => {
  const script = scripts.find(({ attributes }) => attributes.id === "serialized-server-data")
  return script === undefined ? undefined : jsonOf(script)
}

const Product = Schema.Struct({ name: Schema.NonEmptyString, url: loose(HttpUrl) })
const decodeProduct = Schema.decodeUnknownOption(Product)
const isProduct = (value: unknown): boolean =>
  Predicate.hasProperty(value, "@type") && [value["@type"]].flat().some((type) => /Application$/.test(String(type)))

/** The description of the app for search engines. */
export const linkedData = ({ scripts }: PageParts): Option.Option<typeof Product.Type> => {
  for (const script of scripts) {
    if (!/application\/ld\+json/i.test(script.attributes.type ?? "")) continue
    const value = jsonOf(script)
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
export const canonicalId = ({ canonicalUrl }: PageParts): string | undefined =>
  canonicalUrl === undefined ? undefined : idInUrl(canonicalUrl)

/** Name and price pairs in the lists of a page without data, told by their shape: headings are translated. */
export const listedPurchases = ({
  lists
}: PageParts): ReadonlyArray<{ readonly name: string; readonly price: string }> => {
  for (const items of lists) {
    const pairs = items.flatMap((item) => {
      const [name, price, more] = item.filter((text) => text !== "")
      return name === undefined || price === undefined || more !== undefined ? [] : [{ name, price }]
    })
    if (pairs.some(({ price }) => looksLikePrice(price))) return pairs
  }
  return []
}

/** Every script writes prices with digits, in whichever alphabet. */
export const looksLikePrice = (text: string): boolean => /\p{Nd}/u.test(text)
