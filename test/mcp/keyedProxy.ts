import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"

export interface KeyedProxy {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Passes everything on as it is, with an API key added: for clients that cannot be told to send one. */
export const startKeyedProxy = async (target: string, key: string): Promise<KeyedProxy> => {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, "x-api-key": key }
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    )
    onward.on("error", () => outgoing.destroy())
    outgoing.on("close", () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
