/** What may be given and kept, to the last character. */
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { competitorsMax, features, viewsMax } from "../src/limits.ts"
import * as S from "../src/schema.ts"

const accepts = (schema: Schema.Codec<unknown, unknown>, value: unknown) =>
  Schema.decodeUnknownOption(schema, { onExcessProperty: "error" })(value)._tag === "Some"

describe("texts", () => {
  const app = (field: string) => [S.AppPatch, (value: unknown) => ({ appId: 1, [field]: value })] as const
  const version = (field: string) => [S.NewVersion, (value: unknown) => ({ versionName: "1", [field]: value })] as const
  const cases: ReadonlyArray<
    readonly [name: string, max: number, at: readonly [Schema.Codec<unknown, unknown>, (value: unknown) => unknown]]
  > = [
    ["appName", 200, app("appName")],
    ["developerName", 200, app("developerName")],
    ["bundleId", 200, app("bundleId")],
    ["subtitle", 200, app("subtitle")],
    ["category", 200, app("category")],
    ["description", 20_000, app("description")],
    ["notes", 2_000, app("notes")],
    ["a competitor's name", 200, [S.NewCompetitor, (name) => ({ competitorAppId: 1, name })]],
    ["keyword", 100, [S.NewKeywords, (keyword) => ({ keyword })]],
    ["versionName", 60, version("versionName")],
    ["a version's title", 200, version("title")],
    ["a version's subtitle", 200, version("subtitle")],
    ["a version's description", 20_000, version("description")],
    ["a version's shortDescription", 20_000, version("shortDescription")],
    ["promotionalText", 20_000, version("promotionalText")],
    ["whatsNew", 20_000, version("whatsNew")],
    ["a version's notes", 2_000, version("notes")]
  ]
  const long = new Set(["description", "notes", "promotionalText", "whatsNew"])

  it.each(cases)(
    "of %s have 1 to %d characters, whatever their bytes, and no control characters",
    (name, max, [schema, body]) => {
      const ok = (text: string) => accepts(schema, body(text))
      for (const sign of ["a", "字", "😀"]) {
        assert.isTrue(ok(sign.repeat(max)), sign)
        assert.isFalse(ok(sign.repeat(max + 1)), sign)
      }
      // Counted as they're kept: composed, and without white space around them.
      assert.isTrue(ok(` ${"e\u0301".repeat(max)}\n`))
      for (const wrong of ["", " ", "a\u0000b", "a\tb", "a\u0085b", "a\ud800b"])
        assert.isFalse(ok(wrong), JSON.stringify(wrong))
      const hasLines =
        long.has(name.split(" ").at(-1) ?? "") || name.endsWith("Description") || name.endsWith("description")
      assert.strictEqual(ok("two\nlines"), hasLines)
    }
  )

  it("are at most 60 languages by tag, addresses of https, and 200 keywords in 20 countries", () => {
    const ok = (field: string, value: unknown) => accepts(S.AppPatch, { appId: 1, [field]: value })
    assert.isTrue(ok("languages", Array(60).fill("de")))
    assert.isFalse(ok("languages", Array(61).fill("de")))
    assert.isFalse(ok("languages", ["not a language"]))
    const address = (length: number) => `https://example.com/${"a".repeat(length - 20)}`
    assert.isTrue(ok("appIconUrl", address(2_048)))
    for (const wrong of [address(2_049), "http://example.com/a.png", "https://a:b@example.com/", "example.com"]) {
      assert.isFalse(ok("appIconUrl", wrong), wrong.slice(0, 40))
    }
    const list = (keywords: number, countries: number) =>
      accepts(S.NewKeywords, { keywords: Array(keywords).fill("a b"), countries: Array(countries).fill("us") })
    assert.deepEqual(
      [list(200, 20), list(201, 1), list(1, 21), list(0, 1), list(1, 0)],
      [true, false, false, false, false]
    )
  })
})

describe("what a plan keeps", () => {
  const plans = "free indie web_indie small web_startup growth web_agentic_scale medium large".split(" ")
  const limits: Readonly<Record<string, ReadonlyArray<number>>> = {
    workspaceApps: [2, 5, 5, 10, 10, 50, 50, 200, 1_000],
    workspaceKeywords: [25, 250, 250, 1_000, 1_000, 5_000, 5_000, 20_000, 100_000],
    workspaceVersions: [20, 200, 200, 500, 500, 2_000, 2_000, 10_000, 50_000],
    workspaceReports: [50, 500, 500, 1_000, 1_000, 5_000, 5_000, 20_000, 100_000]
  }

  it("is as it's sold", () => {
    assert.deepEqual(
      Object.fromEntries(Object.entries(features).map(([name, feature]) => [name, feature.plans])),
      Object.fromEntries(
        Object.entries(limits).map(([name, counts]) => [
          name,
          Object.fromEntries(plans.map((plan, index) => [plan, counts[index] ?? null]))
        ])
      )
    )
    assert.deepEqual([competitorsMax, viewsMax], [25, 100])
  })
})
