import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, connect } from "node:net"
import type { Egress, EgressFailed, EgressRefused } from "@storeglass/plugin-api"
import { Effect, type Scope } from "effect"
import { isLoopback } from "../../packages/core/src/egress/addresses.ts"
import { dialTcp } from "../../packages/core/src/egress/connector.ts"
import { type EgressOptions, makeEgress } from "../../packages/core/src/egress/EgressLive.ts"
import { lookupBy } from "../../packages/core/src/egress/lookup.ts"
import * as Corpus from "./egressCorpus.ts"
import { type NameServer, nameServer } from "./egressNames.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"

interface Canary {
  readonly port: number
  readonly connections: () => number
  readonly bytes: () => number
}

/** Listens on loopback and counts whoever comes. */
const canary = (
  hosts: ReadonlyArray<string>,
  handle: RequestListener,
  wanted = 0
): Effect.Effect<Canary, GateError, Scope.Scope> =>
  Effect.gen(function* () {
    let connections = 0
    let bytes = 0
    let port = wanted
    for (const host of hosts) {
      const server = createServer(handle)
      server.on("connection", (socket) => {
        connections += 1
        socket.on("close", () => {
          bytes += socket.bytesRead
        })
      })
      yield* Effect.acquireRelease(
        Effect.callback<void, GateError>((resume) => {
          server.once("error", (error) => resume(Effect.fail(new GateError({ message: `${host}: ${error.message}` }))))
          server.listen(port, host, () => resume(Effect.void))
        }),
        () =>
          Effect.sync(() => {
            server.close()
            server.closeAllConnections()
          })
      )
      const address: AddressInfo | string | null = server.address()
      port = typeof address === "object" && address !== null ? address.port : port
    }
    return { port, connections: () => connections, bytes: () => bytes }
  })

interface Guarded {
  readonly egress: Egress["Service"]
  /** Addresses that the guard let through to be dialled. Those beyond this machine are noted here, and not dialled. */
  readonly dials: Array<string>
}

const guarded = (options: EgressOptions, nameserver: NameServer): Effect.Effect<Guarded> => {
  const dials: Array<string> = []
  return Effect.map(
    makeEgress(options, {
      lookup: lookupBy([nameserver.address]),
      dial: (target) => {
        dials.push(...target.addresses.map(({ address }) => address))
        const here = target.addresses.filter(({ address }) => isLoopback(address))
        const first = here[0]
        // Port 1 of loopback refuses at once.
        return first === undefined
          ? connect({ host: "127.0.0.1", port: 1 })
          : dialTcp({ ...target, host: first.address, addresses: here })
      }
    }),
    (egress) => ({ egress, dials })
  )
}

const outcomeOf = (call: Effect.Effect<unknown, EgressRefused | EgressFailed>) =>
  Effect.match(call, {
    onFailure: ({ _tag, reason }) => ({ _tag, reason }),
    onSuccess: () => ({ _tag: "passed", reason: "" })
  })

/** Runs forms and checks that each is refused for its reason, with nobody dialled. */
const refuseAll = Effect.fnUntraced(function* (
  run: GateRun,
  what: string,
  { dials, egress }: Guarded,
  forms: ReadonlyArray<Corpus.Form>,
  ask: (url: string) => Effect.Effect<unknown, EgressRefused | EgressFailed> = (url) =>
    egress.request({ url, timeoutMs: 5_000 })
) {
  const wrong: Array<string> = []
  for (const { reason, url } of forms) {
    dials.length = 0
    const outcome = yield* outcomeOf(ask(url))
    if (outcome._tag !== "EgressRefused" || outcome.reason !== reason) {
      wrong.push(`${JSON.stringify(url.slice(0, 80))} ${outcome._tag} ${outcome.reason} instead of ${reason}`)
    }
    const dialled = dials.filter((address) => !isLoopback(address))
    if (dialled.length > 0) wrong.push(`${JSON.stringify(url.slice(0, 80))} was on its way to ${dialled}`)
  }
  run.check(
    `each of ${forms.length} ${what} is refused for its reason`,
    wrong.length === 0,
    wrong.slice(0, 5).join("; ")
  )
  return forms.length
})

const redirectTo = (location: string) => `/?to=${encodeURIComponent(location)}`
const redirecting: RequestListener = (request, response) => {
  const to = new URL(request.url ?? "/", "http://h").searchParams.get("to")
  if (to === null) response.end("here")
  else response.writeHead(302, { location: to }).end()
}

