import { addressOf, demoBody, everyPlugin, sampleValues, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { at } from "../mcp/support.ts"

const gateway = useTestGateway({ plugins: everyPlugin, config: { jobs: { concurrency: 0 } } })

/** A value of a body, made from its schema: every field of it, so that every text is tried. */
const exampleOf = (schema: unknown, definitions: Readonly<Record<string, unknown>>, depth = 0): unknown => {
  if (depth > 6) return undefined
  const ref = at(schema, "$ref")
  if (typeof ref === "string") return exampleOf(definitions[ref.replace("#/$defs/", "")], definitions, depth + 1)
  const given = [at(schema, "examples", 0), at(schema, "default"), at(schema, "const"), at(schema, "enum", 0)]
  const found = given.find((value) => value !== undefined && value !== null)
  if (found !== undefined && !Predicate.isObject(found)) return found
  const alternative = at(schema, "anyOf", 0) ?? at(schema, "oneOf", 0)
  if (alternative !== undefined) return exampleOf(alternative, definitions, depth + 1)
  switch (at(schema, "type")) {
    case "object":
      return Object.fromEntries(
        Object.entries(Object(at(schema, "properties"))).flatMap(([name, field]) => {
          const value = exampleOf(field, definitions, depth + 1)
          return value === undefined ? [] : [[name, value]]
        })
      )
    case "array":
      return [exampleOf(at(schema, "items"), definitions, depth + 1)]
    case "integer":
    case "number":
      return at(schema, "minimum") ?? 1
    case "boolean":
      return true
    default:
      return "photo editor"
  }
}

/** The body once for each of its texts, with U+0000 at that one's end. */
const spoilt = (body: unknown): ReadonlyArray<unknown> => {
  if (typeof body === "string") return [`${body}\0`]
  if (Array.isArray(body)) {
    return body.flatMap((item: unknown, index) => spoilt(item).map((bad) => body.with(index, bad)))
  }
  if (!Predicate.isObject(body)) return []
  return Object.entries(body).flatMap(([name, value]) => spoilt(value).map((bad) => ({ ...body, [name]: bad })))
}

describe("the character U+0000, which no database stores in a text", () => {
  it("is never a 5xx, in whichever field of a body it comes", async () => {
    const samples = await sampleValues(gateway())
    const customer = await gateway().account({ plan: "large" })
    const operator = await gateway().account({ plan: "large", scopes: ["read", "write", "internal"] })
    const failed: Array<string> = []
    let sent = 0
    for (const row of gateway().running.composition.operations) {
      const { definitions, payload } = row.shapes
      if (payload === undefined || row.access === "public" || row.access === "session") continue
      const key = row.access === "internal" ? operator.key : customer.key
      const bodies = [exampleOf(payload.schema, definitions), await demoBody(gateway(), row)]
      for (const body of bodies.flatMap(spoilt)) {
        const address = addressOf(row, samples)
        const { status, text } = await gateway().ask(address, { method: row.method, key, body })
        sent += 1
        if (status >= 500) failed.push(`${row.method} ${address} ${JSON.stringify(body)}: ${text}`)
      }
    }
    assert.isAbove(sent, 150)
    assert.deepEqual(failed, [])
  }, 300_000)
})
