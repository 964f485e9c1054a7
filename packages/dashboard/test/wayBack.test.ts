import { assert, describe, it } from "vitest"
import { wayBack } from "../page/wayBack.ts"

describe("the way back of who came to sign in", () => {
  it("leads to the page where an app asks for a grant, and nowhere else", () => {
    const asked = "/auth/oauth/authorize?client_id=https%3A%2F%2Fapp.example%2Fa.json&state=a+b"
    assert.strictEqual(wayBack(`?${new URLSearchParams({ returnTo: asked })}`), asked)
    for (const other of [
      "",
      "/dashboard",
      "/auth/oauth/authorize",
      "//evil.example/auth/oauth/authorize?a=1",
      "https://evil.example/auth/oauth/authorize?a=1",
      "javascript:alert(1)"
    ]) {
      assert.isUndefined(wayBack(`?${new URLSearchParams({ returnTo: other })}`), other)
    }
    assert.isUndefined(wayBack(""))
  })
})
