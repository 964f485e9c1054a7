import type { ServedOperation } from "@storeglass/gateway"
import { assert, it } from "vitest"
import { codeOf } from "../envelope.ts"
import { acceptingPlan, refusingPlan } from "../plans.ts"
import type { TestAccount, TestGateway } from "../TestGateway.ts"
import { assertCreditHeaders, type Calls, unknownParameter } from "./calls.ts"

/** An account that several tests may share, made when the first of them asks. */
const once = (make: () => Promise<TestAccount>) => {
  let made: Promise<TestAccount> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What the host must refuse before the handler of a route sees it, each with a test of its own. */
export const refusals = (gateway: () => TestGateway, calls: Calls) => {
  const scopeless = once(() => gateway().account({ scopes: ["internal"] }))
  const ordinary = once(() => gateway().account())

  const withoutKey = (operation: ServedOperation) =>
    it(`${operation.id} answers 401 without a key and with a bad one`, async () => {
      const call = await calls.guarded(operation)
      const none = await calls.send(call)
      assert.deepEqual([none.status, codeOf(none.json)], [401, "MISSING_API_KEY"], none.text)
      const bad = await calls.send(call, { key: "sg_live_nope" })
      assert.deepEqual([bad.status, codeOf(bad.json)], [401, "INVALID_API_KEY"], bad.text)
    })

  const withoutScope = (operation: ServedOperation) =>
    it(`${operation.id} answers 403 to a key without the scope, and charges nothing`, async () => {
      const { accountId, key } = await (operation.access === "internal" ? ordinary() : scopeless())
      const answer = await calls.send(await calls.guarded(operation), { key })
      assert.deepEqual([answer.status, codeOf(answer.json)], [403, "FORBIDDEN"], answer.text)
      assert.strictEqual(await gateway().used(accountId, operation.bucket), 0)
    })

  const emptyBucket = (operation: ServedOperation) =>
    it(`${operation.id} answers an empty bucket with its headers, before any work`, async () => {
      const plan = operation.requires === undefined ? "indie" : await acceptingPlan(gateway(), operation.requires)
      const { accountId, key } = await gateway().account({ plan })
      await gateway().drain(accountId, operation.bucket)
      const control = gateway().running.sandbox?.control
      control?.clearRequests()
      const answer = await calls.send(await calls.guarded(operation), { key })
      const expected = [operation.exhausted?.status ?? 429, operation.exhausted?.code ?? "RATE_LIMIT_EXCEEDED"]
      assert.deepEqual([answer.status, codeOf(answer.json)], expected, answer.text)
      assertCreditHeaders(answer, operation.id)
      assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
      assert.isAbove(Number(answer.headers.get("retry-after")), 0)
      assert.deepEqual(control?.requests() ?? [], [])
    })

  const withoutFeature = (operation: ServedOperation, feature: string) =>
    it(`${operation.id} answers 403 to a plan without ${feature}, before it looks at a bucket`, async () => {
      const plan = await refusingPlan(gateway(), feature)
      assert.isDefined(plan, `every plan has ${feature}`)
      const { accountId, key } = await gateway().account(plan === undefined ? {} : { plan })
      await gateway().drain(accountId, operation.bucket)
      const answer = await calls.send(await calls.guarded(operation), { key })
      assert.deepEqual([answer.status, codeOf(answer.json)], [403, "TIER_LIMIT_EXCEEDED"], answer.text)
    })

  const strangeParameter = (operation: ServedOperation) =>
    it(`${operation.id} refuses an unknown parameter and charges nothing`, async () => {
      const { accountId, key } = await ordinary()
      const { address, ask } = await calls.guarded(operation)
      const answer = await calls.send({ address: unknownParameter(address), ask }, { key })
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
      assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
      assert.strictEqual(await gateway().used(accountId, operation.bucket), 0)
    })

  const withoutSession = (operation: ServedOperation) =>
    it(`${operation.id} answers 401 to who isn't signed in`, async () => {
      const { key } = await ordinary()
      const origin = { origin: gateway().url, "sec-fetch-site": "same-origin" }
      const answer = await calls.send(await calls.guarded(operation), { key, headers: origin })
      assert.deepEqual([answer.status, codeOf(answer.json)], [401, "SESSION_REQUIRED"], answer.text)
    })

  return (operation: ServedOperation) => {
    if (operation.access === "public") return
    if (operation.access === "session") return withoutSession(operation)
    withoutKey(operation)
    withoutScope(operation)
    if (operation.access === "internal") return
    if (operation.requires !== undefined) withoutFeature(operation, operation.requires)
    if (operation.credits !== "quoted" && operation.credits > 0) emptyBucket(operation)
    if (operation.queryNames !== undefined) strangeParameter(operation)
  }
}
