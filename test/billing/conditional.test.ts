import { request as httpRequest } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** What is on the wire, which fetch would unpack. */
const raw = (url: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  new Promise<Raw>((resolve, reject) => {
    httpRequest(url, { method, headers }, (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks)
        })
      )
    })
      .on("error", reject)
      .end()
  })

const fixture = makeFixture()

describe("an answer in a coding", () => {
  const gateway = useTestGateway({ plugins: { stores: true, charts: true }, further: [fixture.plugin] })
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    raw(`${gateway().url}${path}`, headers, method)

  it("is the same in br, gzip and none, made anew and kept, at the same price", async () => {
    const { accountId, key } = await gateway().account()
    const path = "/v1/categories"
    const plain = await ask(path, { "x-api-key": key })
    assert.isUndefined(plain.headers["content-encoding"])
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    // Twice each: the second comes from memory as it is.
    for (const coding of ["br", "gzip", "br", "gzip"] as const) {
      const packed = await ask(path, { "x-api-key": key, "accept-encoding": coding })
      assert.deepEqual([packed.status, packed.headers["content-encoding"]], [200, coding])
      assert.include(packed.headers.vary ?? "", "Accept-Encoding")
      assert.strictEqual(packed.headers["content-length"], String(packed.body.length))
      assert.isBelow(packed.body.length, plain.body.length / 2)
      assert.deepEqual(unpack[coding](packed.body), plain.body)
      assert.strictEqual(packed.headers.etag, plain.headers.etag)
    }
    for (const none of ["identity", "br;q=0, gzip;q=0", "*;q=0", "zstd", "br;q=x", "", "x".repeat(600)]) {
      const answer = await ask(path, { "x-api-key": key, "accept-encoding": none })
      assert.deepEqual([answer.status, answer.headers["content-encoding"]], [200, undefined], none)
    }
    for (const [accept, coding] of [
      ["gzip, deflate, br", "br"],
      ["gzip;q=1, br;q=0.5", "gzip"],
      ["*", "br"]
    ] as const) {
      const answer = await ask(path, { "x-api-key": key, "accept-encoding": accept })
      assert.strictEqual(answer.headers["content-encoding"], coding, accept)
    }
    assert.strictEqual(await gateway().used(accountId), 15)
  })

  it("of the OpenAPI document is a tenth of it, and a short answer stays as it is", async () => {
    const plain = await ask("/openapi.json")
    const packed = await ask("/openapi.json", { "accept-encoding": "br" })
    assert.isBelow(packed.body.length, plain.body.length / 8)
    const { key } = await gateway().account()
    const short = await ask("/v1/fixture/items/1", { "x-api-key": key, "accept-encoding": "br" })
    assert.deepEqual([short.status, short.headers["content-encoding"]], [200, undefined])
  })

  it("is 304 for who has it, is charged as its 200 would be, and says so", async () => {
    const { accountId, key } = await gateway().account()
    for (const path of ["/v1/fixture/shared/41", "/v1/fixture/shared/42"]) {
      const before = await gateway().used(accountId)
      const first = await ask(path, { "x-api-key": key })
      const etag = first.headers.etag ?? ""
      assert.match(etag, /^W\/"[\w-]{22}"$/)
      assert.strictEqual(first.headers["cache-control"], "private, no-cache")
      for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
        const again = await ask(path, { "x-api-key": key, "if-none-match": ifNoneMatch })
        assert.deepEqual([again.status, again.body.length], [304, 0], ifNoneMatch)
        assert.deepEqual([again.headers.etag, again.headers["x-credit-cost"]], [etag, "3"])
        assert.isUndefined(again.headers["content-length"])
      }
      const other = await ask(path, { "x-api-key": key, "if-none-match": 'W/"other"' })
      assert.deepEqual([other.status, other.body], [200, first.body])
      assert.strictEqual(await gateway().used(accountId), before + 6 * 3)
    }
    const page = await ask("/openapi.json")
    assert.strictEqual((await ask("/openapi.json", { "if-none-match": page.headers.etag ?? "" })).status, 304)
  })

  it("has no ETag and may not be stored where it is for one account alone", async () => {
    const { key } = await gateway().account()
    const own = await ask("/v1/fixture/items/1", { "x-api-key": key, "if-none-match": "*" })
    assert.deepEqual(
      [own.status, own.headers.etag, own.headers["cache-control"]],
      [200, undefined, "private, no-store"]
    )
  })

  it("is not given, nor said to be unchanged, to who can't pay", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    const rich = await gateway().account()
    const { headers } = await ask("/v1/fixture/shared/43", { "x-api-key": rich.key })
    await gateway().drain(accountId)
    const refused = await ask("/v1/fixture/shared/43", { "x-api-key": key, "if-none-match": headers.etag ?? "" })
    assert.strictEqual(refused.status, 429)
  })

  it("answers no page of another origin unless the config names it", async () => {
    const asked = { origin: "https://app.example.com", "access-control-request-method": "GET" }
    const preflight = await ask("/v1/fixture/items/1", asked, "OPTIONS")
    assert.deepEqual([preflight.status, preflight.headers["access-control-allow-origin"]], [405, undefined])
  })
})

describe("pages of other origins that the config names", () => {
  const origin = "https://app.example.com"
  const gateway = useTestGateway({
    further: [makeFixture().plugin],
    config: { server: { host: "127.0.0.1", port: 0, cors: { origins: [origin] } } }
  })
  const ask = (path: string, headers: Readonly<Record<string, string>>, method = "GET") =>
    raw(`${gateway().url}${path}`, headers, method)

  it("may ask first, and read the answer and its credits, fresh or kept; others may not", async () => {
    const { key } = await gateway().account()
    const path = "/v1/fixture/shared/51"
    const preflight = await ask(
      path,
      { origin, "access-control-request-method": "GET", "access-control-request-headers": "x-api-key" },
      "OPTIONS"
    )
    assert.strictEqual(preflight.status, 204)
    assert.strictEqual(preflight.headers["access-control-allow-origin"], origin)
    assert.match(preflight.headers["access-control-allow-headers"] ?? "", /x-api-key/)
    assert.match(preflight.headers["access-control-allow-methods"] ?? "", /GET/)
    for (const _ of ["fresh", "kept"]) {
      const answer = await ask(path, { origin, "x-api-key": key })
      assert.deepEqual([answer.status, answer.headers["access-control-allow-origin"]], [200, origin])
      assert.match(answer.headers["access-control-expose-headers"] ?? "", /X-Credit-Cost/)
      assert.match(answer.headers.vary ?? "", /Origin/)
    }
    const stranger = await ask(path, { origin: "https://evil.example", "x-api-key": key })
    assert.deepEqual([stranger.status, stranger.headers["access-control-allow-origin"]], [200, undefined])
    const none = await ask(path, { "x-api-key": key })
    assert.deepEqual([none.status, none.headers["access-control-allow-origin"]], [200, undefined])
    const failed = await ask("/v1/fixture/items/none", { origin, "x-api-key": key })
    assert.deepEqual([failed.status, failed.headers["access-control-allow-origin"]], [400, origin])
    const unknown = await ask("/v1/nope", { origin })
    assert.deepEqual([unknown.status, unknown.headers["access-control-allow-origin"]], [404, origin])
  })
})
