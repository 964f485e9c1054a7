import { randomInt } from "node:crypto"
import type { Server } from "node:http"
import { createServer } from "node:net"
import { Effect } from "effect"

/** Has a server listen on a free port of loopback, until the scope ends and its connections with it. */
export const listening = Effect.fnUntraced(function* (server: Server) {
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address = server.address()
  if (address === null || typeof address === "string") return yield* Effect.die(new Error("the server has no port"))
  return { port: address.port, origin: `http://127.0.0.1:${address.port}` }
})

/**
 * A port that is free now, for a server that must know its own address before it listens. It's below those that the system gives
 * to whoever asks for any, which would be taken again before the server has it.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer()
      server.once("error", () => resolve(false))
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
