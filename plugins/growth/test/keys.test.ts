import { assert, describe, it } from "vitest"
import { canonicalUrl } from "../src/keys/canonical.ts"

const same: ReadonlyArray<readonly [string, string]> = [
  ["https://news.ycombinator.com/item?id=1", "http://news.ycombinator.com/item?id=1&p=2#3"],
  ["https://news.ycombinator.com/item?id=1", "https://news.ycombinator.com/item?goto=x&id=1"],
  ["https://www.reddit.com/r/apps/comments/abc/some_title/", "https://old.reddit.com/r/apps/comments/ABC"],
  ["https://reddit.com/comments/abc", "https://redd.it/abc"],
  ["https://reddit.com/r/apps/comments/abc/t/def/?context=3", "https://m.reddit.com/r/apps/comments/abc/other/def"],
  ["https://stackoverflow.com/questions/5/how-to", "https://stackoverflow.com/q/5/77"],
  [
    "https://apple.stackexchange.com/questions/5",
    "https://apple.stackexchange.com/questions/5/title?noredirect=1#comment7_5"
  ],
  ["https://example.com/a/", "http://www.example.com/a"],
  ["https://example.com/a?b=1&a=2", "https://EXAMPLE.com/a?a=2&b=1&utm_source=x&gclid=1"],
  ["https://example.com/a?fbclid=1&ref=hn&si=2", "https://m.example.com/a"],
  ["https://example.com", "https://example.com/#top"],
  ["https://example.com/a#comment-12", "https://www.example.com/a/#comment-12"],
  ["https://example.com//a//b", "https://example.com/a/b"],
  ["https://example.com:443/a", "https://example.com/a"]
]
const different: ReadonlyArray<readonly [string, string]> = [
  ["https://news.ycombinator.com/item?id=1", "https://news.ycombinator.com/item?id=2"],
  ["https://reddit.com/comments/abc", "https://reddit.com/comments/abd"],
  ["https://reddit.com/r/a/comments/abc/t/def", "https://reddit.com/r/a/comments/abc/t/deg"],
  ["https://stackoverflow.com/questions/5", "https://superuser.com/questions/5"],
  ["https://example.com/a?page=1", "https://example.com/a?page=2"],
  ["https://example.com/a#comment-1", "https://example.com/a#comment-2"],
  ["https://example.com/A", "https://example.com/a"],
  ["https://a.example.com/x", "https://b.example.com/x"],
  ["https://example.com:8443/a", "https://example.com/a"]
]

describe("the key of a thread", () => {
  it.each(same)("is one for %s and %s", (a, b) => {
    assert.isDefined(canonicalUrl(a))
    assert.strictEqual(canonicalUrl(a), canonicalUrl(b))
  })
  it.each(different)("tells %s from %s", (a, b) => {
    assert.notStrictEqual(canonicalUrl(a), canonicalUrl(b))
  })
  it("doesn't change when it's made again", () => {
    for (const address of [...same, ...different].flat()) {
      const key = canonicalUrl(address) ?? ""
      assert.strictEqual(canonicalUrl(key), key)
    }
  })
  it.each(["ftp://example.com", "javascript:alert(1)", "example.com", "", "https://"])("is none of %j", (text) => {
    assert.isUndefined(canonicalUrl(text))
  })
})
