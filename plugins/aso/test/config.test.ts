/** The settings: what is taken, what is refused, and what holds where nothing is said. */
import { Option, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { AsoConfig } from "../src/config.ts"
import { budgetsOf } from "../src/snapshot/config.ts"

const decode = Schema.decodeUnknownOption(AsoConfig, { onExcessProperty: "error" })
const isTaken = (settings: unknown) => Option.isSome(decode(settings))

describe("settings", () => {
  it("are 12 requests for an analysis, 24 for opportunities and 8 s where nothing is said", () => {
    assert.deepStrictEqual(budgetsOf({}), {
      analysis: { requestsMax: 12, waitMs: 8_000 },
      opportunities: { requestsMax: 24, waitMs: 8_000 }
    })
  })

  it.each([
    ["storeRequests", 2, 1_000],
    ["opportunityStoreRequests", 2, 1_000],
    ["storeWaitMs", 500, 60_000],
    ["snapshotMs", 1_000, 86_400_000],
    ["scoreAlertsFrom", 0, 100],
    ["suggestNodes", 100, 1_000_000]
  ])("take %s from %i to %i, whole", (name, least, most) => {
    for (const value of [least, most]) assert.isTrue(isTaken({ [name]: value }), `${value}`)
    for (const value of [least - 1, most + 1, least + 0.5, null, `${least}`])
      assert.isFalse(isTaken({ [name]: value }), `${value}`)
  })

  it.each([
    [{ storea: { "6015": 1 } }, true],
    [{ storea: { "6015": 0.001 }, storeb: { FINANCE: 0.5 } }, true],
    [{ storea: { "6015": 0 } }, false],
    [{ storea: { "6015": 1.01 } }, false],
    [{ storec: { "6015": 0.5 } }, false],
    [{ storea: { "no genre": 0.5 } }, false]
  ])("take benchmarks of conversion above 0 up to 1, by store and genre: %o %o", (conversionBenchmarks, taken) => {
    assert.strictEqual(isTaken({ conversionBenchmarks }), taken)
  })

  it.each([
    [{ title: 1, titleWords: 1, subtitle: 0, keywordField: 0 }, true],
    [{ subtitle: 0.6 }, true],
    [{ subtitle: 0.59 }, false],
    [{ titleWords: 1.01 }, false],
    [{ keywordField: -0.1 }, false],
    [{ title: 0, titleWords: 0, subtitle: 0, keywordField: 0 }, false]
  ])("take weights of places that fall from the title to the keyword field: %o %o", (placeWeights, taken) => {
    assert.strictEqual(isTaken({ placeWeights }), taken)
  })

  const rule = (over: object) => ({ houseRules: [{ id: "house.no-slang", ...over }] })
  it.each([
    [rule({}), true],
    [rule({ words: ["lit"], minChars: 0, maxChars: 20_000, severity: "info", platforms: ["storeb"] }), true],
    [rule({ id: "no-slang" }), false],
    [rule({ id: "house.No" }), false],
    [rule({ id: `house.${"a".repeat(59)}` }), true],
    [rule({ id: `house.${"a".repeat(60)}` }), false],
    [rule({ words: [""] }), false],
    [rule({ words: ["w".repeat(100)] }), true],
    [rule({ words: ["w".repeat(101)] }), false],
    [rule({ maxChars: 20_001 }), false],
    [rule({ minChars: -1 }), false],
    [rule({ severity: "fatal" }), false],
    [rule({ fields: ["name"] }), false],
    [{ houseRules: [{ id: "house.a" }, { id: "house.a" }] }, false]
  ])("take rules of the house within their bounds: %o %o", (settings, taken) => {
    assert.strictEqual(isTaken(settings), taken)
  })

  it("take at most 200 rules of the house, of 1,000 words each", () => {
    const rules = (count: number) => ({ houseRules: Array.from({ length: count }, (_, n) => ({ id: `house.r${n}` })) })
    assert.deepStrictEqual([isTaken(rules(200)), isTaken(rules(201))], [true, false])
    const words = (count: number) => rule({ words: Array.from({ length: count }, (_, n) => `w${n}`) })
    assert.deepStrictEqual([isTaken(words(1_000)), isTaken(words(1_001))], [true, false])
  })
})
