import { existsSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { clientIndex } from "../../scripts/client-index.mjs"
import { generated, leftOver } from "../../scripts/generate.ts"

describe("what is generated from the declarations", () => {
  it("is as committed: READMEs, the client's files and the page's types (npm run generate)", async () => {
    const { tracked } = await Effect.runPromise(generated)
    for (const [path, text] of tracked) {
      assert.isTrue(existsSync(path), `${path} is missing; run npm run generate`)
      assert.strictEqual(readFileSync(path, "utf8"), text, `${path} is stale; run npm run generate`)
    }
    assert.deepEqual(leftOver(tracked), [], "of plugins that are gone; run npm run generate")
  })

  it("has no file in git that two new plugins would both change, and at most three outside a plugin's folder", async () => {
    const { tracked } = await Effect.runPromise(generated)
    const outside = new Map<string, Array<string>>()
    for (const path of tracked.keys()) {
      const file = path.slice(root.length + 1)
      const id = /^plugins\/([^/]+)\//.exec(file)?.[1]
      if (id !== undefined) continue
      const owner = /^([\w-]+)\.(operations|schemas|routes)\.ts$/.exec(basename(file))?.[1]
      assert.isDefined(owner, `${file} is of no one plugin`)
      outside.set(owner ?? "", [...(outside.get(owner ?? "") ?? []), file])
    }
    assert.isAbove(outside.size, 2)
    for (const [id, files] of outside) assert.isAtMost(files.length, 3, id)
  })

  it("is put together outside git: every operation and shape of the client, once", () => {
    for (const [file, text] of clientIndex(root)) {
      assert.strictEqual(readFileSync(file, "utf8"), text, `${file} is stale; npm run check makes it anew`)
      const names = [...text.matchAll(/export type \{ ([^}]*) \}/g)].flatMap(([, list = ""]) => list.split(", "))
      assert.strictEqual(new Set(names).size, names.length)
    }
    assert.isTrue(existsSync(join(root, "config/gateway.schema.json")))
  })
})
