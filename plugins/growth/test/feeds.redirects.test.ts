/** Where feeds lead to, after their address was good: nowhere that a customer mustn't reach, not by a byte. */
import { createServer, type RequestListener } from "node:http"
import { adjustableClock, at, listAt, useTestGateway } from "@storeglass/testkit"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { names, rebinding, redirects } from "../../../test/gates/egressCorpus.ts"
import { nameServer } from "../../../test/gates/egressNames.ts"
import { base, madeProject, scan } from "./support.ts"

interface Canary {
  readonly port: number
  readonly connections: () => number
  readonly close: () => void
}
const canary = async (handle: RequestListener): Promise<Canary> => {
  let connections = 0
  const server = createServer(handle)
  server.on("connection", () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : assert.fail("no port"),
    connections: () => connections,
    close: () => server.close()
  }
}

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>A feed</title><item><title>Can anyone recommend an app?</title>
  <link>https://blog.example.com/one</link></item></channel></rss>`
const host = await canary((request, response) => {
  const to = new URL(request.url ?? "/", "http://h").searchParams.get("to")
  if (to === null) response.setHeader("content-type", "application/rss+xml").end(feed)
  else response.writeHead(302, { location: to }).end()
})
const other = await canary((_, response) => response.end(feed))
const scope = await Effect.runPromise(Scope.make())
const nameserver = await Effect.runPromise(Scope.provide(nameServer(names), scope))
afterAll(async () => {
  host.close()
  other.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const clock = adjustableClock()
const gateway = useTestGateway({
  plugins: { stores: true, growth: true },
  clock,
  config: { egress: { loopbackPort: host.port, nameservers: [nameserver.address] } }
})
let key = ""
beforeAll(async () => {
  ;({ key } = await gateway().account({ plan: "large" }))
})
let serial = 0
const reasonOf = async (url: string) => {
  serial += 1
  const filters = { feeds: [url] }
  const id = await madeProject(gateway(), key, { name: `Feed ${serial}`, channel: "rss", keywords: ["app"], filters })
  return { id, reason: at(listAt(await scan(gateway(), key, id), "sources")[0], "reason") }
}
const through = (location: string) => `http://127.0.0.1:${host.port}/?to=${encodeURIComponent(location)}`

describe("a feed that leads elsewhere", () => {
  it("is read where that is good too", async () => {
    const { id, reason } = await reasonOf(through("/"))
    assert.isNull(reason)
    const { json } = await gateway().ask(`${base}/opportunities?projectId=${id}`, { key })
    assert.strictEqual(at(json, "data", "total"), 1)
  })

  it("is refused before a byte where it isn't: each redirect of the guard's corpus", { timeout: 120_000 }, async () => {
    const read: Array<string> = []
    for (const { url } of redirects(host.port, other.port)) {
      const before = host.connections()
      const { reason } = await reasonOf(through(url))
      // The one connection is the redirect's own.
      if (reason === null || host.connections() !== before + 1) read.push(`${url}: ${reason}`)
    }
    assert.deepEqual(read, [])
    assert.strictEqual(other.connections(), 0)
  })

  it.each([
    ["at once", "https://www.reddit.com/r/apps/.rss", 1],
    ["behind another redirect", "", 2]
  ])("isn't read where a host is behind it whose feeds aren't read, %s", async (_, direct, hops) => {
    const before = host.connections()
    const { reason } = await reasonOf(through(direct || through("https://old.reddit.com/r/apps/.rss")))
    assert.strictEqual(reason, "it leads elsewhere: feeds of reddit.com aren't read; use the channel reddit")
    assert.isAtMost(host.connections() - before, hops)
  })

  it("isn't followed a fourth time", async () => {
    const { reason } = await reasonOf(through(through(through(through("/")))))
    assert.include(String(reason), "redirect")
  })

  it("isn't read where its name leads to another address than the one that was looked at", async () => {
    const url = `http://${rebinding}:${host.port}/`
    const before = host.connections()
    const answer = await gateway().ask(`${base}/projects`, {
      method: "POST",
      key,
      body: { name: "Rebinding", channel: "rss", keywords: ["app"], filters: { feeds: [url] } }
    })
    assert.strictEqual(answer.status, 201, answer.text)
    const id = String(at(answer.json, "data", "id"))
    const reasons: Array<unknown> = []
    for (let look = 0; look < 3; look++) {
      reasons.push(at(listAt(await scan(gateway(), key, id), "sources")[0], "reason"))
      clock.advanceMs(16 * 60_000)
    }
    // Its first answer alone is one that may be reached.
    assert.isAtMost(host.connections() - before, 1, JSON.stringify(reasons))
    assert.isNotNull(reasons.at(-1))
  })
})
