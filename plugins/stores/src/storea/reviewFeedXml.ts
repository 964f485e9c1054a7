/** The review feed in its XML form, brought into the shape of the JSON one. */
import { type Element, elements, parseXml, textOf } from "./plist.ts"

const fields = ["id", "title", "im:rating", "im:version", "im:voteSum", "updated"] as const

/** The entries of an Atom feed; undefined when the text is none. */
export const atomEntries = (text: string): ReadonlyArray<unknown> | undefined => {
  const feed = elements(parseXml(text) ?? []).find((element) => element.tag === "feed")
  return feed === undefined
    ? undefined
    : elements(feed.children).flatMap((element) => (element.tag === "entry" ? [entryOf(element)] : []))
}

const entryOf = (entry: Element): unknown => {
  const parts = elements(entry.children)
  // The first content is the plain one; an HTML variant follows it.
  const labelOf = (parent: ReadonlyArray<Element>, tag: string) => {
    const found = parent.find((element) => element.tag === tag)
    return found === undefined ? {} : { [tag]: { label: textOf(found) } }
  }
  const author = parts.find((element) => element.tag === "author")
  return {
    ...Object.assign({}, ...fields.map((tag) => labelOf(parts, tag))),
    ...labelOf(parts, "content"),
    author: labelOf(author === undefined ? [] : elements(author.children), "name")
  }
}
