import { assert, describe, it } from "vitest"
import { StoreglassError } from "../src/index.ts"
import type { OperationSpec } from "../src/operation.ts"
import { baseOf } from "../src/options.ts"
import { prepare } from "../src/request.ts"

const spec: OperationSpec = {
  method: "GET",
  path: "/v1/apps/{id}/things",
  access: "key",
  query: ["country", "limit", "live", "ids"],
  lists: ["ids"]
}

const refusal = (input: Record<string, unknown>, of = spec): string => {
  try {
    prepare(of, input)
  } catch (error) {
    if (error instanceof StoreglassError && error.code === "INVALID_INPUT" && error.status === null)
      return error.message
  }
  return "not refused"
}

describe("the request of an input", () => {
  it("encodes whatever a path segment or a value holds, so that it arrives as it was", () => {
    for (const id of [
      "a/b",
      "a?b",
      "a#b",
      "ä b",
      "%2e%2e",
      "...",
      "com.example.app",
      "😀",
      "a;b=c",
      "\\..\\",
      "a\nb"
    ]) {
      const url = new URL(prepare(spec, { id, country: id }).target, "http://h")
      const [, , , segment = "", last] = url.pathname.split("/")
      assert.deepEqual([decodeURIComponent(segment), last, url.searchParams.get("country")], [id, "things", id])
      assert.strictEqual(url.hash, "")
    }
  })

  it("refuses a path segment that a URL takes for a step between folders", () => {
    for (const id of [".", "..", ""]) assert.match(refusal({ id }), /^id: /)
  })

  it("sends numbers and booleans as text, and lists separated by commas", () => {
    const { target } = prepare(spec, { id: 7, limit: 0, live: false, ids: ["a", 2] })
    assert.strictEqual(target, "/v1/apps/7/things?limit=0&live=false&ids=a%2C2")
  })

  it("leaves out what is undefined", () => {
    assert.strictEqual(prepare(spec, { id: "1", country: undefined, more: undefined }).target, "/v1/apps/1/things")
  })

  it("refuses what is missing, misspelt or of another kind, naming it", () => {
    assert.strictEqual(refusal({}), "id: is required")
    assert.match(
      refusal({ id: "1", contry: "us" }),
      /^contry: isn't a parameter of GET \/v1\/apps\/:id\/things; it takes id, country/
    )
    assert.match(refusal({ id: "1", limit: Number.NaN }), /^limit: /)
    assert.match(refusal({ id: "1", country: ["us"] }), /^country: /)
    assert.match(refusal({ id: "1", ids: ["a,b"] }), /^ids: an item contains a comma/)
    assert.match(refusal({ id: { toString: () => "1" } }), /^id: /)
  })

  it("refuses what cannot be encoded", () => {
    assert.match(refusal({ id: "\ud800" }), /^can't encode the input/)
    const whole: OperationSpec = { method: "PUT", path: "/v1/x", access: "key", body: "body" }
    assert.match(refusal({ body: { n: 1n } }, whole), /^can't encode the input/)
  })

  it("takes a body by its fields, or as a whole, and keeps null", () => {
    const fields: OperationSpec = { method: "POST", path: "/v1/x", access: "key", body: ["name", "note"] }
    assert.strictEqual(prepare(fields, { name: "a", note: null }).body, '{"name":"a","note":null}')
    assert.strictEqual(prepare(fields, {}).body, "{}")
    const whole: OperationSpec = { method: "PUT", path: "/v1/x/{id}", access: "key", body: "body" }
    assert.strictEqual(prepare(whole, { id: "1", body: { id: "2" } }).body, '{"id":"2"}')
    assert.isUndefined(prepare(spec, { id: "1" }).body)
  })

  it("sends declared headers, and none that would break out of its line", () => {
    const keyed: OperationSpec = { method: "POST", path: "/v1/x", access: "key", headers: ["X-Image-Key"], body: ["a"] }
    assert.strictEqual(prepare(keyed, { "X-Image-Key": "k" }).headers["x-image-key"], "k")
    assert.match(refusal({ "X-Image-Key": "k\r\nx-evil: 1" }, keyed), /^X-Image-Key: /)
  })
})

describe("baseUrl", () => {
  it("may hold a path, and ends without a slash", () => {
    assert.strictEqual(baseOf("https://example.com/store/"), "https://example.com/store")
    assert.strictEqual(baseOf("http://127.0.0.1:3000"), "http://127.0.0.1:3000")
  })
  it("refuses what is no address of a gateway, without showing a password", () => {
    for (const wrong of ["", "/v1", "ftp://h", "https://u:secret@h", "https://h?x=1", "https://h#x"]) {
      try {
        baseOf(wrong)
        assert.fail(`${wrong} was taken`)
      } catch (error) {
        assert.match(String(error), /^TypeError: baseUrl must/)
        assert.notInclude(String(error), "secret")
      }
    }
  })
})
