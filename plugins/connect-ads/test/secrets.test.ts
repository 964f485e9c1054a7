/** The owner's private key, and what is made of it, looked for in all that the gateway writes. */
import { leaksOf, rpcOf, useWatchedGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"
import { at, bodyOf, Client, prefix } from "./support.ts"

/** The bytes of a key in base64, without what is the same in all keys of its kind. */
const secretPart = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, "").slice(50, 90)

const gateway = useWatchedGateway({
  doubles: [vendor],
  plugins: (address) => ({
    "connect-ads": { apiUrl: address("ads"), tokenUrl: address("ads-token"), readBackMs: 600 },
    mcp: null
  })
})

describe("the owner's private key", () => {
  it("is in no log, trace, metric, table, cache, answer or tool's list, however a request with it ends", async () => {
    const { ask, control } = gateway()
    const issue = async () => Schema.decodeUnknownSync(Client)(await control.act("ads", "issue", {}))
    const [client, refused] = [await issue(), await issue()]
    const post = (body: object) => ask(`${prefix}/credentials`, { method: "POST", body })
    const rpc = rpcOf(ask)
    const secrets = new Map([
      ["the key", secretPart(client.privateKey)],
      ["a key that is refused", secretPart(refused.privateKey)]
    ])
    for (const value of secrets.values()) assert.match(value, /^[\w+/=]{40}$/)

    // Another client's key, a field too many, a wrong type, and a call as a tool.
    assert.strictEqual((await post({ ...bodyOf(client), privateKey: refused.privateKey })).status, 422)
    assert.strictEqual((await post({ ...bodyOf(refused), scope: "all" })).status, 400)
    assert.strictEqual((await post({ ...bodyOf(refused), privateKey: { pem: refused.privateKey } })).status, 400)
    await rpc("tools/call", { name: "storeaAds_connect", arguments: bodyOf(refused) })
    assert.strictEqual((await post(bodyOf(client))).status, 201)

    const listed = await ask(`${prefix}/campaigns`)
    assert.strictEqual(listed.status, 200)
    const id = String(at(listed.json, "data", "items", 0, "id"))
    const changed = await ask(`${prefix}/campaigns/${id}`, { method: "PUT", body: { name: "Renamed" } })
    assert.strictEqual(changed.status, 200, changed.text)
    // A vendor whose errors quote what it was sent.
    const message = `bad token of ${client.privateKey}`
    for (const kind of ["403", "500"] as const) {
      control.fail({ kind, upstream: "ads", path: "^/adgroups", message, times: 3 })
      assert.isAtLeast((await ask(`${prefix}/campaigns/${id}/adgroups`)).status, 400)
      control.clearFaults()
    }
    assert.strictEqual((await ask(`${prefix}/credentials/status`)).status, 200)
    assert.strictEqual((await ask(`${prefix}/credentials`, { method: "DELETE" })).status, 200)
    const list = await rpc("tools/list", {})

    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "Renamed")
    assert.include(sinks.metrics, "ads")
    assert.isAbove((sinks.telemetry ?? "").length, 0)
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "", list: list.text }, secrets), [])
  })
})
