import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { createClientOf } from "@storeglass/client"
import { generate } from "@storeglass/client/generator"
import { root, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it, onTestFinished } from "vitest"
import { runningPlugin } from "../boot/plugins.ts"

const run = promisify(execFile)
const bin = join(root, "packages/client/src/bin.ts")

describe("storeglass-client", () => {
  const gateway = useTestGateway({ further: [runningPlugin()] })

  it("makes the operations of a gateway with a plugin of one's own, and they work", async () => {
    const folder = mkdtempSync(join(tmpdir(), "storeglass-operations-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { stdout } = await run(process.execPath, [bin, `${gateway().url}/openapi.json`, folder])
    assert.include(stdout, "operations.ts")
    const written = readFileSync(join(folder, "operations.ts"), "utf8")
    const document = (await gateway().ask("/openapi.json")).json
    assert.strictEqual(written, generate(document).operations)
    assert.include(written, "get: Operation<NoInput, {\n    readonly ok: boolean\n  }>")
    assert.include(written, 'from "@storeglass/client"')

    const made: { operations: Parameters<typeof createClientOf>[0] } = await import(
      pathToFileURL(join(folder, "operations.ts")).href
    )
    const { key } = await gateway().account()
    const client = createClientOf(made.operations, { baseUrl: gateway().url, key })
    assert.isTrue(Predicate.hasProperty(client, "runs") && Predicate.hasProperty(client.runs, "get"))
    const get: unknown = Reflect.get(Reflect.get(client, "runs"), "get")
    const result: unknown = typeof get === "function" ? await get() : undefined
    assert.deepInclude(result, { data: { ok: true }, status: 200 })
    assert.strictEqual(client.credits?.cost, 1)
  })

  it("says how it is used, and what it cannot read", async () => {
    const failed = await run(process.execPath, [bin]).catch((error: unknown) => error)
    assert.match(String(Reflect.get(Object(failed), "stderr")), /^storeglass-client: usage: /)
    const unread = await run(process.execPath, [bin, `${gateway().url}/nowhere`, "x"]).catch((error: unknown) => error)
    assert.match(String(Reflect.get(Object(unread), "stderr")), /can't read .*nowhere: it answered 404/)
  })
})
