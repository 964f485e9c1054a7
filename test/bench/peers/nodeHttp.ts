// The limit: Node's own server with the record in its hand. No key is read and nothing is charged.
import { createServer } from "node:http"
import { announce, readOptions } from "./peer.ts"

const { path, record } = readOptions()
const headers = { "content-type": "application/json", "content-length": String(record.length) }
const server = createServer((request, response) => {
  if (request.method !== "GET" || request.url !== path) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, headers).end(record)
})
server.listen(0, "127.0.0.1", () => announce(server.address()))
