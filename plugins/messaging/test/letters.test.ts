import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { broadcastLetter } from "../src/templates/broadcast.ts"
import { type Letter, letterOf, render } from "../src/templates/layout.ts"
import { paymentFailedLetter } from "../src/templates/paymentFailed.ts"
import { contrastOf, defaults, Templates } from "../src/templates/settings.ts"

const attack = `<script>alert(1)</script>"'&`
const own = Schema.decodeUnknownSync(Templates)({
  name: attack,
  accent: "#7a1f5c",
  accentDark: "#f5b7dc",
  footer: [attack, "Somewhere 1, Nowhere"],
  paymentFailed: {
    subject: "{invoice}: {amount} {attempt}",
    heading: attack,
    again: `${attack} {nextAttempt}`,
    last: `${attack} {amount}`,
    button: "Pay {",
    paid: attack
  },
  broadcast: { button: "More", reason: attack }
})
const invoice = {
  id: attack,
  accountId: "00000000-0000-4000-8000-000000000001",
  amountMinor: 1_999,
  currency: "USD",
  attempt: 1,
  nextAttemptAtMs: null,
  hostedUrl: "https://pay.example.com/a?b=1&c=2",
  isPaid: false
} as const
const content = {
  subject: attack,
  headline: attack,
  intro: `${attack}\n\nhttps://example.com/?a=1&b="><img src=x>`,
  highlights: [attack],
  ctaUrl: "https://example.com/a?b=1&c=2"
}
/** Every template, as it comes and with an operator's own words. */
const lettersBy = ({ broadcast, paymentFailed }: Templates): Readonly<Record<string, Letter>> => ({
  broadcast: broadcastLetter(
    content,
    { footer: [attack], unsubscribeUrl: "https://example.com/unsubscribe/abc" },
    broadcast
  ),
  "payment failed": paymentFailedLetter(invoice, paymentFailed),
  "payment failed, tried again": paymentFailedLetter(
    { ...invoice, nextAttemptAtMs: Date.parse("2026-12-01T00:00:00Z"), hostedUrl: null },
    paymentFailed
  ),
  "plain text": letterOf(attack, `${attack}\nsecond line\n\nsee https://example.com/a.`)
})
const letters = [defaults, own].flatMap((look, index) =>
  Object.entries(lettersBy(look)).map(
    ([name, letter]) => [index === 0 ? name : `${name} of an operator`, letter, look] as const
  )
)

describe.each(letters)("the mail %s", (_, letter, look) => {
  const { html, subject, text } = render(letter, look)

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

describe("an operator's own words", () => {
  const decoded = (settings: unknown) => Schema.decodeUnknownOption(Templates)(settings)._tag

  it("stand in the mail, with what their placeholders stand for", () => {
    const { html, subject, text } = render(lettersBy(own)["payment failed, tried again"] ?? assert.fail(), own)
    assert.strictEqual(subject, `${attack}: $19.99 1`)
    assert.include(text, `${attack} December 1, 2026`)
    assert.include(html, "a{color:#7a1f5c}")
    assert.include(html, ".button{background:#f5b7dc;")
    assert.isTrue(text.startsWith(`${attack}\n\n`))
    assert.include(text, "Somewhere 1, Nowhere")
  })

  it("with placeholders that stand for nothing, or colours that can't be read, are refused at the start", () => {
    assert.strictEqual(decoded({}), "Some")
    for (const wrong of [
      { paymentFailed: { subject: "{total}" } },
      { paymentFailed: { last: "Again on {nextAttempt}" } },
      { paymentFailed: { subject: "" } },
      { broadcast: { button: "Read {amount}" } },
      { accent: "blue" },
      { accent: "#ffd400" },
      { accentDark: "#0b5cad" },
      { name: "a\nb" },
      { footer: ["1", "2", "3", "4", "5", "6"] }
    ]) {
      assert.strictEqual(decoded(wrong), "None", JSON.stringify(wrong))
    }
  })

  it("are measured as WCAG does", () => {
    assert.strictEqual(contrastOf("#ffffff", "#000000"), 21)
    assert.strictEqual(Math.round(100 * contrastOf("#777777", "#ffffff")), 448)
  })
})
