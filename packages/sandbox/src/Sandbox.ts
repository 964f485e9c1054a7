import { readdir } from "node:fs/promises"
import type { Server } from "node:http"
import { createServer, type Server as NetServer, type Socket } from "node:net"
import { Clock, Effect, Schema, type Scope } from "effect"
import { type ActiveFault, type Fault, Faults } from "./control/Faults.ts"
import { Ledger, type LedgerEntry, type LedgerFilter } from "./control/Ledger.ts"
import { type Violation, Violations } from "./control/Violations.ts"
import type { DemoCall, Worlds } from "./double/Double.ts"
import type { Double, OpenDouble } from "./double/defineDouble.ts"
import { makeListener, type ServedHost } from "./http/listener.ts"
import { SecondWorld } from "./world/SecondWorld.ts"
import { World } from "./world/World.ts"

export interface SandboxOptions<Host extends string = string> {
  /** Whose hosts it serves. */
  readonly doubles: ReadonlyArray<Double<Host>>
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** A folder of recorded answers, which doubles serve instead of what is invented. */
  readonly recordings?: string
  /** The same seed gives the same world. Default 1. */
  readonly seed?: number
  /** How many apps the world has. Default 3000. */
  readonly size?: number
  /** The moment that the world is at. Default: Effect's Clock. */
  readonly nowMs?: () => number
  /** A folder of the vendors' own descriptions, against which requests and answers are held. */
  readonly descriptions?: string
}

/** What tests do to a sandbox, in this process. */
export interface SandboxControl {
  /** Tells hosts to fail; gives the fault's id. It throws for a host or a kind that there is not. */
  readonly fail: (fault: Fault) => number
  /** Ends one fault, those of a host, or all. */
  readonly clearFaults: (which?: { readonly id?: number; readonly upstream?: string }) => void
  readonly faults: () => ReadonlyArray<ActiveFault>
  /** What was asked, oldest first. */
  readonly requests: (filter?: LedgerFilter) => ReadonlyArray<LedgerEntry>
  readonly clearRequests: () => void
  /** What was not as the vendors describe it. */
  readonly violations: () => ReadonlyArray<Violation>
  readonly clearViolations: () => void
  /** Does a control action of a double. */
  readonly act: (double: string, action: string, input?: unknown) => Promise<unknown>
  /** Seeds the state of a double anew: of one credential, or of all. */
  readonly reset: (double: string, credential?: string) => void
}

/** Vendors' hosts on loopback. */
export interface Sandbox<Host extends string = string> {
  /** `http://127.0.0.1:4711`. */
  readonly origin: string
  /** The address of each host. */
  readonly baseUrls: { readonly [Name in Host]: string }
  /** The number of each port that isn't HTTP. */
  readonly ports: Readonly<Record<string, number>>
  readonly worlds: Worlds
  readonly control: SandboxControl
  /** Values for parameters that only the doubles can name. */
  readonly samples: () => Promise<Readonly<Record<string, string>>>
  /** Calls of the gateway that connect an account to the vendors. */
  readonly demo: () => Promise<ReadonlyArray<DemoCall>>
  /** Credentials for whoever tries it by hand, by the name of the double. */
  readonly credentials: () => Promise<ReadonlyMap<string, object>>
  /** Hosts that have a page for people, with what is there. */
  readonly pages: ReadonlyArray<{ readonly title: string; readonly url: string }>
  /** Hosts whose description was not found, in words. */
  readonly undescribed: ReadonlyArray<string>
  /** Files of the recordings that no double serves, with the reason, in the order of their paths. */
  readonly unserved: ReadonlyArray<UnservedRecording>
}

export interface UnservedRecording {
  /** Below the folder, with forward slashes. */
  readonly path: string
  readonly reason: string
}

/** The sandbox cannot start: the port is taken, two hosts share a name, or the recordings cannot be read. */
export class SandboxError extends Schema.TaggedError<SandboxError>()("SandboxError", {
  message: Schema.String
}) {}

