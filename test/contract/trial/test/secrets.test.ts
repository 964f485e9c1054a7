/** A canary in every place that holds a secret of the trial's customers or of its vendor. */
import { randomBytes } from "node:crypto"
import { codeOf, leaksOf, rpcOf, useWatchedGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"
import { plugins } from "./support.ts"

const canary = () => `cnry${randomBytes(12).toString("hex")}`
const webhookCanary = `whsec_${Buffer.from(canary()).toString("base64")}`

const gateway = useWatchedGateway({
  doubles: [vendor],
  plugins: (address) => ({
    crier: plugins.crier,
    trial: {
      package: plugins.trial.package,
      apiUrl: address("trial-api"),
      tokenUrl: address("trial-token"),
      webhookSecret: webhookCanary
    },
    mcp: null
  })
})

const Client = Schema.Struct({ clientId: Schema.String, privateKey: Schema.String })

describe("the trial's secrets", () => {
  it("are in no log, trace, metric, table, journal or tool's result", async () => {
    const { control, key } = gateway()
    const canaries = new Map<string, string>([["the secret of webhooks", webhookCanary]])
    const planted = (label: string) => {
      const value = canary()
      canaries.set(label, value)
      return value
    }
    const client = Schema.decodeUnknownSync(Client)(await control.act("trial", "issue"))
    // The middle of a real key: it signs, and is sealed.
    canaries.set("a customer's key", client.privateKey.split("\n")[1] ?? "")
    const ask = (
      method: string,
      path: string,
      more: { readonly body?: unknown; readonly headers?: Record<string, string> } = {}
    ) => gateway().ask(path, { method, ...more })
    canaries.set("the API key", key)
    const keep = async (answer: ReturnType<typeof ask>) => codeOf((await answer).json)
    assert.isUndefined(await keep(ask("PUT", "/v1/trial/connection", { body: client })))
    const rejected = { clientId: planted("a client id that is refused"), privateKey: planted("a key that is refused") }
    assert.strictEqual(await keep(ask("PUT", "/v1/trial/connection", { body: rejected })), "CREDENTIALS_REJECTED")
    const unknown = { ...client, token: planted("an unknown field") }
    assert.strictEqual(await keep(ask("PUT", "/v1/trial/connection", { body: unknown })), "INVALID_INPUT")
    const nested = { clientId: "x", privateKey: { pem: planted("a key of a wrong type") } }
    assert.strictEqual(await keep(ask("PUT", "/v1/trial/connection", { body: nested })), "INVALID_INPUT")
    await keep(ask("POST", "/v1/trial/signatures", { body: { privateKey: planted("a key to sign with") } }))
    const header = { "x-trial-region": "eu", "x-trial-token": planted("a secret header") }
    await keep(ask("GET", "/v1/trial/greeting", { headers: header }))
    await keep(ask("GET", "/v1/trial/greeting", { headers: { ...header, "x-trial-region": "" } }))
    const forged = { "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": `v1,${planted("a signature")}` }
    assert.strictEqual(await keep(ask("POST", "/hooks/trial", { headers: forged, body: "x" })), "HOOK_REJECTED")
    const rpc = rpcOf(gateway().ask)
    const call = (name: string, args: object, headers: Record<string, string> = {}) =>
      rpc("tools/call", { name, arguments: args }, { headers })
    await keep(
      call(
        "trial_greet",
        { "x-trial-region": "eu" },
        { "x-trial-token": planted("a secret header beside a tool's call") }
      )
    )
    await keep(call("trialVendor_connect", { ...rejected, privateKey: planted("a key in a tool's call") }))
    // A vendor whose refusals hold secrets, and whose answers nobody can read.
    const campaign = "/v1/trial/campaigns/one"
    for (const kind of ["500", "malformed", "reset", "lostAnswer"] as const) {
      control.fail({
        kind,
        upstream: "trial-api",
        times: 1,
        ...(kind === "500" ? { message: planted("a vendor's error") } : {})
      })
      await keep(ask("GET", campaign))
    }
    control.fail({ kind: "lostAnswer", upstream: "trial-api", method: "PUT", times: 1 })
    assert.isUndefined(await keep(ask("PUT", campaign, { body: { budget: 5, confirm: true } })))
    await keep(call("trialVendor_campaign", { campaignId: "one" }))

    const sinks = await gateway().stop()
    // There is something to find in each.
    assert.include(sinks.database, "core_vendor_writes")
    assert.include(sinks.database, "core_connections")
    assert.include(sinks.metrics, "trial.api")
    assert.include(sinks.logs, "trial")
    assert.include(sinks.telemetry, "Connections.connect")
    if (sinks.redis !== undefined) assert.include(sinks.redis, "unix:")
    assert.deepEqual(leaksOf(sinks, canaries), [])
    const told = leaksOf({ text: `a ${key}` }, canaries)
    assert.lengthOf(told, 1)
    assert.notInclude(told.join(), key)
  })
})
