import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { notPublic } from "../src/egress/addresses.ts"
import type { Resolved } from "../src/egress/lookup.ts"
import { listener, loopbackEgress, names } from "./egress.support.ts"

const text = (body: Uint8Array) => new TextDecoder().decode(body)
const octets = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255)

describe("addresses", () => {
  it("takes public ones only", () => {
    for (const address of [
      "1.1.1.1",
      "8.8.8.8",
      "93.184.216.34",
      "172.15.0.1",
      "172.32.0.1",
      "100.63.0.1",
      "100.128.0.1"
    ])
      assert.isUndefined(notPublic(address), address)
    for (const address of ["2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "2620:fe::fe"])
      assert.isUndefined(notPublic(address), address)
  })

  it("refuses every range that is not public, at both its ends", () => {
    const ends = [
      ["0.0.0.0", "0.255.255.255"],
      ["10.0.0.0", "10.255.255.255"],
      ["100.64.0.0", "100.127.255.255"],
      ["127.0.0.0", "127.255.255.255"],
      ["169.254.0.0", "169.254.255.255"],
      ["172.16.0.0", "172.31.255.255"],
      ["192.0.0.0", "192.0.0.255"],
      ["192.0.2.0", "192.0.2.255"],
      ["192.88.99.0", "192.88.99.255"],
      ["192.168.0.0", "192.168.255.255"],
      ["198.18.0.0", "198.19.255.255"],
      ["198.51.100.0", "198.51.100.255"],
      ["203.0.113.0", "203.0.113.255"],
      ["224.0.0.0", "239.255.255.255"],
      ["240.0.0.0", "255.255.255.255"],
      ["::", "::1"],
      ["64:ff9b::", "64:ff9b::ffff:ffff"],
      ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
      ["100::", "100::ffff"],
      ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["4000::", "4000::1"],
      ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["fec0::", "feff::1"],
      ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"]
    ]
    for (const address of ends.flat()) assert.isDefined(notPublic(address), address)
    for (const address of ["", "localhost", "1.2.3", "fe80::1%lo"]) assert.isDefined(notPublic(address), address)
  })

  it("refuses the addresses at which clouds tell their machines secrets", () => {
    for (const address of [
      "169.254.169.254",
      "169.254.170.2",
      "169.254.170.23",
      "168.63.129.16",
      "100.100.100.200",
      "192.0.0.192",
      "fd00:ec2::254",
      "fd00:ec2::23",
      "fd20:ce::254",
      "fe80::a9fe:a9fe",
      "::ffff:168.63.129.16"
    ])
      assert.isDefined(notPublic(address), address)
    for (const neighbour of ["168.63.129.15", "168.63.129.17"]) assert.isUndefined(notPublic(neighbour), neighbour)
  })

  it("refuses every IPv4 address inside an IPv6 one, public or not", () => {
    let value = 0x9e3779b9
    for (let round = 0; round < 2_000; round++) {
      value = (Math.imul(value, 1664525) + 1013904223) >>> 0
      const [a = 0, b = 0, c = 0, d = 0] = octets(value)
      const high = ((a << 8) | b).toString(16)
      const low = ((c << 8) | d).toString(16)
      for (const prefix of ["::ffff:", "::", "64:ff9b::", "64:ff9b:1::", "::ffff:0:"])
        assert.isDefined(notPublic(`${prefix}${high}:${low}`), `${prefix}${high}:${low}`)
      assert.isDefined(notPublic(`2002:${high}:${low}::1`))
      assert.isDefined(notPublic(`2001:0:${high}:${low}::1`))
    }
  })
})

describe("a call", () => {
  it.live("gives what the host answered, errors too, and follows no redirect by itself", () =>
    Effect.gen(function* () {
      const host = yield* listener((request, response) => {
        if (request.url === "/away") return response.writeHead(302, { location: "/elsewhere" }).end()
        let body = ""
        request.on("data", (chunk) => {
          body += String(chunk)
        })
        request.on("end", () =>
          response
            .writeHead(request.url === "/no" ? 500 : 200, { "x-seen": request.headers["x-secret"] ?? "" })
            .end(`${request.method} ${body}`)
        )
      })
      const { egress } = yield* loopbackEgress({ loopbackPort: host.port })
      const base = `http://127.0.0.1:${host.port}`
      const posted = yield* egress.request({
        url: `${base}/hook`,
        method: "POST",
        headers: { "content-type": "application/json", "x-secret": Redacted.make("s3cret") },
        body: "{}"
      })
      assert.deepEqual([posted.status, text(posted.body), posted.headers["x-seen"]], [200, "POST {}", "s3cret"])
      assert.strictEqual((yield* egress.request({ url: `${base}/no` })).status, 500)
      assert.strictEqual((yield* egress.request({ url: `${base}/away` })).status, 302)
    }).pipe(Effect.scoped)
  )

  it.live("is cut off at its byte limit, declared or not, and at its time limit", () =>
    Effect.gen(function* () {
      const host = yield* listener((request, response) => {
        if (request.url === "/never") return
        if (request.url === "/declared") return response.writeHead(200, { "content-length": "50000000" }).write("x")
        if (request.url === "/drip") return setInterval(() => response.write("x"), 20).unref()
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536))) {}
        }
        response.on("drain", more)
        more()
      })
      const { egress } = yield* loopbackEgress({ loopbackPort: host.port })
      const reasonOf = (path: string) =>
        Effect.map(
          Effect.flip(
            egress.request({ url: `http://127.0.0.1:${host.port}${path}`, timeoutMs: 400, bodyBytesMax: 100_000 })
          ),
          ({ reason }) => reason
        )
      assert.strictEqual(yield* reasonOf("/endless"), "too_large")
      assert.strictEqual(yield* reasonOf("/declared"), "too_large")
      assert.strictEqual(yield* reasonOf("/never"), "timeout")
      assert.strictEqual(yield* reasonOf("/drip"), "timeout")
    }).pipe(Effect.scoped)
  )

  it.live("says so when the host speaks no TLS, or is not there", () =>
    Effect.gen(function* () {
      const host = yield* listener((_, response) => response.end())
      const { egress } = yield* loopbackEgress({ loopbackPort: host.port })
      const plain = yield* Effect.flip(egress.request({ url: `https://127.0.0.1:${host.port}/` }))
      assert.deepEqual([plain._tag, plain.reason], ["EgressFailed", "tls"])
      const nobody = yield* loopbackEgress({ loopbackPort: 1 })
      const gone = yield* Effect.flip(nobody.egress.request({ url: "http://127.0.0.1:1/" }))
      assert.deepEqual([gone._tag, gone.reason], ["EgressFailed", "unreachable"])
    }).pipe(Effect.scoped)
  )

  it.live("closes its connection when it is interrupted", () =>
    Effect.gen(function* () {
      let closed = 0
      const host = yield* listener((request) => {
        request.socket.once("close", () => {
          closed += 1
        })
      })
      const { egress } = yield* loopbackEgress({ loopbackPort: host.port })
      const call = yield* Effect.forkChild(egress.request({ url: `http://127.0.0.1:${host.port}/` }))
      while (host.connections() === 0) yield* Effect.sleep(5)
      yield* Fiber.interrupt(call)
      for (let turn = 0; turn < 200 && closed === 0; turn++) yield* Effect.sleep(5)
      assert.strictEqual(closed, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("cannot set the headers that frame it, nor smuggle one in", () =>
    Effect.gen(function* () {
      const { dials, egress } = yield* loopbackEgress({ loopbackPort: 1 })
      const wrong: ReadonlyArray<Readonly<Record<string, string>>> = [
        { host: "internal" },
        { "Content-Length": "0" },
        { "transfer-encoding": "chunked" },
        { "proxy-authorization": "x" },
        { "x\r\ny": "1" },
        { "x-a": "1\r\nx-b: 2" },
        { "": "1" }
      ]
      for (const headers of wrong) {
        const refusal = yield* Effect.flip(egress.request({ url: "http://127.0.0.1:1/", headers }))
        assert.strictEqual(refusal.reason, "header", JSON.stringify(headers))
      }
      assert.deepEqual(dials, [])
    })
  )
})

describe("redirects", () => {
  it.live("are checked at each hop, and lead nowhere that the first address could not", () =>
    Effect.gen(function* () {
      const other = yield* listener((_, response) => response.end("other"))
      const host = yield* listener((request, response) => {
        const to = new URL(request.url ?? "/", "http://h").searchParams.get("to")
        return to === null ? response.end("here") : response.writeHead(302, { location: to }).end()
      })
      const { beyond, egress } = yield* loopbackEgress({ loopbackPort: host.port })
      const base = `http://127.0.0.1:${host.port}`
      const follow = (to: string) => egress.request({ url: `${base}/?to=${encodeURIComponent(to)}`, redirectsMax: 3 })
      assert.strictEqual(text((yield* follow("/")).body), "here")
      const refusals = {
        [`https://127.0.0.1:${other.port}/`]: "port",
        [`http://127.0.0.1:${other.port}/`]: "scheme",
        [`http://0.0.0.0:${host.port}/`]: "address",
        [`http://[::ffff:127.0.0.1]:${host.port}/`]: "address",
        "https://169.254.169.254/latest/meta-data/": "address",
        "https://10.0.0.1/": "address",
        "http://93.184.216.34/": "scheme",
        "file:///etc/passwd": "url",
        "gopher://127.0.0.1:70/": "scheme",
        [`http://a:b@127.0.0.1:${host.port}/`]: "userinfo",
        "https://metadata/": "host"
      }
      for (const [to, reason] of Object.entries(refusals)) {
        assert.strictEqual((yield* Effect.flip(follow(to))).reason, reason, to)
      }
      assert.strictEqual(
        (yield* Effect.flip(follow(`/?to=${encodeURIComponent("/?to=/%3Fto%3D/%253Fto%253D/")}`))).reason,
        "redirects"
      )
      assert.strictEqual(other.connections(), 0)
      assert.deepEqual(beyond, [])
    }).pipe(Effect.scoped)
  )

  it.live("carry no secret to another origin, and turn a POST into a GET", () =>
    Effect.gen(function* () {
      const seen: Array<ReadonlyArray<unknown>> = []
      const host = yield* listener((request, response) => {
        seen.push([
          request.method,
          request.headers.host?.split(":")[0],
          request.headers.authorization,
          request.headers["x-key"],
          request.headers["x-plain"]
        ])
        if (request.url === "/")
          response.writeHead(302, { location: `http://other.public.name:${host.port}/end` }).end()
        else response.end()
      })
      const { lookup } = names({ "other.public.name": [["127.0.0.1"]] })
      const { egress } = yield* loopbackEgress({ loopbackPort: host.port }, lookup)
      yield* egress.request({
        url: `http://127.0.0.1:${host.port}/`,
        method: "POST",
        body: "secret body",
        redirectsMax: 1,
        headers: { authorization: "Bearer a", "x-key": Redacted.make("k"), "x-plain": "p" }
      })
      assert.deepEqual(seen, [
        ["POST", "127.0.0.1", "Bearer a", "k", "p"],
        ["GET", "other.public.name", undefined, undefined, "p"]
      ])
    }).pipe(Effect.scoped)
  )
})

describe("names", () => {
  it.live("are refused when one of their addresses is not public, whichever comes first", () =>
    Effect.gen(function* () {
      const host = yield* listener((_, response) => response.end())
      const { lookup } = names({
        "good.public.name": [["127.0.0.1"]],
        "first.public.name": [["0.0.0.0", "127.0.0.1"]],
        "last.public.name": [["127.0.0.1", "::ffff:127.0.0.1"]],
        "private.public.name": [["127.0.0.1", "10.0.0.1"]],
        "none.public.name": [[]]
      })
      const { beyond, dials, egress } = yield* loopbackEgress({ loopbackPort: host.port }, lookup)
      const ask = (name: string) => egress.request({ url: `http://${name}.public.name:${host.port}/` })
      assert.strictEqual((yield* ask("good")).status, 200)
      for (const name of ["first", "last", "private"]) {
        const refusal = yield* Effect.flip(ask(name))
        assert.strictEqual(refusal.reason, "address", name)
        assert.notMatch(refusal.message, /\d+\.\d+/, "the answer tells nothing about our network")
      }
      assert.strictEqual((yield* Effect.flip(ask("none"))).reason, "dns")
      assert.strictEqual((yield* Effect.flip(ask("unknown"))).reason, "dns")
      assert.deepEqual([host.connections(), dials.length, beyond], [1, 1, []])
    }).pipe(Effect.scoped)
  )

  it.live("are looked up once a connection, so that a second answer is never used", () =>
    Effect.gen(function* () {
      const host = yield* listener((_, response) => response.end())
      const turning = names({ "turning.public.name": [["127.0.0.1"], ["0.0.0.0"]] })
      const { dials, egress } = yield* loopbackEgress({ loopbackPort: host.port }, turning.lookup)
      const url = `http://turning.public.name:${host.port}/`
      assert.strictEqual((yield* egress.request({ url })).status, 200)
      assert.deepEqual([turning.asked.length, dials], [1, [["127.0.0.1"]]])
      assert.strictEqual((yield* Effect.flip(egress.request({ url }))).reason, "address")
      assert.deepEqual([turning.asked.length, dials.length, host.connections()], [2, 1, 1])
    }).pipe(Effect.scoped)
  )

  it.live("that lead elsewhere than what was checked get no byte", () =>
    Effect.gen(function* () {
      let requests = 0
      const host = yield* listener((_, response) => {
        requests += 1
        response.end()
      })
      // Looks public when it is checked, and is this machine when it is dialled.
      let looks = 0
      const shifting: Resolved = {
        family: 4,
        get address() {
          looks += 1
          return looks === 1 ? "93.184.216.34" : "127.0.0.1"
        }
      }
      const { beyond, egress } = yield* loopbackEgress({ http: true, ports: [host.port] }, async () => [shifting])
      const refusal = yield* Effect.flip(egress.request({ url: `http://shifting.public.name:${host.port}/` }))
      assert.strictEqual(refusal.reason, "address")
      assert.deepEqual([host.connections(), requests, beyond], [1, 0, []])
    }).pipe(Effect.scoped)
  )
})
