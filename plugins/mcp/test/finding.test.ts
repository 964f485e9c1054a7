import type { JsonSchema, Operation } from "@storeglass/plugin-api"
import { assert, describe, it } from "vitest"
import { listOf } from "../src/finding.ts"
import { everything } from "../src/selection.ts"
import { toolOf } from "../src/tools.ts"
import { operationOf } from "./operation.ts"

const schema: JsonSchema = { type: "string", description: "One of the parameters that an operation of this size has." }
const parameters = Array.from({ length: 12 }, (_, index) => ({
  name: `parameter${index}`,
  in: "query" as const,
  required: false,
  secret: false,
  schema
}))

/** Operations of a plugin as large as ours, all of which it calls essential. */
const operations = (count: number): ReadonlyArray<Operation> =>
  Array.from({ length: count }, (_, index) => {
    const plain = operationOf({ id: `x_get${index}` })
    return { ...plain, shapes: { ...plain.shapes, parameters }, hints: { ...plain.hints, essential: true } }
  })

const bytesOf = (texts: ReadonlyArray<string>) => Buffer.byteLength(`{"tools":[${texts.join(",")}]}`)

describe("the list of tools", () => {
  it("stays under 40 kB however many plugins there are, and then has what finds and calls the others", () => {
    for (const count of [1, 30, 48, 171, 400]) {
      const listed = listOf(operations(count).map(toolOf), everything)
      assert.isAtMost(bytesOf(listed), 40_000)
      const short = listed.length < count
      assert.strictEqual(
        listed.some((text) => text.startsWith('{"name":"find_tools"')),
        short
      )
      assert.isAbove(listed.length, Math.min(count, 10) - 1)
    }
    assert.isAbove(bytesOf(operations(48).map((each) => toolOf(each).text)), 40_000)
  })

  it("is whole where tools are asked for by name, however long", () => {
    const tools = operations(171).map(toolOf)
    const names = new Set(tools.map(({ definition }) => definition.name))
    assert.strictEqual(listOf(tools, { ...everything, names }).length, 171)
  })
})
