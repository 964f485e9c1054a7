import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { ServedOperation } from "@storeglass/gateway"
import {
  addressOf,
  connectDemo,
  demoBody,
  everyPlugin,
  type PreparedCalls,
  root,
  useTestGateway
} from "@storeglass/testkit"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { type Example, examplesFile, readExamples } from "../../packages/docs/src/examples.ts"
import { exampleOf } from "../../packages/docs/src/schema.ts"
import { adCreativesCalls } from "../../plugins/ad-creatives/test/calls.ts"
import { aiVisibilityCalls } from "../../plugins/ai-visibility/test/calls.ts"
import { asoCalls, publishCalls } from "../../plugins/aso/test/calls.ts"
import { cofounderCalls } from "../../plugins/cofounder/test/calls.ts"
import { consoleCalls } from "../../plugins/connect-storea/test/calls.ts"
import { playCalls } from "../../plugins/connect-storeb/test/calls.ts"
import { growthCalls } from "../../plugins/growth/test/calls.ts"
import { workspaceCalls } from "../../plugins/workspace/test/calls.ts"

// The answers that the reference shows were given by a gateway on the sandbox. To record them anew: `npm start`, then
// STOREGLASS_RECORD=http://127.0.0.1:3000 STOREGLASS_API_KEY=… npm test -- test/docs/examples.test.ts
// STOREGLASS_RECORD_ONLY=<plugin> records those of one plugin.

const gateway = useTestGateway({ plugins: everyPlugin })
const document = async () => {
  const { json } = await gateway().ask("/openapi.json")
  return Predicate.isObject(json) ? { ...json } : assert.fail("no document")
}
const documented = () =>
  gateway().running.composition.operations.filter(
    ({ access, endpoint }) => endpoint !== undefined && access !== "internal" && access !== "session"
  )
const fromOf = () =>
  gateway().running.composition.plugins.map(({ from, plugin }) => ({
    id: plugin.id,
    from: plugin.id === "system" ? join(root, "packages/gateway/src/system/plugin.ts") : from
  }))

const itemsMax = 2
const textMax = 140

const elsewhere = (text: string) => text.replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://store.example.com")
/** An answer cut to what shows its shape, without the addresses of the sandbox. */
const cut = (value: unknown): unknown => {
  if (typeof value === "string") {
    const text = elsewhere(value)
    return text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text
  }
  if (Array.isArray(value)) return value.slice(0, itemsMax).map(cut)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]))
}

