import { assert, describe, it } from "vitest"
import type { OperationRow } from "../page/generated/account.routes.ts"
import { addressOf, fixedOf, inPlaces } from "../page/panels/call.ts"
import { fieldsOf, formOf, typedOf, Unreadable, valueTyped } from "../page/panels/schema.ts"

const shapes = {
  parameters: [
    {
      name: "country",
      in: "query" as const,
      required: false,
      secret: false,
      schema: { type: "string", description: "Storefront.", default: "us" }
    },
    { name: "id", in: "path" as const, required: true, secret: false, schema: { $ref: "#/$defs/AppId" } },
    { name: "old", in: "query" as const, required: false, secret: false, deprecated: true, schema: { type: "string" } },
    { name: "Idempotency-Key", in: "header" as const, required: false, secret: false, schema: { type: "string" } },
    { name: "x-issuer", in: "header" as const, required: true, secret: true, schema: { type: "string" } }
  ],
  payload: {
    required: true,
    schema: {
      type: "object",
      required: ["name"],
      properties: {
        notes: { type: "string", maxLength: 5000 },
        name: { type: "string", maxLength: 80 },
        limit: { anyOf: [{ type: "integer", minimum: 1, maximum: 9 }, { type: "null" }] },
        kind: { anyOf: [{ const: "a" }, { const: "b" }] },
        isLive: { type: "boolean" },
        tags: { type: "array", items: { type: "string" } },
        days: { type: "array", items: { type: "number" } },
        filters: {
          type: "object",
          required: ["feeds"],
          properties: { feeds: { type: "array", items: { type: "string" } } }
        },
        rest: { type: "array", items: { type: "array" } },
        privateKey: { type: "string" }
      }
    }
  },
  definitions: { AppId: { type: "string", description: "App id." } }
}

describe("a form made of a declaration", () => {
  const form = formOf(shapes)
  const body = form.body?.fields ?? []
  const field = (name: string) => body.find((each) => each.name === name) ?? assert.fail(`no field ${name}`)

  it("asks for what the operation takes, what it needs first, and for no older name and no key of its own", () => {
    assert.deepEqual(
      form.path.map(({ description, name, required }) => [name, required, description]),
      [["id", true, "App id."]]
    )
    assert.deepEqual(
      form.query.map(({ name, usual }) => [name, usual]),
      [["country", "us"]]
    )
    assert.deepEqual(
      form.header.map(({ name, secret }) => [name, secret]),
      [["x-issuer", true]]
    )
    assert.strictEqual(body[0]?.name, "name")
  })

  it("asks for each kind of value in its own way", () => {
    assert.deepEqual(
      ["notes", "limit", "kind", "isLive", "tags", "days", "rest"].map((name) => field(name).asked.kind),
      ["text", "number", "choice", "boolean", "list", "list", "json"]
    )
    assert.deepInclude(field("limit").asked, { whole: true, min: 1, max: 9 })
    assert.deepInclude(field("kind").asked, { choices: ["a", "b"] })
    assert.isTrue(field("privateKey").secret)
  })

  it("sends what was typed as what it is, and nothing for what wasn't", () => {
    assert.strictEqual(valueTyped(field("limit"), "7"), 7)
    assert.strictEqual(valueTyped(field("isLive"), "false"), false)
    assert.deepEqual(valueTyped(field("tags"), "one\n two , three"), ["one", "two", "three"])
    assert.deepEqual(valueTyped(field("days"), "1\n2"), [1, 2])
    assert.deepEqual(valueTyped(field("filters"), { feeds: "https://a.example/x,y" }), {
      feeds: ["https://a.example/x,y"]
    })
    assert.deepEqual(valueTyped(field("rest"), "[[1]]"), [[1]])
    for (const name of ["limit", "kind", "isLive", "tags", "filters", "rest", "notes"]) {
      assert.isUndefined(valueTyped(field(name), name === "filters" ? {} : "  "), name)
    }
  })

  it("says which field can't be read, before anything is sent", () => {
    assert.throws(() => valueTyped(field("limit"), "many"), Unreadable, "limit (form): must be a number")
    assert.throws(() => valueTyped(field("rest"), "[["), Unreadable, "rest (form): must be JSON")
  })

  it("shows a value as it would be typed", () => {
    assert.strictEqual(typedOf(field("tags"), ["a", "b"]), "a\nb")
    assert.deepEqual(typedOf(field("filters"), { feeds: ["a"] }), { feeds: "a" })
    assert.strictEqual(typedOf(field("limit"), 3), "3")
  })

  it("writes as JSON what is nested too deep", () => {
    const deep = {
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: {
            b: {
              type: "object",
              properties: { c: { type: "object", properties: { d: { type: "object", properties: {} } } } }
            }
          }
        }
      }
    }
    const [a] = fieldsOf(deep, {})
    const inner = (asked: (typeof body)[number]["asked"] | undefined) =>
      asked?.kind === "object" ? asked.fields[0]?.asked : undefined
    assert.strictEqual(inner(inner(inner(a?.asked)))?.kind, "json")
  })
})

describe("a block of a panel", () => {
  const operation: OperationRow = {
    id: "x_y",
    plugin: "x",
    method: "GET",
    path: "/v1/apps/:id/ranks",
    access: "key",
    credits: 0,
    bucket: "general",
    summary: "",
    description: "",
    title: "",
    reads: true,
    destroys: false
  }
  const block = {
    kind: "view",
    operation: "x_y",
    params: { id: { page: "app" }, country: { page: "country" }, chart: "top" }
  } as const

  it("sends what the page knows to where it belongs, and leaves out what the page doesn't know", () => {
    const values = inPlaces(operation, fixedOf(block, { app: "a/b?c" }))
    assert.strictEqual(addressOf(operation, values), "/v1/apps/a%2Fb%3Fc/ranks?chart=top")
  })
})
