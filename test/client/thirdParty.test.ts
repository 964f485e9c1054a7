import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { everyPlugin, root, sampleApp, useTestGateway } from "@storeglass/testkit"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const run = promisify(execFile)

const program = `import createClient from "openapi-fetch"
import type { components, paths } from "./api.ts"

const [baseUrl = "", key = "", id = ""] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { "X-API-Key": key } })

const search = await client.GET("/v1/search", { params: { query: { q: "photo editor", limit: 3 } } })
if (search.data === undefined) throw new Error(search.error.error.code)
const total: number = search.data.data.results.length

const record = await client.GET("/v1/apps/{id}", { params: { path: { id } } })
const app: components["schemas"]["AppRecord"] | undefined = record.data?.data

const missing = await client.GET("/v1/apps/{id}", { params: { path: { id: "1" } } })
const code = missing.error?.error.code
// The compiler knows every code: this is none.
// @ts-expect-error
const impossible = code === "NO_SUCH_CODE"

// @ts-expect-error
await client.GET("/v1/nowhere").catch(() => undefined)
// @ts-expect-error
const wrong = await client.GET("/v1/search", { params: { query: { q: "photo", limit: "3" } } })

const options = {
  params: { header: { "Idempotency-Key": "third-party" } },
  body: { keyword: "photo editor", country: "us" }
}
const tracked = await client.POST("/v1/keywords/track", options)
const again = await client.POST("/v1/keywords/track", options)
const health = await client.GET("/v1/health")

process.stdout.write(JSON.stringify({
  total, name: app?.trackName, code, impossible, wrong: wrong.response.status,
  tracked: tracked.data?.data.status, cost: tracked.response.headers.get("X-Credit-Cost"),
  again: again.response.headers.get("X-Credit-Cost"), health: health.data?.data.status
}))
`

describe("a client made from /openapi.json by openapi-typescript", () => {
  const gateway = useTestGateway({ plugins: everyPlugin })
  let folder = ""
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "storeglass-third-party-"))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    symlinkSync(join(root, "test/node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "openapi.json"), (await gateway().ask("/openapi.json")).text)
    writeFileSync(join(folder, "main.ts"), program)
    const cli = join(root, "test/node_modules/openapi-typescript/bin/cli.js")
    await run(process.execPath, [cli, join(folder, "openapi.json"), "--output", join(folder, "api.ts")])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("has one name for each type, so that no other plugin changes it", async () => {
    const { text } = await gateway().ask("/openapi.json")
    assert.notMatch(text, /#\/components\/schemas\/\w+_\d+"/)
  })

  it("compiles under strict", () => {
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        include: ["*.ts"],
        compilerOptions: { skipLibCheck: false }
      })
    )
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })
    assert.strictEqual(status, 0, stdout.slice(0, 5_000))
  }, 60_000)

  it("works against the gateway", async () => {
    const { accountId, key } = await gateway().account()
    const id = (await sampleApp(gateway())) ?? ""
    const { stdout } = await run(process.execPath, [join(folder, "main.ts"), gateway().url, key, id], {
      timeout: 20_000
    })
    const { health, name, ...told } = JSON.parse(stdout)
    assert.isString(name)
    assert.include(["ok", "degraded"], health)
    assert.deepEqual(told, {
      total: 3,
      code: "APP_NOT_FOUND",
      impossible: false,
      wrong: 200,
      tracked: "tracked",
      cost: "1",
      again: "0"
    })
    assert.strictEqual(await gateway().used(accountId), 1 + 2 + 1 + 1)
  }, 60_000)
})
