/** Requests and answers against descriptions: one made here, and those of real vendors where they are at hand. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { defineDouble, json, startSandbox, violationText } from "../src/index.ts"
import { loadDescription } from "../src/openapi/Description.ts"
import { ask } from "./support.ts"

const Named = { type: "object", properties: { name: { type: "string", nullable: true } }, required: ["name"] }
const petStore = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        parameters: [
          { name: "fields", in: "query", explode: false, schema: { type: "array", items: { enum: ["a", "b"] } } },
          { name: "limit", in: "query", required: true, schema: { type: "integer", maximum: 5 } }
        ],
        responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } } }
      }
    },
    "/pets": {
      post: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } }
        },
        responses: { 201: { description: "made" }, 204: { description: "none" } }
      }
    }
  },
  components: {
    schemas: {
      Named,
      Tag: { type: "object", properties: { text: { type: "string" } } },
      // Composed: neither part knows the names of the other.
      Pet: {
        allOf: [
          { $ref: "#/components/schemas/Named" },
          { type: "object", properties: { tags: { type: "array", items: { $ref: "#/components/schemas/Tag" } } } }
        ]
      }
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "storeglass-descriptions-"))
writeFileSync(join(folder, "pets.json"), JSON.stringify(petStore))

const pets = (answer: unknown, file = "pets.json", composed: ReadonlyArray<string> = []) =>
  defineDouble({
    name: "pets",
    describedBy: { files: [file], base: "/v1", except: [/^\/token$/], composed },
    handle: ({ method }) => (method === "POST" ? json(201, {}) : json(200, answer))
  })

const post = (body: unknown, type = "application/json"): RequestInit => ({
  method: "POST",
  headers: { "content-type": type },
  body: JSON.stringify(body)
})

const problemsOf = (path: string, init: RequestInit = {}, double = pets({ name: "Rex" })) =>
  Effect.gen(function* () {
    const { baseUrls, control } = yield* startSandbox({ doubles: [double], size: 1, descriptions: folder })
    yield* ask(`${baseUrls.pets}${path}`, init)
    return control.violations().flatMap(({ problems, side }) => problems.map((problem) => `${side}: ${problem}`))
  }).pipe(Effect.scoped)

describe("a description", () => {
  it.effect("lets pass what is as described", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* problemsOf("/v1/pets/7?limit=5&fields=a,b"), [])
      assert.deepStrictEqual(yield* problemsOf("/v1/pets", post({ name: null, tags: [{ text: "x" }] })), [])
      assert.deepStrictEqual(yield* problemsOf("/token", post({ any: "thing" })), [])
    })
  )

  it.effect("tells what is not, names that it does not know above all", () =>
    Effect.gen(function* () {
      const find = (path: string, init?: RequestInit) => Effect.map(problemsOf(path, init), (all) => all.join("\n"))
      assert.include(yield* find("/v1/pets/7?limit=6"), "query limit: it must be <= 5")
      assert.include(yield* find("/v1/pets/7?limit=1&fields=a,c"), "query fields")
      assert.include(yield* find("/v1/pets/rex?limit=1"), "path id")
      assert.include(yield* find("/v1/pets/7?limit=1&sort=a"), "there's no query parameter 'sort'")
      assert.include(yield* find("/v1/pets/7"), "'limit' is missing")
      assert.include(yield* find("/v1/cats"), "there's no such operation")
      assert.include(yield* find("/v1/pets", { method: "POST" }), "the body is missing")
      assert.include(yield* find("/v1/pets", post({ name: "Rex", colour: "red" })), "'colour'")
      assert.include(yield* find("/v1/pets", post({ name: "Rex", tags: [{ text: "x", more: 1 }] })), "'more'")
      assert.include(yield* find("/v1/pets", post({})), "name")
      assert.include(yield* find("/v1/pets", post({ name: "Rex" }, "text/plain")), "content type")
    })
  )

  it.effect("leaves out statuses that the double says the vendor has beside it", () =>
    Effect.gen(function* () {
      const gone = (statuses: ReadonlyArray<number>) =>
        defineDouble({
          name: "pets",
          describedBy: { files: ["pets.json"], base: "/v1", statuses },
          handle: () => json(410, { gone: true })
        })
      assert.deepStrictEqual(yield* problemsOf("/v1/pets/7?limit=1", {}, gone([410])), [])
      assert.include((yield* problemsOf("/v1/pets/7?limit=1", {}, gone([]))).join(), "410")
    })
  )

  it.effect("leaves out query parameters that the double says the vendor's links have", () =>
    Effect.gen(function* () {
      const paged = (queries: ReadonlyArray<string>) =>
        defineDouble({
          name: "pets",
          describedBy: { files: ["pets.json"], base: "/v1", queries },
          handle: () => json(200, { name: "Rex" })
        })
      assert.deepStrictEqual(yield* problemsOf("/v1/pets/7?limit=1&cursor=x", {}, paged(["cursor"])), [])
      assert.include((yield* problemsOf("/v1/pets/7?limit=1&cursor=x", {}, paged([]))).join(), "'cursor'")
    })
  )

  it.effect("holds the double's own answers too, but no fault", () =>
    Effect.gen(function* () {
      const wrong = yield* problemsOf("/v1/pets/7?limit=1", {}, pets({ name: 1, extra: true }))
      assert.isTrue(wrong.every((problem) => problem.startsWith("answer:")))
      assert.include(wrong.join(), "'extra'")
      const { baseUrls, control } = yield* startSandbox({ doubles: [pets({})], size: 1, descriptions: folder })
      control.fail({ kind: "500" })
      yield* ask(`${baseUrls.pets}/v1/pets/7?limit=1`)
      assert.deepStrictEqual(control.violations(), [])
    })
  )

  it.effect("leaves the schemas open that are excepted by name", () =>
    Effect.gen(function* () {
      const double = pets({}, "pets.json", ["Pet"])
      assert.deepStrictEqual(yield* problemsOf("/v1/pets", post({ name: "Rex", colour: "red" }), double), [])
    })
  )

  it.effect("says plainly that it is not there, and that a violation is one", () =>
    Effect.gen(function* () {
      const sandbox = yield* startSandbox({ doubles: [pets({}, "cats.json")], size: 1, descriptions: folder })
      assert.lengthOf(sandbox.undescribed, 1)
      assert.include(sandbox.undescribed[0] ?? "", "cats.json isn't in")
      const text = violationText({ upstream: "pets", method: "GET", path: "/x", side: "request", problems: ["a", "b"] })
      assert.strictEqual(text, "pets: the request of GET /x doesn't match the vendor's description: a; b")
    })
  )
})

const vendors = join(import.meta.dirname, "../../../../shared/vendor-specs")
const files = existsSync(vendors)
  ? [...readFileSync(join(vendors, "SHA256SUMS"), "utf8").matchAll(/\S+\.openapi\.json/g)].map(([file]) => file)
  : []

describe("the vendors' own descriptions", () => {
  it.skipIf(files.length === 0)("are all read, every schema of them", { timeout: 60_000 }, async () => {
    for (const file of files) {
      const description = await loadDescription(vendors, { files: [file] })
      assert.isDefined(description, file)
      assert.deepStrictEqual(description?.compileAll(), [], file)
    }
  })
})
