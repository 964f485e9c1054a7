import { useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"

const gateway = useTestGateway({ plugins: { stores: true, apps: true, charts: true, keywords: true } })

/** Every schema inside of a value. */
const inside = (value: unknown): ReadonlyArray<object> => {
  if (Array.isArray(value)) return value.flatMap(inside)
  return Predicate.isObject(value) ? [value, ...Object.values(value).flatMap(inside)] : []
}
const isNull = (schema: unknown) => Predicate.hasProperty(schema, "type") && schema.type === "null"

describe("the OpenAPI document", () => {
  it("says what a nullable field means where clients and their makers read it: beside its alternatives", async () => {
    const nullable = inside((await gateway().ask("/openapi.json")).json).filter(
      (schema): schema is { anyOf: ReadonlyArray<unknown> } =>
        "anyOf" in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isNull)
    )
    assert.isAbove(nullable.filter((schema) => "description" in schema).length, 150)
    const hidden = nullable.filter(
      (schema) => !("description" in schema) && schema.anyOf.some((each) => Predicate.hasProperty(each, "description"))
    )
    assert.deepEqual(hidden, [])
  })

  it("tells no bounds that only this language has", async () => {
    assert.notInclude((await gateway().ask("/openapi.json")).text, String(Number.MAX_SAFE_INTEGER))
  })
})