const record = async (url: string, key: string, operations: ReadonlyArray<ServedOperation>) => {
  const headers = { "x-api-key": key }
  const found = await (await fetch(`${url}/v1/search?q=photo&limit=2`, { headers })).text()
  const [first = "", second = ""] = [...found.matchAll(/"trackId":(\d+)/g)].map(([, id]) => id)
  const values = {
    ...(await gateway().running.sandbox?.samples()),
    id: first,
    appId: first,
    competitorIds: second,
    competitorId: second,
    keyword: "photo",
    q: "photo",
    genreId: "6008",
    limit: "2",
    since: "2026-01-01"
  }
  const all = new Map<string, Example>()
  // What a workspace must have first is made in this process, with a report that no route makes.
  const own = await gateway().account()
  await connectDemo(gateway(), own)
  const prepared: PreparedCalls = {
    ...(await adCreativesCalls(gateway(), own, { hasWorkers: true })),
    ...(await workspaceCalls(gateway(), own)),
    ...(await asoCalls(gateway(), own)),
    ...cofounderCalls(gateway()),
    ...(await publishCalls(gateway(), own)),
    ...(await aiVisibilityCalls(gateway(), own, { hasWorkers: true })),
    // Its lists too: what is found of other projects says less.
    growth_channels: {},
    growth_projects: {},
    growth_opportunities: {},
    ...(await growthCalls(gateway(), own, { hasWorkers: true, isTaught: true })),
    ...(await consoleCalls(gateway(), own)),
    ...(await playCalls(gateway()))
  }
  for (const operation of operations) {
    const call = prepared[operation.id]
    if (call !== undefined) {
      const { body, headers = {}, values = {} } = call
      const address = addressOf(operation, values)
      const asked = { method: operation.method, key: own.key, headers, ...(body === undefined ? {} : { body }) }
      const { json, status } = await gateway().ask(address, asked)
      assert.isBelow(status, 300, `${address} ${JSON.stringify(json)}`)
      const shown: unknown = body === undefined ? undefined : JSON.parse(elsewhere(JSON.stringify(body)))
      all.set(operation.id, { address, ...(shown === undefined ? {} : { body: shown }), status, answer: cut(json) })
      continue
    }
    const { definitions, payload } = operation.shapes
    // It takes a private key, which the server that is recorded didn't hand out to us: its example is written by hand.
    if (operation.hints.hidden === true && payload !== undefined) {
      const kept = readExamples(fromOf().map(({ from }) => from)).get(operation.id)
      if (kept !== undefined) all.set(operation.id, kept)
      continue
    }
    const address = addressOf(operation, values)
    const sample = payload === undefined ? undefined : exampleOf(payload.schema, definitions)
    const made = Predicate.isObject(sample)
      ? {
          ...sample,
          ...(Predicate.hasProperty(sample, "keyword") ? { keyword: "photo editor" } : {}),
          ...(Predicate.hasProperty(sample, "appId") ? { appId: Number(first) } : {})
        }
      : sample
    // Credentials are the demo account's.
    const body = (await demoBody(gateway(), operation)) ?? made
    const response = await fetch(`${url}${address}`, {
      method: operation.method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const answer: unknown = await response.json()
    assert.isBelow(response.status, 300, `${address} ${JSON.stringify(answer)}`)
    all.set(operation.id, {
      address,
      ...(body === undefined ? {} : { body }),
      status: response.status,
      answer: cut(answer)
    })
  }
  for (const { from, id } of fromOf()) {
    const own = operations
      .filter(({ plugin }) => plugin === id)
      .map((operation) => [operation.id, all.get(operation.id)])
    const file = examplesFile(from)
    if (file !== undefined && own.length > 0) {
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(own), undefined, 2)}\n`)
    }
  }
}

describe("the examples of the reference", () => {
  const target = process.env.STOREGLASS_RECORD
  if (target !== undefined) {
    it("are recorded anew", async () => {
      const only = process.env.STOREGLASS_RECORD_ONLY
      const operations = documented().filter(({ plugin }) => only === undefined || plugin === only)
      await record(target, process.env.STOREGLASS_API_KEY ?? "", operations)
      // Some are slow to record: they connect, or set up what they show.
    }, 600_000)
  }

  it("are there for every operation of a plugin that has any", async () => {
    const operations = documented()
    let plugins = 0
    for (const { from, id } of fromOf()) {
      const examples = readExamples([from])
      if (examples.size === 0) continue
      plugins++
      const ids = operations.filter(({ plugin }) => plugin === id).map((operation) => operation.id)
      assert.deepEqual([...examples.keys()].sort(), ids.sort(), id)
    }
    assert.isAbove(plugins, 3)
  })

  it("are answers that the declarations allow, at addresses that they allow", async () => {
    const all = await document()
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } })
    ajv.addSchema({ $id: "openapi", ...all })
    const examples = readExamples(fromOf().map(({ from }) => from))
    for (const operation of documented()) {
      const example = examples.get(operation.id)
      if (example === undefined) continue
      const pointer = [
        "paths",
        operation.path.replace(/:(\w+)/g, "{$1}"),
        operation.method.toLowerCase(),
        "responses",
        String(example.status)
      ]
        .concat("content", "application/json", "schema")
        .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
      const validate = ajv.compile({ $ref: `openapi#/${pointer.join("/")}` })
      validate(example.answer)
      assert.deepEqual(validate.errors ?? [], [], operation.id)
      const [path = "", query = ""] = example.address.split("?")
      assert.match(path, new RegExp(`^${operation.path.replace(/:\w+/g, "[^/]+")}$`))
      const names = operation.shapes.parameters.map(({ name }) => name)
      for (const name of new URLSearchParams(query).keys()) assert.include(names, name, operation.id)
    }
  })

  it("hold no address of the machine that they were recorded on, and no key", () => {
    for (const { from } of fromOf()) {
      const file = examplesFile(from)
      if (file === undefined || !existsSync(file)) continue
      const text = readFileSync(file, "utf8")
      assert.notMatch(text, /127\.0\.0\.1|sg_live_|\/home\/|\/work\//, dirname(file))
    }
  })
})
