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
    socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`)
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
