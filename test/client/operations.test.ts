import { type Bind, type OperationSpec, StoreglassError } from "@storeglass/client"
import type { ServedOperation } from "@storeglass/gateway"
import {
  addressOf,
  at,
  connectDemo,
  demoBody,
  endsConnection,
  everyPlugin,
  type PreparedCalls,
  sampleValues,
  useTestGateway
} from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { operations } from "../../packages/client/src/generated/operations.ts"
import { adCreativesCalls } from "../../plugins/ad-creatives/test/calls.ts"
import { aiVisibilityCalls } from "../../plugins/ai-visibility/test/calls.ts"
import { asoCalls, publishCalls } from "../../plugins/aso/test/calls.ts"
import { consoleCalls } from "../../plugins/connect-storea/test/calls.ts"
import { playCalls } from "../../plugins/connect-storeb/test/calls.ts"
import { growthCalls } from "../../plugins/growth/test/calls.ts"
import { workspaceCalls } from "../../plugins/workspace/test/calls.ts"
import { clientOf, operationsOf } from "./support.ts"

const gateway = useTestGateway({ plugins: everyPlugin })

/** What the client knows of each of its operations. */
const specsOfClient = (): ReadonlyMap<string, OperationSpec> => {
  const specs = new Map<string, OperationSpec>()
  const keep = (spec: OperationSpec) => {
    specs.set(`${spec.method} ${spec.path.replace(/\{(\w+)\}/g, ":$1")}`, spec)
    return () => Promise.reject(new Error("only looked at"))
  }
  const pages = async function* () {}
  const bind: Bind = { operation: keep, paged: (spec) => Object.assign(keep(spec), { pages, items: pages }) }
  operations(bind)
  return specs
}

/** The input of a call that should work: the declarations' examples, and what only the sandbox can name. */
const inputsOf = async (
  prepared: PreparedCalls
): Promise<(row: ServedOperation) => { address: string; input: Record<string, unknown> }> => {
  const sample = await sampleValues(gateway())
  const { client } = await clientOf(gateway())
  const { data } = await client.apps.similar({ id: sample.id ?? "", limit: 1 })
  const competitor = String(data.apps[0]?.trackId)
  const values = {
    ...sample,
    keyword: "photo editor",
    genreId: "6014",
    competitorIds: competitor,
    competitorId: competitor
  }
  const document = (await gateway().ask("/openapi.json")).json
  return (row) => {
    const address = addressOf(row, { ...values, ...prepared[row.id]?.values })
    const url = new URL(address, "http://h")
    const params = row.path.split("/").flatMap((part, index) => {
      const value = decodeURIComponent(url.pathname.split("/")[index] ?? "")
      return part.startsWith(":") ? [[part.slice(1), value] as const] : []
    })
    const path = row.path.replace(/:(\w+)/g, "{$1}")
    const body = at(
      document,
      "paths",
      path,
      row.method.toLowerCase(),
      "requestBody",
      "content",
      "application/json",
      "schema"
    )
    const required = at(body, "required")
    const fields = (Array.isArray(required) ? required : []).map((name: string) => {
      const examples = at(body, "properties", name, "examples")
      return [name, Array.isArray(examples) ? examples[0] : undefined] as const
    })
    const [whole]: ReadonlyArray<unknown> = [at(body, "examples")].flat()
    return {
      address,
      input: {
        ...Object.fromEntries([...params, ...url.searchParams, ...fields]),
        ...(Predicate.isObject(whole) ? whole : {}),
        ...prepared[row.id]?.headers
      }
    }
  }
}

const call = async (client: object, operationId: string, ...args: ReadonlyArray<unknown>): Promise<unknown> => {
  const [group = "", name = ""] = operationId.split("_")
  const operation = at(client, group, name)
  assert.isFunction(operation, `the client has no ${group}.${name}`)
  return typeof operation === "function" ? await Reflect.apply(operation, undefined, args) : undefined
}

