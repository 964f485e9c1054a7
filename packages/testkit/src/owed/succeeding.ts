import { randomUUID } from "node:crypto"
import type { ServedOperation } from "@storeglass/gateway"
import { assert, it } from "vitest"
import { acceptingPlan } from "../plans.ts"
import { type Answer, entriesOf, type TestGateway } from "../TestGateway.ts"
import { assertCreditHeaders, type Calls, isStreamed, settled } from "./calls.ts"

const assertBody = (operation: ServedOperation, answer: Answer) => {
  if (answer.status === 204) return assert.strictEqual(answer.text, "", `${operation.id} has a body`)
  const contentType = answer.headers.get("content-type") ?? ""
  if (isStreamed(operation)) {
    const declared = operation.answers.contentType
    if (declared !== undefined) assert.isTrue(contentType.startsWith(declared), `${operation.id} is ${contentType}`)
    return
  }
  assert.match(contentType, /^application\/json/)
  assert.deepEqual(Object.keys(answer.json ?? {}), ["data"], operation.id)
}

/** What a success must cost and look like, with tests of its own for each operation. */
export const successes = (
  gateway: () => TestGateway,
  calls: Calls,
  skips: Readonly<Record<string, string>>
): ((operation: ServedOperation) => void) => {
  const accountFor = async (operation: ServedOperation) =>
    gateway().account({
      plan: await acceptingPlan(gateway(), operation.requires),
      ...(operation.access === "internal" ? { scopes: ["internal" as const] } : {})
    })
  const remaining = async (accountId: string, operation: ServedOperation) =>
    gateway().remaining(accountId, operation.bucket)

  const priced = (operation: ServedOperation) => async () => {
    const account = await accountFor(operation)
    const call = await calls.successful(operation, account)
    const before = await remaining(account.accountId, operation)
    const usedBefore = await gateway().used(account.accountId, operation.bucket)
    const answer = isStreamed(operation)
      ? await calls.begin(call, account.key)
      : await calls.send(call, { key: account.key })
    assert.isTrue(
      answer.status >= 200 && answer.status < 300,
      `${operation.method} ${call.address} answered ${answer.status} ${answer.text}; give describePlugin what it needs by 'prepare', or skip it with a reason`
    )
    assertBody(operation, answer)
    assertCreditHeaders(answer, operation.id)
    const cost = Number(answer.headers.get("x-credit-cost"))
    const charged = (await gateway().used(account.accountId, operation.bucket)) - usedBefore
    if (operation.credits !== "quoted") assert.strictEqual(cost, operation.credits, operation.id)
    assert.strictEqual(answer.headers.get("x-credit-category"), operation.bucket)
    // What is held for work that goes on is not left either.
    assert.strictEqual(before - (await remaining(account.accountId, operation)), cost)
    if (charged === 0) return
    assert.strictEqual(charged, cost)
    const entries = await gateway().run(entriesOf(account.accountId))
    const entry = entries.find(({ id }) => id === answer.headers.get("x-request-id"))
    const expected = ["charge", cost, `${operation.method} ${operation.path}`]
    assert.deepEqual([entry?.kind, entry?.used_delta, entry?.operation], expected)
  }

  const repeated = (operation: ServedOperation) => async () => {
    const account = await accountFor(operation)
    const call = await settled(await calls.successful(operation, account))
    const twice = { key: account.key, headers: { "idempotency-key": randomUUID() } }
    const first = await calls.send(call, twice)
    assert.isTrue(first.status < 300, `${call.address} answered ${first.status} ${first.text}`)
    const left = await remaining(account.accountId, operation)
    const second = await calls.send(call, twice)
    assert.deepEqual([second.status, second.text], [first.status, first.text])
    assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
    assert.strictEqual(await remaining(account.accountId, operation), left)
  }

  const open = (operation: ServedOperation) => async () => {
    const account = await gateway().account()
    const call = await calls.successful(operation, account)
    const answer = isStreamed(operation) ? await calls.begin(call, undefined) : await calls.send(call)
    assert.isBelow(answer.status, 400, `${call.address} answered ${answer.status} ${answer.text}`)
    assert.isNull(answer.headers.get("x-credit-cost"))
    if (answer.status < 300) assertBody(operation, answer)
  }

  return (operation) => {
    const reason = skips[operation.id]
    const test = reason === undefined ? it : it.skip
    const because = reason === undefined ? "" : ` (skipped: ${reason})`
    if (operation.access === "session") return
    if (operation.access === "public") {
      if (operation.endpoint !== undefined) test(`${operation.id} answers without a key${because}`, open(operation))
      return
    }
    // A raw route speaks a protocol of its own.
    if (operation.endpoint === undefined) return
    test(`${operation.id} charges a success its declared price, once${because}`, priced(operation))
    const repeats = operation.method !== "GET" && !isStreamed(operation) && operation.body.kind !== "stream"
    if (repeats)
      test(`${operation.id} gives a repeat its first answer, and charges it once${because}`, repeated(operation))
  }
}
