import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ServedOperation, shapeOf } from "@storeglass/gateway"
import { root, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"

const enabled: Readonly<Record<string, unknown>> = parse(
  readFileSync(join(root, "config/sandbox.yaml"), "utf8")
).plugins
const gateway = useTestGateway({
  plugins: Object.fromEntries(Object.keys(enabled).map((id) => [id, true as const]))
})
const document = async () => (await gateway().ask("/openapi.json")).json
const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, key) => (Predicate.isObject(found) ? Reflect.get(found, key) : undefined), value)

describe("/openapi.json", () => {
  it("passes redocly lint without an error or a warning", async () => {
    const folder = mkdtempSync(join(tmpdir(), "openapi-"))
    const file = join(folder, "openapi.json")
    writeFileSync(file, JSON.stringify(await document()))
    const cli = join(root, "node_modules/@redocly/cli/bin/cli.js")
    const lint = spawnSync(process.execPath, [cli, "lint", file, "--format", "json"], {
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", NO_UPDATE_NOTIFIER: "1" },
      timeout: 60_000
    })
    rmSync(folder, { recursive: true })
    const totals = at(parse(lint.stdout || "{}"), "totals")
    assert.deepEqual([at(totals, "errors"), at(totals, "warnings")], [0, 0], lint.stdout + lint.stderr)
  })

  it("is 3.1, and names the price and bucket of every operation", async () => {
    const found = await document()
    assert.strictEqual(at(found, "openapi"), "3.1.0")
    for (const row of gateway().running.composition.operations) {
      if (row.endpoint === undefined || row.access === "internal") continue
      const operation = at(found, "paths", row.path.replace(/:(\w+)/g, "{$1}"), row.method.toLowerCase())
      assert.strictEqual(at(operation, "x-credit-cost"), row.credits, row.path)
      assert.strictEqual(at(operation, "x-credit-bucket"), row.bucket, row.path)
      assert.strictEqual(at(operation, "operationId"), row.id)
    }
  })

  it("shows whole numbers as integers, in parameters and answers", async () => {
    const found = await document()
    const parameters = at(found, "paths", "/v1/search", "get", "parameters")
    const limit = Array.isArray(parameters)
      ? parameters.find((parameter) => at(parameter, "name") === "limit")
      : undefined
    assert.deepInclude(at(limit, "schema"), { type: "integer", minimum: 1, default: 25 })
    const text = JSON.stringify(found)
    assert.notMatch(text, /"userRatingCount":\{"type":"number"/)
    assert.match(text, /"creditsUsed"|"used":\{"type":"integer"/)
  })

  it("keeps the operator's own routes to itself", async () => {
    assert.notInclude(JSON.stringify(at(await document(), "paths")), "/v1/internal/")
  })
})

const contract = join(root, "../shared/spec/endpoints.tsv")

describe.skipIf(!existsSync(contract))("the documents' table of operations (../shared/spec/endpoints.tsv)", () => {
  const rows = (existsSync(contract) ? readFileSync(contract, "utf8") : "")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([plugin = "", method = "", path = "", credits = "", bucket = "", , auth = ""]) => ({
      plugin,
      method,
      path,
      credits,
      bucket,
      auth
    }))

  it("every operation of an enabled plugin is served at its price, from its bucket, to those it is for", () => {
    const served = new Map<string, ServedOperation>(
      gateway().running.composition.operations.map((row) => [shapeOf(row.method, row.path), row])
    )
    const ids = new Set(["system", "account", ...Object.keys(enabled)])
    const access: Readonly<Record<string, string>> = { none: "public", key: "key", internal: "internal" }
    for (const row of rows.filter(({ plugin }) => ids.has(plugin))) {
      const route = served.get(shapeOf(row.method, row.path))
      assert.isDefined(route, `${row.method} ${row.path} is not served`)
      assert.strictEqual(route?.access, access[row.auth], row.path)
      if (/^\d+$/.test(row.credits)) assert.strictEqual(String(route?.credits), row.credits, row.path)
      if (row.bucket !== "-") assert.strictEqual(route?.bucket, row.bucket, row.path)
    }
  })

  it("nothing is served that the documents do not name", () => {
    const known = new Set(rows.map(({ method, path }) => shapeOf(method, path)))
    // Beside them there is what is no operation: MCP.
    for (const row of gateway().running.composition.operations.filter(({ endpoint }) => endpoint !== undefined)) {
      assert.isTrue(known.has(shapeOf(row.method, row.path)), `${row.method} ${row.path}`)
    }
  })
})
