import { brandOf, namePartsOf } from "@storeglass/plugin-api"
import { assert, describe, it } from "vitest"

describe("a brand", () => {
  it.each([
    ["Duo: Language Lessons", "Duo"],
    ["Duo：言語", "Duo"],
    ["Lumo - Photo Editor", "Lumo"],
    ["Lumo – Photo Editor", "Lumo"],
    ["Wi-Fi Scanner", "Wi-Fi Scanner"],
    ["Ledger | Money", "Ledger"],
    ["Ledger, Money & Bills", "Ledger"],
    ["Ledger (Money)", "Ledger"],
    ["Ratio 3:2 Crop", "Ratio 3:2 Crop"],
    ["Booking.com: Hotels", "Booking.com"],
    ["St. John's Guide", "St. John's Guide"],
    ["アングリー・バード", "アングリー・バード"],
    ["写真・動画", "写真"],
    ["Free Fire", "Free Fire"],
    ["  Moneta  ", "Moneta"],
    [": Hotels", "Hotels"],
    ["", ""]
  ])("of '%s' is '%s'", (name, brand) => {
    assert.strictEqual(brandOf(name), brand)
  })

  it("is the first of a name's parts, which are where they stand in it", () => {
    const name = "Duo: Language | Lessons"
    assert.deepStrictEqual(
      namePartsOf(name).map(({ end, start }) => name.slice(start, end)),
      ["Duo", "Language", "Lessons"]
    )
  })
})
