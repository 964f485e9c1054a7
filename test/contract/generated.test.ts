import { existsSync, readFileSync } from "node:fs"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { generated } from "../../scripts/generate.ts"

describe("what is generated from the declarations", () => {
  it("is as committed: READMEs and the config's JSON Schema (npm run generate)", async () => {
    for (const [path, text] of await Effect.runPromise(generated)) {
      assert.isTrue(existsSync(path), `${path} is missing; run npm run generate`)
      assert.strictEqual(readFileSync(path, "utf8"), text, `${path} is stale; run npm run generate`)
    }
  })
})
