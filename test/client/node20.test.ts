import { execFile } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { root, useTestGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import { buildClient, node20 } from "./support.ts"

const run = promisify(execFile)

describe.skipIf(node20 === undefined)("the built client on Node 20 (needs one on the PATH)", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true } })
  let built: ReturnType<typeof buildClient> | undefined
  beforeAll(() => {
    built = buildClient()
    return built.remove
  })

  it("runs the README's quickstart as it stands there", async () => {
    const readme = readFileSync(join(root, "packages/client/README.md"), "utf8")
    const [, quickstart] = /```js quickstart\.mjs\n([\s\S]*?)```/.exec(readme) ?? []
    assert.isDefined(quickstart, "the README has no quickstart")
    const folder = built?.folder ?? ""
    writeFileSync(join(folder, "quickstart.mjs"), quickstart ?? "")
    const { key } = await gateway().account()
    const { stderr, stdout } = await run(node20 ?? "", ["quickstart.mjs"], {
      cwd: folder,
      env: { STOREGLASS_URL: gateway().url, STOREGLASS_KEY: key },
      timeout: 20_000
    })
    assert.strictEqual(stderr, "")
    assert.match(stdout, /^1\. .+\n/)
    assert.match(stdout, /\d+ of 100000 credits left/)
    assert.notInclude(stdout, key)
  })

  it("makes the types of a gateway's own operations", async () => {
    const folder = built?.folder ?? ""
    const bin = join(folder, "node_modules/@storeglass/client/dist/bin.js")
    const made = join(folder, "made/here")
    await run(node20 ?? "", [bin, `${gateway().url}/openapi.json`, made], { timeout: 20_000 })
    assert.include(readFileSync(join(made, "operations.ts"), "utf8"), "readonly search: Operation<AppsSearchInput")
  })

  it("is JavaScript that imports nothing but its own files", () => {
    const entry = join(built?.folder ?? "", "node_modules/@storeglass/client/dist")
    const files = readdirSync(entry, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".js") && file !== "bin.js"
    )
    assert.isAtLeast(files.length, 12)
    for (const file of files) {
      const imports = [
        ...readFileSync(join(entry, file), "utf8").matchAll(/^(?:import|export) .*from "([^"]+)"/gm)
      ].map(([, from]) => from)
      for (const from of imports) assert.match(from ?? "", /^\.{1,2}\/[\w./-]+\.js$/, file)
    }
  })
})
