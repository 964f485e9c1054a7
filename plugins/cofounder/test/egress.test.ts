/** Addresses that lead where they mustn't: refused when one is saved and again at each delivery, before a byte is sent. */

import { randomUUID } from "node:crypto"
import { createServer, type Server } from "node:net"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { usePluginGateway } from "@storeglass/testkit"
import { Effect, Exit, Scope } from "effect"
import * as Corpus from "../../../test/gates/egressCorpus.ts"
import { nameServer } from "../../../test/gates/egressNames.ts"
import { Events } from "../src/integration/Events.ts"
import { Deliver } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { ownerOf, rows } from "./support.ts"

const scope = Effect.runSync(Scope.make())
/** Listens on this machine and counts whoever comes. Nothing of the corpus leads to another one. */
let connections = 0
const listen = (host: string, port: number) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    server.once("error", reject)
    server.listen(port, host, () => resolve(server))
  })
const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}
const four = await listen("127.0.0.1", 0)
const canary = portOf(four)
const six = await listen("::1", canary)

const moving = "moves.egress-gate.net"
/** Where it leads for now. */
let leadsTo = "127.0.0.1"
const names = await Effect.runPromise(
  Scope.provide(
    nameServer({
      ...Corpus.names,
      [moving]: {
        get turns() {
          return [[leadsTo]]
        }
      }
    }),
    scope
  )
)
const gateway = usePluginGateway(plugin, {
  plugins: { cofounder: true },
  config: {
    jobs: { concurrency: 0 },
    // So that nothing but the address stands in the way.
    egress: { http: true, ports: [80, 443, canary], nameservers: [names.address] }
  }
})

describe("an address", () => {
  afterAll(async () => {
    four.close()
    six.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("of the guard's corpus is refused, whatever its form, with nothing saved and nobody called", {
    timeout: 120_000
  }, async () => {
    const forms = [...Corpus.staticForms(canary), ...Corpus.namedForms(canary)]
    assert.isAtLeast(forms.length, 100)
    const owner = await ownerOf(gateway())
    const wrong: Array<string> = []
    for (const { reason, url } of forms) {
      const { code, status, text } = await owner.put(undefined, url)
      const wanted = reason === "host" || reason === "address" ? "422 WEBHOOK_TEST_FAILED" : "400 INVALID_INPUT"
      if (`${status} ${code}` !== wanted)
        wrong.push(`${JSON.stringify(url.slice(0, 80))}: ${text} instead of ${wanted}`)
    }
    assert.deepEqual(wrong, [])
    assert.strictEqual(connections, 0)
    assert.deepEqual(
      await rows(gateway(), `SELECT 1 FROM cofounder_webhooks WHERE account_id = '${owner.accountId}'`),
      []
    )
    assert.deepEqual(await owner.received(), [])
  })

  const deliver = async ({ accountId }: { readonly accountId: string }) => {
    const id = randomUUID()
    await gateway().run(Events.use((events) => events.add(accountId, "app.left_chart", { summary: "x" }, id)))
    await gateway().runJob(Deliver, { accountId, id })
    const [event] = await rows(
      gateway(),
      `SELECT e.state, w.error FROM cofounder_events e JOIN cofounder_webhooks w USING (account_id) WHERE e.id = '${id}'`
    )
    return event
  }

  it("that is public when it's saved and private when a report is posted is refused then, and works once it's back", async () => {
    const owner = await ownerOf(gateway())
    const url = new URL(owner.url)
    url.hostname = moving
    leadsTo = "127.0.0.1"
    const saved = await owner.put(undefined, url.href)
    assert.strictEqual(saved.status, 200, saved.text)
    await owner.prefer("webhook")
    for (const address of ["10.0.0.1", "169.254.169.254", "192.168.1.1", "fd00::1", "0.0.0.0"]) {
      leadsTo = address
      const event = await deliver(owner)
      assert.strictEqual(event?.state, "failed", address)
      assert.match(String(event?.error), /address/, address)
      assert.lengthOf(await owner.received(), 1, address)
      const again = await owner.put(undefined, url.href)
      assert.deepEqual([again.status, again.code], [422, "WEBHOOK_TEST_FAILED"], again.text)
    }
    leadsTo = "127.0.0.1"
    assert.deepEqual(await deliver(owner), { state: "received", error: null })
    assert.lengthOf(await owner.received(), 2)
  })

  it("that redirects is what answered: nobody is called where it leads, neither for the test nor for a report", async () => {
    const owner = await ownerOf(gateway())
    await owner.put()
    await owner.prefer("webhook")
    const before = connections
    let requests = 1
    for (const { url: location } of Corpus.redirects(canary, canary)) {
      await owner.answer({ status: 302, location })
      const put = await owner.put()
      assert.strictEqual(put.status, 200, `${location}: ${put.text}`)
      await owner.answer({ status: 307, location })
      assert.deepEqual(await deliver(owner), { state: "received", error: null }, location)
      requests += 2
    }
    assert.lengthOf(await owner.received(), requests)
    assert.strictEqual(connections, before)
  })
})
