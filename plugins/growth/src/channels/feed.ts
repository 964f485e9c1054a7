/** Reads RSS, Atom and JSON Feed. Nothing in a feed is fetched, and no entity of its own is expanded. */
import { Schema } from "effect"
import { Parser } from "htmlparser2"
import { timeOf } from "./asking.ts"

export interface Entry {
  readonly id: string | null
  readonly title: string
  readonly html: string
  readonly url: string | null
  readonly author: string | null
  readonly publishedMs: number | null
  readonly language: string | null
}

export type Read = { readonly entries: ReadonlyArray<Entry> } | { readonly problem: string }

const entriesMax = 500
const depthMax = 60
const partLength = 16_384
const textMax = 200_000

/** What a declaration that can be read byte by byte calls UTF-16 isn't: programs write it and send UTF-8. */
const told = (name: string | undefined) => (/^utf-?16/i.test(name ?? "") ? undefined : name)

/** By its byte order mark or zeros, the answer's header or the declaration; UTF-8 else. Undefined: nobody knows it. */
const decoded = (bytes: Uint8Array, contentType: string | undefined): string | undefined => {
  const head = Array.from(bytes.slice(0, 200), (byte) => String.fromCharCode(byte)).join("")
  const named = ["\u00ff\u00fe", "<\u0000", "{\u0000"].some((start) => head.startsWith(start))
    ? "utf-16le"
    : ["\u00fe\u00ff", "\u0000<", "\u0000{"].some((start) => head.startsWith(start))
      ? "utf-16be"
      : head.startsWith("\u00ef\u00bb\u00bf")
        ? "utf-8"
        : (told(/charset=["']?([\w-]+)/i.exec(contentType ?? "")?.[1]) ??
          told(/^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1]))
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes)
  } catch {
    return undefined
  }
}

const dateOf = (text: string | undefined): number | null => {
  const given = text?.trim() ?? ""
  if (given === "") return null
  // Names of zones that the parser doesn't know.
  const ms =
    timeOf(given) ??
    timeOf(given.replace(/\b(?:UT|GMT|UTC|Z)\b.*$/, "GMT")) ??
    timeOf(given.replace(/^\p{L}+,\s*/u, ""))
  return ms ?? null
}

const absolute = (href: string | undefined, base: string): string | null => {
  const given = href?.trim() ?? ""
  if (given === "" || !URL.canParse(given, base)) return null
  const { href: whole, protocol } = new URL(given, base)
  return protocol === "https:" || protocol === "http:" ? whole : null
}

const isEntry = (name: string) => name === "item" || name === "entry"
const localName = (name: string) => name.toLowerCase()

const readXml = (xml: string, base: string): Read => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return { problem: "it has a DTD, which isn't read" }
  const entries: Array<Entry> = []
  const open: Array<string> = []
  let fields: Map<string, string> | undefined
  let link: string | undefined
  let language: string | undefined
  let root: string | undefined
  let tooDeep = false
  const parser = new Parser(
    {
      onopentag: (given, attributes) => {
        const name = localName(given)
        root ??= name
        open.push(name)
        if (open.length > depthMax) tooDeep = true
        if (name === "feed" || name === "rss") language ??= attributes["xml:lang"]
        if (isEntry(name)) {
          fields = new Map()
          link = undefined
        } else if (fields !== undefined && name === "link" && attributes.href !== undefined) {
          if ((attributes.rel ?? "alternate") === "alternate") link ??= attributes.href
        }
      },
      ontext: (text) => {
        const name = open.at(-1) ?? ""
        if (fields === undefined) {
          if (name === "language" && open.length <= 3) language = (language ?? "") + text
          return
        }
        // Parts of markup in an entry of Atom, such as XHTML, count for the part that they're in.
        const at = open.findLastIndex(isEntry)
        const field = open.slice(at + 1, at + 3).join("/")
        const key =
          field.startsWith("author/") || field.startsWith("content/")
            ? (field.split("/")[0] ?? "")
            : (open[at + 1] ?? "")
        if (key === "author" && name !== "name" && name !== "author") return
        const known = fields.get(key) ?? ""
        if (known.length < textMax) fields.set(key, known + text)
      },
      onclosetag: (given) => {
        const name = localName(given)
        open.pop()
        if (!isEntry(name) || fields === undefined) return
        if (entries.length < entriesMax) {
          const url = absolute(link ?? fields.get("link"), base)
          const guid = (fields.get("guid") ?? fields.get("id"))?.trim()
          entries.push({
            id: guid === undefined || guid === "" ? null : guid,
            title: fields.get("title") ?? "",
            html:
              fields.get("content:encoded") ??
              fields.get("content") ??
              fields.get("description") ??
              fields.get("summary") ??
              "",
            url: url ?? absolute(guid?.startsWith("http") === true ? guid : undefined, base),
            author: (fields.get("dc:creator") ?? fields.get("author"))?.trim() || null,
            publishedMs: dateOf(
              fields.get("pubdate") ?? fields.get("published") ?? fields.get("dc:date") ?? fields.get("updated")
            ),
            language: language?.trim() || null
          })
        }
        fields = undefined
      }
    },
    { xmlMode: true, decodeEntities: true }
  )
  // In parts, so that what is nested too deeply costs no more than its beginning.
  for (let at = 0; at < xml.length && !tooDeep; at += partLength) parser.write(xml.slice(at, at + partLength))
  if (!tooDeep) parser.end()
  if (tooDeep) return { problem: "it's nested too deeply" }
  return root === "rss" || root === "feed" || root === "rdf:rdf"
    ? { entries }
    : { problem: "it's neither RSS nor Atom nor JSON Feed" }
}

const { NullOr, optionalKey } = Schema
const JsonFeed = Schema.Struct({
  version: Schema.String,
  language: optionalKey(NullOr(Schema.String)),
  items: Schema.Array(
    Schema.Struct({
      id: optionalKey(Schema.Union([Schema.String, Schema.Finite])),
      url: optionalKey(NullOr(Schema.String)),
      title: optionalKey(NullOr(Schema.String)),
      content_html: optionalKey(NullOr(Schema.String)),
      content_text: optionalKey(NullOr(Schema.String)),
      date_published: optionalKey(NullOr(Schema.String)),
      authors: optionalKey(NullOr(Schema.Array(Schema.Struct({ name: optionalKey(NullOr(Schema.String)) }))))
    })
  )
})
const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(JsonFeed))

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

export const readFeed = (bytes: Uint8Array, base: string, contentType?: string): Read => {
  const text = decoded(bytes, contentType)
  if (text === undefined) return { problem: "its encoding isn't known" }
  if (!text.trimStart().startsWith("{")) return readXml(text.replace(/^\ufeff/, ""), base)
  const feed = readJson(text)
  if (feed._tag === "None" || !feed.value.version.includes("jsonfeed.org")) {
    return { problem: "it's neither RSS nor Atom nor JSON Feed" }
  }
  const { items, language } = feed.value
  return {
    entries: items.slice(0, entriesMax).map((item) => ({
      id: item.id === undefined ? null : String(item.id),
      title: item.title ?? "",
      html: item.content_html ?? (item.content_text ?? "").replace(/[&<>]/g, (sign) => escapes[sign] ?? sign),
      url: absolute(item.url ?? undefined, base),
      author: item.authors?.[0]?.name ?? null,
      publishedMs: dateOf(item.date_published ?? undefined),
      language: language ?? null
    }))
  }
}
