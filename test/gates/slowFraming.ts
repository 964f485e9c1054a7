/** A stream of bytes that two readers could cut into different requests, or that is none at all. */
export interface Framing {
  readonly name: string
  readonly bytes: string
  /** How many successes at most may come back: what is hidden in it must not be served. */
  readonly successesMax: number
}

/** What is hidden behind the first request; were it served, it would be a second success that costs. */
const hidden = (key: string) => `GET /v1/version HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\n\r\n`
const body = '{"text":"a","count":1}'

/** Bad framings; `key` is a key that may call. */
export const framings = (key: string): ReadonlyArray<Framing> => {
  const post = (headers: string, rest: string) =>
    `POST /v1/gate/echo HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${rest}`
  const get = (line: string, headers = `Host: h\r\nX-API-Key: ${key}`) => `${line}\r\n${headers}\r\n\r\n`
  const smuggled = hidden(key)
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const none = (name: string, bytes: string): Framing => ({ name, bytes, successesMax: 0 })
  return [
    none(
      "Content-Length and Transfer-Encoding",
      post(`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${smuggled}`)
    ),
    none(
      "Transfer-Encoding and Content-Length",
      post("Transfer-Encoding: chunked\r\nContent-Length: 4", `${chunk(body)}0\r\n\r\n${smuggled}`)
    ),
    none(
      "two different Content-Lengths",
      post(`Content-Length: ${body.length}\r\nContent-Length: 0`, `${body}${smuggled}`)
    ),
    none("Content-Length as a list", post(`Content-Length: ${body.length}, ${body.length}`, body)),
    none(
      "the same Content-Length twice",
      post(`Content-Length: ${body.length}\r\nContent-Length: ${body.length}`, body)
    ),
    none("a negative Content-Length", post("Content-Length: -1", smuggled)),
    none("a Content-Length with a sign", post(`Content-Length: +${body.length}`, body)),
    none("a hexadecimal Content-Length", post("Content-Length: 0x16", body)),
    none("an endless Content-Length", post("Content-Length: 99999999999999999999999", body)),
    none("an empty Content-Length", post("Content-Length: ", `${body}${smuggled}`)),
    none("an unknown Transfer-Encoding", post("Transfer-Encoding: xchunked", `0\r\n\r\n${smuggled}`)),
    none("chunked that is not last", post("Transfer-Encoding: chunked, identity", `0\r\n\r\n${smuggled}`)),
    none(
      "two Transfer-Encodings",
      post("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", `0\r\n\r\n${smuggled}`)
    ),
    none("a Transfer-Encoding with a control", post("Transfer-Encoding: \x0bchunked", `0\r\n\r\n${smuggled}`)),
    none("a blank before the colon", post("Transfer-Encoding : chunked", `0\r\n\r\n${smuggled}`)),
    none("a chunk size that is none", post("Transfer-Encoding: chunked", `zz\r\n${body}\r\n0\r\n\r\n`)),
    none(
      "a chunk size that overflows",
      post("Transfer-Encoding: chunked", `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`)
    ),
    none("a negative chunk size", post("Transfer-Encoding: chunked", `-1\r\n${body}\r\n0\r\n\r\n`)),
    none("a chunk longer than it says", post("Transfer-Encoding: chunked", `2\r\n${body}\r\n0\r\n\r\n`)),
    none(
      "a chunk that ends with a bare LF",
      post("Transfer-Encoding: chunked", `${body.length.toString(16)}\n${body}\n0\n\n${smuggled}`)
    ),
    none(
      "a chunk extension of 32 KiB",
      post("Transfer-Encoding: chunked", `1;${"x".repeat(32_768)}\r\na\r\n0\r\n\r\n`)
    ),
    none(
      "trailers of 32 KiB",
      post("Transfer-Encoding: chunked", `${chunk(body)}0\r\nx: ${"x".repeat(32_768)}\r\n\r\n`)
    ),
    none("a folded header", get("GET /v1/version HTTP/1.1", `Host: h\r\nX-A: 1\r\n X-API-Key: ${key}`)),
    none("a header name with a blank", get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\nX A: 1`)),
    none("NUL in a header", get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\nX-A: a\x00b`)),
    none("a bare CR in a header", get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\nX-A: a\rX-B: b`)),
    none("a header without a colon", get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\nnonsense`)),
    none("no Host", get("GET /v1/version HTTP/1.1", `X-API-Key: ${key}`)),
    none("HTTP/0.9", "GET /v1/version\r\n\r\n"),
    none("HTTP/9.9", get("GET /v1/version HTTP/9.9")),
    none("a version that is none", get("GET /v1/version HTTPS/1.1")),
    none("a method that is none", get("G@T /v1/version HTTP/1.1")),
    none("a blank in the address", get("GET /v1/ver sion HTTP/1.1")),
    none("an address of 20 KiB", get(`GET /v1/version?a=${"a".repeat(20_480)} HTTP/1.1`)),
    none(
      "a header of 20 KiB",
      get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\nX-A: ${"a".repeat(20_480)}`)
    ),
    none(
      "5000 headers",
      get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\n${"a:b\r\n".repeat(5_000)}X-Z: 1`)
    ),
    none("CONNECT", get("CONNECT 127.0.0.1:22 HTTP/1.1")),
    none("TRACE", get("TRACE /v1/version HTTP/1.1")),
    none("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"),
    none("a TLS hello", "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03"),
    none("noise", Array.from({ length: 256 }, (_, index) => String.fromCharCode(index)).join("")),
    { name: "bytes behind a whole request", bytes: `${smuggled}\x00\x01\x02 nonsense\r\n\r\n`, successesMax: 1 },
    {
      name: "an upgrade to h2c",
      bytes: get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\nConnection: Upgrade\r\nUpgrade: h2c`),
      successesMax: 1
    },
    {
      name: "an upgrade to a WebSocket",
      bytes: get(
        "GET /v1/version HTTP/1.1",
        `Host: h\r\nX-API-Key: ${key}\r\nConnection: Upgrade\r\nUpgrade: websocket`
      ),
      successesMax: 1
    },
    {
      name: "an expectation that is none",
      bytes: get("GET /v1/version HTTP/1.1", `Host: h\r\nX-API-Key: ${key}\r\nExpect: 200-maybe`),
      successesMax: 1
    },
    {
      name: "an absolute address of another host",
      bytes: get("GET http://evil.example/v1/version HTTP/1.1"),
      successesMax: 1
    },
    {
      name: "two Hosts",
      bytes: get("GET /v1/version HTTP/1.1", `Host: h\r\nHost: evil\r\nX-API-Key: ${key}`),
      successesMax: 0
    }
  ]
}