const run = Effect.fn("egress")(function* (run: GateRun) {
  const nameserver = yield* nameServer(Corpus.names)
  const target = yield* canary(["127.0.0.1", "::1"], (_, response) => response.end("reached"))
  const open = yield* guarded({ http: true, ports: [80, 443, target.port] }, nameserver)

  const literals = Corpus.loopbackLiterals(target.port)
  let reached = 0
  for (const url of literals) {
    const answer = yield* Effect.promise(() => fetch(url).then((found) => found.text(), String))
    if (answer === "reached") reached += 1
  }
  run.check(
    "the literals of this machine do lead to it without the guard",
    reached === literals.length,
    `${reached} of ${literals.length}`
  )
  const before = target.connections()

  let count = yield* refuseAll(run, "forms", open, Corpus.staticForms(target.port))
  count += yield* refuseAll(run, "names with bad or mixed answers", open, Corpus.namedForms(target.port))
  run.check(
    "none of them reached the canary",
    target.connections() === before,
    `${target.connections() - before} connections`
  )
  run.measure("forms refused", count)

  const proxy = yield* canary(["127.0.0.1"], (_, response) => response.end("proxy"))
  const other = yield* canary(["127.0.0.1"], (_, response) => response.end("other"))
  const host = yield* canary(["127.0.0.1"], redirecting)
  for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"]) {
    process.env[name] = `http://127.0.0.1:${proxy.port}`
    yield* Effect.addFinalizer(() => Effect.sync(() => delete process.env[name]))
  }
  const one = yield* guarded({ loopbackPort: host.port }, nameserver)
  const base = `http://127.0.0.1:${host.port}`
  const passes = yield* outcomeOf(one.egress.request({ url: `${base}${redirectTo("/")}`, redirectsMax: 3 }))
  run.check(
    "the one port that is open is reached, through a redirect of its own",
    passes._tag === "passed",
    `${passes._tag} ${passes.reason}`
  )
  const hops = Corpus.redirects(host.port, other.port)
  const redirected = yield* refuseAll(run, "redirects", one, hops, (url) =>
    one.egress.request({ url: `${base}${redirectTo(url)}`, redirectsMax: 3, timeoutMs: 5_000 })
  )
  run.measure("redirects refused", redirected)
  const endless = yield* outcomeOf(
    one.egress.request({
      url: `${base}${redirectTo(redirectTo(redirectTo(redirectTo(redirectTo("/")))))}`,
      redirectsMax: 3
    })
  )
  run.check("the fourth redirect is not followed", endless.reason === "redirects", `${endless._tag} ${endless.reason}`)
  run.check("no redirect reached another port", other.connections() === 0, `${other.connections()} connections`)
  run.check("no proxy of the environment is used", proxy.connections() === 0, `${proxy.connections()} connections`)

  const rebinding = `http://${Corpus.rebinding}:${host.port}/`
  const connectionsBefore = host.connections()
  const first = yield* outcomeOf(one.egress.request({ url: rebinding }))
  const asked = nameserver.asked(Corpus.rebinding)
  run.check(
    "a rebinding name is looked up once a connection",
    first._tag === "passed" && asked === 1,
    `${first._tag}, ${asked} lookups`
  )
  const second = yield* outcomeOf(one.egress.request({ url: rebinding }))
  run.check(
    "its second answer is refused before a connection",
    second.reason === "address" && host.connections() === connectionsBefore + 1,
    `${second._tag} ${second.reason}, ${host.connections() - connectionsBefore} connections`
  )

  // Looks public when it is checked and is this machine when it is dialled: only the socket tells.
  let looks = 0
  const shifty = yield* makeEgress(
    { http: true, ports: [target.port] },
    {
      lookup: async () => [
        {
          family: 4,
          get address() {
            looks += 1
            return looks === 1 ? "93.184.216.34" : "127.0.0.1"
          }
        }
      ],
      dial: dialTcp
    }
  )
  const bytesBefore = target.bytes()
  const shifted = yield* outcomeOf(shifty.request({ url: `http://shifty.egress-gate.net:${target.port}/` }))
  yield* Effect.sleep(100)
  run.check(
    "a connection that ends elsewhere than what was checked gets no byte",
    shifted.reason === "address" && target.bytes() === bytesBefore,
    `${shifted._tag} ${shifted.reason}, ${target.bytes() - bytesBefore} bytes`
  )

  const rounds = run.rounds(20_000, 2_000)
  const wrong: Array<string> = []
  for (let round = 0; round < rounds; round++) {
    const isPublic = run.random.chance(0.3)
    const written =
      !isPublic && run.random.chance(0.5) ? Corpus.embeddedIpv4(run.random) : Corpus.writtenIpv4(run.random, isPublic)
    const { _tag } = yield* outcomeOf(open.egress.check(`http://${written}/`))
    if ((_tag === "passed") !== isPublic) wrong.push(`${written} ${_tag}`)
  }
  run.check(
    `of ${rounds} written addresses the public ones pass and no other`,
    wrong.length === 0,
    wrong.slice(0, 5).join("; ")
  )
  run.measure("written addresses checked", rounds)
})

export const gate: Gate = {
  name: "egress",
  proves: "calls to addresses of customers reach public hosts only: every other form is refused before a byte is sent",
  run
}
