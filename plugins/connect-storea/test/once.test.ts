/** No change is sent twice, however its answer is lost. */
import { assert, describe, it } from "vitest"
import { changing, ok, refused, useConsole } from "./support.ts"

const console = useConsole()

describe("a lost answer", () => {
  it.each(changing)("of %s is settled by looking: done once, answered and charged once", async (id) => {
    const write = (await console.writes()).find((each) => each.id === id) ?? assert.fail(id)
    const { account, ask, owner } = await console.using()
    const since = console.now()
    console.fail({ kind: "lostAnswer", method: write.method, credential: owner.keyId })
    const headers = { "idempotency-key": `lost-${id}` }
    ok(await ask(write.path, { method: write.method, body: write.body, headers }), write.status)
    ok(await ask(write.path, { method: write.method, body: write.body, headers }), write.status)
    assert.lengthOf(console.done(since), 1)
    assert.strictEqual(await console.gateway().used(account.accountId), 1)
    console.control().clearFaults()
  })
})

describe("a lost refusal", () => {
  it("of the one change that the vendor refuses is settled by looking: not done, and free", async () => {
    const { appId, availableInNewTerritories } = await console.things()
    const { account, ask, owner } = await console.using()
    const since = console.now()
    console.fail({ kind: "lostAnswer", method: "POST", credential: owner.keyId })
    const headers = { "idempotency-key": "lost-refusal" }
    const body = { availableInNewTerritories: !availableInNewTerritories, confirm: true }
    const change = () => ask(`/availabilities/${appId}`, { method: "PATCH", body, headers })
    assert.isAtLeast((await change()).status, 400)
    console.control().clearFaults()
    refused(await change(), 409, "VENDOR_CONFLICT")
    assert.deepEqual(console.done(since), [])
    assert.strictEqual(await console.gateway().used(account.accountId), 0)
  })
})

describe("a vendor that is full", () => {
  it("is 503 for that key alone, whatever the others ask", async () => {
    const { appId } = await console.things()
    const [full, free] = [await console.using(), await console.using()]
    console.fail({ kind: "429", times: 1_000, retryAfterSeconds: 60, credential: full.owner.keyId })
    const answer = await full.ask(`/apps/${appId}/iaps`)
    refused(answer, 503, "UPSTREAM_RATE_LIMITED")
    assert.isAbove(Number(answer.headers.get("retry-after")), 0)
    const since = console.now()
    refused(await full.ask(`/apps/${appId}/iaps`), 503, "UPSTREAM_RATE_LIMITED")
    assert.strictEqual(console.now(), since, "it's asked while it says that it's full")
    ok(await free.ask(`/apps/${appId}/iaps`))
    console.control().clearFaults()
    assert.strictEqual(await console.gateway().used(full.account.accountId), 0)
  })
})
