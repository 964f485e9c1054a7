import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Schema } from "effect"
import { type Fault, startSandbox } from "../src/index.ts"
import { as, ask, attempt, notes, start, textsIn } from "./support.ts"

const send = (url: string, method: string, body?: unknown) =>
  ask(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })

const Requests = Schema.fromJsonString(
  Schema.Struct({ requests: Schema.Array(Schema.Struct({ path: Schema.String })) })
)
const requestsIn = Schema.decodeUnknownSync(Requests)

describe("the control route", () => {
  it.effect("takes faults, and refuses what it does not understand", () =>
    Effect.gen(function* () {
      const { baseUrls, origin } = yield* start()
      const faults = `${origin}/__sandbox/faults`
      const url = `${baseUrls.notes}/notes`
      const fault: Fault = { kind: "503", upstream: "notes", times: 1 }
      assert.strictEqual((yield* send(faults, "POST", [fault, { kind: "suspended" }])).status, 201)
      assert.strictEqual((yield* ask(url)).status, 503)
      assert.strictEqual((yield* ask(url)).status, 403)
      assert.include((yield* ask(faults)).body, '"kind":"suspended"')
      assert.strictEqual((yield* send(faults, "DELETE")).status, 200)
      assert.strictEqual((yield* ask(url)).status, 200)
      for (const wrong of [
        { kind: "418" },
        { kind: "500", upstream: "nobody" },
        { kind: "500", path: "(" },
        { kind: "500", often: 2 }
      ]) {
        assert.strictEqual((yield* send(faults, "POST", wrong)).status, 400, JSON.stringify(wrong))
      }
      assert.strictEqual((yield* send(faults, "PUT")).status, 405)
    })
  )

  it.effect("does what a double can be told, and resets its state", () =>
    Effect.gen(function* () {
      const { baseUrls, origin } = yield* start()
      const double = `${origin}/__sandbox/doubles/notes`
      const added = yield* send(`${double}/add`, "POST", { credential: "ann", text: "told" })
      assert.deepStrictEqual([added.status, added.body], [200, '{"result":{"count":2}}'])
      assert.strictEqual((yield* send(`${double}/add`, "POST", { text: 1 })).status, 400)
      assert.strictEqual((yield* send(`${double}/forget`, "POST", {})).status, 404)
      assert.strictEqual((yield* send(`${double}/add`, "GET")).status, 405)
      assert.strictEqual((yield* send(`${double}/state?credential=ann`, "DELETE")).status, 200)
      assert.lengthOf(textsIn((yield* ask(`${baseUrls.notes}/notes`, as("ann"))).body), 1)
    })
  )

  it.effect("reads and clears the ledger, which holds no credentials", () =>
    Effect.gen(function* () {
      const { baseUrls, control, origin } = yield* start()
      const url = `${origin}/__sandbox/requests`
      const headers = { cookie: "secret", "x-api-key": "secret", "x-version": "2" }
      yield* ask(`${baseUrls.notes}/notes?page=1`, { headers })
      yield* ask(`${baseUrls["notes-token"]}/me`)
      const [entry] = control.requests({ upstream: "notes" })
      assert.deepInclude(entry, { method: "GET", path: "/notes", query: { page: "1" }, status: 200, faults: [] })
      assert.strictEqual(entry?.headers["x-version"], "2")
      assert.notInclude(JSON.stringify(entry), "secret")
      assert.lengthOf(control.requests({ path: "/me" }), 1)
      assert.lengthOf(requestsIn((yield* ask(`${url}?upstream=notes-token&afterSequence=1`)).body).requests, 1)
      assert.strictEqual((yield* ask(`${url}?sort=x`)).status, 400)
      assert.strictEqual((yield* send(url, "DELETE")).status, 200)
      assert.isEmpty(control.requests())
    })
  )
})

describe("a sandbox", () => {
  it.effect("follows Effect's Clock when no other is given", () =>
    Effect.gen(function* () {
      const { baseUrls } = yield* startSandbox({ doubles: [notes()], size: 10 })
      assert.deepStrictEqual(textsIn((yield* ask(`${baseUrls.notes}/notes`)).body), ["seeded at 0"])
    })
  )

  it.effect("stops listening when its scope closes", () =>
    Effect.gen(function* () {
      const origin = yield* Effect.scoped(Effect.map(start(), (sandbox) => sandbox.origin))
      assert.isTrue(Exit.isFailure(yield* attempt(origin)))
    })
  )

  it.effect("fails with a reason when its port is taken or its folder is not there", () =>
    Effect.gen(function* () {
      const first = yield* start()
      const taken = yield* Effect.flip(start({ port: Number(new URL(first.origin).port) }))
      assert.include(taken.message, "EADDRINUSE")
      const missing = yield* Effect.flip(start({ recordings: "/nowhere/at/all" }))
      assert.include(missing.message, "/nowhere/at/all")
    })
  )

  it.effect("starts within 150 ms", () =>
    Effect.gen(function* () {
      const startedMs = performance.now()
      yield* start({ size: 3000 })
      assert.isBelow(performance.now() - startedMs, 150)
    })
  )
})
