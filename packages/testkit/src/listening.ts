import type { Server } from "node:http"
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
