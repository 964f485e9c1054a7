import { assert, describe, it } from "vitest"
import { type MailValues, renderMail } from "../src/mail/render.ts"
import { kinds, languages } from "../src/mail/texts.ts"

const hostile = `<img src=x onerror=alert(1)>"&{at}{product}`
const valuesWith = (text: string): MailValues => ({
  product: text,
  email: text,
  link: "https://storeglass.example/auth/mail#sign-in.token",
  code: "12345678",
  device: text,
  atMs: Date.parse("2026-11-23T10:00:00Z"),
  dueMs: Date.parse("2026-12-07T10:00:00Z"),
  inviter: text,
  account: text,
  role: "member",
  more: {
    account: text,
    support: text,
    reason: text,
    key: text,
    hint: text,
    from: text,
    to: text,
    way: text,
    ...{ bucket: text, left: text, limit: text, pace: text, on: text, reset: text }
  }
})

describe("mails", () => {
  it("of every kind have a text and HTML in every language, with all that they name filled in", () => {
    for (const language of languages) {
      for (const kind of kinds) {
        const { html, subject, text } = renderMail(kind, language, valuesWith("Ada"))
        for (const part of [subject, text, html.replace(/style="[^"]*"/g, "")]) {
          assert.notMatch(part, /[{}]|undefined|\?\s*[.,]/, `${language} ${kind}`)
        }
        assert.notMatch(subject, /\n/)
        assert.isAtMost(subject.length, 120)
        assert.include(html, `lang="${language}"`)
        const isLinked = text.includes("https://storeglass.example")
        assert.strictEqual(html.includes('href="https://storeglass.example'), isLinked, `${language} ${kind}`)
      }
    }
  })

  it("aren't the same in two languages", () => {
    for (const kind of kinds) {
      assert.notStrictEqual(
        renderMail(kind, "en", valuesWith("Ada")).text,
        renderMail(kind, "de", valuesWith("Ada")).text
      )
    }
  })

  it("load nothing from anywhere, run nothing, and take nothing that is filled in for markup or for a name to fill in", () => {
    for (const language of languages) {
      for (const kind of kinds) {
        const { html, text } = renderMail(kind, language, valuesWith(hostile))
        assert.notMatch(html, /<(img|script|link|iframe|object)\b|url\(|@import/i, `${language} ${kind}`)
        assert.notInclude(html, "<img")
        if (text.includes("<img")) assert.include(text, hostile)
      }
    }
  })
})
