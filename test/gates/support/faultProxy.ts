import { mkdtempSync, rmSync } from "node:fs"
import { createConnection, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted, type Scope } from "effect"
import type { Prng } from "./prng.ts"

/** What goes wrong between a client and its server. Nothing by default. */
export interface Faults {
  /** Each piece of an answer is held back for so long. */
  readonly latencyMs?: number
  /** Each piece, either way, breaks its connection with this probability instead of passing. */
  readonly resetProbability?: number
  /** A connection breaks after so many bytes of answers, in the middle of what it carries. */
  readonly cutAfterBytes?: number
  /** Requests pass; no answer comes back, and no connection closes. */
  readonly blackHole?: boolean
  /** No connection stands or is taken. */
  readonly down?: boolean
}

/** Stands between a client and PostgreSQL or Redis, and fails as it is told. */
export interface FaultProxy {
  /** Where it listens: a path or a port, as the server it stands before. */
  readonly path: string
  readonly port: number
  readonly set: (faults: Faults) => void
  /** Everything passes again. Connections that lost an answer are cut: they could never go on. */
  readonly restore: () => void
  /** Breaks all connections once. */
  readonly reset: () => void
  /** Connections broken by a fault so far. */
  readonly broken: () => number
  /** The process ids of PostgreSQL's backends behind the connections that stand. */
  readonly backends: () => ReadonlyArray<number>
}

export type Target = { readonly path: string } | { readonly port: number }

interface Pair {
  readonly client: Socket
  readonly server: Socket
  answered: number
  lossy: boolean
  backend: number | undefined
}

/** BackendKeyData, by which PostgreSQL ends the greeting of a connection: its kind and length, then the process id. */
const backendKey = Buffer.from([0x4b, 0, 0, 0, 12])
const greetingBytesMax = 8_192
const backendIn = (chunk: Buffer) => {
  const at = chunk.indexOf(backendKey)
  return at < 0 || at + 9 > chunk.length ? undefined : chunk.readUInt32BE(at + 5)
}

/** A proxy before this server, until the scope closes: on a Unix socket before one, on a port of loopback before one. */
export const faultProxy = (
  target: Target,
  random: Prng,
  name = ".s.PGSQL.5432"
): Effect.Effect<FaultProxy, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<FaultProxy & { readonly close: () => void }>((resume) => {
        const folder = mkdtempSync(join(tmpdir(), "sg-fault-"))
        const path = join(folder, name)
        const pairs = new Set<Pair>()
        let faults: Faults = {}
        let broken = 0

        const cut = (pair: Pair) => {
          if (!pairs.delete(pair)) return
          pair.client.destroy()
          pair.server.destroy()
        }
        const breakPair = (pair: Pair) => {
          if (pairs.has(pair)) broken += 1
          cut(pair)
        }
        const cutAll = () => {
          for (const pair of [...pairs]) breakPair(pair)
        }
        const unlucky = () => faults.resetProbability !== undefined && random.chance(faults.resetProbability)

        const answer = (pair: Pair, chunk: Buffer) => {
          if (pair.answered < greetingBytesMax) pair.backend ??= backendIn(chunk)
          if (faults.blackHole === true) {
            pair.lossy = true
            return
          }
          if (unlucky()) return breakPair(pair)
          const room = faults.cutAfterBytes === undefined ? chunk.length : faults.cutAfterBytes - pair.answered
          pair.answered += chunk.length
          const pass = () => {
            if (pair.client.destroyed) return
            if (room >= chunk.length) return pair.client.write(chunk)
            pair.client.write(chunk.subarray(0, Math.max(room, 0)), () => breakPair(pair))
          }
          if (faults.latencyMs === undefined) pass()
          else setTimeout(pass, faults.latencyMs)
        }

        const server = createServer((client) => {
          if (faults.down === true) return client.destroy()
          const upstream = createConnection("path" in target ? target : { ...target, host: "127.0.0.1" })
          const pair: Pair = { client, server: upstream, answered: 0, lossy: false, backend: undefined }
          pairs.add(pair)
          client.on("data", (chunk) => {
            if (unlucky()) breakPair(pair)
            else upstream.write(chunk)
          })
          upstream.on("data", (chunk) => answer(pair, chunk))
          for (const socket of [client, upstream]) {
            socket.on("error", () => {}).on("close", () => setTimeout(() => cut(pair), faults.latencyMs ?? 0))
          }
        })
        const listening = () => {
          const address = server.address()
          resume(
            Effect.succeed({
              path: folder,
              port: address === null || typeof address === "string" ? 0 : address.port,
              set: (next) => {
                faults = next
                if (next.down === true) cutAll()
              },
              restore: () => {
                faults = {}
                for (const pair of [...pairs]) if (pair.lossy) breakPair(pair)
              },
              reset: cutAll,
              broken: () => broken,
              backends: () => [...pairs].flatMap(({ backend }) => (backend === undefined ? [] : [backend])),
              close: () => {
                server.close()
                for (const pair of [...pairs]) cut(pair)
                rmSync(folder, { recursive: true, force: true })
              }
            })
          )
        }
        if ("path" in target) server.listen(path, listening)
        else server.listen(0, "127.0.0.1", listening)
      }),
      (proxy) => Effect.sync(proxy.close)
    ),
    (proxy): FaultProxy => proxy
  )

const socketOf = (url: Redacted.Redacted<string>) => {
  const [head = "", query = ""] = Redacted.value(url).split("?")
  return { head, params: new URLSearchParams(query) }
}

/** A proxy before an embedded PostgreSQL, and the address of its database through it. */
export const databaseProxy = Effect.fn("databaseProxy")(function* (url: Redacted.Redacted<string>, random: Prng) {
  const { head, params } = socketOf(url)
  const file = `.s.PGSQL.${params.get("port") ?? "5432"}`
  const proxy = yield* faultProxy({ path: join(params.get("host") ?? "", file) }, random, file)
  params.set("host", proxy.path)
  return { proxy, url: Redacted.make(`${head}?${params.toString()}`) }
})