describe("the client", () => {
  it("has every operation that the gateway serves to customers, and no other", () => {
    const served = operationsOf(gateway()).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual([...specsOfClient().keys()].sort(), [...served].sort())
  })

  it("calls each operation with an input from its declaration, and tells what it cost", async () => {
    const sent: Array<string> = []
    const { accountId, client, key } = await clientOf(gateway(), {
      fetch: (input, init) => {
        sent.push(String(input))
        return fetch(input, init)
      }
    })
    // What reads a saved connection may come before what makes it.
    await connectDemo(gateway(), { key })
    const prepared = {
      ...(await adCreativesCalls(gateway(), { key }, { hasWorkers: true })),
      ...(await workspaceCalls(gateway(), { accountId, key, keyId: "" })),
      ...(await asoCalls(gateway(), { key })),
      ...(await publishCalls(gateway(), { key })),
      ...(await aiVisibilityCalls(gateway(), { accountId, key, keyId: "" }, { whole: false, hasWorkers: true })),
      ...(await consoleCalls(gateway(), { key })),
      ...(await playCalls(gateway())),
      ...(await growthCalls(gateway(), { accountId, key }, { hasWorkers: true }))
    }
    const inputOf = await inputsOf(prepared)
    // What is prepared is paid for too.
    const usedBefore = await gateway().used(accountId)
    let spent = 0
    const rows = operationsOf(gateway())
    for (const row of [...rows.filter((one) => !endsConnection(one)), ...rows.filter(endsConnection)]) {
      const { address, input } = inputOf(row)
      const given = prepared[row.id]?.body ?? (await demoBody(gateway(), row))
      const result = await call(client, row.id, Predicate.isObject(given) ? { ...input, ...given } : input).catch(
        (cause: unknown) => {
          const { code, status } = cause instanceof StoreglassError ? cause : { code: null, status: null }
          throw new Error(`${row.id} at ${address}: ${status} ${code}: ${String(cause)}`, { cause })
        }
      )
      const [asked, declared] = [new URL(sent.at(-1) ?? ""), new URL(address, gateway().url)]
      assert.strictEqual(asked.pathname, declared.pathname)
      assert.deepEqual([...asked.searchParams].sort(), [...declared.searchParams].sort())
      assert.match(String(at(result, "requestId")), /^[0-9a-f-]{36}$/)
      if (row.access === "public") {
        assert.isNull(at(result, "credits"))
        continue
      }
      const cost = Number(at(result, "credits", "cost"))
      if (row.credits !== "quoted") assert.strictEqual(cost, row.credits, row.path)
      assert.deepEqual(client.credits, at(result, "credits"))
      const counted = at(result, "credits", "category") === "general" ? 1 : 0
      spent += counted * cost
      if (row.method === "GET") {
        const raw = await gateway().ask(address, { key, headers: { ...prepared[row.id]?.headers } })
        const data = at(raw.json, "data") ?? {}
        if (Array.isArray(data)) assert.isArray(at(result, "data"), row.path)
        else assert.hasAllKeys(at(result, "data"), Object.keys(data), row.path)
        spent += counted * Number(raw.headers.get("x-credit-cost"))
      }
    }
    assert.isAbove(spent, 0)
    await client.account.usage()
    assert.strictEqual((await gateway().used(accountId)) - usedBefore, spent)
    assert.strictEqual(client.credits?.limit, 100_000)
    assert.strictEqual(client.credits?.plan, "medium")
    assert.strictEqual(client.credits?.remaining, 100_000 - usedBefore - spent)
    assert.isAbove(Number(client.credits?.reset), Date.now())
  }, 600_000)

  it("knows no credits before the first answer", async () => {
    assert.isNull((await clientOf(gateway())).client.credits)
  })

  it("walks through the reviews of an app, page by page", async () => {
    const { client } = await clientOf(gateway())
    const { id = "" } = await sampleValues(gateway())
    const first = await client.apps.reviews({ id })
    const ids = new Set<string>()
    let pages = 0
    for await (const page of client.apps.reviews.pages({ id })) {
      pages += 1
      for (const review of page.data.reviews) ids.add(review.id)
      assert.strictEqual(page.data.page, pages)
    }
    assert.isAtLeast(pages, 2)
    assert.include([...ids], first.data.reviews[0]?.id)
    let items = 0
    for await (const review of client.apps.reviews.items({ id })) {
      assert.isTrue(ids.has(review.id))
      items += 1
    }
    assert.strictEqual(items, ids.size)
  })

  it("tells sandbox, source and age of an answer", async () => {
    const { client } = await clientOf(gateway())
    const { id = "" } = await sampleValues(gateway())
    const { data, provenance, sandbox } = await client.apps.get({ id })
    assert.isTrue(sandbox)
    assert.strictEqual(provenance.source, data.provenance.source)
    assert.strictEqual(provenance.asOf?.toISOString(), data.provenance.asOf)
  })
})

const failed = async (promise: Promise<unknown>): Promise<StoreglassError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause
  )
  if (error instanceof StoreglassError) return error
  throw new Error(`no StoreglassError: ${String(error)}`)
}

describe("the client and the gateway's refusals", () => {
  it("carries the gateway's code and message, and the credits that it left", async () => {
    const { client } = await clientOf(gateway())
    const error = await failed(client.apps.get({ id: "1" }))
    assert.deepEqual([error.code, error.status, error.credits?.cost], ["APP_NOT_FOUND", 404, 0])
    assert.strictEqual(client.credits?.remaining, 100_000)
  })

  it("does not wait for next month when the credits are used up", async () => {
    const { accountId, client } = await clientOf(gateway(), { plan: "indie" })
    await gateway().drain(accountId)
    const error = await failed(client.charts.categories())
    assert.deepEqual([error.code, error.status, error.attempts], ["RATE_LIMIT_EXCEEDED", 429, 1])
    assert.isAbove(error.retryAfterMs ?? 0, 0)
    assert.strictEqual(client.credits?.remaining, 0)
  })

  it("says INVALID_API_KEY for a key that the gateway does not know", async () => {
    const { client } = await clientOf(gateway(), {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, "x-api-key": "sg_live_nope" } })
    })
    assert.strictEqual((await failed(client.account.usage())).code, "INVALID_API_KEY")
  })

  it("has a write whose answer was lost done and charged once", async () => {
    let lost = 0
    const { accountId, client } = await clientOf(gateway(), {
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (lost > 0) return response
        lost += 1
        await response.text()
        throw new TypeError("fetch failed")
      }
    })
    const { attempts, data, replayed } = await client.keywords.track({ keyword: "lost answer" })
    assert.deepEqual([attempts, data.status, replayed], [2, "tracked", true])
    assert.strictEqual(await gateway().used(accountId), 1)
  })
})
