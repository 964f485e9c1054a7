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

const valueAt = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, key) => (Predicate.isObject(found) ? Reflect.get(found, key) : undefined), value)
const operationsIn = (document: unknown) =>
  Object.entries(Object(valueAt(document, "paths"))).flatMap(([path, item]) =>
    Object.entries(Object(item)).map(([method, operation]) => [path, method, operation] as const)
  )
const successOf = (operation: unknown) =>
  Object.entries(Object(valueAt(operation, "responses"))).find(([status]) => status.startsWith("2"))?.[1]
const parametersOf = (document: unknown, operation: unknown): ReadonlyArray<unknown> =>
  Object.values(Object(valueAt(operation, "parameters"))).map((parameter) => {
    const ref = valueAt(parameter, "$ref")
    return typeof ref === "string" ? valueAt(document, ...ref.slice(2).split("/")) : parameter
  })

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

  it("has a recorded example of every operation: of its answer, its body, and what was asked for", async () => {
    const { json } = await gateway().ask("/openapi.json")
    for (const [path, method, operation] of operationsIn(json)) {
      const name = `${method} ${path}`
      const media = valueAt(successOf(operation), "content", "application/json")
      assert.deepEqual(Object.keys(Object(valueAt(media, "example"))), ["data"], name)
      if (valueAt(operation, "requestBody") !== undefined) {
        assert.isDefined(valueAt(operation, "requestBody", "content", "application/json", "example"), name)
      }
      for (const parameter of parametersOf(json, operation)) {
        if (valueAt(parameter, "in") !== "path") continue
        assert.isDefined(valueAt(parameter, "example"), `${name} ${String(valueAt(parameter, "name"))}`)
      }
    }
  })

  it("writes a parameter or a failure that operations share once", async () => {
    const { json } = await gateway().ask("/openapi.json")
    const written: Array<string> = []
    for (const [, , operation] of operationsIn(json)) {
      for (const parameter of Object.values(Object(valueAt(operation, "parameters")))) {
        if (valueAt(parameter, "$ref") === undefined) written.push(JSON.stringify(parameter))
      }
      for (const [status, response] of Object.entries(Object(valueAt(operation, "responses")))) {
        assert.strictEqual(valueAt(response, "$ref") === undefined, status.startsWith("2"), status)
      }
    }
    assert.strictEqual(new Set(written).size, written.length)
    const shared = Object.keys(Object(valueAt(json, "components", "parameters")))
    for (const name of ["country", "platform", "Idempotency-Key"]) assert.include(shared, name)
  })

  it("tells of Retry-After where a retry may help, and of no balance where nobody is known", async () => {
    const { json } = await gateway().ask("/openapi.json")
    const responses = Object(valueAt(json, "components", "responses"))
    const named = (start: string) => Object.keys(responses).filter((name) => name.startsWith(start))
    for (const name of [...named("429."), ...named("503."), ...named("504.")]) {
      assert.include(Object.keys(responses[name].headers), "Retry-After", name)
    }
    for (const name of [...named("400."), ...named("404.")]) {
      assert.notInclude(Object.keys(responses[name].headers), "Retry-After", name)
    }
    for (const name of named("401.")) {
      assert.deepEqual(Object.keys(responses[name].headers), ["X-Request-Id", "WWW-Authenticate"], name)
    }
    assert.isAbove(named("4").length, 5)
    const refused = await gateway().ask("/v1/version")
    assert.strictEqual(refused.status, 401)
    assert.isNotNull(refused.headers.get("www-authenticate"))
    assert.isNull(refused.headers.get("x-credit-cost"))
  })

  it("has Link where there are pages, and nowhere else", async () => {
    const { json } = await gateway().ask("/openapi.json")
    const paged = operationsIn(json)
      .filter(([, , operation]) => valueAt(successOf(operation), "headers", "Link") !== undefined)
      .map(([path]) => path)
    const declared = gateway()
      .running.composition.operations.filter(({ access, pagedBy }) => access === "key" && pagedBy !== undefined)
      .map(({ path }) => path.replace(/:(\w+)/g, "{$1}"))
    assert.deepEqual(paged.toSorted(), declared.toSorted())
    assert.include(paged, "/v1/apps/{id}/reviews")
  })
})
