import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { assert, describe, it } from "vitest"
import { generate } from "../src/generator/index.ts"
import { generateSessionRoutes, type SessionRoute } from "../src/generator/sessionRoutes.ts"

const root = resolve(import.meta.dirname, "../../..")
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = { type: "string" }
const whole = { type: "integer" }
const success = (data: unknown) => ({
  "200": {
    content: { "application/json": { schema: { type: "object", properties: { data }, required: ["data"] } } }
  }
})
const query = (name: string, schema: unknown, required = false) => ({ name, in: "query", required, schema })
const path = (name: string) => ({ name, in: "path", required: true, schema: text })
const security = [{ apiKey: [] }]
const paged = (data: unknown, ...parameters: ReadonlyArray<unknown>) => ({
  parameters,
  responses: success(data),
  security
})
const listed = (more: Record<string, unknown>) => ({
  type: "object",
  properties: { things: { type: "array", items: ref("Thing") }, ...more }
})

const document = {
  paths: {
    "/v1/a": {
      get: {
        operationId: "things_byOffset",
        ...paged(listed({ total: whole }), query("limit", { ...whole, default: 20 }), query("offset", whole))
      }
    },
    "/v1/b": {
      get: {
        operationId: "things_byCursor",
        ...paged(listed({ nextCursor: { anyOf: [text, { type: "null" }] } }), query("cursor", text))
      }
    },
    "/v1/c": {
      get: {
        operationId: "things_byPage",
        ...paged({ type: "array", items: text }, query("page", { ...whole, minimum: 0 }))
      }
    },
    "/v1/d": {
      get: {
        operationId: "things_twoLists",
        ...paged(listed({ others: { type: "array", items: text } }), query("page", whole))
      }
    },
    "/v1/e/{id}": {
      patch: {
        operationId: "adfree_change",
        summary: "Change it",
        description: "Changes */ it.",
        "x-credit-cost": 1,
        "x-credit-bucket": "creative",
        security,
        parameters: [
          path("id"),
          query("ids", { type: "string", "x-comma-separated": { items: text } }),
          query("codes", { type: "string", "x-comma-separated": { items: { enum: ["de", "fr"] } } }),
          { name: "X-Image-Key", in: "header", required: false, schema: text },
          { name: "Idempotency-Key", in: "header", required: false, schema: text }
        ],
        requestBody: { content: { "application/json": { schema: ref("Thing") } } },
        responses: { ...success(ref("Thing")), "202": success({ type: "null" })["200"] }
      },
      post: {
        operationId: "adfree_make",
        security: [],
        parameters: [query("dry-run", { type: "boolean" })],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { name: text, "in-app": { anyOf: [whole, { type: "null" }] } },
                required: ["name"]
              }
            }
          }
        },
        responses: success({ type: "object", additionalProperties: { type: "array", items: { anyOf: [whole, text] } } })
      }
    }
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        description: "A thing.",
        properties: {
          id: { anyOf: [{ type: "string", description: "Its id." }, { type: "null" }] },
          pair: { type: "array", prefixItems: [whole, text] },
          kind: { enum: ["a", 1, null] },
          deep: { type: "object", properties: { any: {} }, required: ["any"] }
        },
        required: ["id"]
      },
      NOT_FOUND: {
        type: "object",
        properties: { error: { type: "object", properties: { code: { type: "string", enum: ["NOT_FOUND"] } } } }
      }
    }
  }
}

const { operations, schemas } = generate(document)

