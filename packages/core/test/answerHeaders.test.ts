import { assert, describe, it } from "@effect/vitest"
import { noteHeader } from "../src/http/answerHeaders.ts"

describe("a handler's own header", () => {
  it("is noted under its name in lower case", () => {
    const headers: Record<string, string> = {}
    noteHeader(headers, "X-Shape", "a b")
    assert.deepStrictEqual(headers, { "x-shape": "a b" })
  })

  it("that can't be sent is a defect where it is set, and not a request without an end", () => {
    for (const [name, value] of [
      ["x-shape", "日本"],
      ["x-shape", "a\r\nset-cookie: b"],
      ["x shape", "a"]
    ] as const)
      assert.throws(() => noteHeader({}, name, value))
  })
})
