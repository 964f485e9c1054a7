import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { byCodePoint } from "../src/contract.ts"

it.prop(
  "order by code point is total, and that of the code points",
  { a: Schema.String, b: Schema.String },
  ({ a, b }) => {
    const points = (text: string) =>
      [...text].map((sign) => (sign.codePointAt(0) ?? 0).toString(16).padStart(6, "0")).join("")
    const [one, other] = [points(a), points(b)]
    assert.strictEqual(Math.sign(byCodePoint(a, b)), one < other ? -1 : one > other ? 1 : 0)
  }
)

it.each([
  ["\ufa0e", "𠮷"],
  ["\udc00", "𐁄"],
  ["\ud800", "\ud800\udc00"],
  ["\ud800a", "\ud800\udc00"],
  ["a", "aa"]
])("puts %j before %j", (a, b) => {
  assert.isBelow(byCodePoint(a, b), 0)
  assert.isAbove(byCodePoint(b, a), 0)
})
