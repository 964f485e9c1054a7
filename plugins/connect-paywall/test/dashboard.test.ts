/** What pages of an account read of its paywall. */
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { CopiedFunnel, CopiedProceeds, PaywallState } from "../src/dashboard/api.ts"
import { daysAgo, looking } from "./looking.ts"
import { idle } from "./support.ts"

const gateway = useTestGateway({
  plugins: { "connect-paywall": true, account: true },
  // No copy is made in the background: what is there is the test's.
  config: idle
})
const root = "/dashboard/api/connect-paywall"
let one: SignedIn
let other: SignedIn

beforeAll(async () => {
  one = await looking(gateway())
  other = await signedIn(gateway)
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by = one): Promise<A> => {
  const before = await gateway().used(by.accountId)
  gateway().running.sandbox?.control.clearRequests()
  const answer = await by.browser.ask(`${root}${path}`)
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "the provider was asked")
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(await gateway().used(by.accountId), before, "looking costs something")
  return Schema.decodeUnknownSync(Schema.Struct({ data: schema }))(answer.json, { onExcessProperty: "error" }).data
}

describe("looking at the paywall costs nothing and asks nobody", () => {
  it("shows the connection's state, since when, and what to do", async () => {
    const { connectedAt, keepHistory, state, todo } = await read(PaywallState, "/state")
    assert.include(["connected", "degraded"], state)
    assert.isNotNull(connectedAt)
    assert.isTrue(keepHistory)
    assert.isNotEmpty(todo)
  })

  it("shows proceeds by day as they were copied, and gaps where they weren't", async () => {
    const { lines } = await read(CopiedProceeds, `/proceeds?from=${daysAgo(6)}&to=${daysAgo(1)}`)
    assert.deepEqual(
      lines.map(({ days, name }) => [name, days.map(({ value }) => value)]),
      [["Proceeds of 9004, $", [null, 12.5, null, null, 20, null]]]
    )
    const days = lines.flatMap((line) => line.days)
    assert.isTrue(days.every(({ status, value }) => (status === "measured") === (value !== null)))
    assert.strictEqual((await read(CopiedProceeds, "/proceeds")).lines[0]?.days.length, 30)
  })

  it("shows how many come from a paywall to a payment, over all applications, and what no chart tells as not measured", async () => {
    const { stages } = await read(CopiedFunnel, `/funnel?from=${daysAgo(6)}&to=${daysAgo(1)}`)
    assert.deepEqual(
      stages.map(({ share, stage, status, value }) => [stage, value, share, status]),
      [
        ["Saw a paywall", 200, 1, "measured"],
        ["Began a trial", null, null, "not_measured"],
        ["Paid for the first time", 10, 0.05, "measured"]
      ]
    )
  })

  it("shows another account nothing", async () => {
    const { connectedAt, state, todo } = await read(PaywallState, "/state", other)
    assert.deepEqual([state, connectedAt], ["not_connected", null])
    assert.include(todo, "Connect your organization")
    assert.deepEqual((await read(CopiedProceeds, "/proceeds", other)).lines, [])
    const { stages } = await read(CopiedFunnel, "/funnel", other)
    assert.deepEqual([...new Set(stages.map(({ value }) => value))], [null])
  })

  it.each([
    "/state?limit=1",
    "/proceeds?chart=mrr",
    "/proceeds?from=2026-02-30",
    "/proceeds?from=2026-11-05&to=2026-11-04",
    "/proceeds?from=2020-01-01&to=2026-01-01",
    "/funnel?from=2026-11-05&to=2026-11-04"
  ])("%s answers 400", async (path) => {
    const answer = await one.browser.ask(`${root}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
  })

  it.each(["/state", "/proceeds", "/funnel"])("%s is for whoever is signed in alone", async (path) => {
    const byKey = await gateway().ask(`${root}${path}`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })
})
