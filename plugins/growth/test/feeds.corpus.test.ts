import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { readFeed } from "../src/channels/feed.ts"

/** The bytes of each sign that a decoder knows. */
const tableOf = (encoding: string): ReadonlyMap<string, ReadonlyArray<number>> => {
  const decoder = new TextDecoder(encoding)
  const all = Array.from({ length: 256 }, (_, byte) => byte)
  const pairs = encoding === "shift_jis" ? all.slice(0x81).flatMap((a) => all.slice(0x40).map((b) => [a, b])) : []
  const table = new Map<string, ReadonlyArray<number>>()
  for (const bytes of [...all.map((byte) => [byte]), ...pairs]) {
    const sign = decoder.decode(Uint8Array.from(bytes))
    if ([...sign].length === 1 && sign !== "\ufffd" && !table.has(sign)) table.set(sign, bytes)
  }
  return table
}
const inTable = (text: string, encoding: string) => {
  const table = tableOf(encoding)
  return Uint8Array.from([...text].flatMap((sign) => table.get(sign) ?? assert.fail(`${encoding} has no ${sign}`)))
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, "utf16le")
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

interface Given {
  readonly name: string
  readonly bytes: Uint8Array
  readonly type?: string | undefined
}
interface Readable extends Given {
  readonly title: string
  readonly publishedMs?: number | null
}
interface Refused extends Given {
  readonly reason: RegExp
}

const day = Date.UTC(2026, 10, 24, 10)
const rfc = "Tue, 24 Nov 2026 10:00:00 GMT"
const iso = "2026-11-24T10:00:00Z"
const formats: Readonly<Record<string, (title: string, date?: string) => string>> = {
  "RSS 0.91": (title, date = rfc) =>
    `<rss version="0.91"><channel><title>Blog</title><item><title>${title}</title><link>https://blog.example.org/1</link><pubDate>${date}</pubDate></item></channel></rss>`,
  "RSS 1.0": (title, date = iso) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="/"><title>Blog</title></channel><item rdf:about="/1"><title>${title}</title><link>/1</link><dc:date>${date}</dc:date></item></rdf:RDF>`,
  "RSS 2.0": (title, date = rfc) =>
    `<rss version="2.0"><channel><title>Blog</title><language>en</language><item><guid isPermaLink="false">1</guid><title>${title}</title><link>/1</link><pubDate>${date}</pubDate></item></channel></rss>`,
  Atom: (title, date = iso) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry><id>tag:1</id><title>${title}</title><link href="/1"/><updated>${date}</updated></entry></feed>`
}
const each = Object.entries(formats)
const declared = (encoding: string, xml: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${xml}`
const json = (title: string, more: object = {}) =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    items: [{ id: "1", title, url: "/1", date_published: iso, ...more }]
  })

const encodings = [
  ["iso-8859-1", "Café für Füße"],
  ["iso-8859-2", "Źródło czyste"],
  ["iso-8859-9", "Alışkanlık takibi"],
  ["windows-1250", "Příliš žluťoučký"],
  ["windows-1251", "Привычки и дни"],
  ["windows-1252", "“Habits” – café €"],
  ["windows-1254", "Günlük rutin ığş"],
  ["shift_jis", "習慣化アプリ"]
] as const
const wide = "Habits – 習慣 – привычки"

const encoded: ReadonlyArray<Readable> = each.flatMap(([format, make]) => [
  ...encodings.flatMap(([encoding, title]) => [
    { name: `${format} declared as ${encoding}`, title, bytes: inTable(declared(encoding, make(title)), encoding) },
    {
      name: `${format} of the type's ${encoding}`,
      title,
      bytes: inTable(make(title), encoding),
      type: `application/xml; charset=${encoding}`
    }
  ]),
  { name: `${format} in UTF-8`, title: wide, bytes: utf8(make(wide)) },
  { name: `${format} in UTF-8 with a mark`, title: wide, bytes: utf8(`\ufeff${declared("utf-8", make(wide))}`) },
  { name: `${format} in UTF-16LE`, title: wide, bytes: utf16(`\ufeff${declared("utf-16", make(wide))}`, false) },
  { name: `${format} in UTF-16BE`, title: wide, bytes: utf16(`\ufeff${declared("utf-16", make(wide))}`, true) },
  { name: `${format} in UTF-16LE without a mark`, title: wide, bytes: utf16(declared("utf-16", make(wide)), false) },
  { name: `${format} in UTF-16BE without a mark`, title: wide, bytes: utf16(declared("utf-16", make(wide)), true) },
  { name: `${format} that calls its UTF-8 UTF-16`, title: wide, bytes: utf8(declared("utf-16", make(wide))) }
])

const dates: ReadonlyArray<readonly [string, number | null]> = [
  [rfc, day],
  [iso, day],
  ["24 Nov 2026 10:00:00 GMT", day],
  ["Tue, 24 Nov 2026 10:00:00 +0000", day],
  ["Tue, 24 Nov 2026 11:00:00 +0100", day],
  ["2026-11-24T11:00:00+01:00", day],
  ["2026-11-24T10:00:00.000Z", day],
  ["  2026-11-24T10:00:00Z  ", day],
  ["Dienstag, 24 Nov 2026 10:00:00 GMT", day],
  ["2026-11-24", Date.UTC(2026, 10, 24)],
  ["soon", null],
  ["", null],
  ["2026-13-45T99:00:00Z", null],
  ["Tue, 99 Nov 2026 10:00:00 GMT", null]
]
const dated: ReadonlyArray<Readable> = each.flatMap(([format, make]) =>
  dates.map(([date, publishedMs]) => ({
    name: `${format} dated ${JSON.stringify(date)}`,
    title: "One",
    publishedMs,
    bytes: utf8(make("One", date))
  }))
)

