import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listening } from "@storeglass/testkit"
import { Effect, type Scope } from "effect"
import { isLoopback } from "../src/egress/addresses.ts"
import { dialTcp, type Wire } from "../src/egress/connector.ts"
import { type EgressOptions, makeEgress } from "../src/egress/EgressLive.ts"
import type { Lookup, Resolved } from "../src/egress/lookup.ts"

/** A server on loopback that counts the connections that reach it. */
export const listener = (
  handle: (request: IncomingMessage, response: ServerResponse) => void
): Effect.Effect<{ readonly port: number; readonly connections: () => number }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const server = createServer(handle)
    let connections = 0
    server.on("connection", () => {
      connections += 1
    })
    const { port } = yield* listening(server)
    return { port, connections: () => connections }
  })

/** Answers of name servers: each lookup of a name takes the next one; the last stays. */
export const names = (answers: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>) => {
  const asked: Array<string> = []
  const lookup: Lookup = async (host) => {
    const turns = answers[host] ?? []
    const turn = asked.filter((name) => name === host).length
    asked.push(host)
    const addresses = turns[Math.min(turn, turns.length - 1)]
    if (addresses === undefined) throw new Error("ENOTFOUND")
    return addresses.map((address): Resolved => ({ address, family: address.includes(":") ? 6 : 4 }))
  }
  return { asked, lookup }
}

/** The client over loopback alone: an address beyond this machine is noted, and never dialled. */
export const loopbackEgress = Effect.fnUntraced(function* (options: EgressOptions, lookup: Lookup = names({}).lookup) {
  const beyond: Array<string> = []
  const dials: Array<ReadonlyArray<string>> = []
  const wire: Wire = {
    lookup,
    dial: (target) => {
      dials.push(target.addresses.map(({ address }) => address))
      const here = target.addresses.filter(({ address }) => isLoopback(address))
      beyond.push(...target.addresses.filter(({ address }) => !isLoopback(address)).map(({ address }) => address))
      return dialTcp({ ...target, host: here[0]?.address ?? "127.0.0.1", addresses: here })
    }
  }
  return { egress: yield* makeEgress(options, wire), dials, beyond }
})
