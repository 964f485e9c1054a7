/** A service account's private key, looked for in all that the gateway writes. */
import { at, leaksOf, listAt, rpcOf, useWatchedGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"
import { base, Issued, quiet } from "./support.ts"

/** The bytes of a key in base64, without what is the same in all keys of its kind. */
const secretPart = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, "").slice(50, 90)

const gateway = useWatchedGateway({
  doubles: [vendor],
  plugins: (address) => {
    const url = address("play-console")
    return {
      "connect-storeb": { ...quiet, tokenUrl: url, publisherUrl: url, reportingUrl: url, storageUrl: url },
      mcp: null
    }
  }
})

describe("a service account's private key", () => {
  it("is in no log, trace, metric, table, cache, answer or tool's result, however a request with it ends", async () => {
    const { ask, control } = gateway()
    const issue = async () =>
      Schema.decodeUnknownSync(Issued)(await control.act("play-console", "issue", { demo: true }))
    const [owner, refused] = [await issue(), await issue()]
    const secrets = new Map([
      ["the key", secretPart(owner.keyFile.private_key)],
      ["a key that is refused", secretPart(refused.keyFile.private_key)]
    ])
    for (const value of secrets.values()) assert.match(value, /^[\w+/=]{40}$/)
    const save = (serviceAccountJson: unknown, more = {}) =>
      ask(`${base}/credentials`, { method: "POST", body: { serviceAccountJson, ...more } })
    // Another's key under one's own name, one that's torn, one in the wrong field, and one with a field too many.
    const wrong = { ...owner.keyFile, private_key: refused.keyFile.private_key }
    assert.isAtLeast((await save(wrong)).status, 400)
    assert.strictEqual((await save({ ...wrong, private_key: wrong.private_key.slice(0, 400) })).status, 400)
    assert.strictEqual((await save(owner.keyFile, { defaultPackageName: refused.keyFile.private_key })).status, 400)
    assert.strictEqual((await save(JSON.stringify(owner.keyFile).slice(0, -1))).status, 400)
    assert.strictEqual((await save(owner.keyFile, { key: refused.keyFile.private_key })).status, 400)
    // It belongs in a body: in an address it's refused, and not written down.
    const query = encodeURIComponent(refused.keyFile.private_key)
    assert.strictEqual((await ask(`${base}/apps?serviceAccountJson=${query}`)).status, 400)
    assert.strictEqual((await save(owner.keyFile)).status, 201)
    const { packageName } = owner
    const track = await ask(`${base}/apps/${packageName}/tracks`)
    assert.strictEqual(track.status, 200, track.text)
    assert.isAbove(listAt(track.json, "data", "items").length, 0)
    // A vendor whose errors quote what it was sent.
    const message = `bad assertion of ${owner.keyFile.private_key}`
    for (const [kind, path] of [
      ["403", "subscriptions"],
      ["500", "one-time-products"],
      ["401", "reviews"]
    ] as const) {
      control.fail({ kind, upstream: "play-console", message })
      assert.isAtLeast((await ask(`${base}/apps/${packageName}/${path}`)).status, 400, kind)
      control.clearFaults()
    }
    const rpc = rpcOf(ask)
    const called = await rpc("tools/call", { name: "connectStoreb_status", arguments: {} })
    const tools = await rpc("tools/list", {})
    const status = await ask(`${base}/credentials/status`)
    assert.strictEqual(at(status.json, "data", "serviceAccountEmail"), owner.keyFile.client_email, status.text)

    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, owner.keyFile.client_email)
    assert.isAbove((sinks.telemetry ?? "").length, 0)
    assert.include(sinks.logs, "/credentials")
    const told = { ...sinks, answers: answers ?? "", tools: `${tools.text}${called.text}` }
    assert.deepEqual(leaksOf(told, secrets), [])
  })
})
