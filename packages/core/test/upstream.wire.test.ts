import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { type UpstreamSpec, Upstreams } from "@storeglass/plugin-api"
import { listening } from "@storeglass/testkit"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { UpstreamsLive } from "../src/upstream/UpstreamsLive.ts"
import { outcome, quiet } from "./upstream.support.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server on loopback and an upstream whose base is `/base` on it. */
const wired = Effect.fnUntraced(function* (handler: Handler, spec: Partial<UpstreamSpec> = {}) {
  const seen = { requests: [] as IncomingMessage[], bodies: [] as string[], connections: 0 }
  const server = createServer((request, response) => {
    seen.requests.push(request)
    let body = ""
    request.on("data", (chunk) => {
      body += chunk
    })
    request.on("end", () => {
      seen.bodies.push(body)
      handler(request, response)
    })
  })
  server.on("connection", () => {
    seen.connections++
  })
  const { origin } = yield* listening(server)
  const upstreams = Context.get(yield* Layer.build(UpstreamsLive), Upstreams)
  const upstream = yield* upstreams.make({ name: "storea.test", baseUrl: `${origin}/base/`, attempts: 1, ...spec })
  return { upstream, upstreams, seen, origin }
})

describe("a request on the wire", () => {
  it.live("keeps the base path, encodes the query, and sends headers with their secrets unwrapped", () =>
    Effect.gen(function* () {
      const { origin, seen, upstream } = yield* wired(
        (_, response) => response.writeHead(404, { "X-Kind": "none" }).end("nothing ü"),
        { headers: { "User-Agent": "test", Accept: "text/plain" } }
      )
      const answer = yield* upstream.request({
        path: "/lookup",
        query: { term: "a b&c=ü", limit: 5, absent: undefined },
        headers: { Authorization: Redacted.make("Bearer s3cret"), accept: "application/json" }
      })
      assert.deepInclude(answer, {
        status: 404,
        body: "nothing ü",
        url: `${origin}/base/lookup?term=a+b%26c%3D%C3%BC&limit=5`
      })
      assert.strictEqual(answer.headers["x-kind"], "none")
      const [sent] = seen.requests
      assert.strictEqual(sent?.url, "/base/lookup?term=a+b%26c%3D%C3%BC&limit=5")
      assert.deepInclude(sent?.headers, {
        authorization: "Bearer s3cret",
        accept: "application/json",
        "user-agent": "test"
      })
      assert.isUndefined(sent?.headers.traceparent)
    })
  )

  it.live("sends a body as it is, with the content type given", () =>
    Effect.gen(function* () {
      const { seen, upstream } = yield* wired((_, response) => response.end("ok"))
      yield* upstream.request({ path: "/a", method: "POST", body: "x=1", headers: { "Content-Type": "text/x-form" } })
      yield* upstream.request({ path: "/b", method: "PATCH", body: "{}" })
      yield* upstream.request({ path: "/c", method: "DELETE" })
      const sent = seen.requests.map(({ headers, method, url }) => [method, url, headers["content-type"]])
      assert.deepStrictEqual(sent, [
        ["POST", "/base/a", "text/x-form"],
        ["PATCH", "/base/b", "application/json"],
        ["DELETE", "/base/c", undefined]
      ])
      assert.deepStrictEqual(seen.bodies, ["x=1", "{}", ""])
    })
  )

  it.live("reuses its connection", () =>
    Effect.gen(function* () {
      const { seen, upstream } = yield* wired((_, response) => response.end("ok"))
      for (let call = 0; call < 10; call++) yield* upstream.request({ path: `/${call}` })
      assert.deepStrictEqual([seen.requests.length, seen.connections], [10, 1])
    })
  )

  it.live("reads compressed answers", () =>
    Effect.gen(function* () {
      const compress = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }
      const { upstream } = yield* wired((request, response) => {
        const encoding = request.url?.endsWith("gzip") ? "gzip" : request.url?.endsWith("br") ? "br" : "deflate"
        response.writeHead(200, { "content-encoding": encoding }).end(compress[encoding]("plain ü".repeat(10_000)))
      })
      for (const encoding of Object.keys(compress)) {
        assert.strictEqual((yield* upstream.request({ path: `/${encoding}` })).body, "plain ü".repeat(10_000))
      }
    })
  )

  it.live("follows three redirects within the host, and hands over those that go further or elsewhere", () =>
    Effect.gen(function* () {
      const { origin, seen, upstream } = yield* wired((request, response) => {
        const steps = Number(request.url?.match(/steps\/(\d+)/)?.[1] ?? 0)
        const to = request.url === "/base/away" ? "http://elsewhere.test/" : `/steps/${steps - 1}`
        if (steps === 0 && to.startsWith("/")) response.end("arrived")
        else response.writeHead(302, { location: to }).end("moved")
      })
      assert.deepInclude(yield* upstream.request({ path: "/steps/3" }), { body: "arrived", url: `${origin}/steps/0` })
      assert.strictEqual(seen.requests.length, 4)
      assert.deepInclude(yield* upstream.request({ path: "/steps/9" }), { status: 302, url: `${origin}/steps/6` })
      const away = yield* upstream.request({ path: "/away" })
      assert.deepStrictEqual([away.status, away.headers.location], [302, "http://elsewhere.test/"])
    })
  )
})