const cut = (xml: string) => xml.slice(0, xml.indexOf("</item>") + xml.indexOf("</entry>") + 8)
const broken: ReadonlyArray<Readable> = each.flatMap(([format, make]) =>
  (
    [
      ["cut off", cut(make("One"))],
      ["with a bare ampersand", make("One").replace("Blog", "Q & A")],
      ["with an attribute unquoted", make("One").replace("<title>Blog", "<title type=html>Blog")],
      ["with a tag too many", make("One").replace("</title>", "</b></title>")],
      ["with a zero byte", make("One").replace("Blog", "B\u0000log")],
      ["behind blank lines", `\n\n  ${declared("utf-8", make("One"))}`],
      ["with comments", make("One").replace("<title>", "<!-- <item> --><title>")],
      ["in CDATA", make("<![CDATA[One]]>")],
      ["of an entity that it doesn't have", make("One").replace("Blog", "&lol9;")]
    ] as const
  ).map(([how, xml]) => ({ name: `${format} ${how}`, title: "One", bytes: utf8(xml) }))
)

const jsons: ReadonlyArray<Readable> = [
  { name: "JSON Feed", title: wide, bytes: utf8(json(wide)) },
  { name: "JSON Feed with a mark", title: wide, bytes: utf8(`\ufeff${json(wide)}`) },
  { name: "JSON Feed in UTF-16", title: wide, bytes: utf16(`\ufeff${json(wide)}`, false) },
  { name: "JSON Feed with a number as id", title: "One", bytes: utf8(json("One", { id: 1 })) },
  { name: "JSON Feed with nulls", title: "One", bytes: utf8(json("One", { authors: null, content_html: null })) },
  {
    name: "JSON Feed with a wrong date",
    title: "One",
    publishedMs: null,
    bytes: utf8(json("One", { date_published: "x" }))
  }
]

const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? "" : n - 1};`.repeat(10)}">`).join("")}]>`
const dtd: ReadonlyArray<Refused> = each.flatMap(([format, make]) =>
  [
    bomb,
    '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://feeds.example.org/rss.dtd">',
    '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
    '<!doctype x [<!ENTITY b SYSTEM "file:///etc/hosts">]>',
    '<!ENTITY c "d">'
  ].map((head, n) => ({
    name: `${format} with DTD ${n + 1}`,
    reason: /DTD/,
    bytes: n === 3 ? utf16(`\ufeff${head}${make("&b;")}`, false) : utf8(`${head}${make("&a8;")}`)
  }))
)
const refused: ReadonlyArray<Refused> = [
  ...dtd,
  ...["", " ", "Not found", "<html><body>Log in</body></html>", "<svg/>", "{}", "[]", "{", "null", "\u0000"].map(
    (text) => ({
      name: `no feed: ${JSON.stringify(text)}`,
      reason: /neither RSS/,
      bytes: utf8(text)
    })
  ),
  {
    name: "HTML with a doctype",
    reason: /./,
    bytes: utf8("<!doctype html><html><head><title>x</title></head></html>")
  },
  { name: "JSON of something else", reason: /neither/, bytes: utf8('{"version":"1.0","items":[]}') },
  { name: "a feed still packed", reason: /neither/, bytes: new Uint8Array(gzipSync(formats.Atom?.("One") ?? "")) },
  { name: "an encoding nobody knows", reason: /encoding/, bytes: utf8(declared("x-klingon", "<rss/>")) },
  {
    name: "a type's encoding nobody knows",
    reason: /encoding/,
    bytes: utf8("<rss/>"),
    type: "text/xml; charset=ebcdic-9"
  },
  { name: "10,000 elements deep", reason: /deep/, bytes: utf8(`<rss>${"<a>".repeat(10_000)}`) }
]

const readable = [...encoded, ...dated, ...broken, ...jsons]
const base = "https://blog.example.org/feed"

describe(`${readable.length + refused.length} feeds`, () => {
  it("are 200 or more", () => {
    assert.isAtLeast(readable.length + refused.length, 200)
  })
  it.each(readable)("$name is read", ({ bytes, publishedMs, title, type }) => {
    const read = readFeed(bytes, base, type)
    const [entry] = "entries" in read ? read.entries : assert.fail(read.problem)
    assert.deepEqual(
      [entry?.title.trim(), entry?.url, entry?.publishedMs],
      [title, "https://blog.example.org/1", publishedMs === undefined ? day : publishedMs]
    )
  })
  it.each(refused)("$name is refused with a reason", ({ bytes, reason, type }) => {
    const read = readFeed(bytes, base, type)
    assert.match("problem" in read ? read.problem : `${read.entries.length} entries`, reason)
    assert.property(read, "problem")
  })
})
