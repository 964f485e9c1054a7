import { readFileSync } from "node:fs"
import { join } from "node:path"
import { openApiOf } from "@storeglass/gateway"
import type { Bucket } from "@storeglass/plugin-api"
import type { FaultKind } from "@storeglass/sandbox"
import { addressOf, everyPlugin, root, sampleValues, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { isFreePage } from "../freePages.ts"

const { stores }: Readonly<Record<string, Readonly<Record<string, unknown>>>> = parse(
  readFileSync(join(root, "config/sandbox.yaml"), "utf8")
).plugins
const storea = Predicate.isObject(stores?.storea) ? stores.storea : {}
const plugins = { ...everyPlugin, stores: { ...stores, storea: { ...storea, timeoutMs: 400, attempts: 1 } } }

const kinds: ReadonlyArray<FaultKind> = [
  "slow",
  "403",
  "429",
  "500",
  "503",
  "truncated",
  "malformed",
  "empty",
  "html",
  "reset"
]

/** The same for all of them. */
let document: object | undefined

describe.each(kinds)("while every upstream answers '%s'", (kind) => {
  const gateway = useTestGateway({ plugins })
  const routes = () =>
    gateway().running.composition.operations.filter(
      (row) => row.access === "key" && row.method === "GET" && row.endpoint !== undefined
    )
  const documented = (path: string): ReadonlyArray<string> => {
    document ??= openApiOf(gateway().running.composition, { version: "0", url: "http://127.0.0.1" })
    const at = ["paths", path.replace(/:(\w+)/g, "{$1}"), "get", "responses"]
    return Object.keys(at.reduce<object>((found, step) => Reflect.get(found, step) ?? {}, document))
  }

  it("every route gives a documented error or honest data, and charges for no error", async () => {
    const { accountId, key } = await gateway().account({ plan: "large" })
    const values = await sampleValues(gateway())
    const sandbox = gateway().running.sandbox
    sandbox?.control.fail(kind === "slow" ? { kind, delayMs: 1_500 } : { kind })
    const charged: Record<Bucket, number> = { general: 0, aiVisibility: 0, creative: 0 }
    for (const row of routes()) {
      const answer = await gateway().ask(addressOf(row, values), { key })
      const cost = Number(answer.headers.get("x-credit-cost"))
      if (answer.status < 300) {
        charged[row.bucket] += cost
        assert.strictEqual(cost, isFreePage(row.id, answer.json) ? 0 : row.credits, row.path)
        assert.deepEqual(Object.keys(answer.json ?? {}), ["data"])
      } else {
        assert.include(documented(row.path), String(answer.status), `${row.path} answered ${answer.text}`)
        // The documents name this one 500 for a store that fails; any other is a bug.
        if (answer.status === 500) assert.include(answer.text, '"FETCH_FAILED"', row.path)
        assert.strictEqual(cost, 0, row.path)
        assert.nestedProperty(answer.json, "error.code", row.path)
        assert.notInclude(answer.text, "127.0.0.1", `${row.path} tells an address`)
      }
    }
    for (const bucket of ["general", "aiVisibility", "creative"] as const) {
      assert.strictEqual(await gateway().used(accountId, bucket), charged[bucket], bucket)
    }
  })
})

describe("once the store is well again", () => {
  const gateway = useTestGateway({ plugins })

  it("an empty answer was not kept: the same questions are answered in full", async () => {
    const { key } = await gateway().account({ plan: "large" })
    const { id } = await sampleValues(gateway())
    const control = gateway().running.sandbox?.control
    control?.fail({ kind: "empty" })
    const paths = [`/v1/apps/${id}`, `/v1/apps/${id}/reviews`, "/v1/search?q=photo"]
    for (const path of paths) {
      const answer = await gateway().ask(path, { key })
      assert.isAtLeast(answer.status, 400, `${path} took an empty answer for the truth: ${answer.text.slice(0, 200)}`)
    }
    control?.clearFaults()
    for (const path of paths) {
      const answer = await gateway().ask(path, { key })
      assert.strictEqual(answer.status, 200, `${path} ${answer.text.slice(0, 200)}`)
    }
  })

  it("what was known is served while the store is away, and says that it is old", async () => {
    const { key } = await gateway().account({ plan: "large" })
    const { id } = await sampleValues(gateway())
    assert.strictEqual((await gateway().ask(`/v1/apps/${id}?country=de`, { key })).status, 200)
  })
})
