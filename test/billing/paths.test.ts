import { connect } from "node:net"
import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const gateway = useTestGateway({ further: [makeFixture().plugin] })

/** The status and the body that a path as it is, which fetch would tidy up, is answered with. */
const ask = (path: string, key: string) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const socket = connect(Number(new URL(gateway().url).port), "127.0.0.1").setEncoding("latin1")
    let text = ""
    socket.on("data", (chunk) => {
      text += String(chunk)
    })
    socket.on("error", reject)
    socket.on("close", () => resolve({ status: Number(text.split(" ")[1]), text }))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`, "latin1")
  })

describe("a route", () => {
  it("has one spelling: any other is a 400 or a 404 and charges nothing", async () => {
    const { accountId, key } = await gateway().account()
    assert.strictEqual((await ask("/v1/fixture/items/1", key)).status, 200)
    const spellings: ReadonlyArray<readonly [path: string, status: number]> = [
      ["/V1/fixture/items/1", 404],
      ["/v1/Fixture/items/1", 404],
      ["/v1/fixture/items/1/", 404],
      ["//v1/fixture/items/1", 400],
      ["/v1//fixture/items/1", 400],
      ["/v1/fixture/items//1", 400],
      ["/%761/fixture/items/1", 400],
      ["/v1/f%69xture/items/1", 400],
      ["/v1/f%49xture/items/1", 400],
      ["/v1/fixture/items/%31", 400],
      ["/v1/fixture/items/1;x", 400],
      ["/v1/fixture/items/1;x=1?n=1", 400],
      ["/v1/./fixture/items/1", 400],
      ["/v1/x/../fixture/items/1", 400],
      ["/v1/fixture/items/1/.", 400],
      ["/v1/%2e%2e/v1/fixture/items/1", 400],
      ["/v1/fixture\\items/1", 400],
      ["/v1/fixture/items/1%", 400],
      ["/v1/fixture/items/%zz", 400],
      ["/v1/fixture/items/%FF", 400],
      ["/v1/fixture/items/%ED%A0%80", 400],
      ["/v1/fixture/items/%C3%A9%C3", 400],
      ["/v1%2Ffixture/items/1", 404]
    ]
    for (const [path, status] of spellings) {
      const answer = await ask(path, key)
      assert.strictEqual(answer.status, status, path)
      assert.include(answer.text, status === 400 ? '"BAD_REQUEST","message":"path: ' : '"NOT_FOUND"', path)
      assert.match(answer.text, /x-request-id: /i, path)
    }
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("takes what must be escaped in a parameter, and leaves the query to itself", async () => {
    const { key } = await gateway().account()
    for (const path of ["/v1/fixture/items/1%20%2F%3B", "/v1/fixture/items/%C3%A9"]) {
      assert.include((await ask(path, key)).text, '"INVALID_INPUT"', path)
    }
    assert.include((await ask("/v1/fixture/items/1?%6e=1;//..", key)).text, '"INVALID_INPUT"')
  })
})

describe("a query that isn't percent-encoded UTF-8", () => {
  it("is refused before its route, names the parameter and the fix, and charges nothing", async () => {
    const { accountId, key } = await gateway().account()
    const malformed: ReadonlyArray<readonly [query: string, says: RegExp]> = [
      ["country=%", /country \(query\): has a % that begins no escape; send % itself as %25/],
      ["country=100%&limit=1", /country \(query\): has a %/],
      ["limit=1&country=%u0075s", /country \(query\): has a %/],
      ["country=%FF", /country \(query\): isn't UTF-8; percent-encode/],
      ["country=%ED%A0%80", /country \(query\): isn't UTF-8/],
      ["country=%C3", /country \(query\): isn't UTF-8/],
      ["%zz=1", /query: the name of a parameter has a %/],
      ["%FF=1", /query: the name of a parameter isn't UTF-8/]
    ]
    for (const path of ["/v1/fixture/items/1", "/v1/fixture/shared/1", "/v1/fixture/open"]) {
      for (const [query, says] of malformed) {
        const { status, text } = await ask(`${path}?${query}`, key)
        assert.strictEqual(status, 400, `${path}?${query}`)
        assert.include(text, '"INVALID_INPUT"', query)
        assert.match(text, says, query)
      }
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("is told to percent-encode what it sends as it is, in a path too, and is charged nothing", async () => {
    const { accountId, key } = await gateway().account()
    const raw = Buffer.from("é").toString("latin1")
    for (const path of [
      `/v1/fixture/items/1?country=${raw}`,
      "/v1/fixture/items/1?country=\xff",
      `/v1/fixture/items/${raw}`
    ]) {
      const { status, text } = await ask(path, key)
      assert.strictEqual(status, 400, path)
      assert.match(text, /must be percent-encoded as UTF-8, such as .* as %C3%A9/, path)
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("doesn't catch what is encoded, in either case, and plus signs for spaces", async () => {
    const { key } = await gateway().account()
    assert.strictEqual((await ask("/v1/fixture/items/1?%63ountry=%75%73&limit=%31", key)).status, 200)
    for (const query of ["country=%c3%a9", "country=%F0%9F%87%BA", "country=a+b"]) {
      assert.include((await ask(`/v1/fixture/items/1?${query}`, key)).text, "isn't a country", query)
    }
  })
})
