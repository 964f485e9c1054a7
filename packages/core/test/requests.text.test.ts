import { Redacted } from "effect"
import { assert, describe, it } from "vitest"
import * as ApiKey from "../src/auth/ApiKey.ts"
import { loggedPath } from "../src/requests/loggedText.ts"

describe("the path of a row of the request log", () => {
  it("has no key that somebody put into it, however long it is", () => {
    const key = Redacted.value(ApiKey.generate())
    const left = "sg_live_%E2%80%A6"
    assert.strictEqual(loggedPath(`/v1/apps/${key}/reviews?country=us`), `/v1/apps/${left}/reviews`)
    assert.strictEqual(loggedPath(`/v1/${key}`), `/v1/${left}`)
    // A key at the end of what is kept isn't cut into one that's almost whole.
    for (let before = 460; before < 512; before++) {
      assert.notInclude(loggedPath(`/${"a".repeat(before)}${key}`), key.slice(0, 12))
    }
    assert.strictEqual(loggedPath("/v1/apps/1/reviews"), "/v1/apps/1/reviews")
  })
})
