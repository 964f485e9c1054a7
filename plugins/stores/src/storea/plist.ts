/** Property lists, and other XML of the store. */
import { Predicate } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { parse } from "plist"

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true
})

/** Parses XML that is whole and well-formed; undefined otherwise (the parser alone would accept a cut document). */
export const parseXml = (text: string): ReadonlyArray<unknown> | undefined => {
  if (XMLValidator.validate(text) !== true) return undefined
  const nodes: unknown = parser.parse(text)
  return Array.isArray(nodes) ? nodes : undefined
}

export interface Element {
  readonly tag: string
  readonly children: ReadonlyArray<unknown>
}

/** The elements among the nodes, in order. */
export const elements = (nodes: ReadonlyArray<unknown>): ReadonlyArray<Element> =>
  nodes.flatMap((node) => {
    if (!Predicate.isObject(node)) return []
    return Object.entries(node).flatMap(([tag, children]) =>
      Array.isArray(children) && tag !== "#text" && !tag.startsWith("?") ? [{ tag, children }] : []
    )
  })

/** The text directly inside an element. */
export const textOf = (element: Element): string =>
  element.children
    .map((node) => (Predicate.hasProperty(node, "#text") && typeof node["#text"] === "string" ? node["#text"] : ""))
    .join("")

/** The value of a property list, to be decoded by a schema; undefined when the text is none. */
export const parsePlist = (text: string): unknown => {
  // The library alone would print what is wrong with it.
  if (XMLValidator.validate(text) !== true) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** The title of the dialog that old front ends answer with instead of data. */
export const dialogTitle = (text: string): string | undefined => {
  if (!text.includes("<plist")) return undefined
  const value = parsePlist(text)
  return Predicate.hasProperty(value, "customerTitleMessage") && typeof value.customerTitleMessage === "string"
    ? value.customerTitleMessage
    : undefined
}
