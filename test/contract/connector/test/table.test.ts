/** The table of errors for all connectors, asked over HTTP of one that was written on the shared services. */

import { VendorWriteLog } from "@storeglass/plugin-api"
import type { Fault } from "@storeglass/sandbox"
import { codeOf, type TestAccount, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { at, type Client, connect, connectionPath, inHeaders, options, thingPath, vendorOf } from "./support.ts"

const gateway = useTestGateway({ ...options, config: { vendorWrites: { settleMsMax: 2_000 } } })
const vendor = () => vendorOf(gateway())
const consolePath = "/v1/connector/console/one"
const fail = (fault: Omit<Fault, "upstream">) => vendor().control.fail({ upstream: "connector", times: 1, ...fault })
const write = (value: string) => ({ method: "PUT", body: { value, confirm: true } })

interface Asked {
  readonly account: TestAccount
  readonly client: Client
}
const connected = async (): Promise<Asked> => {
  const account = await gateway().account()
  return { account, client: await connect(gateway(), account) }
}

/** The message of a refusal, which costs nothing. */
const refused = async (
  { account }: Pick<Asked, "account">,
  [path, ask]: readonly [string, Parameters<ReturnType<typeof gateway>["ask"]>[1]],
  [status, code]: readonly [number, string]
) => {
  const answer = await gateway().ask(path, { key: account.key, ...ask })
  assert.deepEqual([answer.status, codeOf(answer.json)], [status, code], answer.text)
  assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
  assert.strictEqual(await gateway().used(account.accountId), 0)
  return { message: String(at(answer.json, "error", "message")), headers: answer.headers }
}

describe("credentials in headers", () => {
  const asked = () => vendor().control.requests().length
  it("that are missing or can't be read are 400, and the vendor isn't asked", async () => {
    const account = await gateway().account()
    const client = await vendor().issue()
    const before = asked()
    const none = await refused({ account }, [consolePath, {}], [400, "MISSING_CONSOLE_CREDENTIALS"])
    assert.include(none.message, "x-client-id")
    const half = { headers: { "x-client-id": client.clientId } }
    assert.include(
      (await refused({ account }, [consolePath, half], [400, "MISSING_CONSOLE_CREDENTIALS"])).message,
      "key"
    )
    const bad = { headers: { "x-client-id": client.clientId, "x-client-key": "not a key, but a canary" } }
    const unreadable = await refused({ account }, [consolePath, bad], [400, "INVALID_CONSOLE_CREDENTIALS"])
    assert.include(unreadable.message, "x-client-key")
    assert.notInclude(unreadable.message, "canary")
    assert.strictEqual(asked(), before)
  })

  it("that the vendor refuses are 401, and a right that they lack is 403 with where it is granted", async () => {
    const account = await gateway().account()
    const client = await vendor().issue()
    const headers = inHeaders(client)
    assert.strictEqual((await gateway().ask(consolePath, { key: account.key, headers })).status, 200)
    const other = await gateway().account()
    fail({ kind: "403", message: "You may not." })
    const lacking = await refused({ account: other }, [consolePath, { headers }], [403, "CONSOLE_ROLE_INSUFFICIENT"])
    for (const told of ["Things: write", "Settings, Clients", "You may not."]) assert.include(lacking.message, told)
    await vendor().revoke(client.clientId)
    await refused({ account: other }, [consolePath, { headers }], [401, "CONSOLE_CREDENTIALS_INVALID"])
  })
})

describe("a connection", () => {
  it("that isn't there is 409 with the route that connects", async () => {
    const account = await gateway().account()
    const { message } = await refused({ account }, [thingPath, {}], [409, "NOT_CONNECTED"])
    assert.include(message, `PUT ${connectionPath}`)
  })

  it("isn't made with credentials that the vendor refuses or nobody can read, and the old one goes on working", async () => {
    const one = await connected()
    const { clientId, privateKey } = await vendor().issue()
    await vendor().revoke(clientId)
    for (const body of [
      { clientId, privateKey },
      { clientId, privateKey: "no key" }
    ]) {
      await refused(one, [connectionPath, { method: "PUT", body }], [422, "CREDENTIALS_REJECTED"])
    }
    assert.strictEqual((await gateway().ask(thingPath, { key: one.account.key })).status, 200)
  })

  it("that the vendor no longer accepts is 409, until it is connected again", async () => {
    const one = await connected()
    await vendor().revoke(one.client.clientId)
    await refused(one, [thingPath, {}], [409, "CONNECTION_REJECTED"])
    const status = await gateway().ask(connectionPath, { key: one.account.key })
    assert.strictEqual(at(status.json, "data", "state"), "rejected")
    vendor().control.clearRequests()
    await refused(one, [thingPath, write("x")], [409, "CONNECTION_REJECTED"])
    assert.deepEqual(vendor().control.requests(), [])
    await connect(gateway(), one.account)
    assert.strictEqual((await gateway().ask(thingPath, { key: one.account.key })).status, 200)
  })

  it("that lacks a right is 403, with the right, where it is granted, and the vendor's sentence", async () => {
    const one = await connected()
    fail({ kind: "403", message: "Only for owners." })
    const { message } = await refused(one, [thingPath, {}], [403, "CONNECTION_PERMISSION_MISSING"])
    for (const told of ["Things: write", "Settings, Clients", "Only for owners."]) assert.include(message, told)
  })
})

describe("what the vendor says", () => {
  it("of what it doesn't have is 404", async () => {
    await refused(await connected(), ["/v1/connector/things/nowhere", {}], [404, "NOT_FOUND"])
  })

  it("of its validation is 422 and of its state 409, in its words without control characters", async () => {
    const one = await connected()
    const { message } = await refused(one, [thingPath, write("")], [422, "VENDOR_REJECTED"])
    assert.include(message, "The value is not a word. (code BAD_VALUE, field value)")
    fail({ kind: "409", message: `Locked. ${"x".repeat(900)}` })
    const locked = await refused(one, [thingPath, {}], [409, "VENDOR_CONFLICT"])
    assert.include(locked.message, "Locked.")
    assert.isBelow(locked.message.length, 700)
  })

  it("of its limit is 503 with Retry-After, never our 429", async () => {
    const one = await connected()
    fail({ kind: "429", retryAfterSeconds: 60 })
    const { headers } = await refused(one, [thingPath, {}], [503, "UPSTREAM_RATE_LIMITED"])
    assert.strictEqual(headers.get("retry-after"), "60")
  })

  it.each([
    ["500", 502, "UPSTREAM_ERROR"],
    ["malformed", 502, "UPSTREAM_ERROR"],
    ["html", 502, "UPSTREAM_ERROR"],
    ["reset", 502, "UPSTREAM_ERROR"],
    ["slow", 504, "UPSTREAM_TIMEOUT"]
  ] as const)("that can't be used (%s) is %i %s", async (kind, status, code) => {
    const one = await connected()
    fail({ kind, ...(kind === "slow" ? { delayMs: 2_000 } : {}) })
    await refused(one, [thingPath, {}], [status, code])
  })
})

describe("a write whose answer is lost", () => {
  const journal = async ({ accountId }: TestAccount) => {
    const rows = await gateway().run(VendorWriteLog.use((log) => log.list({ accountId })))
    return rows.map(({ outcome, state }) => `${state} ${outcome}`)
  }

  it("and that can't be looked for is 502 and costs nothing", async () => {
    const { account, client } = await connected()
    fail({ kind: "lostAnswer", method: "PUT" })
    // The look before the write passes, those after it don't.
    const looks = fail({ kind: "quota", method: "GET", limit: 1, times: 1_000 })
    const asking = { key: account.key, headers: { "idempotency-key": "open" }, ...write("second") }
    const open = await gateway().ask(thingPath, asking)
    assert.deepEqual([open.status, codeOf(open.json)], [502, "WRITE_OUTCOME_UNKNOWN"])
    assert.strictEqual(await gateway().used(account.accountId), 0)
    vendor().control.clearFaults({ id: looks })
    assert.deepEqual(await journal(account), ["unknown null"])
    assert.deepEqual(await vendor().writes(client.clientId), ["second"])
  })

  it.each([[{}], [{ "idempotency-key": "lost" }]])(
    "is at the vendor exactly once, and is answered as done (%o)",
    async (headers) => {
      const { account, client } = await connected()
      fail({ kind: "lostAnswer", method: "PUT" })
      const answer = await gateway().ask(thingPath, { key: account.key, headers, ...write("second") })
      assert.deepEqual([answer.status, answer.json], [200, { data: { id: "one", value: "second" } }])
      assert.deepEqual(await vendor().writes(client.clientId), ["second"])
      assert.deepEqual(await journal(account), ["settled applied"])
      if (!("idempotency-key" in headers)) return
      const again = await gateway().ask(thingPath, { key: account.key, headers, ...write("second") })
      assert.deepEqual([again.status, again.text], [200, answer.text])
      assert.deepEqual(await vendor().writes(client.clientId), ["second"])
    }
  )
})
