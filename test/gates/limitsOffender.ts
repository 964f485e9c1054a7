// One customer at its worst, in a process of its own, so that whoever measures its neighbour is not slowed down by it:
//   node limitsOffender.ts <port> <API key>
// As many connections as it likes, each at full speed: deeply nested bodies of the largest size, keys that are refused,
// and priced requests.
import { connect } from "node:net"

const [port = "", apiKey = ""] = process.argv.slice(2)
const connections = 40
const nested = "[".repeat(500_000) + "]".repeat(500_000)

const post = (path: string, body: string, key: string) =>
  `POST ${path} HTTP/1.1\r\nHost: h\r\n${key === "" ? "" : `X-API-Key: ${key}\r\n`}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const get = (path: string, key: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\n\r\n`

let count = 0
/** What it sends over and over, and how often at most on one connection: the machine is not to be what gives in. */
const worst = [
  { everyMs: 500, request: () => post("/mcp", nested, "") },
  { everyMs: 500, request: () => post("/mcp", nested, apiKey) },
  { everyMs: 500, request: () => post("/v1/gate/echo", nested, apiKey) },
  { everyMs: 50, request: () => get("/v1/gate/items", `sg_wrong_${count++}`) },
  { everyMs: 50, request: () => get("/v1/gate/items", apiKey) },
  { everyMs: 50, request: () => get(`/v1/gate/items?n=${count++}`, apiKey) },
  {
    everyMs: 50,
    request: () => post("/v1/gate/runs", JSON.stringify({ key: `offender-${count++}`, once: false }), apiKey)
  }
] as const

const open = (index: number): void => {
  const { everyMs, request } = worst[index % worst.length] ?? worst[0]
  const socket = connect({ host: "127.0.0.1", port: Number(port), localAddress: "127.0.0.2", noDelay: true })
  const send = () => {
    if (socket.writable) socket.write(request())
  }
  socket.on("connect", send)
  // Each answer is followed by the next request; what is refused while it is sent closes the connection.
  socket.on("data", (chunk) => {
    if (chunk.includes("HTTP/1.1 ")) setTimeout(send, everyMs)
  })
  socket.on("error", () => {})
  socket.on("close", () => setTimeout(() => open(index), everyMs))
}

for (let index = 0; index < connections; index++) open(index)
