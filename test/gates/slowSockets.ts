import { connect, type Socket } from "node:net"
import { Effect, type Scope } from "effect"

/** What became of a connection. */
export interface Lane {
  readonly socket: Socket
  /** What came back, its first 256 KiB. */
  readonly received: () => string
  readonly openedMs: number
  /** Undefined while it stands. */
  readonly closedAfterMs: () => number | undefined
  readonly connected: () => boolean
}

const keptBytes = 262_144

/** Opens a connection that writes down what comes back; it ends with the scope. */
export const openSocket = (port: number): Lane => {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true })
  const openedMs = performance.now()
  let received = ""
  let closedMs: number | undefined
  let connected = false
  socket.on("connect", () => {
    connected = true
  })
  socket.on("data", (chunk) => {
    if (received.length < keptBytes) received += chunk.toString("latin1")
  })
  socket.on("error", () => {})
  socket.on("close", () => {
    closedMs = performance.now()
  })
  return {
    socket,
    openedMs,
    received: () => received,
    connected: () => connected,
    closedAfterMs: () => (closedMs === undefined ? undefined : closedMs - openedMs)
  }
}

/** Many of them, a few hundred at a time so that the listener's queue does not overflow. */
export const openSockets = (
  port: number,
  count: number,
  first: string | undefined
): Effect.Effect<ReadonlyArray<Lane>, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const lanes: Array<Lane> = []
      while (lanes.length < count) {
        const batch = Array.from({ length: Math.min(200, count - lanes.length) }, () => openSocket(port))
        if (first !== undefined) for (const { socket } of batch) socket.write(first)
        lanes.push(...batch)
        for (
          let turn = 0;
          turn < 100 && batch.some((lane) => !lane.connected() && lane.closedAfterMs() === undefined);
          turn++
        )
          yield* Effect.sleep(10)
      }
      return lanes
    }),
    (lanes) =>
      Effect.sync(() => {
        for (const { socket } of lanes) socket.destroy()
      })
  )

/** Sends bytes as they are and waits until the other side closes, or until nothing more comes. */
export const sendRaw = Effect.fn("sendRaw")(function* (
  port: number,
  bytes: string | Buffer,
  quietMs = 400,
  limitMs = 12_000
) {
  const lane = openSocket(port)
  lane.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes)
  let seen = -1
  let quietSince = performance.now()
  const startedMs = performance.now()
  while (lane.closedAfterMs() === undefined && performance.now() - startedMs < limitMs) {
    const length = lane.received().length
    if (length !== seen) {
      seen = length
      quietSince = performance.now()
    } else if (length > 0 && performance.now() - quietSince > quietMs) break
    yield* Effect.sleep(10)
  }
  const closed = lane.closedAfterMs() !== undefined
  lane.socket.destroy()
  return { text: lane.received(), closed, statuses: statusesOf(lane.received()) }
})

/** The statuses of the answers in a stream of them, without the interim ones. */
export const statusesOf = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)).filter((status) => status >= 200)
