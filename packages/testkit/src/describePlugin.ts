import { existsSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { erased, openApiOf, type ServedOperation, shapeOf } from "@storeglass/gateway"
import mcp from "@storeglass/mcp"
import { Predicate } from "effect"
import { assert, describe, expect, it } from "vitest"
import { addressOf, sampleValues } from "./addresses.ts"
import { codeOf, creditHeaders } from "./envelope.ts"
import { entriesOf, type TestGatewayOptions, useTestGateway } from "./TestGateway.ts"

export interface DescribePluginOptions extends TestGatewayOptions {
  /** Values for parameters that the declarations give no example of, by name. */
  readonly values?: Readonly<Record<string, string>>
  /** JSON bodies by operation id, for endpoints that take one. */
  readonly bodies?: Readonly<Record<string, unknown>>
}

/** What a tool is made of: neither hidden nor a stream or a file. */
const isTool = ({ answers, hints }: ServedOperation) =>
  !hints.hidden && (answers.kind === "json" || answers.kind === "none")

// Given as it is, and not by name: a plugin that is tested outside this repository has it nowhere to look for.
const withMcp = (options: DescribePluginOptions): DescribePluginOptions => ({
  ...options,
  further: [...(options.further ?? []), { plugin: erased(mcp), settings: {}, from: "the testkit" }]
})

/**
 * What every plugin owes, checked from its declaration: 401 without and with a bad key, 403 without the scope, 429 with
 * its headers on an empty bucket before any work, nothing charged on a refusal, the declared price on a 2xx, the
 * envelope everywhere, an MCP tool, and an OpenAPI fragment equal to the committed one.
 */
export const describePlugin = (id: string, options: DescribePluginOptions = {}) =>
  describe(`what every plugin owes: ${id}`, () => {
    const gateway = useTestGateway(options.plugins?.mcp === undefined ? withMcp(options) : options)
    const rowsOf = () => gateway().running.composition.operations.filter((row) => row.plugin === id)
    const keyed = () => rowsOf().filter((row) => row.access === "key" && row.endpoint !== undefined)
    const addressesOf = async () => {
      const values = { ...(await sampleValues(gateway())), ...options.values }
      return (row: ServedOperation) => addressOf(row, values)
    }
    const bodyOf = (row: ServedOperation) => (row.method === "GET" ? {} : { body: options.bodies?.[row.id] ?? {} })
    const each = async (
      rows: ReadonlyArray<ServedOperation>,
      check: (row: ServedOperation, address: string) => Promise<void>
    ) => {
      const address = await addressesOf()
      for (const row of rows) await check(row, address(row))
    }

    it("is served", () => {
      assert.include(
        gateway().running.composition.plugins.map(({ plugin }) => plugin.id),
        id
      )
    })

    it("answers 401 without a key and with a bad one", async () => {
      await each(keyed(), async (row, address) => {
        const none = await gateway().ask(address, { method: row.method, ...bodyOf(row) })
        assert.deepEqual([none.status, codeOf(none.json)], [401, "MISSING_API_KEY"], address)
        const bad = await gateway().ask(address, { method: row.method, key: "sg_live_nope", ...bodyOf(row) })
        assert.deepEqual([bad.status, codeOf(bad.json)], [401, "INVALID_API_KEY"], address)
      })
    })

    it("answers 403 to a key without the scope, and charges nothing", async () => {
      const { accountId, key } = await gateway().account({ scopes: ["internal"] })
      await each(keyed(), async (row, address) => {
        const answer = await gateway().ask(address, { method: row.method, key, ...bodyOf(row) })
        assert.deepEqual([answer.status, codeOf(answer.json)], [403, "FORBIDDEN"], address)
      })
      assert.strictEqual(await gateway().used(accountId), 0)
    })

    it("answers 429 with its headers on an empty bucket, before any work", async () => {
      const { accountId, key } = await gateway().account({ plan: "indie" })
      const priced = keyed().filter((row) => row.credits !== "quoted" && row.credits > 0)
      for (const bucket of new Set(priced.map((row) => row.bucket))) await gateway().drain(accountId, bucket)
      const address = await addressesOf()
      gateway().running.sandbox?.control.clearRequests()
      for (const row of priced) {
        const answer = await gateway().ask(address(row), { method: row.method, key, ...bodyOf(row) })
        assert.deepEqual([answer.status, codeOf(answer.json)], [429, "RATE_LIMIT_EXCEEDED"], row.path)
        for (const name of creditHeaders) assert.isNotNull(answer.headers.get(name), `${row.path} lacks ${name}`)
        assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
        assert.isAbove(Number(answer.headers.get("retry-after")), 0)
      }
      assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [])
    })

    it("refuses an unknown parameter and charges nothing", async () => {
      const { accountId, key } = await gateway().account()
      await each(keyed(), async (row, address) => {
        const joined = `${address}${address.includes("?") ? "&" : "?"}no_such_parameter=1`
        const answer = await gateway().ask(joined, { method: row.method, key, ...bodyOf(row) })
        assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], joined)
        assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
      })
      assert.strictEqual(await gateway().used(accountId), 0)
    })

    it("charges a success its declared price, once", async () => {
      const { accountId, key } = await gateway().account()
      await each(keyed(), async (row, address) => {
        if (row.method !== "GET" && options.bodies?.[row.id] === undefined && row.endpoint?.payload.size !== 0) return
        const before = await gateway().used(accountId, row.bucket)
        const answer = await gateway().ask(address, { method: row.method, key, ...bodyOf(row) })
        assert.isTrue(
          answer.status >= 200 && answer.status < 300,
          `${address} answered ${answer.status} ${answer.text}`
        )
        assert.deepEqual(Object.keys(answer.json ?? {}), ["data"], address)
        for (const name of creditHeaders) assert.isNotNull(answer.headers.get(name), `${row.path} lacks ${name}`)
        const cost = Number(answer.headers.get("x-credit-cost"))
        if (row.credits !== "quoted") assert.strictEqual(cost, row.credits, address)
        assert.strictEqual(answer.headers.get("x-credit-category"), row.bucket)
        assert.strictEqual((await gateway().used(accountId, row.bucket)) - before, cost)
        if (cost > 0) {
          const entries = await gateway().run(entriesOf(accountId))
          const entry = entries.find((candidate) => candidate.id === answer.headers.get("x-request-id"))
          assert.deepEqual(
            [entry?.kind, entry?.used_delta, entry?.operation],
            ["charge", cost, `${row.method} ${row.path}`]
          )
        }
      })
    })

    it("lists each of its errors in OpenAPI", () => {
      const document = openApiOf(gateway().running.composition, { version: "0.0.0", url: "http://127.0.0.1" })
      for (const row of keyed()) {
        const at = ["paths", row.path.replace(/:(\w+)/g, "{$1}"), row.method.toLowerCase(), "responses"]
        const statuses = Object.keys(at.reduce<object>((found, step) => Reflect.get(found, step) ?? {}, document))
        for (const status of ["400", "401", "403", "409", "413", "415", "429", "500", "503"]) {
          assert.include(statuses, status, shapeOf(row.method, row.path))
        }
      }
    })

    it("is offered as tools, each with its price, by the MCP server", async () => {
      const message = { jsonrpc: "2.0", id: 1, method: "tools/list" }
      const { json } = await gateway().ask("/mcp", { method: "POST", body: message })
      const result = Predicate.hasProperty(json, "result") ? json.result : undefined
      const tools = Predicate.hasProperty(result, "tools") && Array.isArray(result.tools) ? result.tools : []
      for (const row of keyed()) {
        const tool: unknown = tools.find((one) => Predicate.hasProperty(one, "name") && one.name === row.id)
        if (!isTool(row)) {
          assert.isUndefined(tool, `${row.id} is offered as a tool`)
          continue
        }
        const meta = Predicate.hasProperty(tool, "_meta") ? tool._meta : undefined
        const price = Predicate.hasProperty(meta, "price") ? meta.price : undefined
        assert.deepEqual(price, { credits: row.credits, bucket: row.bucket }, `no tool ${row.id}`)
        assert.match(row.id, /^[A-Za-z0-9_-]{1,64}$/, "not a name that every client takes")
      }
    })

    it("has the committed OpenAPI fragment", async () => {
      const { composition } = gateway().running
      const plugins = composition.plugins.filter(({ plugin }) => plugin.id === id)
      const { paths } = openApiOf({ ...composition, plugins }, { version: "0.0.0", url: "http://127.0.0.1" })
      if (Object.keys(paths ?? {}).length === 0) return
      const text = `${JSON.stringify(paths, undefined, 2)}\n`
      const file = join(dirname(expect.getState().testPath ?? ""), `${id}.openapi.json`)
      // A new plugin has none: its first run writes it, to be committed.
      if (!existsSync(file)) writeFileSync(file, text)
      await expect(text).toMatchFileSnapshot(file)
    })
  })
