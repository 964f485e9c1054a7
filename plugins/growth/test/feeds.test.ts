import { assert, describe, it } from "vitest"
import { readFeed } from "../src/channels/feed.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const item = (inner: string) => `<rss version="2.0"><channel><item>${inner}</item></channel></rss>`
const entriesOf = (given: string | Uint8Array, type?: string) => {
  const read = readFeed(typeof given === "string" ? bytes(given) : given, "https://blog.example.org/feed", type)
  return "entries" in read ? read.entries : assert.fail(read.problem)
}
const problemOf = (given: string | Uint8Array) => {
  const read = readFeed(typeof given === "string" ? bytes(given) : given, "https://blog.example.org/feed")
  return "problem" in read ? read.problem : undefined
}

describe("a feed", () => {
  it("of RSS, Atom and JSON gives the same entry", () => {
    const wanted = {
      id: "7",
      title: "One",
      html: "<b>Two</b>",
      url: "https://blog.example.org/7",
      author: "Ada",
      publishedMs: Date.UTC(2026, 10, 24, 10),
      language: null
    }
    const rss = entriesOf(
      item(
        "<guid>7</guid><title>One</title><link>/7</link><dc:creator>Ada</dc:creator><pubDate>Tue, 24 Nov 2026 10:00:00 GMT</pubDate><description>&lt;b&gt;Two&lt;/b&gt;</description>"
      )
    )
    const atom = entriesOf(
      '<feed><entry><id>7</id><title>One</title><link href="/7"/><author><name>Ada</name><email>a@b.c</email></author><published>2026-11-24T10:00:00Z</published><content type="html">&lt;b&gt;Two&lt;/b&gt;</content></entry></feed>'
    )
    const json = entriesOf(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1",
        items: [
          {
            id: 7,
            title: "One",
            content_html: "<b>Two</b>",
            url: "/7",
            authors: [{ name: "Ada" }],
            date_published: "2026-11-24T10:00:00Z"
          }
        ]
      })
    )
    assert.deepEqual([rss, atom, json], [[wanted], [wanted], [wanted]])
  })

  it.each([
    ["Tue, 24 Nov 2026 10:00:00 +0100", Date.UTC(2026, 10, 24, 9)],
    ["2026-11-24", Date.UTC(2026, 10, 24)],
    ["Dienstag, 24 Nov 2026 10:00:00 GMT", Date.UTC(2026, 10, 24, 10)],
    ["yesterday", null],
    ["", null]
  ])("dated %j is of %s", (date, ms) => {
    assert.strictEqual(entriesOf(item(`<link>/1</link><pubDate>${date}</pubDate>`))[0]?.publishedMs, ms)
  })

  it("in Latin-1 and UTF-16 is read by its declaration and its byte order mark", () => {
    const latin = Uint8Array.from(
      `<?xml version="1.0" encoding="iso-8859-1"?>${item("<title>Caf\u00e9</title>")}`,
      (sign) => sign.charCodeAt(0)
    )
    const wide = new Uint8Array(Buffer.from(`\ufeff${item("<title>Café</title>")}`, "utf16le"))
    for (const given of [latin, wide]) assert.strictEqual(entriesOf(given)[0]?.title, "Café")
  })

  it("that is broken gives what can be read of it", () => {
    assert.strictEqual(
      entriesOf("<rss><channel><item><title>One</title><link>/1</link></item><item><title>Tw")[0]?.title,
      "One"
    )
  })

  it.each([
    ['<!DOCTYPE x [<!ENTITY a "b">]><rss><channel><item><title>&a;</title></item></channel></rss>', "DTD"],
    ["<html><body>No feed</body></html>", "neither"],
    ["{}", "neither"],
    ["", "neither"],
    [`<rss>${"<a>".repeat(100)}`, "nested"]
  ])("as %j is refused with a reason", (given, reason) => {
    assert.include(problemOf(given) ?? "", reason)
  })

  it("never leads to another scheme", () => {
    assert.isNull(entriesOf(item("<link>javascript:alert(1)</link>"))[0]?.url)
  })
})
