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
import { shop } from "../mcp/shop.ts"

const run = promisify(execFile)
const bin = join(root, "packages/client/src/bin.ts")

describe("storeglass-client", () => {
  const gateway = useTestGateway({ further: [runningPlugin(), shop] })

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

  it("sends what an operation reads from headers as headers, and nowhere else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "storeglass-headers-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    await run(process.execPath, [bin, `${gateway().url}/openapi.json`, folder])
    const made: { operations: Parameters<typeof createClientOf>[0] } = await import(
      pathToFileURL(join(folder, "operations.ts")).href
    )
    const { accountId, key } = await gateway().account()
    const asked: Array<string> = []
    const client = createClientOf(made.operations, {
      baseUrl: gateway().url,
      key,
      fetch: (input, init) => {
        asked.push(String(input))
        return fetch(input, init)
      }
    })
    const find: unknown = Reflect.get(Object(Reflect.get(client, "shop")), "find")
    assert.isTrue(typeof find === "function")
    const call = async (input: object): Promise<unknown> =>
      typeof find === "function" ? find(input).catch((error: unknown) => error) : undefined
    const found = await call({ "x-region": "eu", "x-shop-token": "token-of-the-shop" })
    assert.deepInclude(found, { data: { word: "eu token-of-the-shop" }, status: 200 })
    assert.deepInclude(await call({ "x-region": "eu" }), { code: "INVALID_INPUT", status: 400 })
    assert.notInclude(asked.join(), "token-of-the-shop")
    const broken = await call({ "x-region": "eu", "x-shop-token": "token\r\nx-api-key: other" })
    assert.deepInclude(broken, { code: "INVALID_INPUT", status: null })
    assert.notInclude(String(broken), "other")
    assert.deepEqual([asked.length, await gateway().used(accountId)], [2, 1])
  })

  it("says how it is used, and what it cannot read", async () => {
    const failed = await run(process.execPath, [bin]).catch((error: unknown) => error)
    assert.match(String(Reflect.get(Object(failed), "stderr")), /^storeglass-client: usage: /)
    const unread = await run(process.execPath, [bin, `${gateway().url}/nowhere`, "x"]).catch((error: unknown) => error)
    assert.match(String(Reflect.get(Object(unread), "stderr")), /can't read .*nowhere: it answered 404/)
  })
})
