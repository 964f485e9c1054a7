import { assert, describe, it } from "@effect/vitest"
import { parseAddress, withName } from "../src/mail/address.ts"
import { idnLabels, referenceOf } from "./addressReference.ts"

/** Numbers in a fixed order, so that a failure can be run again. */
const random = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

describe("an address", () => {
  it.each([
    ["ada@example.com", "ada@example.com"],
    ["Ada.Lovelace+news@Example.COM", "Ada.Lovelace+news@example.com"],
    ["o'neill@example.co.uk", "o'neill@example.co.uk"],
    ['"ada lovelace"@example.com', '"ada lovelace"@example.com'],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`]
  ])("is taken as mail servers have it: %s", (given, address) => {
    assert.deepEqual(parseAddress(given), { address, key: address.toLowerCase() })
  })

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@example",
    "ada@localhost",
    "ada@-example.com",
    "ada@example..com",
    "ada@example.com.",
    ".ada@example.com",
    "ada.@example.com",
    "a..da@example.com",
    "ada@[192.0.2.1]",
    "ada@192.0.2.1",
    "ada@0x7f.1",
    "Ada <ada@example.com>",
    "ada@example.com, eve@example.com",
    "ada@example.com;eve@example.com",
    "ada(comment)@example.com",
    "ada@example.com(comment)",
    "friends:ada@example.com;",
    "ada@example.com\r\nBcc: eve@example.com",
    "ada\n@example.com",
    "ada@exam ple.com",
    "ada@example.com/path",
    "ada@example.com:25",
    "ada@user@example.com#",
    "ädä@example.com",
    "ada@bücher-.example",
    "ada@-bücher.example",
    "ada@bücher-。example",
    "=?utf-8?Q?ada?=@example.com",
    '"ada\n"@example.com',
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(64)}.com`,
    `a@${"b.".repeat(130)}com`
  ])("isn't one: %j", (given) => {
    assert.isUndefined(parseAddress(given))
  })

  it("is taken or refused as a reference parser does, over 2,000 drawn texts, and the same one", () => {
    const draw = random(20_261_127)
    const parts = [
      "a",
      "B",
      "7",
      "c",
      "d",
      ".",
      "-",
      "_",
      "+",
      "@",
      '"',
      " ",
      ",",
      "<",
      ">",
      "(",
      ")",
      ":",
      ";",
      "\\",
      "[",
      "]",
      "\t",
      "\r\n",
      "!",
      "/",
      "é",
      "\u0000"
    ]
    const names = [...Object.keys(idnLabels), "a", "B7", "c-d", "com"]
    const between = [".", ".", ".", "。", "．", "｡", "..", "-.", ".-", " . ", "@"]
    const counts = { taken: 0, refused: 0, idn: 0 }
    for (let n = 0; n < 2_000; n++) {
      let local = ""
      const wild = draw() < 0.6 ? 0 : draw()
      const one = (of: ReadonlyArray<string>) => of[Math.floor(draw() * of.length)] ?? "a"
      const pick = () => one(draw() < wild ? parts : parts.slice(0, 6))
      for (let length = Math.floor(draw() * 12); length >= 0; length--) local += pick()
      if (draw() < 0.15) local = `"${local}"`
      const isNamed = draw() < 0.4
      let domain = isNamed ? one(names) : pick()
      for (let length = Math.floor(draw() * (isNamed ? 4 : 8)); length > 0; length--) {
        domain += isNamed ? `${one(between)}${one(names)}` : pick()
      }
      const given = `${local}@${domain}${isNamed || draw() < 0.1 ? "" : ".com"}`
      const ours = parseAddress(given)
      const reference = referenceOf(given)
      assert.strictEqual(ours !== undefined, reference !== undefined, JSON.stringify(given))
      if (reference === undefined) {
        counts.refused++
        continue
      }
      counts.taken++
      // How a name with a lone é is written is for none of our labels to say.
      if (domain.includes("é") && !isNamed) continue
      if (/[^\x20-\x7e]/.test(domain)) counts.idn++
      assert.strictEqual(ours?.address, `${reference.local}@${reference.labels.join(".")}`, JSON.stringify(given))
    }
    assert.isAbove(Math.min(counts.taken, counts.refused, counts.idn), 100, JSON.stringify(counts))
  })
})

describe("the name beside an address", () => {
  it.each([
    ["Storeglass", "Storeglass <a@example.com>"],
    ["", "a@example.com"],
    ["Ada, Countess", '"Ada, Countess" <a@example.com>'],
    ['The "best"', '"The \\"best\\"" <a@example.com>'],
    ["Café", '"Café" <a@example.com>'],
    ["a@b <c", '"a@b <c" <a@example.com>']
  ])("is quoted where it must be: %s", (name, shown) => {
    assert.strictEqual(withName(name, "a@example.com"), shown)
  })
})
