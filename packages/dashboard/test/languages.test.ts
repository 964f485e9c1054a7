import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage"
import { assert, describe, it } from "vitest"
import { de } from "../page/languages/de.ts"
import { textsOfPage } from "../src/messages.ts"
import { pseudo } from "../src/pseudo.ts"

const texts = textsOfPage()

/** What is the same in both languages: a text that isn't here and reads as in English was forgotten. */
const sameInBoth: ReadonlySet<string> = new Set([
  "(optional)",
  "Admins",
  "App",
  "Apps",
  "Code",
  "Credits",
  "Explorer",
  "Heatmap",
  "JSON",
  "Job",
  "Jobs",
  "Keyword",
  "Keywords",
  "Name",
  "Operation",
  "Passkeys",
  "Person",
  "Problem",
  "Sandbox",
  "Status",
  "Store",
  "Tag",
  "Tags",
  "Team",
  "{ms} ms",
  "{n} MB",
  "{n} kB",
  "{name} ({email})",
  "{s} s"
])

/** The compiled branches of a plural, by their case. */
const branchesOf = (format: unknown): ReadonlyArray<readonly [string, CompiledMessage]> =>
  typeof format === "object" && format !== null
    ? Object.entries(format).filter((entry): entry is [string, CompiledMessage] => Array.isArray(entry[1]))
    : []

/** The values that a text has, and the cases that its plurals tell apart. */
const valuesOf = (message: CompiledMessage): ReadonlyArray<string> =>
  message.flatMap((token) => {
    if (typeof token === "string") return []
    const [name, type, format] = token
    const branches = branchesOf(format)
    if (type === undefined || branches.length === 0) return [name]
    const cases = branches.map(([each]) => each).sort()
    return [`${name}, ${type}: ${cases.join(" ")}`, ...new Set(branches.flatMap(([, branch]) => valuesOf(branch)))]
  })
const valuesIn = (text: string) => valuesOf(compileMessageOrThrow(text)).toSorted()

/** The cases of plurals that don't say the number. */
const numberless = (text: string): ReadonlyArray<string> =>
  compileMessageOrThrow(text).flatMap((token) =>
    typeof token === "string"
      ? []
      : branchesOf(token[2])
          .filter(([each, branch]) => /^[a-z]/.test(each) && !branch.includes("#"))
          .map(([each]) => each)
  )

describe("the German of the page", () => {
  it("every text of the page is there in German and none is left over", () => {
    assert.isAbove(texts.length, 400)
    assert.deepEqual(
      texts.filter((text) => (de[text] ?? "").trim() === ""),
      []
    )
    assert.deepEqual(
      Object.keys(de).filter((text) => !texts.includes(text)),
      []
    )
  })

  it("every translation compiles", () => {
    for (const [text, translation] of Object.entries(de)) {
      assert.isNotEmpty(compileMessageOrThrow(translation), text)
      // A brace that is still there was no value.
      assert.notMatch(
        JSON.stringify(compileMessageOrThrow(translation).filter((token) => typeof token === "string")),
        /[{}]/
      )
    }
  })

  it("a translation has the values of its text", () => {
    for (const [text, translation] of Object.entries(de)) {
      assert.deepEqual(valuesIn(translation), valuesIn(text), text)
      assert.deepEqual(numberless(translation), numberless(text), text)
    }
  })

  it("nothing is left in English by mistake", () => {
    assert.deepEqual(
      Object.entries(de).flatMap(([text, translation]) => (text === translation ? [text] : [])),
      texts.filter((text) => sameInBoth.has(text))
    )
    assert.deepEqual(
      [...sameInBoth].filter((text) => !texts.includes(text)),
      []
    )
  })

  it("begins and ends as its text does", () => {
    const ends = /(?:[.:?]|…)$/
    for (const [text, translation] of Object.entries(de)) {
      assert.strictEqual(ends.exec(translation)?.[0], ends.exec(text)?.[0], text)
      assert.strictEqual(translation, translation.trim().replaceAll(/ {2,}/g, " "), text)
    }
  })
})

describe("the pseudo language", () => {
  it("has the values and plurals of each text, and compiles", () => {
    for (const text of texts) assert.deepEqual(valuesIn(pseudo(text)), valuesIn(text), text)
  })

  it("reads differently from each text, and is longer", () => {
    for (const text of texts) {
      assert.notStrictEqual(pseudo(text), text)
      assert.isAtLeast(pseudo(text).length, text.length * 1.3, text)
    }
    assert.strictEqual(pseudo("Hi {name}"), "Hï {name} ~~~")
    assert.include(
      pseudo("{n, plural, one {# day} other {# days}} left"),
      "{n, plural, one {# dáý} other {# dáýš}} lëft"
    )
  })
})
