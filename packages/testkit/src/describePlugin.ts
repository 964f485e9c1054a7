import { existsSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Composition, panelTextProblems } from "@storeglass/gateway"
import { draw, type Operation, Operations, type Panel } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { assert, describe, expect, it } from "vitest"
import { type CallOptions, isStreamed, makeCalls } from "./owed/calls.ts"
import { documentOf } from "./owed/document.ts"
import { refusals } from "./owed/guarded.ts"
import { successes } from "./owed/succeeding.ts"
import { compositionOf } from "./settings.ts"
import { type TestGatewayOptions, useTestGateway } from "./TestGateway.ts"

export interface DescribePluginOptions extends TestGatewayOptions, CallOptions {
  /** Operations whose success isn't tried, by id, each with the reason. */
  readonly skips?: Readonly<Record<string, string>>
}

/** Of every keyed operation, beside its own. */
const commonStatuses = ["400", "401", "403", "409", "413", "415", "429", "500", "503"]

/**
 * What every plugin owes, checked from its declaration with a named test for each operation and guarantee: 401, 403 without
 * the scope or the feature, the answer to an empty bucket before any work, 400 for an unknown parameter, nothing charged on
 * a refusal; of a session's operations 401 without one, an answer to whoever is signed in that costs nothing, and 400 for an
 * unknown parameter; the declared price, the envelope (or no body, or a stream) and one charge for a repeat on a success; its errors
 * in OpenAPI, its tool unless it is hidden, its panels over what the operations answer and in each language that it offers, and
 * an OpenAPI fragment equal to the committed one.
 */
export const describePlugin = (id: string, options: DescribePluginOptions = {}) =>
  describe(`what every plugin must do: ${id}`, async () => {
    const composition = await compositionOf(options)
    const operations = composition.operations.filter((operation) => operation.plugin === id)
    const known = new Set(operations.map((operation) => operation.id))
    const gateway = useTestGateway(options)
    const calls = makeCalls(gateway, options)
    const refuse = refusals(gateway, calls)
    const succeed = successes(gateway, calls, options.skips ?? {})

    it("is served", () => {
      const { plugins } = gateway().running.composition
      assert.include(
        plugins.map(({ plugin }) => plugin.id),
        id
      )
      const strangers = [...Object.keys(options.skips ?? {}), ...Object.keys(options.bodies ?? {})]
      assert.deepEqual(
        strangers.filter((name) => !known.has(name)),
        [],
        "aren't operations of this plugin"
      )
    })

    // All refusals first: what a success began in the background would be taken for work of a refused call.
    for (const operation of operations) refuse(operation)
    for (const operation of operations) {
      succeed(operation)
      if (operation.access !== "key" || operation.endpoint === undefined) continue

      it(`${operation.id} lists each of its errors in OpenAPI`, () => {
        const document = documentOf(gateway().running.composition)
        const at = ["paths", operation.path.replace(/:(\w+)/g, "{$1}"), operation.method.toLowerCase(), "responses"]
        const statuses = Object.keys(at.reduce<object>((found, step) => Reflect.get(found, step) ?? {}, document))
        for (const status of commonStatuses) assert.include(statuses, status)
      })

      it(`${operation.id} is ${isTool(operation) ? "a tool" : "no tool"}`, async () => {
        const all = await gateway().run(Effect.map(Operations, ({ all }) => all))
        const offered = all.find((each) => each.id === operation.id)
        assert.strictEqual(offered !== undefined && isTool(offered), isTool(operation))
        assert.match(operation.id, /^[A-Za-z0-9_-]{1,64}$/, "not a name that every client accepts")
      })
    }

    for (const { name, operation, params, view } of drawnOf(composition, id)) {
      it(`${name} draws what ${operation.id} answers`, async () => {
        const account = await gateway().account()
        const call = await calls.successful(operation, account, params)
        const { json, status, text } = await calls.send(call, { key: account.key })
        assert.strictEqual(status, 200, `${call.address} answered ${text}`)
        const rows = draw(view, Reflect.get(Object(json), "data")).lines.flatMap(({ rows }) => rows)
        assert.isNotEmpty(rows, "draws nothing")
        const told = new Set(rows.flatMap((row) => Object.keys(row).filter((part) => row[part] !== null)))
        const never = Object.keys(rows[0] ?? {}).filter((part) => !told.has(part) && !oftenNull.has(part))
        assert.deepEqual(never, [], "is null in every row")
      })
    }

    it("says all that its panels show, and nothing else, in each language that it offers", () => {
      const { operations, plugins } = gateway().running.composition
      const own = operations.filter(({ plugin }) => plugin === id)
      const problems = plugins.flatMap(({ plugin }) => (plugin.id === id ? panelTextProblems(plugin, own) : []))
      assert.deepEqual(problems, [])
    })

    it("has the committed OpenAPI fragment", async () => {
      const { composition } = gateway().running
      const plugins = composition.plugins.filter(({ plugin }) => plugin.id === id)
      const { paths } = documentOf({ ...composition, plugins })
      if (Object.keys(paths ?? {}).length === 0) return
      const text = `${JSON.stringify(paths, undefined, 2)}\n`
      const file = join(dirname(expect.getState().testPath ?? ""), `${id}.openapi.json`)
      // A new plugin has none: its first run writes it, to be committed.
      if (!existsSync(file)) writeFileSync(file, text)
      await expect(text).toMatchFileSnapshot(file)
    })
  })

/** Parts of a view that may be null in every row. */
const oftenNull = new Set(["previous", "status", "low", "high", "unit", "text"])

/** The views of a plugin's operations and those of its panels. */
const drawnOf = ({ operations, plugins }: Composition, id: string) => {
  const own = operations.filter(({ plugin }) => plugin === id)
  const panels: ReadonlyArray<Panel> = plugins.find(({ plugin }) => plugin.id === id)?.plugin.panels ?? []
  const ofPanels = panels.flatMap((panel) =>
    panel.blocks.flatMap((block) => {
      const operation = own.find((each) => block.kind === "view" && each.id === block.operation)
      if (block.kind !== "view" || operation === undefined) return []
      const params = Object.fromEntries(
        Object.entries(block.params ?? {}).flatMap(([name, value]) =>
          typeof value === "string" ? [[name, value]] : []
        )
      )
      const name = `the panel ${panel.id}`
      if (block.shows !== undefined) {
        return block.shows.map(({ title, view }) => ({ name: `${name} with '${title}'`, operation, params, view }))
      }
      const view = block.view ?? operation.view
      // What asks as the operation's own view does shows nothing new.
      const alike = block.view === undefined && Object.keys(params).length === 0
      return view === undefined || alike ? [] : [{ name, operation, params, view }]
    })
  )
  return [
    ...own.flatMap((operation) =>
      operation.view === undefined ? [] : [{ name: "its view", operation, params: {}, view: operation.view }]
    ),
    ...ofPanels
  ]
}

const isTool = (operation: Pick<Operation, "hints" | "answers">) => !operation.hints.hidden && !isStreamed(operation)
