import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { importPKCS8, SignJWT } from "jose"
import { defineDouble, hmac, json, makeKeyPair, sameSignature, startSandbox } from "../src/index.ts"
import { as, ask, noonDay, noonMs, note, notes, start, textsIn } from "./support.ts"

describe("a double", () => {
  it.effect("keeps the state of each credential apart, seeded and reset by name", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      const texts = (credential: string) => Effect.map(ask(url, as(credential)), ({ body }) => textsIn(body))
      yield* ask(url, as("ann", note("hers")))
      yield* ask(url, as("ben", note("his")))
      assert.deepStrictEqual(yield* texts("ann"), [`seeded at ${noonMs}`, "hers"])
      control.reset("notes", "ann")
      assert.deepStrictEqual(yield* texts("ann"), [`seeded at ${noonMs}`])
      assert.include(yield* texts("ben"), "his")
      control.reset("notes")
      assert.notInclude(yield* texts("ben"), "his")
      assert.deepStrictEqual(
        control.requests({ credential: "ben" }).map(({ method, status }) => [method, status]),
        [
          ["POST", 201],
          ["GET", 200],
          ["GET", 200]
        ]
      )
    })
  )

  it.effect("acts as it is told, in process", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const add = (input: unknown) => Effect.promise(() => control.act("notes", "add", input))
      assert.deepStrictEqual(yield* add({ credential: "ann", text: "told" }), { count: 2 })
      assert.include(textsIn((yield* ask(`${baseUrls.notes}/notes`, as("ann"))).body), "told")
      const unknown = yield* Effect.promise(() => control.act("notes", "forget").catch(String))
      assert.include(unknown, "no action 'forget'")
      assert.include(yield* Effect.promise(() => control.act("nobody", "add").catch(String)), "no double 'nobody'")
    })
  )

  it.effect("tells the others where its hosts are, and what it has to show", () =>
    Effect.gen(function* () {
      const { baseUrls, origin, samples, worlds } = yield* start()
      assert.deepStrictEqual(baseUrls, { notes: `${origin}/notes`, "notes-token": `${origin}/auth` })
      assert.include((yield* ask(`${baseUrls.notes}/notes`)).body, `"token":"${origin}/auth"`)
      const [app] = worlds.first.at(noonDay).apps()
      assert.deepStrictEqual(yield* Effect.promise(samples), { noteId: "1", firstApp: app?.name ?? "" })
    })
  )

  it.effect("takes bytes and forms, and gives files and streams", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const put = { method: "PUT", body: new Uint8Array([0, 255, 254, 10]) }
      assert.strictEqual((yield* ask(`${baseUrls.notes}/picture`, put)).body, '{"bytes":[0,255,254,10]}')
      const form = new FormData()
      form.set("title", "A picture")
      form.set("file", new Blob([new Uint8Array(2_000)]), "picture.png")
      const sent = yield* ask(`${baseUrls.notes}/upload`, { method: "POST", body: form })
      assert.strictEqual(sent.body, '{"title":"A picture","size":2000}')
      assert.isAbove(control.requests()[1]?.bodyBytes ?? 0, 2_000)
      const report = yield* ask(`${baseUrls.notes}/report`)
      assert.include(report.headers.get("content-disposition") ?? "", "report.csv.gz")
      const streamed = yield* ask(`${baseUrls.notes}/stream`)
      assert.deepStrictEqual([streamed.headers.get("content-length"), streamed.body], [null, "one two three"])
      assert.strictEqual((yield* ask(`${baseUrls.notes}/notes`, { method: "DELETE" })).status, 204)
    })
  )

  it.effect("verifies tokens: signature, audience, times and lifetime", () =>
    Effect.gen(function* () {
      const pair = yield* Effect.promise(() => makeKeyPair())
      const other = yield* Effect.promise(() => makeKeyPair())
      const { baseUrls } = yield* start({}, notes(pair.publicKey))
      const nowS = noonMs / 1000
      const signed = (privateKey: string, claims: object) =>
        Effect.promise(async () =>
          new SignJWT({ aud: "notes-v1", iss: "me", iat: nowS, exp: nowS + 600, ...claims })
            .setProtectedHeader({ alg: "ES256" })
            .sign(await importPKCS8(privateKey, "ES256"))
        )
      const statusOf = (privateKey: string, claims: object = {}) =>
        Effect.flatMap(signed(privateKey, claims), (token) =>
          Effect.map(ask(`${baseUrls["notes-token"]}/me`, as(token)), ({ status }) => status)
        )
      assert.strictEqual(yield* statusOf(pair.privateKey), 200)
      assert.strictEqual(yield* statusOf(other.privateKey), 401)
      assert.strictEqual(yield* statusOf(pair.privateKey, { aud: "other" }), 401)
      assert.strictEqual(yield* statusOf(pair.privateKey, { exp: nowS - 1 }), 401)
      assert.strictEqual(yield* statusOf(pair.privateKey, { exp: nowS + 1300 }), 401)
      assert.strictEqual((yield* ask(`${baseUrls["notes-token"]}/me`, as("nonsense"))).status, 401)
    })
  )

  it("signs as webhooks are signed", () => {
    assert.isTrue(sameSignature(hmac("key", "body"), hmac("key", "body")))
    assert.isFalse(sameSignature(hmac("key", "body"), hmac("key", "Body")))
  })

  it.effect("of one host has its name, and two of one name do not start", () =>
    Effect.gen(function* () {
      const one = defineDouble({ name: "one", handle: ({ path }) => json(200, { path }) })
      const { baseUrls } = yield* startSandbox({ doubles: [one] })
      assert.strictEqual((yield* ask(`${baseUrls.one}/here`)).body, '{"path":"/here"}')
      const error = yield* Effect.flip(startSandbox({ doubles: [one, one] }))
      assert.include(error.message, "'one'")
    })
  )
})
