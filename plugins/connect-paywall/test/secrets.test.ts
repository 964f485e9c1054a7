/** Canaries in the place of the owner's key and of a person's id, looked for in all that the gateway writes. */
import { randomBytes } from "node:crypto"
import { adjustableClock, databaseText, leaksOf, rpcOf, startTestGateway, useWatchedGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"
import { base, connected, controlOf, one, plugins } from "./support.ts"

const hourMs = 3_600_000
const canary = () => `cnry${randomBytes(12).toString("hex")}`

const gateway = useWatchedGateway({
  doubles: [vendor],
  plugins: (address) => ({
    "connect-paywall": { baseUrl: address("paywall"), requestsPerSecond: 1_000 },
    mcp: null
  })
})

describe("the owner's key and the people who bought", () => {
  it("are in no log, trace, metric, table, cache or tool's list, nor in an answer where they don't belong", async () => {
    const { ask, control } = gateway()
    const [keys, people] = [new Map<string, string>(), new Map<string, string>()]
    const planted = (map: Map<string, string>, label: string) => {
      const value = canary()
      map.set(label, value)
      return value
    }
    const secretKey = planted(keys, "the key")
    await control.act("paywall", "issue", { secret: secretKey })
    const post = (body: unknown) => ask(`${base}/credentials`, { method: "POST", body })
    const rpc = rpcOf(ask)
    assert.strictEqual((await post({ secretKey: planted(keys, "a key that is refused") })).status, 422)
    assert.strictEqual((await post({ secretKey: `pk_${planted(keys, "a public key")}` })).status, 400)
    assert.strictEqual((await post({ secretKey: { of: planted(keys, "a key of a wrong type") } })).status, 400)
    await rpc("tools/call", {
      name: "paywall_connect",
      arguments: { secretKey: planted(keys, "a key in a tool's call") }
    })
    assert.strictEqual((await post({ secretKey })).status, 201)

    const sold = { ...one, atMs: Date.now() - 1_000, user: planted(people, "a person") }
    await control.act("paywall", "sell", sold)
    const first = await ask(`${base}/transactions`)
    assert.include(first.text, sold.user, "its owner sees it")
    const paths = [
      "/credentials/status",
      "/apps",
      "/overview",
      "/dashboard",
      "/charts/proceeds",
      "/campaigns",
      "/transactions?limit=1"
    ]
    for (const path of paths) assert.isBelow((await ask(`${base}${path}`)).status, 300, path)
    await rpc("tools/call", { name: "paywall_transactions", arguments: {} })
    const answered = await rpc("tools/list", {})

    // A provider whose refusals quote both, and whose transactions can't be read.
    const message = `Key ${secretKey} may not read ${planted(people, "a person in an error")} of project 7001 at 10.0.0.9`
    const quoted: Array<string> = []
    for (const kind of ["403", "409", "500"] as const) {
      control.fail({ kind, upstream: "paywall", path: "recent-transactions", message, times: 3 })
      const answer = await ask(`${base}/transactions`)
      assert.isAtLeast(answer.status, 400)
      quoted.push(answer.text)
      control.clearFaults()
    }
    for (const said of ["7001", "10.0.0.9"]) assert.notInclude(quoted.join("\n"), said)
    await control.act("paywall", "change", { tornPrice: planted(people, "a person where a price should be") })
    const torn = await ask(`${base}/transactions`)
    assert.strictEqual(torn.status, 502)
    quoted.push(torn.text)
    await control.act("paywall", "change", {})
    await control.act("paywall", "revoke", secretKey)
    assert.strictEqual((await ask(`${base}/overview?from=2026-01-01&to=2026-01-02`)).status, 409)
    assert.strictEqual((await ask(`${base}/credentials/status`)).status, 200)

    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "core_connections")
    assert.include(sinks.telemetry, "Figures.transactions")
    assert.include(sinks.metrics, "paywall.api")
    // Both alerts, each once.
    for (const kind of ["connect-paywall.scope-lost", "system.connection-rejected"]) {
      assert.lengthOf(sinks.logs?.split(kind).slice(1) ?? [], 1, kind)
    }
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "" }, keys), [])
    assert.deepEqual(leaksOf({ ...sinks, list: answered.text, quoted: quoted.join("\n") }, people), [])
  })
})

describe("a person in an answer kept for an Idempotency-Key", () => {
  it("is in its record and nowhere else, and the record answers for 24 hours", async () => {
    const user = canary()
    const people = new Map([["a person", user]])
    const clock = adjustableClock()
    await Effect.gen(function* () {
      const gateway = yield* startTestGateway({ plugins, clock })
      yield* Effect.promise(async () => {
        const sold = { ...one, atMs: (await gateway.run(Clock.currentTimeMillis)) - 1_000, user }
        await controlOf(gateway).act("paywall", "sell", sold)
        const account = await connected(gateway)
        const ask = () => account.ask("/transactions", { limit: "1" }, { "idempotency-key": "once" })
        const replayed = async () => (await ask()).headers.get("idempotent-replayed")
        assert.include((await ask()).text, user)
        assert.strictEqual(await replayed(), "true")
        const rows = (await gateway.run(databaseText)).split("\n")
        const inRecords = (row: string) => row.startsWith("public.core_idempotency")
        assert.isAbove(leaksOf({ records: rows.filter(inRecords).join("\n") }, people).length, 0)
        assert.deepEqual(leaksOf({ others: rows.filter((row) => !inRecords(row)).join("\n") }, people), [])
        clock.advanceMs(24 * hourMs + 60_000)
        assert.isNull(await replayed())
      })
    }).pipe(Effect.scoped, Effect.runPromise)
  })
})
