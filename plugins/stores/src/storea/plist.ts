/** Apple's property lists in XML: dicts, arrays and scalars. */
import { Predicate } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"

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
  const root = elements(parseXml(text) ?? []).find((element) => element.tag === "plist")
  const value = root === undefined ? undefined : elements(root.children)[0]
  return value === undefined ? undefined : plistValue(value)
}

const plistValue = (element: Element): unknown => {
  switch (element.tag) {
    case "dict":
      return dictOf(elements(element.children))
    case "array":
      return elements(element.children).map(plistValue)
    case "integer":
    case "real":
      return Number(textOf(element))
    case "true":
      return true
    case "false":
      return false
    default:
      return textOf(element)
  }
}

const dictOf = (children: ReadonlyArray<Element>): Readonly<Record<string, unknown>> => {
  const entries: Array<readonly [string, unknown]> = []
  for (let at = 0; at + 1 < children.length; at += 2) {
    const key = children[at]
    const value = children[at + 1]
    if (key?.tag === "key" && value !== undefined) entries.push([textOf(key), plistValue(value)])
  }
  return Object.fromEntries(entries)
}

/** The title of the dialog that old front ends answer with instead of data. */
export const dialogTitle = (text: string): string | undefined => {
  if (!text.includes("<plist")) return undefined
  const value = parsePlist(text)
  return Predicate.hasProperty(value, "customerTitleMessage") && typeof value.customerTitleMessage === "string"
    ? value.customerTitleMessage
    : undefined
}
