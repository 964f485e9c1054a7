import { assert, describe, it } from "@effect/vitest"
import { parseOneAddress } from "email-addresses"
import { parseAddress, withName } from "../src/mail/address.ts"

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
    '"ada\n"@example.com',
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(64)}.com`,
    `a@${"b.".repeat(130)}com`
  ])("isn't one: %j", (given) => {
    assert.isUndefined(parseAddress(given))
  })

  it("is taken or refused as a reference parser does, over 1,000 drawn texts", () => {
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
    let taken = 0
    for (let n = 0; n < 1_000; n++) {
      let local = ""
      let domain = ""
      const wild = draw() < 0.6 ? 0 : draw()
      const pick = () => parts[Math.floor(draw() * (draw() < wild ? parts.length : 6))] ?? "a"
      for (let length = Math.floor(draw() * 12); length >= 0; length--) local += pick()
      for (let length = Math.floor(draw() * 8); length >= 0; length--) domain += pick()
      const given = draw() < 0.9 ? `${local}@${domain}.com` : `${local}@${domain}`
      const ours = parseAddress(given)
      if (ours === undefined) {
        // Plain words around one sign are an address for both.
        if (/^[a-z]+@[a-z]+\.com$/.test(given)) assert.fail(given)
        continue
      }
      taken++
      const reference = parseOneAddress({ input: ours.address, strict: true, rfc6532: false })
      // What we take is one plain address for the reference too, and the same one.
      assert.isNotNull(reference, given)
      assert.isTrue(reference !== null && reference.type === "mailbox", given)
      if (reference?.type === "mailbox") {
        assert.isNull(reference.name, given)
        assert.strictEqual(
          `${reference.local}@${reference.domain}`.toLowerCase(),
          ours.key.replace(/^"(.*)"@/, "$1@"),
          given
        )
      }
    }
    assert.isAbove(taken, 100)
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