/** The addresses of the hosts of some doubles under an origin. */
export function baseUrlsOf<Host extends string>(
  origin: string,
  doubles: ReadonlyArray<Double<Host>>
): { readonly [Name in Host]: string }
export function baseUrlsOf(origin: string, doubles: ReadonlyArray<Double>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    doubles.flatMap(({ hosts }) => hosts.map(({ name, prefix }) => [name, `${origin}${prefix}`] as const))
  )
}

/** The ports of some doubles that aren't HTTP, as they are before anything listens. */
export const portsOf = (doubles: ReadonlyArray<Double>): Readonly<Record<string, number>> =>
  Object.fromEntries(doubles.flatMap(({ ports }) => ports.map((name) => [name, 9] as const)))

const listen = (
  server: Server | NetServer,
  port: number,
  closeAll: () => void
): Effect.Effect<number, SandboxError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<number, SandboxError>((resume) => {
      server.once("error", (error) => resume(Effect.fail(new SandboxError({ message: error.message }))))
      server.listen(port, "127.0.0.1", () => {
        const address = server.address()
        resume(
          address === null || typeof address === "string"
            ? Effect.fail(new SandboxError({ message: "The server has no port." }))
            : Effect.succeed(address.port)
        )
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        closeAll()
      })
  )

/** A port that isn't HTTP; gives its number. */
const listenTo = Effect.fnUntraced(function* (taken: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
    // Whoever goes away in the middle of something.
    socket.on("error", () => socket.destroy())
    taken(socket)
  })
  return yield* listen(server, 0, () => {
    for (const socket of sockets) socket.destroy()
  })
})

const assertApart = (doubles: ReadonlyArray<Double>): Effect.Effect<void, SandboxError> => {
  const hosts = doubles.flatMap((double) => double.hosts)
  const ports = doubles.flatMap((double) => double.ports)
  const names = [
    doubles.map(({ name }) => name),
    [...hosts.map(({ name }) => name), ...ports],
    hosts.map(({ prefix }) => prefix)
  ]
  const twice = names.flatMap((all) => all.filter((name, index) => all.indexOf(name) < index))[0]
  return twice === undefined
    ? Effect.void
    : Effect.fail(new SandboxError({ message: `Two doubles use the name '${twice}'.` }))
}

const opened = (double: Double, options: Parameters<Double["open"]>[0]): Effect.Effect<OpenDouble, SandboxError> =>
  Effect.tryPromise({
    try: () => double.open(options),
    catch: (cause) => new SandboxError({ message: `Can't open the double '${double.name}': ${String(cause)}` })
  })

/** The descriptions of hosts, by name; nothing of AJV is loaded where nobody asks for them. */
const describe = Effect.fnUntraced(function* (folder: string | undefined, doubles: ReadonlyArray<Double>) {
  const described = doubles.flatMap(({ hosts }) =>
    hosts.flatMap(({ describedBy, name }) => (describedBy === undefined ? [] : [{ name, describedBy }]))
  )
  if (folder === undefined || described.length === 0) return { found: new Map(), missing: [] }
  const found = yield* Effect.tryPromise({
    try: async () => {
      const { loadDescription } = await import("./openapi/Description.ts")
      return Promise.all(
        described.map(async ({ describedBy, name }) => [name, await loadDescription(folder, describedBy)] as const)
      )
    },
    catch: (cause) => new SandboxError({ message: `Can't read a description: ${String(cause)}` })
  })
  const missing = described.flatMap(({ describedBy, name }) =>
    found.some(([other, description]) => other === name && description === undefined)
      ? [`${name}: ${describedBy.files.join(", ")} isn't in ${folder}; requests aren't checked against it`]
      : []
  )
  return { found: new Map(found), missing }
})

