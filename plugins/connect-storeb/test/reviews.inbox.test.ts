import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { draftOf } from "../src/reviews/drafts.ts"
import { shownOf, strippedOf } from "../src/reviews/neutral.ts"
import { owner } from "./edits.support.ts"
import { at, dataOf, listAt, quiet } from "./support.ts"

const gateway = useTestGateway({ plugins: { stores: true, apps: true, "connect-storeb": quiet } })

describe("the inbox of reviews", () => {
  it("has what isn't answered first, newest first, with drafts within the limit and counts of all", async () => {
    const person = await owner(gateway())
    const all = listAt(dataOf(await person.askApp("/reviews?limit=100")), "items")
    const items: Array<unknown> = []
    let cursor = ""
    let data: unknown
    for (let page = 0; page < 100; page++) {
      data = dataOf(await person.askApp(`/reviews/inbox?limit=9${cursor}`))
      items.push(...listAt(data, "items"))
      const next = at(data, "nextCursor")
      if (typeof next !== "string") break
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
    const isAnswered = (item: unknown) => at(item, "developerComment") !== null
    const total = Number(at(data, "total"))
    assert.lengthOf(items, total)
    assert.strictEqual(new Set(items.map((item) => at(item, "reviewId"))).size, total)
    assert.strictEqual(at(data, "unanswered"), items.filter((item) => !isAnswered(item)).length)
    const order = (list: ReadonlyArray<unknown>) => list.map((item) => at(item, "lastModified"))
    for (const answered of [false, true]) {
      const part = order(items.filter((item) => isAnswered(item) === answered))
      assert.deepEqual(part, part.toSorted().toReversed())
    }
    const firstAnswered = items.findIndex(isAnswered)
    assert.isFalse(items.slice(0, firstAnswered).some(isAnswered))
    assert.isTrue(firstAnswered < 0 || items.slice(firstAnswered).every(isAnswered))
    for (const item of items) {
      assert.isArray(at(item, "themes"))
      const draft = at(item, "draft")
      if (isAnswered(item)) assert.isNull(draft)
      else {
        const text = String(at(draft, "text"))
        assert.strictEqual(at(draft, "characters"), [...text].length)
        assert.isAtMost([...text].length, 350)
      }
    }
    assert.isTrue(
      items.some((item) => listAt(item, "themes").length > 0),
      "English reviews have themes"
    )
    assert.isArray(at(data, "themes"))
    assert.isAtLeast(total, all.length)
  })
})

describe("a draft", () => {
  it.each([
    ["en", 1, ["crashes and bugs"], /^Hi Ada, thank you for telling us.*shouldn't fail like that.*device/],
    ["en-GB", 5, ["crashes and bugs"], /^Hi Ada, thank you for taking the time/],
    ["de", 2, [], /^Hallo Ada, danke für den Hinweis/],
    ["fr", 3, [], /^Bonjour Ada, merci pour votre avis sincère/],
    ["ja", 4, [], /^Hi Ada,/]
  ])("in %s of %i stars speaks to its author", (language, starRating, themes, said) => {
    const { text } = draftOf({ authorName: "Ada Lovelace", language, starRating, themes })
    assert.match(text, said)
    assert.isAtMost([...text].length, 350)
    assert.strictEqual(strippedOf(text), text)
  })

  it("calls nobody by what is no name", () => {
    for (const authorName of [null, "A Google user", "x", "<b>Bob</b>", "12345"]) {
      assert.match(draftOf({ authorName, language: "en", starRating: 1, themes: [] }).text, /^Hi, thank you/)
    }
  })
})

describe("a review as the vendor tells it", () => {
  const time = { seconds: "1795000000", nanos: 123_456_789 }
  const of = (userComment: object, developerComment?: object) =>
    shownOf({
      reviewId: "r",
      comments: [
        { userComment: { lastModified: time, ...userComment } },
        ...(developerComment === undefined ? [] : [{ developerComment }])
      ]
    })
  it.each([
    ["a title before the tab", { text: "Great\tWorks well" }, { title: "Great", body: "Works well" }],
    ["no title", { text: "Works well" }, { title: null, body: "Works well" }],
    ["an empty title", { text: "\tWorks\twell" }, { title: null, body: "Works\twell" }],
    ["what a database can't keep", { text: "a\u0000b\ud800" }, { title: null, body: "ab\ufffd" }],
    ["stars that there aren't", { text: "x", starRating: 7 }, { starRating: null }],
    ["an old spelling of its language", { text: "x", reviewerLanguage: "pt_BR" }, { language: "pt-BR" }],
    [
      "a translation",
      { text: "T\tGood", originalText: "T\tGut" },
      { body: "Gut", title: "T", translated: { title: "T", body: "Good" } }
    ],
    ["the same as its translation", { text: "x", originalText: "x" }, { translated: null }],
    ["a time with nanoseconds", { text: "x" }, { modifiedAtMs: 1_795_000_000_123 }]
  ])("with %s", (_, comment, found) => {
    assert.deepInclude(of(comment), found)
  })

  it("has its reply, whose time may be missing, and is none without a time or an author's comment", () => {
    assert.deepInclude(of({ text: "x" }, { text: "Thanks" }), { reply: { text: "Thanks", atMs: 1_795_000_000_123 } })
    assert.deepInclude(of({ text: "x" }, { text: "" }), { reply: null })
    assert.isUndefined(shownOf({ reviewId: "r", comments: [{ userComment: { text: "x" } }] }))
    assert.isUndefined(shownOf({ reviewId: "r" }))
  })
})
