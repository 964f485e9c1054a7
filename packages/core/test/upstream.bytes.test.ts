import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { gzipSync } from "node:zlib"
import { assert, describe, it, vi } from "@effect/vitest"
import { Content, type UpstreamSpec, Upstreams } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Redacted, Stream } from "effect"
import { ContentLive } from "../src/content/ContentLive.ts"
import { UpstreamsLive } from "../src/upstream/UpstreamsLive.ts"
import { httpDouble } from "./http.double.ts"
import { quiet } from "./upstream.support.ts"

const wired = Effect.fnUntraced(function* (
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  spec: Partial<UpstreamSpec> = {}
) {
  const double = yield* httpDouble(handler)
  const upstreams = Context.get(yield* Layer.build(UpstreamsLive), Upstreams)
  const upstream = yield* upstreams.make({ name: "storea.bytes", baseUrl: double.origin, attempts: 1, ...spec })
  return { upstream, ...double }
})
const portOf = (origin: string) => new URL(origin).host
const temporary = () =>
  readdirSync(tmpdir())
    .filter((name) => /^storeglass-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name))
    .sort()
const secret = { authorization: Redacted.make("Bearer S3CRET") }

describe("an answer of bytes", () => {
  it.live("that is a gzip report, with no Content-Encoding, decodes to its text", () =>
    Effect.gen(function* () {
      const report = "Provider\tUnits\nü\t7\n"
      const { upstream } = yield* wired((_, response) =>
        response.writeHead(200, { "content-type": "application/a-gzip" }).end(gzipSync(report))
      )
      const { body, headers } = yield* upstream.requestBytes({ path: "/v1/salesReports" })
      assert.strictEqual(headers["content-type"], "application/a-gzip")
      const content = Context.get(yield* Layer.build(ContentLive), Content)
      assert.strictEqual(yield* content.text(body), report)
    })
  )

  it.live("is byte for byte what was sent, and at most as long as this request allows", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
      const { upstream } = yield* wired((_, response) => response.end(bytes))
      assert.deepStrictEqual(Buffer.from((yield* upstream.requestBytes({ path: "/" })).body), bytes)
      const short = yield* Effect.flip(upstream.requestBytes({ path: "/", bodyBytesMax: 255 }))
      assert.strictEqual(short.reason, "too_large")
    }).pipe(quiet)
  )

  it.live("in UTF-16 is read as text by its mark", () =>
    Effect.gen(function* () {
      const { upstream } = yield* wired((_, response) =>
        response.end(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("ü😀", "utf16le")]))
      )
      assert.strictEqual((yield* upstream.request({ path: "/" })).body, "ü😀")
    })
  )

  it.live("has the time that its request gives it", () =>
    Effect.gen(function* () {
      const { upstream } = yield* wired(() => {})
      const error = yield* Effect.flip(upstream.requestBytes({ path: "/", timeoutMs: 20 }))
      assert.strictEqual(error.reason, "timeout")
    }).pipe(quiet)
  )
})

describe("an answer in a file", () => {
  it.live("has its digests and its head, only its owner may read it, and it goes with the scope", () =>
    Effect.gen(function* () {
      const bytes = Buffer.concat([Buffer.from("123456789"), Buffer.alloc(300_000, 7)])
      const { upstream } = yield* wired((_, response) => response.end(bytes))
      const path = yield* Effect.scoped(
        Effect.gen(function* () {
          const answer = yield* upstream.requestFile({ path: "/", bodyBytesMax: 1_000_000 })
          assert.isTrue(readFileSync(answer.file).equals(bytes))
          assert.strictEqual(statSync(answer.file).mode & 0o777, 0o600)
          assert.deepStrictEqual([answer.status, answer.bytes, answer.head.length], [200, bytes.length, 65_536])
          assert.strictEqual(answer.digests.md5, createHash("md5").update(bytes).digest("hex"))
          assert.strictEqual(answer.digests.sha256, createHash("sha256").update(bytes).digest("hex"))
          return answer.file
        })
      )
      assert.isFalse(existsSync(path))
    })
  )

  it.live("has the CRC-32C that vendors send", () =>
    Effect.gen(function* () {
      const { upstream } = yield* wired((_, response) => response.end("123456789"))
      assert.strictEqual((yield* upstream.requestFile({ path: "/" })).digests.crc32c, "e3069283")
    })
  )

  it.live("leaves nothing behind when it is too large, breaks off or fails", () =>
    Effect.gen(function* () {
      const before = yield* Effect.sync(temporary)
      const { upstream } = yield* wired(
        (request, response) => {
          if (request.url === "/500") return response.writeHead(500).end("x".repeat(1_000))
          response.writeHead(200, { "content-length": 100_000 })
          response.write("x".repeat(50_000))
          if (request.url === "/broken") response.destroy()
          return response
        },
        { attempts: 2 }
      )
      for (const path of ["/500", "/broken", "/large"]) {
        const bodyBytesMax = path === "/large" ? 10_000 : 1_000_000
        yield* Effect.exit(Effect.scoped(upstream.requestFile({ path, bodyBytesMax })))
      }
      // Suites beside this one have files of their own for a moment.
      const left = () => temporary().filter((name) => !before.includes(name))
      yield* Effect.promise(() => vi.waitFor(() => assert.deepStrictEqual(left(), []), { timeout: 20_000 }))
    }).pipe(quiet)
  )
})

