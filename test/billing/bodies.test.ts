import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeShapes } from "./shapes.ts"
import { at, codeOf, endless, send } from "./support.ts"

const shapes = makeShapes()
const gateway = useTestGateway({ further: [shapes.plugin] })
const json = { "content-type": "application/json" }
const octets = { "content-type": "application/octet-stream" }
const to = (path: string) => `${gateway().url}${path}`
const mebibytes = 1024 * 1024

describe("a body that is larger than its route takes", () => {
  it.each([
    ["a public raw route", "/hooks/shapes", octets, 30 * mebibytes],
    ["a public endpoint", "/v1/shapes/open", json, 40 * mebibytes]
  ])("is refused with 413 on %s, and is not read to its end", async (_, path, headers, bytes) => {
    const before = shapes.runs()
    const { body, taken } = endless(bytes)
    const answer = await send(to(path), { body, headers })
    assert.deepEqual([answer.status, codeOf(answer)], [413, "PAYLOAD_TOO_LARGE"])
    assert.isBelow(taken(), bytes / 2)
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual(shapes.runs(), before)
  })

  it("is refused on routes for keys, for the operator and for who is signed in", async () => {
    const { accountId, key } = await gateway().account({ scopes: ["read", "write", "internal"] })
    const large = " ".repeat(mebibytes + 1)
    const session = {
      cookie: `session=${accountId}`,
      origin: new URL(gateway().url).origin,
      "x-csrf-token": `csrf-${accountId}`,
      ...json
    }
    for (const answer of [
      await send(to("/v1/shapes/words"), { key, headers: json, body: large }),
      await send(to("/v1/shapes/internal"), { key, headers: json, body: large }),
      await send(to("/v1/shapes/blob"), { key, headers: octets, body: new Uint8Array(65_537) }),
      await send(to("/panel/shapes/me"), { headers: session, body: large })
    ]) {
      assert.deepEqual([answer.status, codeOf(answer)], [413, "PAYLOAD_TOO_LARGE"])
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("is refused while the handler reads it, and not charged", async () => {
    const { accountId, key } = await gateway().account()
    const { body, taken } = endless(30 * mebibytes)
    const answer = await send(to("/v1/shapes/streamed"), { key, headers: octets, body })
    assert.deepEqual([answer.status, codeOf(answer)], [413, "PAYLOAD_TOO_LARGE"])
    assert.isBelow(taken(), 15 * mebibytes)
    const form = new FormData()
    form.set("name", "n")
    form.set("file", new Blob([new Uint8Array(300_000)]), "large.bin")
    const upload = await send(to("/v1/shapes/uploads"), { key, body: form })
    assert.deepEqual([upload.status, codeOf(upload)], [413, "PAYLOAD_TOO_LARGE"])
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})

describe("a body within its bounds", () => {
  it("is given to the handler byte by byte, as a stream, and as the parts of a form", async () => {
    const { accountId, key } = await gateway().account()
    const blob = await send(to("/v1/shapes/blob"), { key, headers: octets, body: Uint8Array.of(0xff, 0xfe, 0) })
    assert.deepEqual(blob.json, { data: { bytes: 3, hex: "fffe00" } })
    const streamed = await send(to("/v1/shapes/streamed"), { key, headers: octets, body: endless(900_000).body })
    assert.deepEqual(streamed.json, { data: { bytes: 14 * 65_536 } })
    const form = new FormData()
    form.set("name", "icon")
    form.set("file", new Blob([Uint8Array.of(1, 2, 3)]), "icon.png")
    const upload = await send(to("/v1/shapes/uploads"), { key, body: form })
    assert.deepEqual([upload.status, upload.json], [200, { data: { word: "icon icon.png" } }])
    assert.strictEqual(await gateway().used(accountId), 2 + 2 + 1)
  })

  it("is refused with 415 when it is of another type than declared", async () => {
    const { key } = await gateway().account()
    const body = Uint8Array.of(1)
    const wrong = await send(to("/v1/shapes/blob"), { key, headers: { "content-type": "text/plain" }, body })
    assert.deepEqual([wrong.status, codeOf(wrong)], [415, "UNSUPPORTED_MEDIA_TYPE"])
    const image = await send(to("/v1/shapes/blob"), { key, headers: { "content-type": "image/png; q=1" }, body })
    assert.strictEqual(image.status, 200)
  })

  it("is a 400 when it should be JSON and isn't UTF-8, or should be a form and is none", async () => {
    const { accountId, key } = await gateway().account()
    for (const path of ["/v1/shapes/words", "/v1/shapes/open"]) {
      const body = Uint8Array.of(...Buffer.from('{"word":"'), 0xff, 0xfe, ...Buffer.from('"}'))
      const answer = await send(to(path), { key, headers: json, body })
      assert.deepEqual([answer.status, codeOf(answer)], [400, "INVALID_INPUT"])
      assert.include(String(at(answer.json, "error", "message")), "UTF-8")
    }
    const form = { "content-type": "multipart/form-data; boundary=b" }
    const broken = await send(to("/v1/shapes/uploads"), { key, headers: form, body: "--b\r\nnothing of the kind" })
    assert.deepEqual([broken.status, codeOf(broken)], [400, "INVALID_INPUT"])
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})

describe("half of a surrogate pair in a JSON body", () => {
  it("is a 400 that names the field, wherever it is, runs nothing and charges nothing", async () => {
    const { accountId, key } = await gateway().account()
    const before = shapes.runs()
    const refused: ReadonlyArray<readonly [body: string, says: string]> = [
      ['{"word":"a\\ud800"}', "word (body): "],
      ['{"word":"\\uDC00a"}', "word (body): "],
      ['{"word":"x","note":"\\ude00\\ud83d"}', "note (body): "],
      ['{"word":"x","more":[{"deep":"\\ud83d"}]}', "more.0.deep (body): "],
      ['{"\\ud83d":1}', "body: "],
      ['"\\ud83d"', "body: "]
    ]
    for (const path of ["/v1/shapes/words", "/v1/shapes/open"]) {
      for (const [body, says] of refused) {
        const answer = await send(to(path), { key, headers: json, body })
        assert.deepEqual([answer.status, codeOf(answer)], [400, "INVALID_INPUT"], body)
        assert.include(String(at(answer.json, "error", "message")), `${says}must be well-formed Unicode`, body)
      }
    }
    assert.strictEqual(shapes.runs(), before)
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("is told apart from a whole pair, and from a text about escapes", async () => {
    const { key } = await gateway().account()
    for (const body of ['{"word":"x","note":"\\ud83d\\ude00"}', '{"word":"\\\\ud800"}']) {
      assert.strictEqual((await send(to("/v1/shapes/words"), { key, headers: json, body })).status, 201, body)
    }
  })
})

describe("what an Idempotency-Key stands for", () => {
  const twice = async (
    one: Parameters<typeof send>,
    other: Parameters<typeof send>,
    key: string,
    idempotencyKey: string
  ) => {
    const sent = ([url, options]: Parameters<typeof send>) =>
      send(url, { ...options, key, headers: { ...options.headers, "idempotency-key": idempotencyKey } })
    const first = await sent(one)
    const second = await sent(other)
    return [first.status, second.status, second.headers.get("idempotent-replayed")]
  }
  const words = (query = "") => to(`/v1/shapes/words${query}`)
  const word = (body: string, headers: Readonly<Record<string, string>> = {}) => ({
    body,
    headers: { ...json, ...headers }
  })

  it("is the same request with other white space, other order of names, and other order of parameters", async () => {
    const { accountId, key } = await gateway().account()
    const again = await twice(
      [words("?a=1&b=2"), word('{"word":"x","note":"y"}')],
      [words("?b=2&a=1"), word(' {\n "note" : "y", "word":\t"x" } ')],
      key,
      "same"
    )
    assert.deepEqual(again, [201, 201, "true"])
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("is another request with another header that the route reads, and the same with one that it doesn't", async () => {
    const { accountId, key } = await gateway().account()
    const body = '{"word":"x"}'
    const other = await twice(
      [words(), word(body, { "x-shop-token": "one" })],
      [words(), word(body, { "x-shop-token": "two" })],
      key,
      "identity"
    )
    assert.deepEqual(other, [201, 409, null])
    const same = await twice([words(), word(body, { "x-a": "1" })], [words(), word(body, { "x-a": "2" })], key, "agent")
    assert.deepEqual(same, [201, 201, "true"])
    assert.strictEqual(await gateway().used(accountId), 4)
  })

  it("tells bytes apart that are no text", async () => {
    const { accountId, key } = await gateway().account()
    const blob = (...bytes: ReadonlyArray<number>): Parameters<typeof send> => [
      to("/v1/shapes/blob"),
      { body: Uint8Array.from(bytes), headers: octets }
    ]
    assert.deepEqual(await twice(blob(0xff, 0xfe), blob(0xfd, 0xfc), key, "bytes"), [200, 409, null])
    assert.deepEqual(await twice(blob(0xff, 0xfe), blob(0xff, 0xfe), key, "bytes-again"), [200, 200, "true"])
    assert.strictEqual(await gateway().used(accountId), 4)
  })

  it("tells streamed bodies and forms apart as well", async () => {
    const { accountId, key } = await gateway().account()
    const streamed = (text: string): Parameters<typeof send> => [
      to("/v1/shapes/streamed"),
      { body: text, headers: octets }
    ]
    assert.deepEqual(await twice(streamed("abc"), streamed("abd"), key, "stream"), [200, 409, null])
    assert.deepEqual(await twice(streamed("abc"), streamed("abcd"), key, "longer"), [200, 409, null])
    assert.deepEqual(await twice(streamed("abc"), streamed("abc"), key, "stream-again"), [200, 200, "true"])
    const form = (name: string): Parameters<typeof send> => [
      to("/v1/shapes/uploads"),
      {
        body: `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--b--\r\n`,
        headers: { "content-type": "multipart/form-data; boundary=b" }
      }
    ]
    assert.deepEqual(await twice(form("a"), form("b"), key, "form"), [200, 409, null])
    assert.deepEqual(await twice(form("a"), form("a"), key, "form-again"), [200, 200, "true"])
    assert.strictEqual(await gateway().used(accountId), 3 * 2 + 2)
  })
})
