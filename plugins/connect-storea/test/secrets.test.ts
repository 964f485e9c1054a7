/** The owner's private key, looked for in all that the gateway writes. */
import { leaksOf, rpcOf, useWatchedGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"
import { at, headersOf, listAt, Owner, prefix } from "./support.ts"

/** The bytes of a key in base64, without what is the same in all keys of its kind. */
const secretPart = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, "").slice(50, 90)

const gateway = useWatchedGateway({
  doubles: [vendor],
  plugins: (address) => ({ "connect-storea": { apiUrl: address("console"), readsLagMs: 200 }, mcp: null })
})

describe("the owner's private key", () => {
  it("is in no log, trace, metric, table, cache, answer or tool's result, however a request with it ends", async () => {
    const { ask, control } = gateway()
    const issue = async () => Schema.decodeUnknownSync(Owner)(await control.act("console", "issue", { demo: true }))
    const [owner, refused] = [await issue(), await issue()]
    const secrets = new Map([
      ["the key", secretPart(owner.privateKey)],
      ["a key that is refused", secretPart(refused.privateKey)]
    ])
    for (const value of secrets.values()) assert.match(value, /^[\w+/=]{40}$/)
    const headers = headersOf(owner)
    const appId = String(at(await control.act("console", "owned", owner.keyId), "apps", 0, "id"))
    const path = `${prefix}/apps/${appId}/iaps`
    const wrong = { ...headers, "x-console-private-key": headersOf(refused)["x-console-private-key"] }
    assert.strictEqual((await ask(path, { headers: wrong })).status, 401)
    assert.strictEqual((await ask(path, { headers: { ...wrong, "x-console-key-id": "" } })).status, 400)
    assert.strictEqual((await ask(`${path}?contry=us`, { headers: wrong })).status, 400)
    // It belongs in a header: where it's sent as anything else it's refused, and not written down.
    const listed = await ask(path, { headers })
    assert.strictEqual(listed.status, 200, listed.text)
    const id = String(at(listAt(at(listed.json, "data"), "items")[0], "id"))
    const changed = await ask(`${prefix}/iaps/${id}`, {
      method: "PATCH",
      headers: { ...headers, "idempotency-key": "rename" },
      body: { name: "Renamed by the test" }
    })
    assert.strictEqual(changed.status, 200, changed.text)
    // A vendor whose errors quote what it was sent.
    const message = `bad token of ${owner.privateKey}`
    for (const kind of ["403", "500"] as const) {
      control.fail({ kind, upstream: "console", message, times: 3 })
      assert.isAtLeast((await ask(`${prefix}/iaps/${id}`, { headers })).status, 400)
      control.clearFaults()
    }
    control.fail({ kind: "lostAnswer", upstream: "console", method: "PATCH", times: 1 })
    await ask(`${prefix}/iaps/${id}`, { method: "PATCH", headers, body: { name: "Lost by the test" } })
    // Saved, it's in the body.
    const save = (key: Owner) =>
      ask(`${prefix}/storea/credentials`, { method: "POST", body: { ...key, analytics: false } })
    assert.strictEqual((await save({ ...owner, privateKey: refused.privateKey })).status, 422)
    assert.strictEqual((await save({ ...owner, privateKey: refused.privateKey.slice(0, 120) })).status, 400)
    assert.strictEqual((await save(owner)).status, 201)
    const rpc = rpcOf(ask)
    const called = await rpc("tools/call", { name: "connectStorea_iap", arguments: { iapId: id } }, { headers })
    assert.include(called.text, "Lost by the test")
    const tools = await rpc("tools/list", {})

    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "Renamed by the test")
    assert.include(sinks.metrics, "storea.console")
    assert.isAbove((sinks.telemetry ?? "").length, 0)
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "", tools: tools.text }, secrets), [])
  })
})