/** Starts the hosts on loopback; they stop with the scope. */
export const startSandbox = Effect.fnUntraced(function* <const Host extends string>(
  options: SandboxOptions<Host>
): Effect.fn.Return<Sandbox<Host>, SandboxError, Scope.Scope> {
  const clock = yield* Clock.Clock
  const { doubles, recordings, seed = 1, size = 3000 } = options
  yield* assertApart(doubles)
  if (recordings !== undefined) {
    yield* Effect.tryPromise({
      try: () => readdir(recordings),
      catch: (cause) => new SandboxError({ message: `Cannot read the recordings in ${recordings}: ${String(cause)}` })
    })
  }
  const first = new World({ seed, size })
  const worlds = { first, second: new SecondWorld({ seed, size }, first) }
  const descriptions = yield* describe(options.descriptions, doubles)
  const recorded = new Map<string, string | null>()
  const onRecording = (path: string, unserved: string | null) => {
    if (recorded.get(path) !== null) recorded.set(path, unserved)
  }
  const open = new Map<string, OpenDouble>()
  const hosts: Array<ServedHost> = []
  for (const double of doubles) {
    const one = yield* opened(double, { seed, worlds, recordings, onRecording })
    open.set(double.name, one)
    for (const host of double.hosts) {
      hosts.push({ host, double, open: one, description: descriptions.found.get(host.name) })
    }
  }
  const nowMs = options.nowMs ?? (() => clock.currentTimeMillisUnsafe())
  const faults = new Faults(
    new Map(hosts.map(({ double, host }) => [host.name, new Set(Object.keys(double.faults))] as const)),
    () => {
      for (const double of open.values()) double.keepBefore()
    }
  )
  const ledger = new Ledger()
  const violations = new Violations()
  const around = (at: string) => ({
    origin: at,
    address: (name: string) => {
      const found = hosts.find(({ host }) => host.name === name)
      if (found === undefined) throw new Error(`There's no host '${name}'.`)
      return `${at}${found.host.prefix}`
    },
    nowMs: nowMs(),
    worlds
  })
  const listener = makeListener({ nowMs, hosts, doubles: open, around, faults, ledger, violations })
  const port = yield* listen(listener, options.port ?? 0, () => listener.closeAllConnections())
  const origin = `http://127.0.0.1:${port}`
  const ports: Record<string, number> = {}
  for (const double of doubles) {
    for (const name of double.ports) {
      ports[name] = yield* listenTo((socket) => open.get(double.name)?.connect(name, socket, () => around(origin)))
    }
  }
  const of = (name: string): OpenDouble => {
    const double = open.get(name)
    if (double === undefined) throw new Error(`There's no double '${name}'; there are ${[...open.keys()].join(", ")}.`)
    return double
  }
  return {
    origin,
    baseUrls: baseUrlsOf(origin, doubles),
    ports,
    worlds,
    pages: hosts.flatMap(({ host }) =>
      host.page === undefined ? [] : [{ title: host.page, url: `${origin}${host.prefix}/` }]
    ),
    undescribed: descriptions.missing,
    unserved: [...recorded]
      .flatMap(([path, reason]) => (reason === null ? [] : [{ path, reason }]))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    samples: async () => {
      const all = await Promise.all([...open.values()].map((double) => double.samples(around(origin))))
      return Object.assign({}, ...all)
    },
    demo: async () => (await Promise.all([...open.values()].map((double) => double.demo(around(origin))))).flat(),
    credentials: async () => {
      const all = new Map<string, object>()
      for (const [name, double] of open) {
        const credentials = await double.credentials(around(origin))
        if (credentials !== undefined) all.set(name, credentials)
      }
      return all
    },
    control: {
      fail: (fault) => faults.add(fault),
      clearFaults: (which) => faults.clear(which),
      faults: () => faults.list(),
      requests: (filter) => ledger.list(filter),
      clearRequests: () => ledger.clear(),
      violations: () => violations.list(),
      clearViolations: () => violations.clear(),
      act: async (double, action, input) => {
        const acted = of(double).act(action, input, around(origin))
        if (acted === undefined) throw new Error(`The double '${double}' has no action '${action}'.`)
        return acted.result
      },
      reset: (double, credential) => of(double).reset(credential)
    }
  }
})
