import { assert, describe, it } from "@effect/vitest"
import { broadcastLetter } from "../src/templates/broadcast.ts"
import { type Letter, letterOf, render } from "../src/templates/layout.ts"
import { paymentFailedLetter } from "../src/templates/paymentFailed.ts"

const attack = `<script>alert(1)</script>"'&`
const letters: Readonly<Record<string, Letter>> = {
  broadcast: broadcastLetter(
    {
      subject: attack,
      headline: attack,
      intro: `${attack}\n\nhttps://example.com/?a=1&b="><img src=x>`,
      highlights: [attack],
      ctaUrl: "https://example.com/a?b=1&c=2"
    },
    { footer: [attack], unsubscribeUrl: "https://example.com/unsubscribe/abc" }
  ),
  "payment failed": paymentFailedLetter({
    id: attack,
    accountId: "00000000-0000-4000-8000-000000000001",
    amountMinor: 1_999,
    currency: "USD",
    attempt: 1,
    nextAttemptAtMs: null,
    hostedUrl: "https://pay.example.com/a?b=1&c=2",
    isPaid: false
  }),
  "plain text": letterOf(attack, `${attack}\nsecond line\n\nsee https://example.com/a.`)
}

describe.each(Object.entries(letters))("the mail %s", (_, letter) => {
  const { html, subject, text } = render(letter)

  it("has nothing of its words as markup, and loads nothing", () => {
    assert.notInclude(html, "<script>")
    assert.notInclude(html, "<img")
    assert.notMatch(html, /<[^>]*\ssrc=|url\(|@import|<link/)
    for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) assert.match(href, /^https:\/\/[a-z.]*example\.com\//)
  })

  it("says the same in its text", () => {
    assert.strictEqual(subject, letter.subject)
    for (const block of letter.blocks) {
      const said =
        block.kind === "list"
          ? block.items
          : block.kind === "facts"
            ? block.rows.flat()
            : block.kind === "button"
              ? [block.url]
              : [block.text]
      for (const one of said) assert.include(text, one)
    }
    assert.notInclude(text, "&lt;")
  })

  it("has colours for light and dark, and fits a narrow screen", () => {
    assert.include(html, "color-scheme")
    assert.include(html, "prefers-color-scheme:dark")
    assert.include(html, "width=device-width")
  })
})

describe("an address in a text", () => {
  it("can be followed, and the sign behind it isn't of it", () => {
    assert.include(
      render(letterOf("a", "See https://example.com/a?b=1&c=2.")).html,
      '<a href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>.'
    )
  })
})
