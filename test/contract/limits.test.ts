import type { ServedOperation } from "@storeglass/gateway"
import type { JsonSchema, OperationParameter } from "@storeglass/plugin-api"
import { addressOf, everyPlugin, sampleValues, type TestAccount, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { exampleOf } from "../../packages/docs/src/schema.ts"

// Every plugin that the default config enables: what a new one declares is held to here without a line.
const gateway = useTestGateway({
  plugins: everyPlugin
})

const numberAt = (schema: unknown, name: string): number | undefined => {
  const value = Predicate.hasProperty(schema, name) ? schema[name] : undefined
  return typeof value === "number" ? value : undefined
}
const listAt = (schema: unknown, name: string): ReadonlyArray<unknown> => {
  const value = Predicate.hasProperty(schema, name) ? schema[name] : undefined
  return Array.isArray(value) ? value : []
}
const separatedIn = (schema: JsonSchema) => schema["x-comma-separated"]

/** Values that a declaration excludes, as text. */
const beyond = (schema: JsonSchema): ReadonlyArray<string> => {
  const least = numberAt(schema, "minimum")
  const most = schema["x-capped"] === true ? undefined : numberAt(schema, "maximum")
  const longest = numberAt(schema, "maxLength")
  const shortest = numberAt(schema, "minLength") ?? 0
  const items = numberAt(separatedIn(schema), "maxItems")
  return [
    ...(least === undefined ? [] : [String(least - 1)]),
    ...(most === undefined ? [] : [String(most + 1)]),
    ...(longest === undefined ? [] : ["x".repeat(longest + 1)]),
    ...(shortest > 1 ? ["x".repeat(shortest - 1)] : []),
    ...(listAt(schema, "enum").length === 0 ? [] : ["no-such-value"]),
    ...(items === undefined ? [] : [Array.from({ length: items + 1 }, (_, index) => `1${index}`).join()])
  ]
}

const inQuery = ({ shapes }: ServedOperation) =>
  shapes.parameters.filter((parameter) => parameter.in === "query" && parameter.deprecated !== true)

describe("the limits that every operation declares", { timeout: 120_000 }, () => {
  let account: TestAccount
  let values: Readonly<Record<string, string>>
  beforeAll(async () => {
    account = await gateway().account({ plan: "large" })
    values = { ...(await sampleValues(gateway())), competitorIds: "1" }
  })
  const operations = () =>
    gateway().running.composition.operations.filter((row) => row.access === "key" && row.endpoint !== undefined)
  const bodyOf = ({ shapes: { definitions, payload } }: ServedOperation) =>
    payload === undefined ? undefined : exampleOf(payload.schema, definitions)
  const send = (row: ServedOperation, address: string, body = bodyOf(row)) =>
    gateway().ask(address, { method: row.method, key: account.key, ...(body === undefined ? {} : { body }) })
  const withValue = (row: ServedOperation, given: ReadonlyMap<string, string>) => {
    const [path = "", query = ""] = addressOf(row, values).split("?")
    const params = new URLSearchParams(query)
    for (const [name, value] of given) params.set(name, value)
    return params.size === 0 ? path : `${path}?${params}`
  }
  const isNamed = (text: string, name: string) => new RegExp(`"message":"${name}[^"]*(\\(query\\)|:)`).test(text)

  it("refuse what is beyond them in a query, by the parameter's name", async () => {
    let tried = 0
    for (const row of operations()) {
      for (const { name, schema } of inQuery(row)) {
        for (const value of beyond(schema)) {
          const { status, text } = await send(row, withValue(row, new Map([[name, value]])))
          const what = `${row.id} ${name}=${value.slice(0, 40)} answered ${status} ${text.slice(0, 200)}`
          assert.strictEqual(status, 400, what)
          assert.isTrue(isNamed(text, name), what)
          tried++
        }
      }
    }
    assert.isAbove(tried, 100)
  })

  /** A value at the end of what a parameter declares; undefined where it declares no end. */
  const endOf = ({ schema }: OperationParameter, end: "minimum" | "maximum"): string | undefined => {
    const number = numberAt(schema, end)
    if (number !== undefined) return String(number)
    const choices = listAt(schema, "enum")
    const choice = choices.at(end === "minimum" ? 0 : -1)
    return choice === undefined ? undefined : String(choice)
  }

  it.each(["minimum", "maximum"] as const)("take a number that is their %s", async (end) => {
    for (const row of operations()) {
      const numbers = inQuery(row).filter(({ schema }) => numberAt(schema, end) !== undefined)
      if (numbers.length === 0) continue
      const given = new Map(numbers.map((parameter) => [parameter.name, endOf(parameter, end) ?? ""]))
      // Days of history are of countries that are named.
      if (inQuery(row).some(({ name }) => name === "countries")) given.set("countries", "us,jp")
      const { status, text } = await send(row, withValue(row, given))
      const named = status === 400 && numbers.some(({ name }) => isNamed(text, name))
      assert.isFalse(named, `${row.id} ${[...given].join(" ")} answered ${status} ${text.slice(0, 200)}`)
    }
  })

  it("say the same in words", () => {
    for (const row of operations()) {
      for (const { name, schema } of inQuery(row)) {
        const [, low, high] = /\b(\d+) to (\d+)\b/.exec(String(schema.description)) ?? []
        if (low === undefined || numberAt(schema, "maximum") === undefined) continue
        const declared = [numberAt(schema, "minimum"), numberAt(schema, "maximum")]
        assert.deepEqual([Number(low), Number(high)], declared, `${row.id} ${name}`)
      }
    }
  })

  it("give no more than limit says, at its maximum and at 1", async () => {
    for (const row of operations()) {
      const limit = inQuery(row).find(({ name }) => name === "limit")
      const most = numberAt(limit?.schema, "maximum")
      if (most === undefined) continue
      const lengths = async (value: number) => {
        const { json, text, status } = await send(row, withValue(row, new Map([["limit", String(value)]])))
        if (status !== 200) return undefined
        const data: unknown = Predicate.hasProperty(json, "data") ? json.data : assert.fail(text)
        // What a busy store left out isn't the limit's doing.
        if (Predicate.hasProperty(data, "partial") && data.partial === true) return undefined
        return new Map(
          Object.entries(Object(data)).flatMap(([name, list]) => (Array.isArray(list) ? [[name, list.length]] : []))
        )
      }
      const [all, one] = [await lengths(most), await lengths(1)]
      if (all === undefined || one === undefined) continue
      // What shrinks with the limit is what the limit is of.
      for (const [name, length] of all) {
        const least = one.get(name) ?? 0
        if (least < length) assert.isAtMost(least, 1, `${row.id} ${name} at limit=1`)
        if (least < length) assert.isAtMost(length, most, `${row.id} ${name} at limit=${most}`)
      }
      const beyondIt = schemaIsCapped(limit?.schema) ? await lengths(most * 1_000) : undefined
      if (beyondIt !== undefined) assert.deepEqual([...beyondIt], [...all], row.id)
    }
  })

  it("refuse what is beyond them in a body, by the field's name", async () => {
    for (const row of operations()) {
      const { definitions, payload } = row.shapes
      const body = bodyOf(row)
      if (payload === undefined || !Predicate.isObject(body)) continue
      const name = String(payload.schema.$ref ?? "").replace("#/$defs/", "")
      const schema = definitions[name] ?? payload.schema
      for (const [field, own] of Object.entries(Object(schema.properties))) {
        const resolved = definitions[String(Object(own).$ref).replace("#/$defs/", "")] ?? Object(own)
        const longest = numberAt(resolved, "maxLength")
        const most = numberAt(resolved, "maximum")
        const items = numberAt(resolved, "maxItems")
        const wrong = [
          ...(longest === undefined ? [] : ["x".repeat(longest + 1)]),
          ...(most === undefined ? [] : [most + 1]),
          ...(items === undefined ? [] : [Array.from({ length: items + 1 }, () => "x")]),
          ...(listAt(resolved, "enum").length === 0 ? [] : ["no-such-value"])
        ]
        for (const value of wrong) {
          const { status, text } = await send(row, addressOf(row, values), { ...body, [field]: value })
          const what = `${row.id} ${field} answered ${status} ${text.slice(0, 200)}`
          assert.include([400, 413], status, what)
          if (status === 400) assert.include(text, field, what)
        }
      }
    }
  })
})

const schemaIsCapped = (schema: JsonSchema | undefined) => schema?.["x-capped"] === true
