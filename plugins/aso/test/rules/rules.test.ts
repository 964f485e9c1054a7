import { assert, describe, it } from "vitest"
import { catalogue } from "../../src/rules/catalogue.ts"
import { checkMetadata, type Issue } from "../../src/rules/check.ts"
import type { Example } from "../../src/rules/rule.ts"

/** What a rule marks in an example; null: nothing in particular. */
const marksOf = (ruleId: string, { hit: _hit, known, platform = "storea", ...metadata }: Example) => {
  const { issues } = checkMetadata({ platform, ...metadata }, known)
  const isOwn = ({ message }: Issue) => message.includes("It's in the app's own name.")
  return issues
    .filter((issue) => issue.ruleId === ruleId && !isOwn(issue))
    .map(({ field, span }) =>
      span === null ? null : [...(metadata[field] ?? "")].slice(span.start, span.end).join("")
    )
}

describe.each(catalogue)("$id", ({ bad, good, id, severity, source }) => {
  it("fires on its bad examples, at the place that is bad", () => {
    assert.isAbove(bad.length, 0)
    for (const example of bad) {
      const marks = marksOf(id, example)
      assert.isAbove(marks.length, 0, JSON.stringify(example))
      if (example.hit !== undefined) assert.include(marks, example.hit, JSON.stringify(example))
    }
  })

  it("doesn't fire on its good examples", () => {
    assert.isAbove(good.length, 0)
    for (const example of good) assert.deepEqual(marksOf(id, example), [], JSON.stringify(example))
  })

  it("says what it stands on", () => {
    assert.notDeepEqual(Object.values(severity), [null, null])
    for (const address of Object.values(source))
      assert.match(address, /^https:\/\/(developer\.apple|support\.google)\.com\//)
  })
})

/** The issue's table of rules: E, W, I, and – where the store has none of it; one letter stands for all of a row. */
const table: ReadonlyArray<readonly [group: string, names: string, storea: string, storeb: string]> = [
  ["length", "over min utf16 bytes underused", "E E – I I", "E – W – I"],
  ["text", "empty control invisible spaces not-nfc markup", "E E W W I W", "E E W W I I"],
  ["text", "pictograph", "E", "E"],
  ["title", "symbols caps ranking price programme action", "W W W E W W", "E W E E E E"],
  ["title", "address stuffing descriptor term-first device", "W W I I W", "W W – I –"],
  ["subtitle", "claim repeats-title", "W W", "– –"],
  ["short", "promotion repeats-title", "– –", "W I"],
  ["any", "other-app other-platform placeholder prerelease", "E E E W", "E W E W"],
  ["any", "testimonial dated payment-elsewhere", "I I I", "W I –"],
  [
    "keywords",
    "separator space empty duplicate repeats-title repeats-subtitle own-name category wasted stop-word short sign",
    "W",
    "–"
  ],
  ["keywords", "word-repeat plural phrase no-demand cross-locale", "I", "–"],
  ["description", "block repetition no-term opening", "– – – I", "W W I I"],
  ["locale", "unknown script unused", "W I I", "W I –"]
]
const letters = { error: "E", warning: "W", info: "I" } as const

describe("the rules", () => {
  it("are as severe as the table says, on each store", () => {
    const told = table.flatMap(([group, names, ...stores]) =>
      names.split(" ").map((name, at) => {
        const [storea, storeb] = stores.map((row) => row.split(" ")[row.length === 1 ? 0 : at])
        return `${group}.${name} ${storea} ${storeb}`
      })
    )
    const built = catalogue.map(({ id, severity: { storea, storeb } }) =>
      [id, ...[storea, storeb].map((one) => (one === null ? "–" : letters[one]))].join(" ")
    )
    assert.deepStrictEqual(built.toSorted(), told.toSorted())
  })

  it("are 58, with ids that differ", () => {
    assert.strictEqual(catalogue.length, 58)
    assert.strictEqual(new Set(catalogue.map(({ id }) => id)).size, 58)
  })

  it.each([
    ["text.pictograph", { platform: "storeb", title: "Photo 🎉 Studio" }, "error"],
    ["text.pictograph", { platform: "storeb", developerName: "Studio 🎉" }, "error"],
    ["text.pictograph", { platform: "storeb", shortDescription: "Photos 🎉" }, "warning"],
    ["any.other-platform", { platform: "storea", title: "Photos from Google Play" }, "error"],
    ["any.other-platform", { platform: "storea", fullDescription: "Photos as on Google Play." }, "warning"],
    ["keywords.separator", { platform: "storea", keywords: "photo;video" }, "warning"],
    ["keywords.separator", { platform: "storea", keywords: "写真，動画" }, "info"]
  ] as const)("are as severe as the table says in each field: %s in %o", (ruleId, metadata, severity) => {
    const found = checkMetadata(metadata).issues.filter((issue) => issue.ruleId === ruleId)
    assert.deepStrictEqual([...new Set(found.map((issue) => issue.severity))], [severity])
  })

  it("say each length limit, and that none is passed at it", () => {
    const limits = [
      ["storea", "title", 30],
      ["storea", "subtitle", 30],
      ["storea", "keywords", 100],
      ["storea", "promotionalText", 170],
      ["storea", "fullDescription", 4_000],
      ["storea", "whatsNew", 4_000],
      ["storeb", "title", 30],
      ["storeb", "shortDescription", 80],
      ["storeb", "fullDescription", 4_000],
      ["storeb", "whatsNew", 500],
      ["storeb", "developerName", 64]
    ] as const
    for (const [platform, field, max] of limits) {
      const over = (text: string) =>
        checkMetadata({ platform, [field]: text }).issues.filter(({ ruleId }) => ruleId === "length.over").length
      for (const letter of ["a", "é", "e\u0301", "字", "𠮷"]) {
        assert.strictEqual(over(letter.repeat(max)), 0, `${platform} ${field} ${letter}`)
        assert.strictEqual(over(letter.repeat(max + 1)), 1, `${platform} ${field} ${letter}`)
      }
    }
  })

  it("take 25, 8 and 2 points, at most 3 times for a rule in a field, and not below 0", () => {
    const score = (title: string) => checkMetadata({ platform: "storea", title }).score
    assert.strictEqual(score("Photo Studio and Collages"), 100)
    assert.strictEqual(score("Photo Studio"), 98)
    assert.strictEqual(score("Photo Studio and Free Collages"), 75)
    assert.strictEqual(score("Photo Studio: TOOLS, Collages"), 92)
    assert.strictEqual(score("😀😀😀😀 Photo Studio Collage"), 25)
    assert.strictEqual(
      checkMetadata({ platform: "storea", title: "😀", subtitle: "😀 free 😀", keywords: "😀" }).score,
      0
    )
  })

  it("tell of more than 3 hits how many there are", () => {
    const { issues } = checkMetadata({ platform: "storea", title: "😀😀😀😀😀 Photo Studio Maker" })
    const found = issues.filter(({ ruleId }) => ruleId === "text.pictograph")
    assert.strictEqual(found.length, 3)
    assert.match(found[2]?.message ?? "", /And 2 more\.$/)
  })

  it("make what is in the app's own name information, but not its limits and characters", () => {
    const { isValid, issues } = checkMetadata(
      { platform: "storea", title: "Free Fire: Battle Royale" },
      { brand: "Free Fire" }
    )
    assert.isTrue(isValid)
    assert.deepEqual(
      issues.map(({ ruleId, severity }) => [ruleId, severity]),
      [["title.price", "info"]]
    )
    assert.isFalse(checkMetadata({ platform: "storea", title: "Fire🔥 Studio" }, { brand: "Fire🔥" }).isValid)
  })

  it("say which languages they don't know", () => {
    const { skipped } = checkMetadata({ platform: "storea", locale: "sk", title: "Fotoštúdio" })
    assert.include(
      skipped.map(({ ruleId }) => ruleId),
      "title.price"
    )
    const known = checkMetadata({ platform: "storea", locale: "de-DE", title: "Fotostudio" }).skipped
    assert.notInclude(
      known.map(({ ruleId }) => ruleId),
      "title.price"
    )
  })

  it("of the house come with their ids", () => {
    const { issues } = checkMetadata(
      { platform: "storea", title: "Lit Photos for Everyone" },
      {
        houseRules: [
          { id: "house.no-slang", severity: "error", words: ["lit"] },
          { id: "house.short", maxChars: 10 }
        ]
      }
    )
    assert.deepEqual(
      issues.map(({ ruleId, severity, source, span }) => ({ ruleId, severity, source, span })),
      [
        { ruleId: "house.no-slang", severity: "error", source: null, span: { start: 0, end: 3 } },
        { ruleId: "house.short", severity: "warning", source: null, span: null }
      ]
    )
  })
})