describe("a body to send", () => {
  it.live("may be bytes, or a stream of known length", () =>
    Effect.gen(function* () {
      const { seen, upstream } = yield* wired((_, response) => response.end())
      const bytes = Buffer.from([0, 255, 254, 10])
      yield* upstream.request({ path: "/bytes", method: "PUT", body: bytes })
      const stream = Stream.make(bytes, bytes)
      yield* upstream.request({ path: "/stream", method: "PUT", body: { stream, bytes: 8 } })
      assert.deepStrictEqual(
        seen.map(({ body, headers }) => [body.toString("hex"), headers["content-length"], headers["content-type"]]),
        [
          ["00fffe0a", "4", "application/octet-stream"],
          ["00fffe0a00fffe0a", "8", "application/octet-stream"]
        ]
      )
    })
  )
})

describe("an address that the upstream gave", () => {
  it.live("of its own host is asked with all headers", () =>
    Effect.gen(function* () {
      const { origin, seen, upstream } = yield* wired((_, response) => response.end("next"))
      yield* upstream.request({ path: `${origin}/v1/next?cursor=2`, headers: secret })
      assert.deepInclude(seen[0], { url: "/v1/next?cursor=2" })
      assert.strictEqual(seen[0]?.headers.authorization, "Bearer S3CRET")
    })
  )

  it.live("on a listed host gets neither Authorization nor other secrets, nor the upstream's headers", () =>
    Effect.gen(function* () {
      const files = yield* httpDouble((_, response) => response.end("file"))
      const { upstream } = yield* wired((_, response) => response.end(), {
        hosts: [portOf(files.origin)],
        headers: { "x-api-key": "S3CRET" }
      })
      const answer = yield* upstream.requestBytes({
        path: `${files.origin}/signed?token=1`,
        headers: { ...secret, Cookie: "S3CRET", "x-key": Redacted.make("S3CRET"), "x-plain": "stays" }
      })
      assert.strictEqual(Buffer.from(answer.body).toString(), "file")
      assert.notInclude(JSON.stringify(files.seen[0]?.headers), "S3CRET")
      assert.strictEqual(files.seen[0]?.headers["x-plain"], "stays")
    })
  )

  it.live("to which it redirects loses them too", () =>
    Effect.gen(function* () {
      const files = yield* httpDouble((_, response) => response.end("file"))
      const { upstream } = yield* wired(
        (_, response) => response.writeHead(302, { location: `${files.origin}/signed` }).end(),
        { hosts: [portOf(files.origin)], headers: { "x-api-key": "S3CRET" } }
      )
      const answer = yield* upstream.request({ path: "/go", headers: { ...secret, "x-plain": "stays" } })
      assert.strictEqual(answer.body, "file")
      assert.notInclude(JSON.stringify(files.seen[0]?.headers), "S3CRET")
      assert.strictEqual(files.seen[0]?.headers["x-plain"], "stays")
    })
  )

  it.live.each([
    "http://127.0.0.1:1/unlisted",
    "https://example.com.evil.test/",
    "https://evil-example.com/",
    "http://user:word@files.example.com/",
    "https://files.example.com:8443/",
    "https://[/"
  ])("%s is not asked", (path) =>
    Effect.gen(function* () {
      const { seen, upstream } = yield* wired((_, response) => response.end(), {
        hosts: ["files.example.com", "*.example.com"]
      })
      const error = yield* Effect.flip(upstream.request({ path, headers: secret }))
      assert.strictEqual(error.reason, "foreign")
      assert.strictEqual(seen.length, 0)
      assert.notInclude(error.message, "/unlisted")
    }).pipe(quiet)
  )

  it.live("a host in the config that is none stops the boot", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(wired((_, response) => response.end(), { hosts: ["https://files.example.com"] }))
      assert.include(String(exit), "isn't a host")
    })
  )
})
