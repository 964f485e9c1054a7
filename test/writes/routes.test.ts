import { VendorWriteLog } from "@storeglass/plugin-api"
import { startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Exit, Predicate, Scope } from "effect"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { startVendor, type Vendor } from "../../packages/core/test/writes/vendor.ts"
import { writtenPlugin } from "./fixture.ts"

let scope: Scope.Closeable
let vendor: Vendor
let gateway: TestGateway
let account: Awaited<ReturnType<TestGateway["account"]>>
beforeAll(async () => {
  scope = await Effect.runPromise(Scope.make())
  vendor = await Effect.runPromise(Scope.provide(startVendor, scope))
  gateway = await Effect.runPromise(
    Scope.provide(
      startTestGateway({ further: [writtenPlugin(vendor)], config: { vendorWrites: { settleMsMax: 2_000 } } }),
      scope
    )
  )
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
let number = 0
beforeEach(async () => {
  number += 1
  vendor.ledger.splice(0)
  vendor.next.splice(0)
  vendor.failReads = 0
  account = await gateway.account()
})

const field = (json: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((at, name) => (Predicate.hasProperty(at, name) ? at[name] : undefined), json)
const ask = (
  method: "PUT" | "POST",
  body: Readonly<Record<string, unknown>>,
  { dryRun = false, idempotencyKey = "" } = {}
) =>
  gateway.ask(`/v1/written/things${dryRun ? "?dryRun=true" : ""}`, {
    key: account.key,
    method,
    body,
    ...(idempotencyKey === "" ? {} : { headers: { "idempotency-key": idempotencyKey } })
  })
const fresh = () => `value ${number}`
const confirmed = (value: string) => ({ value, confirmReplaceAll: true })

describe("a route that writes", () => {
  it.each(["PUT", "POST"] as const)(
    "previews a %s with 200 and writes nothing, not even to the journal",
    async (method) => {
      const answer = await ask(method, { value: fresh() }, { dryRun: true })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(field(answer.json, "data", "dryRun"), true)
      assert.deepInclude(field(answer.json, "data", "changes"), { field: "value", from: await before(), to: fresh() })
      assert.match(String(field(answer.json, "data", "planId")), /^[\w-]{32}$/)
      assert.isArray(field(answer.json, "data", "warnings"))
      assert.deepEqual(vendor.ledger, [])
      assert.deepEqual(await gateway.run(VendorWriteLog.use((log) => log.list({ accountId: account.accountId }))), [])
    }
  )

  it("answers a write with the status of its route, and says who asked for it in the journal", async () => {
    const made = await ask("POST", confirmed(fresh()), { idempotencyKey: "made" })
    assert.deepEqual([made.status, made.json], [201, { data: { value: fresh() } }])
    const put = await ask("PUT", confirmed(`${fresh()} b`))
    assert.deepEqual([put.status, put.json], [200, { data: { value: `${fresh()} b` } }])
    const rows = await gateway.run(VendorWriteLog.use((log) => log.list({ accountId: account.accountId })))
    assert.deepEqual(
      rows.map((row) => [row.idempotencyKey, row.requestId, row.state]),
      [
        [null, put.headers.get("x-request-id"), "confirmed"],
        ["made", made.headers.get("x-request-id"), "confirmed"]
      ]
    )
    assert.isTrue(rows.every((row) => row.keyId !== null))
    const { target } = rows[0] ?? assert.fail("there is no row")
    for (const [asked, count] of [
      [target, rows.filter((row) => row.target === target).length],
      [`${target}.other`, 0]
    ] as const) {
      const listed = VendorWriteLog.use((log) => log.list({ accountId: account.accountId, target: asked }))
      assert.lengthOf(await gateway.run(listed), count)
    }
  })

  it.each([{}, { confirmReplaceAll: false }])(
    "without its confirmation (%o) is 400 with the flag and what it means",
    async (flag) => {
      const answer = await ask("PUT", { value: fresh(), ...flag })
      assert.deepEqual([answer.status, field(answer.json, "error", "code")], [400, "CONFIRMATION_REQUIRED"])
      assert.include(
        String(field(answer.json, "error", "message")),
        "confirmReplaceAll (body): must be true to confirm: all that is there is replaced"
      )
      assert.deepEqual(vendor.ledger, [])
    }
  )

  it("with the plan of a preview is done, and 409 once the state has moved on or another change is asked for", async () => {
    const planId = field((await ask("PUT", { value: fresh() }, { dryRun: true })).json, "data", "planId")
    const other = await ask("PUT", { ...confirmed("other"), planId })
    assert.deepEqual([other.status, field(other.json, "error", "code")], [409, "PLAN_STALE"])
    assert.deepEqual(vendor.ledger, [])
    assert.strictEqual((await ask("PUT", { ...confirmed(fresh()), planId })).status, 200)
    assert.strictEqual((await ask("PUT", confirmed("moved on"))).status, 200)
    const stale = await ask("PUT", { ...confirmed(fresh()), planId })
    assert.deepEqual([stale.status, field(stale.json, "error", "code")], [409, "PLAN_STALE"])
  })

  it.each([
    ["PUT", 200],
    ["POST", 201]
  ] as const)("that would change nothing by %s is %i, says unchanged and sends nothing", async (method, status) => {
    await ask("PUT", confirmed(fresh()))
    vendor.ledger.splice(0)
    const answer = await ask(method, confirmed(fresh()))
    assert.deepEqual([answer.status, answer.json], [status, { data: { value: fresh(), unchanged: true } }])
    assert.deepEqual(vendor.ledger, [])
  })

  it("whose outcome is not known is 502, costs nothing, and is settled and charged once by a repeat with its key", async () => {
    vendor.next.push("lostAnswer")
    vendor.arrived = () => {
      vendor.failReads = 1_000
    }
    const lost = await ask("PUT", confirmed(fresh()), { idempotencyKey: "lost" })
    vendor.arrived = () => undefined
    assert.deepEqual([lost.status, field(lost.json, "error", "code")], [502, "WRITE_OUTCOME_UNKNOWN"])
    assert.strictEqual(lost.headers.get("x-credit-cost"), "0")
    assert.strictEqual(await gateway.used(account.accountId), 0)
    vendor.failReads = 0
    const again = await ask("PUT", confirmed(fresh()), { idempotencyKey: "lost" })
    assert.deepEqual([again.status, again.json], [200, { data: { value: fresh() } }])
    const third = await ask("PUT", confirmed(fresh()), { idempotencyKey: "lost" })
    assert.strictEqual(third.headers.get("idempotent-replayed"), "true")
    assert.strictEqual(await gateway.used(account.accountId), 2)
    assert.deepEqual(vendor.ledger, [`thing=${fresh()}`])
  })

  it("is one for 50 repeats with one key at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask("PUT", confirmed(fresh()), { idempotencyKey: "burst" }))
    )
    assert.isTrue(answers.every(({ status }) => status === 200))
    assert.deepEqual(vendor.ledger, [`thing=${fresh()}`])
    assert.strictEqual(await gateway.used(account.accountId), 2)
  })

  it("documents both its own answer and the preview", async () => {
    const document = await gateway.ask("/openapi.json", {})
    const responses = field(document.json, "paths", "/v1/written/things", "post", "responses")
    assert.isDefined(field(responses, "201"))
    assert.include(JSON.stringify(field(responses, "200")), "WritePreview")
    const put = field(document.json, "paths", "/v1/written/things", "put", "responses", "200")
    assert.include(JSON.stringify(put), "WritePreview")
    assert.include(JSON.stringify(put), "unchanged")
  })
})

/** The state of the vendor. */
const before = async () => (await fetch(`${vendor.url}/things/thing`)).text()