describe("an answer that does not come whole", () => {
  const closed = Effect.fnUntraced(function* () {
    const gone = yield* Deferred.make<void>()
    return { gone: Deferred.await(gone), onClose: () => Deferred.doneUnsafe(gone, Exit.void) }
  })

  it.live("that stops midway is a timeout, and the connection is closed", () =>
    Effect.gen(function* () {
      const { gone, onClose } = yield* closed()
      const { upstream } = yield* wired(
        (_, response) => {
          response.on("close", onClose).writeHead(200).write("the first half")
        },
        { timeoutMs: 100 }
      )
      assert.strictEqual(outcome(yield* Effect.exit(upstream.request({ path: "/" }))), "timeout")
      yield* gone
    }).pipe(quiet)
  )

  it.live("that never begins is a timeout, once an attempt", () =>
    Effect.gen(function* () {
      const { seen, upstream } = yield* wired(() => {}, { timeoutMs: 50, attempts: 2 })
      assert.strictEqual(outcome(yield* Effect.exit(upstream.request({ path: "/" }))), "timeout")
      assert.strictEqual(seen.requests.length, 2)
    }).pipe(quiet)
  )

  it.live("that breaks off is unreachable, plain or compressed, and is asked again", () =>
    Effect.gen(function* () {
      const whole = gzipSync("x".repeat(1_000))
      const { seen, upstream } = yield* wired(
        (request, response) => {
          if (seen.requests.length % 2 === 0) return response.end("whole")
          if (request.url === "/base/plain") response.writeHead(200, { "content-length": 1_000 }).write("half")
          else response.writeHead(200, { "content-encoding": "gzip" }).write(whole.subarray(0, 15))
          setImmediate(() => response.destroy())
        },
        { attempts: 2 }
      )
      assert.strictEqual((yield* upstream.request({ path: "/plain" })).body, "whole")
      assert.strictEqual((yield* upstream.request({ path: "/gzip" })).body, "whole")
      const post = yield* Effect.exit(upstream.request({ path: "/plain", method: "POST" }))
      assert.strictEqual(outcome(post), "unreachable")
    }).pipe(quiet)
  )

  it.live("that is cut inside its compression is unreachable", () =>
    Effect.gen(function* () {
      const { upstream } = yield* wired((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1_000)).subarray(0, 15))
      )
      assert.strictEqual(outcome(yield* Effect.exit(upstream.request({ path: "/" }))), "unreachable")
    }).pipe(quiet)
  )

  it.live("that is too large, as declared, as read or as unpacked, is not read on nor asked again", () =>
    Effect.gen(function* () {
      const { gone, onClose } = yield* closed()
      const { seen, upstream } = yield* wired(
        (request, response) => {
          if (request.url === "/base/declared") response.writeHead(200, { "content-length": 10_000 }).write("x")
          else if (request.url === "/base/bomb") {
            response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(20_000_000)))
          } else {
            const more = setInterval(() => response.write("x".repeat(600)), 1)
            response.on("close", () => {
              clearInterval(more)
              onClose()
            })
          }
        },
        { attempts: 3, bodyBytesMax: 1_000 }
      )
      for (const path of ["/declared", "/bomb", "/endless"]) {
        assert.strictEqual(outcome(yield* Effect.exit(upstream.request({ path }))), "too_large")
      }
      yield* gone
      assert.strictEqual(seen.requests.length, 3)
    }).pipe(quiet)
  )

  it.live("because it only leads elsewhere holds no connection, however long it is", () =>
    Effect.gen(function* () {
      const { gone, onClose } = yield* closed()
      const { upstream } = yield* wired((request, response) => {
        if (request.url !== "/base/from") return response.end("arrived")
        response.on("close", onClose).writeHead(302, { location: "/to" }).end("x".repeat(10_000_000))
      })
      assert.strictEqual((yield* upstream.request({ path: "/from" })).body, "arrived")
      yield* Effect.timeout(gone, "3 seconds")
    })
  )

  it.live("because nobody listens is unreachable", () =>
    Effect.gen(function* () {
      const { upstreams } = yield* wired((_, response) => response.end())
      const dead = yield* upstreams.make({ name: "storeb.test", baseUrl: "http://127.0.0.1:1" })
      const error = yield* Effect.flip(dead.request({ path: "/x", query: { key: "s3cret" } }))
      assert.deepStrictEqual([error.reason, error.detail], ["unreachable", "GET /x: no connection (ECONNREFUSED)"])
    }).pipe(quiet)
  )

  it.live("because its caller gave up closes the connection, and a slow upstream holds up no other", () =>
    Effect.gen(function* () {
      const { gone, onClose } = yield* closed()
      const arrived = yield* Deferred.make<void>()
      const { origin, upstream, upstreams } = yield* wired((request, response) => {
        if (request.url === "/fast") return response.end("fast")
        response.on("close", onClose)
        Deferred.doneUnsafe(arrived, Exit.void)
      })
      const fast = yield* upstreams.make({ name: "storeb.test", baseUrl: origin })
      const caller = yield* Effect.forkChild(upstream.request({ path: "/slow" }))
      yield* Deferred.await(arrived)
      assert.strictEqual((yield* fast.request({ path: "/fast" })).body, "fast")
      yield* Fiber.interrupt(caller)
      yield* gone
    }).pipe(quiet)
  )
})

describe("a mistake in the declaration", () => {
  it.live("is a defect with its name: no URL, a path without its slash, a name made twice", () =>
    Effect.gen(function* () {
      const { upstream, upstreams } = yield* wired((_, response) => response.end())
      const defects = [
        Effect.asVoid(upstreams.make({ name: "storea.bad", baseUrl: "not a url" })),
        Effect.asVoid(upstreams.make({ name: "storea.test", baseUrl: "http://upstream.test" })),
        Effect.asVoid(upstream.request({ path: "@elsewhere.test/" }))
      ]
      for (const defect of defects) {
        const exit = yield* Effect.exit(defect)
        assert.isTrue(Exit.hasDies(exit))
        assert.match(String(Exit.isFailure(exit) && exit.cause), /upstream storea\.(bad|test)/)
      }
    })
  )
})