describe("what is made of a document", () => {
  it("has an interface for each component and a list of error codes", () => {
    assert.include(
      schemas,
      "/** A thing. */\nexport interface Thing {\n  /** Its id. */\n  readonly id: string | null\n"
    )
    assert.include(schemas, "readonly pair?: readonly [number, string]")
    assert.include(schemas, 'readonly kind?: "a" | 1 | null')
    assert.include(schemas, "readonly deep?: {\n    readonly any: unknown\n  }")
    assert.include(schemas, 'export type ErrorCode =\n  | "NOT_FOUND"\n')
    assert.notInclude(schemas, "interface NOTFOUND")
  })

  it("walks pages by offset, cursor and page number, where it is plain which field holds the items", () => {
    const things = "S.Thing>"
    assert.match(operations, new RegExp(`byOffset: PagedOperation<ThingsByOffsetInput, [^]*?, ${things}`))
    assert.include(
      operations,
      'paging: { by: "offset", param: "offset", limit: "limit", limitDefault: 20 }, items: "things"'
    )
    assert.include(operations, 'paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "things"')
    assert.include(operations, 'paging: { by: "page", param: "page", first: 0, last: null }, items: null')
    assert.include(operations, "twoLists: Operation<")
  })

  it("takes a body by its fields, and as a whole where a name is taken already", () => {
    assert.include(
      operations,
      '"dry-run"?: boolean | undefined\n  readonly name: string\n  readonly "in-app"?: number | null | undefined'
    )
    assert.include(operations, 'access: "public", query: ["dry-run"], body: ["name", "in-app"]')
    assert.include(operations, "readonly id: string | number\n")
    assert.include(operations, "readonly body: S.Thing\n")
  })

  it("takes lists as arrays, ids also as numbers, declared headers, and none of its own", () => {
    assert.include(operations, "readonly ids?: ReadonlyArray<string | number> | string | undefined")
    assert.include(operations, 'readonly codes?: ReadonlyArray<"de" | "fr"> | undefined')
    assert.include(operations, 'lists: ["ids", "codes"], headers: ["X-Image-Key"]')
    assert.notInclude(operations, "Idempotency-Key")
  })

  it("tells price and route, and lets no text end its comment", () => {
    assert.include(operations, "   * Changes *\\/ it.\n")
    assert.include(operations, "   * Costs 1 creative credit. `PATCH /v1/e/{id}`\n")
    assert.include(operations, "change: Operation<AdfreeChangeInput, S.Thing | null>")
    assert.include(
      operations,
      "make: Operation<AdfreeMakeInput, Readonly<Record<string, ReadonlyArray<number | string>>>>"
    )
  })

  it("compiles under strict", () => {
    const folder = mkdtempSync(join(tmpdir(), "storeglass-generated-"))
    const file = (name: string) => join(folder, name)
    try {
      const made = generate(document, { from: join(root, "packages/client/src/index.ts") })
      writeFileSync(file("package.json"), JSON.stringify({ type: "module" }))
      writeFileSync(file("schemas.ts"), made.schemas)
      writeFileSync(file("operations.ts"), made.operations)
      const tsc = join(root, "node_modules/typescript/bin/tsc")
      writeFileSync(
        file("tsconfig.json"),
        JSON.stringify({
          extends: join(root, "tsconfig.json"),
          include: ["*.ts"],
          files: [],
          compilerOptions: { types: [], lib: ["es2022", "dom"] }
        })
      )
      const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })
      assert.strictEqual(status, 0, stdout)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }, 60_000)

  it("refuses a group with the name of something that a client has itself", () => {
    const taken = { paths: { "/v1/x": { get: { operationId: "credits_get", responses: success(text) } } } }
    assert.throws(() => generate(taken), /an operation group can't be named 'credits'/)
  })

  it("imports and passes on what another module has, in place of writing it again", () => {
    const shared = { module: "./contract.ts", components: new Set(["Thing"]), codes: new Set(["NOT_FOUND"]) }
    const made = generate(document, { shared }).schemas
    assert.include(made, 'export type { Thing } from "./contract.ts"\n')
    assert.notInclude(made, "interface Thing ")
    assert.include(made, "export type ErrorCode = never")
    const used = /^import type \{ Thing \} /m.test(made)
    assert.strictEqual(used, /\bThing\b/.test(made.replace(/^(import|export) type \{.*$/gm, "")))
  })

  it("makes valid TypeScript of a document without operations", () => {
    assert.include(generate({}).schemas, "export type ErrorCode = never")
  })
})

describe("the types of session routes", () => {
  const of = (data: Record<string, unknown> | undefined, more: Partial<SessionRoute> = {}): SessionRoute => ({
    method: "GET",
    path: "/dashboard/api/things",
    summary: "Things",
    shapes: {
      parameters: [],
      payload: undefined,
      successes: [{ schema: data && { type: "object", properties: { data }, required: ["data"] } }],
      definitions: {}
    },
    ...more
  })
  const options = { name: "Routes", madeBy: "a test" }
  const thing = { $ref: "#/$defs/Thing" }
  const named = (shape: Record<string, unknown>, path: `/${string}`): SessionRoute => {
    const route = of(thing, { path })
    return { ...route, shapes: { ...route.shapes, definitions: { Thing: shape } } }
  }

  it("say what each is asked, in its path, query and body, and what it answers", () => {
    const { shapes } = of({ type: "array", items: text })
    const made = generateSessionRoutes(
      [
        of(text, {
          method: "PUT",
          path: "/dashboard/api/things/:id",
          shapes: {
            ...shapes,
            parameters: [
              { name: "id", in: "path", required: true, schema: text },
              { name: "after", in: "query", required: false, schema: text },
              { name: "kind", in: "query", required: true, schema: { type: "string", enum: ["a", "b"] } }
            ],
            payload: { schema: { type: "object", properties: { on: { type: "boolean" } }, required: ["on"] } }
          }
        })
      ],
      options
    )
    assert.include(made, 'readonly "PUT /dashboard/api/things/:id": {')
    assert.include(made, "readonly params: { readonly id: string }")
    assert.include(made, 'readonly query: { readonly after?: string | number | undefined; readonly kind: "a" | "b" }')
    assert.match(made, /readonly body: \{\s*readonly on: boolean\s*\}/)
    assert.include(made, "readonly answer: ReadonlyArray<string>")
  })

  it("declare a shape with a name once, refuse two of one name, and leave out what isn't JSON", () => {
    const shape = { type: "object", properties: { a: text }, required: ["a"] }
    const made = generateSessionRoutes([named(shape, "/x"), named(shape, "/y"), of(undefined, { path: "/z" })], options)
    assert.lengthOf([...made.matchAll(/export interface Thing \{/g)], 1)
    assert.notInclude(made, '"GET /z"')
    const other = { type: "object", properties: { b: text }, required: ["b"] }
    assert.throws(
      () => generateSessionRoutes([named(shape, "/x"), named(other, "/y")], options),
      /GET \/y: another route has another shape called 'Thing'/
    )
  })
})
